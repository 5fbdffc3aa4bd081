// What every plot shares: colours and type of the page, and the scales that give a solver its look.
const { look } = require("./palette");
const { longer_name, short_name } = require("./text");

const inks = {
  light: { ink: "#17212b", muted: "#55606b", line: "#dde2e7", ground: "#ffffff" },
  dark: { ink: "#e8edf2", muted: "#a9b4bf", line: "#343d47", ground: "#12161b" },
};
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

function axis_config({ ink, muted, line }) {
  return {
    labelFont: font,
    labelFontSize: 11.5,
    labelColor: muted,
    labelPadding: 5,
    titleFont: font,
    titleFontSize: 12,
    titleFontWeight: 500,
    titleColor: ink,
    titlePadding: 8,
    domain: false,
    ticks: false,
    gridColor: line,
    grid: true,
  };
}

function config(theme) {
  const colours = inks[theme];
  return {
    background: "transparent",
    axis: axis_config(colours),
    legend: {
      labelFont: font,
      labelFontSize: 12,
      labelColor: colours.ink,
      labelLimit: 170,
      titleFont: font,
      titleColor: colours.ink,
      titleFontWeight: 500,
      symbolSize: 90,
      rowPadding: 5,
    },
    title: {
      font,
      color: colours.ink,
      fontSize: 15,
      anchor: "start",
      subtitleFont: font,
      subtitleColor: colours.muted,
      subtitleFontSize: 12.5,
      subtitlePadding: 5,
    },
    text: { font, fill: colours.ink, fontSize: 12 },
    header: { font, color: colours.ink },
  };
}

// `solvers` are their indices in the report; specifications refer to these scales by name.
function solver_scales(report, theme) {
  const looks = report.solvers.map((solver, index) => look(index, theme));
  const domain = report.solvers.map((solver, index) => index);
  const scale = (name, range) => ({ name, type: "ordinal", domain, range });
  return [
    scale(
      "colour",
      looks.map((one) => one.colour),
    ),
    scale(
      "shape",
      looks.map((one) => one.shape),
    ),
    scale(
      "dash",
      looks.map((one) => one.dash),
    ),
  ];
}

function shared_signals(report, theme) {
  const colours = Object.entries(inks[theme]).map(([name, value]) => ({ name, value }));
  return [
    ...colours,
    { name: "solver_names", value: report.solvers.map((solver) => short_name(solver.name)) },
    { name: "dataset_names", value: report.datasets.map((set) => longer_name(set.name)) },
  ];
}

module.exports = { config, inks, shared_signals, solver_scales };
