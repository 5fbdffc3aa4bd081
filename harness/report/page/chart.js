// Vega specifications of plots with the reader's choices, and the appearance that plots share.
const { is_pair, runs_on_view } = require("./report");
const { longer_name, short_name, threads_text } = require("./text");

// Appearance of a solver, the same in every plot: one of eight colours that colour-blind readers
// can tell apart, with a contrast of 3:1 to the theme's background, and a shape and a dash that
// distinguish solvers of one colour. Neighbours in the order of solvers differ in colour.
const colours = {
  light: ["#0850b3", "#a83700", "#0c8443", "#9c4195", "#9e8a00", "#418cd9", "#164043", "#d86490"],
  dark: ["#5e8cee", "#eb7044", "#4de583", "#e676bb", "#cece37", "#b3e9ff", "#f0ffd3", "#eaaab0"],
};
const shapes = [
  "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
  "triangle-left",
];
const dashes = [[1, 0], [7, 3], [2, 2], [9, 3, 2, 3]];

// SVG paths of the shapes, as large as legends show them, where 1 is half of a line's length.
const outlines = {
  circle: "M-.32,0A.32,.32,0,1,1,.32,0A.32,.32,0,1,1,-.32,0Z",
  square: "M-.28,-.28H.28V.28H-.28Z",
  "triangle-up": "M-.34,.28L0,-.34L.34,.28Z",
  diamond: "M-.36,0L0,-.36L.36,0L0,.36Z",
  cross: "M-.34,-.12H-.12V-.34H.12V-.12H.34V.12H.12V.34H-.12V.12H-.34Z",
  "triangle-down": "M-.34,-.28L0,.34L.34,-.28Z",
  "triangle-right": "M-.28,-.34L.34,0L-.28,.34Z",
  "triangle-left": "M.28,-.34L-.34,0L.28,.34Z",
};

function look(solver, theme) {
  const lap = Math.floor(solver / 8);
  const shape = shapes[(solver + lap) % 8];
  return {
    colour: colours[theme][solver % 8],
    shape,
    dash: dashes[lap % dashes.length],
    sample: `M-1,0H1${outlines[shape]}`, // line and shape, for legends
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

// Vega scales by which plots give a solver, an index in the report, its appearance, and legends the
// marks of two runs, of which the first are hollow.
function shared_scales(report, theme) {
  const domain = report.solvers.map((solver, index) => index);
  const looks = domain.map((solver) => look(solver, theme));
  const ordinal = (name, domain, range) => ({ name, type: "ordinal", domain, range });
  const { ground, ink } = inks_of(theme);
  return [
    ...["colour", "shape", "dash", "sample"].map((name) =>
      ordinal(name, domain, looks.map((one) => one[name])),
    ),
    ordinal("run_fill", [0, 1], [ground, ink]),
  ];
}

function shared_signals(report, theme) {
  return {
    ...inks_of(theme),
    solver_names: report.solvers.map((solver) => short_name(solver.name)),
    dataset_names: report.datasets.map((set) => longer_name(set.name)),
    run_names: is_pair(report) ? report.runs.map(({ label }) => short_name(label)) : [],
  };
}

// Vega specification of a plot; `chart` is the result of plot.chart().
function specification_of(plot, chart, report, choices, width) {
  const base = JSON.parse(JSON.stringify(plot.specification));
  const scales = base.scales.map((scale) => {
    const is_linear = choices.linear.has(plot.id) && plot.axes.includes(scale.name);
    const type = is_linear ? "linear" : scale.type;
    return { ...scale, type, zero: type === "linear" ? true : scale.zero };
  });
  const type_of = (name) => scales.find((scale) => scale.name === name).type;
  const signals = {
    ...shared_signals(report, choices.theme),
    ...chart.signals,
    x_scale: type_of("x"),
    y_scale: type_of("y"),
  };
  return {
    ...base,
    width: Math.min(width, chart.width || width),
    height: chart.height,
    padding: 4,
    config: config(choices.theme),
    signals: [
      ...Object.entries(signals).map(([name, value]) => ({ name, value })),
      ...(base.signals || []),
    ],
    scales: [...shared_scales(report, choices.theme), ...scales],
    legends: chart.legends || base.legends,
    data: Object.entries(chart.data).map(([name, values]) => ({ name, values })),
  };
}

// Subtitle that identifies a saved plot: dataset, threads, machine and date.
function subtitle_of(plot, report, choices) {
  const dataset = plot.one_dataset ? short_name(report.datasets[choices.dataset].name) : "";
  const threads = plot.all_threads ? "" : threads_text(choices.threads);
  const origin = ({ machine, date }) => [short_name(machine, 60), date.slice(0, 10)];
  const origins = runs_on_view(report, choices).flatMap((run) => origin(report.runs[run]));
  return [...new Set([dataset, threads, ...origins])].filter(Boolean).join(" · ");
}

// Specification of a plot as a picture file with title, background and margin; a legend widens it.
function picture_of(plot, chart, report, choices, width) {
  const specification = specification_of(plot, chart, report, choices, width);
  return {
    ...specification,
    autosize: "pad",
    padding: 16,
    width: specification.width - 170,
    background: shared_signals(report, choices.theme).ground,
    marks: specification.marks.filter(({ encode }) => !(encode && encode.hover)),
    title: { text: chart.title || plot.title, subtitle: subtitle_of(plot, report, choices), offset: 14 },
  };
}

module.exports = { look, picture_of, specification_of };
