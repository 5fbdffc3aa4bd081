// The plots of a report, in the order of the page.
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
