/*! Vega: copyright 2015-2021, UW Interactive Data Lab; with parts of d3: copyright 2010-2022, Mike
    Bostock. Used under the BSD 3-Clause and ISC licences: https://github.com/vega/vega,
    https://github.com/d3. */
"use strict";
// Loader that runs CommonJS modules as one script. Debian's libjs-vega has Vega's modules but no
// bundle; the page's own modules have the same form, so no other bundler is needed.
const factories = new Map();
const loaded = new Map();

function define(name, factory) {
  factories.set(name, factory);
}

function load(path) {
  const name = path.replace(/^.*\//, "");
  if (loaded.has(name)) return loaded.get(name).exports;

  const module = { exports: {} };
  loaded.set(name, module);
  factories.get(name).call(module.exports, module.exports, load, module);
  return module.exports;
}
