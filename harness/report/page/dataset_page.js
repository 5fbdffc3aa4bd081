// Page of `dataset stats --html`: a table of facts and pictures of distributions for each file.
const { figure_of } = require("./figure");
const spec = require("./spec");
const { text_of } = require("./report");
const { element, facts, name_of, plural, section, short_name } = require("./text");

// Every n-th label of a bar chart, as many as fit the width without overlap.
function labels_that_fit(bars, width) {
  const letters = Math.max(...bars.map((bar) => bar.label.length));
  const every = Math.ceil((bars.length * (7 * letters + 14)) / width);
  return bars.filter((bar, index) => index % every === 0).map((bar) => bar.label);
}

function chart(picture, width) {
  const bars = picture.bars.map(([label, puzzles, share]) => {
    const tip = `${label}: ${plural(puzzles, "puzzle")}\n${text_of(share)} of them`;
    return { label, puzzles, share, tip };
  });
  const columns = [
    { title: picture.axis, cell: (bar) => bar.label },
    { title: "puzzles", cell: (bar) => bar.puzzles },
    { title: "share", cell: (bar) => bar.share },
  ];
  return {
    data: { bars },
    signals: { axis: picture.axis, labels: labels_that_fit(bars, width) },
    height: 220,
    sentences: [picture.sentence],
    table: { columns, rows: bars },
  };
}

const bar = {
  x: spec.on("x", "label"),
  width: { scale: "x", band: 1 },
  y: spec.on("y", "puzzles"),
  y2: { scale: "y", value: 0 },
  fill: { scale: "colour", value: 0 }, // colour of the first solver
  tooltip: { field: "tip" },
};

const specification = {
  autosize: { type: "fit", contains: "padding" },
  scales: [
    spec.scale("x", "band", spec.of("bars", "label"), { padding: 0.12 }),
    spec.scale("y", "linear", spec.of("bars", "puzzles"), { zero: true, nice: true }),
  ],
  axes: [
    spec.axis("x", spec.signal("axis"), "labels", "datum.value", { grid: false }),
    { scale: "y", orient: "left", title: "puzzles", tickCount: 5, format: "~s" },
  ],
  marks: [spec.mark("rect", "bars", bar)],
};

function plot_of(picture, file) {
  const drawn = (report, choices, width) => chart(picture, width);
  return { ...picture, id: `${picture.id}-${file}`, specification, chart: drawn };
}

function file_section(report, choices, { name, facts: known, pictures }, index) {
  const figures = pictures.map((picture) => [
    element("h3", {}, picture.title),
    figure_of(plot_of(picture, index), report, choices),
  ]);
  return section(`file-${index}`, short_name(name), name_of(name), facts(known), figures.flat());
}

function dataset_page(report, choices) {
  const sections = report.files.map((file, index) => file_section(report, choices, file, index));
  return { title: "Contents of the puzzle files", sections };
}

module.exports = { dataset_page };
