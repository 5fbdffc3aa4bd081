// Runs CommonJS modules as one script. Debian's libjs-vega has Vega's modules one by one and no
// bundle of them; ours are written the same way, so that this is all the bundling there is.
const factories = new Map();
const loaded = new Map();

function define(name, factory) {
  factories.set(name, factory);
}

// Vega 5.22 was packaged with the file vega-selection.js for what its modules call vega-selections.
const renamed = { "vega-selections": "vega-selection" };

function load(asked) {
  const name = renamed[asked] || asked.replace(/^.*\//, "");
  if (loaded.has(name)) return loaded.get(name).exports;

  const factory = factories.get(name);
  if (!factory) throw new Error(`the page was built without the module ${name}`);
  const module = { exports: {} };
  loaded.set(name, module);
  factory.call(module.exports, module.exports, load, module);
  return module.exports;
}
