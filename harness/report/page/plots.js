// The plots of a report, in the order of the page.
//
// A plot is {id, title, short, about, terms, axes, specification, chart}. `terms` are the definitions
// below it, `axes` those that may be linear or logarithmic, and `chart` makes its data, signals,
// sentences and table. `one_dataset`: it shows one at a time; `is_main`: there is a static picture of
// it too; `all_threads`: it shows all numbers of threads; `choice`: one more thing to choose, as
// {label, key, items, shown}.
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
];
