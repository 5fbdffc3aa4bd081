// What a plot lets its reader choose besides what the bar on top does.
const { change, on_change } = require("./choices");
const { dataset_select, select } = require("./controls");
const { field_of } = require("./plots/profile_puzzles");
const { pair_on_view, pairs_of } = require("./plots/scatter");
const { is_on_view, solver_name } = require("./report");
const { element, plural } = require("./text");

// Built again with every choice, because what there is to choose depends on the others.
function rebuilt(build) {
  const frame = element("span", {});
  const fill = () => frame.replaceChildren(...[build()].filter(Boolean));
  fill();
  on_change(fill);
  return frame;
}

function pair_select(report, choices) {
  return rebuilt(() => {
    const pairs = pairs_of(report, choices);
    if (pairs.length < 2) return null;
    const shown = pair_on_view(report, choices);
    const name = (solver) => solver_name(report, { solver });
    const items = pairs.map(({ a, b }) => [`${a},${b}`, `${name(a)} and ${name(b)}`]);
    return select("Solvers", items, `${shown.a},${shown.b}`, (pair) => change(choices, { pair }));
  });
}

function sample_select(report, choices) {
  return rebuilt(() => {
    const fields = report.fields.filter((field) => is_on_view(field, choices));
    if (fields.length < 2) return null;
    const items = fields.map((field) => [
      report.fields.indexOf(field),
      `${plural(field.puzzles, "puzzle")}, ${plural(field.solvers.length, "solver")}`,
    ]);
    const shown = report.fields.indexOf(field_of(report, choices));
    const choose = (value) => change(choices, { sample: Number(value) });
    return select("Sample", items, shown, choose);
  });
}

const own = { scatter: pair_select, profile: sample_select };

function plot_controls(plot, report, choices) {
  const several = plot.one_dataset && report.datasets.length > 1;
  return [
    several ? dataset_select(report, choices) : null,
    own[plot.id] ? own[plot.id](report, choices) : null,
  ];
}

module.exports = { plot_controls };
