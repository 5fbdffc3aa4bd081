// The other page: what files of puzzles hold, as `dataset stats --html` writes it. Each file has a
// table of facts and a picture of each distribution.
const { apply_theme, theme_button } = require("./controls");
const { first_choices } = require("./choices");
const { figure_of } = require("./figure");
const { read_cell, text_of } = require("./report");
const { element, name_of, words } = require("./text");

const columns = (picture) => [
  { title: picture.axis, cell: (bar) => bar.label },
  { title: "puzzles", cell: (bar) => bar.count },
  { title: "share", cell: (bar) => bar.share },
];

function bars_of({ bars }) {
  return bars.map(([label, count, share]) => {
    const { text, key: puzzles } = read_cell(count);
    const tip = `${label}: ${text} puzzles\n${text_of(share)} of them`;
    return { label, puzzles, count, share, tip };
  });
}

// Labels that would overlap are left out: as many as fit at this width.
function labels_that_fit(bars, width) {
  const letters = Math.max(...bars.map((bar) => bar.label.length));
  const every = Math.ceil((bars.length * (7 * letters + 14)) / width);
  return bars.filter((bar, index) => index % every === 0).map((bar) => bar.label);
}

function chart(picture, width) {
  const bars = bars_of(picture);
  return {
    data: { bars },
    signals: { axis: picture.axis, labels: labels_that_fit(bars, width) },
    height: 220,
    sentences: [picture.sentence],
    table: { columns: columns(picture), rows: bars },
  };
}

const specification = {
  autosize: { type: "fit", contains: "padding" },
  data: [{ name: "bars" }],
  scales: [
    {
      name: "x",
      type: "band",
      domain: { data: "bars", field: "label" },
      range: "width",
      padding: 0.12,
    },
    {
      name: "y",
      type: "linear",
      domain: { data: "bars", field: "puzzles" },
      range: "height",
      zero: true,
      nice: true,
    },
  ],
  axes: [
    {
      scale: "x",
      orient: "bottom",
      title: { signal: "axis" },
      grid: false,
      values: { signal: "labels" },
    },
    { scale: "y", orient: "left", title: "puzzles", tickCount: 5, format: "~s" },
  ],
  marks: [
    {
      type: "rect",
      from: { data: "bars" },
      encode: {
        update: {
          x: { scale: "x", field: "label" },
          width: { scale: "x", band: 1 },
          y: { scale: "y", field: "puzzles" },
          y2: { scale: "y", value: 0 },
          fill: { scale: "colour", value: 0 },
          tooltip: { field: "tip" },
        },
      },
    },
  ],
};

function plot_of(picture, file) {
  return {
    id: `${picture.id}-${file}`,
    title: picture.title,
    about: picture.about,
    terms: [],
    axes: [],
    one_dataset: false,
    specification,
    chart: (report, choices, width) => chart(picture, width),
  };
}

function facts(pairs) {
  const items = pairs.flatMap(([name, text]) => [
    element("dt", {}, words(name)),
    element("dd", {}, words(text)),
  ]);
  return element("dl", { class: "facts" }, items);
}

function file_section(report, choices, file, index) {
  const figures = file.pictures.flatMap((picture) => [
    element("h3", {}, picture.title),
    figure_of(plot_of(picture, index), report, choices).element,
  ]);
  return element(
    "section",
    { id: `file-${index}` },
    element("h2", {}, name_of(file.name)),
    facts(file.facts),
    figures,
  );
}

const made_by = (report) => `Made by ${report.made_by}. Plots drawn by Vega (BSD 3-Clause).`;

// What the parts that are shared with reports look for; the bars have the first solver's colour.
const no_results = {
  solvers: [{ name: "" }],
  datasets: [],
  rows: [],
  definitions: [],
  runs: [{ machine: "", date: "" }],
};

function dataset_page(data) {
  const report = { ...no_results, ...data };
  const choices = first_choices(report);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  choices.theme = dark ? "dark" : "light";
  apply_theme(report, choices.theme);
  const sections = report.files.map((file, index) => file_section(report, choices, file, index));
  document
    .getElementById("page")
    .replaceChildren(
      element("header", {}, element("h1", {}, "What the puzzle files hold")),
      element("div", { id: "bar" }, theme_button(report, choices)),
      element("main", { id: "content" }, sections),
      element("footer", {}, element("p", {}, made_by(report))),
    );
  document.title = "What the puzzle files hold";
  document.documentElement.dataset.ready = "yes";
}

module.exports = { dataset_page };
