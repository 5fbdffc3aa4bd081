return load("pictures").pictures(text);
