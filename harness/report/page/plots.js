// The plots of a report in the order of the page.
//
// A plot is {id, title, short, about, specification, chart}; `chart` makes data, signals, sentences
// and table, and may make a title for pictures, and legends. Optional: `terms` (definitions below
// it), `axes` (those that may be linear or logarithmic), `one_dataset` (shows one at a time),
// `is_main` (has a static picture), `all_threads` (shows all thread counts), `choice` ({label, key,
// items, shown}). Most have a line per solver and are made by line_plot().
module.exports = [
  require("./plots/throughput"),
  require("./plots/matrix"),
  require("./plots/latency"),
  require("./plots/cactus"),
  require("./plots/profile_puzzles"),
  require("./plots/profile_datasets"),
  require("./plots/guess_time"),
  require("./plots/scatter"),
  require("./plots/scaling"),
  require("./plots/history"),
  require("./plots/trend"),
];
