// What a plot lets its reader choose besides what the bar on top does.
const { change, on_change } = require("./choices");
const { dataset_select, select } = require("./controls");
const { element } = require("./text");

// Built again with every choice, because what there is to choose depends on the others.
function rebuilt(build) {
  const frame = element("span", {});
  const fill = () => frame.replaceChildren(...[build()].filter(Boolean));
  fill();
  on_change(fill);
  return frame;
}

// Absent where there is nothing to choose.
function choice_select({ label, key, items, shown }, report, choices) {
  return rebuilt(() => {
    const all = items(report, choices);
    if (all.length < 2) return null;
    const choose = (value) => change(choices, { [key]: value });
    return select(label, all, shown(report, choices), choose);
  });
}

function plot_controls(plot, report, choices) {
  const several = plot.one_dataset && report.datasets.length > 1;
  return [
    several ? dataset_select(report, choices) : null,
    plot.choice ? choice_select(plot.choice, report, choices) : null,
  ];
}

module.exports = { plot_controls };
