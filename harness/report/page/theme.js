// Appearance of all plots: colours and fonts of the page, and the scales of solvers.
const { longer_name, short_name } = require("./text");

// Appearance of a solver, the same in every plot: one of eight colours that colour-blind readers
// can tell apart, with a contrast of 3:1 to the theme's background, and a shape and a dash that
// distinguish solvers of one colour.
const colours = {
  light: ["#0850b3", "#a83700", "#0c8443", "#9c4195", "#9e8a00", "#418cd9", "#164043", "#d86490"],
  dark: ["#5e8cee", "#eb7044", "#4de583", "#e676bb", "#cece37", "#b3e9ff", "#f0ffd3", "#eaaab0"],
};
const shapes = [
  "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
  "triangle-left",
];
const dashes = [[1, 0], [7, 3], [2, 2], [9, 3, 2, 3]];

function look(solver, theme) {
  const lap = Math.floor(solver / 8);
  return {
    colour: colours[theme][solver % 8],
    shape: shapes[(solver + lap) % 8],
    dash: dashes[lap % dashes.length],
  };
}

// Plot colours [light, dark]. Ramps run from slower to faster, and from few to many puzzles.
const inks = {
  ink: ["#17212b", "#e8edf2"],
  muted: ["#55606b", "#a9b4bf"],
  line: ["#dde2e7", "#343d47"],
  ground: ["#ffffff", "#12161b"],
  alarm: ["#b3261e", "#ff9b8f"],
  slower: ["#c2570c", "#d9742b"],
  tie: ["#eceff1", "#343b43"],
  faster: ["#0a67a8", "#3f97d8"],
  few: ["#d3e4f1", "#21394d"],
  many: ["#08426e", "#a9dbff"],
};

function inks_of(theme) {
  const at = theme === "light" ? 0 : 1;
  return Object.fromEntries(Object.entries(inks).map(([name, both]) => [name, both[at]]));
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

function config(theme) {
  const { ink, muted, line } = inks_of(theme);
  const title = { font, fontSize: 12, fontWeight: 500, fill: ink };
  return {
    background: "transparent",
    style: {
      "guide-label": { font, fontSize: 12, fill: ink },
      "guide-title": title,
      "group-title": { ...title, fontSize: 15, fontWeight: "bold" },
      "group-subtitle": { font, fontSize: 12.5, fill: muted },
    },
    axis: {
      labelFontSize: 11.5,
      labelColor: muted,
      labelPadding: 5,
      titlePadding: 8,
      domain: false,
      ticks: false,
      gridColor: line,
      grid: true,
    },
    legend: { labelLimit: 170, titleFontSize: 11, symbolSize: 90, rowPadding: 5 },
    title: { anchor: "start", subtitlePadding: 5 },
    text: { font, fill: ink, fontSize: 12 },
  };
}

// Vega scales by which plots give a solver, an index in the report, its colour, shape and dash.
function solver_scales(report, theme) {
  const domain = report.solvers.map((solver, index) => index);
  return ["colour", "shape", "dash"].map((name) => ({
    name,
    type: "ordinal",
    domain,
    range: domain.map((solver) => look(solver, theme)[name]),
  }));
}

function shared_signals(report, theme) {
  return {
    ...inks_of(theme),
    solver_names: report.solvers.map((solver) => short_name(solver.name)),
    dataset_names: report.datasets.map((set) => longer_name(set.name)),
  };
}

module.exports = { config, look, shared_signals, solver_scales };
