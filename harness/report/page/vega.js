// The door to Vega. Expressions are interpreted, never compiled: the page's content security policy
// forbids code from strings.
const { transforms } = require("vega-dataflow");
const { expressionFunction } = require("vega-functions");
const { parse } = require("vega-parser");
const { View } = require("vega-view");
const { expressionInterpreter } = require("vega-interpreter");
const format = require("./format");
const ticks = require("./ticks");

Object.assign(
  transforms,
  require("vega-transforms"),
  require("vega-view-transforms"),
  require("vega-encode"),
);

// What specifications may call besides Vega's own functions.
expressionFunction("rate_text", format.rate);
expressionFunction("duration_tick", ticks.labels(format.duration));
expressionFunction("rate_tick", ticks.labels(format.rate));
expressionFunction("times_tick", ticks.labels(format.times));
expressionFunction("count_tick", ticks.labels(format.count));
expressionFunction("percent_tick", ticks.labels(format.percent));
expressionFunction("axis_values", ticks.axis_values);
expressionFunction("share_values", ticks.share_values);

// A loader that loads nothing: all data is in the page.
const no_loader = {
  load: () => Promise.reject(new Error("a report loads nothing")),
  sanitize: () => Promise.reject(new Error("a report links to nothing")),
};

// `options` are Vega's own: container, renderer, tooltip.
function view_of(specification, options = {}) {
  const runtime = parse(specification, specification.config, { ast: true });
  return new View(runtime, { expr: expressionInterpreter, loader: no_loader, ...options });
}

module.exports = { view_of };
