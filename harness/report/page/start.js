load("main").main();
