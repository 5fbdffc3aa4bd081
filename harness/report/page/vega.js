// Interface to Vega, and the positions of axis lines. Expressions are interpreted, because the
// page's content security policy forbids code from strings.
const { transforms } = require("vega-dataflow");
const { expressionFunction } = require("vega-functions");
const { parse } = require("vega-parser");
const { View } = require("vega-view");
const { expressionInterpreter } = require("vega-interpreter");
const format = require("./format");

Object.assign(
  transforms,
  require("vega-transforms"),
  require("vega-view-transforms"),
  require("vega-encode"),
);

// Values for up to `most` axis lines. Vega's logarithmic axes label only powers of ten; plots of
// less than two decades need the 2 and the 5 as well.
function axis_values([low, high], scale, most = 8) {
  if (!(high > low)) return [low];
  const is_wide = scale === "log" && high > 3 * low; // else 1, 2 and 5 would be too few
  return is_wide ? log_values(low, high, most) : linear_values(low, high, most);
}

function log_values(low, high, most) {
  const decades = Math.log10(high / low);
  const steps = decades < 2.2 ? [1, 2, 5] : [1];
  const values = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    values.push(...steps.map((step) => step * 10 ** power));
  }
  const inside = values.filter((value) => value >= low * 0.999 && value <= high * 1.001);
  const every = Math.ceil(inside.length / most);
  return inside.filter((value, index) => index % every === 0);
}

function linear_values(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const values = [];
  for (let at = Math.ceil(low / step); at * step <= high; ++at) values.push(at * step);
  return values;
}

// Axis lines for shares of puzzles towards the tail: 100 %, 10 %, 1 %, ...
function share_values(domain, scale) {
  if (scale !== "log") return [0, 0.2, 0.4, 0.6, 0.8, 1];
  return log_values(Math.min(...domain), 1, 12);
}

// Functions for Vega's expressions: "rate_text", and for axes "rate_tick" ("10 µs", not "10.0 µs").
for (const [name, text_of] of Object.entries(format)) {
  const shortened = (text) => text.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");
  expressionFunction(`${name}_text`, text_of);
  expressionFunction(`${name}_tick`, (value) => shortened(text_of(value)));
}
expressionFunction("axis_values", axis_values);
expressionFunction("share_values", share_values);

// Vega's loader of files, which refuses everything: all data is in the page.
const no_loader = {
  load: () => Promise.reject(new Error("a report loads nothing")),
  sanitize: () => Promise.reject(new Error("a report links to nothing")),
};

// Vega view; `options` are Vega's: container, renderer, tooltip.
function view_of(specification, options = {}) {
  const runtime = parse(specification, specification.config, { ast: true });
  return new View(runtime, { expr: expressionInterpreter, loader: no_loader, ...options });
}

module.exports = { view_of };
