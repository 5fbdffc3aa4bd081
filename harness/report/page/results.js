// The table of everything measured, with what has to be said about each dataset.
const { on_change } = require("./choices");
const { dataset_column, figure_columns, is_chosen, run_column } = require("./report");
const { table_of } = require("./table");
const { element, name_of, words } = require("./text");

function columns_of(report) {
  const shown = report.columns.filter((column) => column.shown).map(({ id }) => id);
  const [solver, ...figures] = figure_columns(report, shown);
  const run = report.runs.length > 1 ? [run_column] : [];
  return [{ ...solver, name: solver.cell }, dataset_column, ...run, ...figures];
}

// What is printed over and under the table of one dataset.
function remarks(report, choices) {
  const tables = report.tables.filter((table) => choices.datasets.has(table.dataset));
  return tables.map(({ run, dataset, caption, notes }) => {
    const label = report.runs.length > 1 ? ` (${report.runs[run].label})` : "";
    return element(
      "li",
      {},
      element("strong", {}, name_of(report.datasets[dataset].name), label),
      ": ",
      words(caption),
      element(
        "ul",
        {},
        notes.map((note) => element("li", {}, words(note))),
      ),
    );
  });
}

function results(report, choices) {
  const frame = element("div");
  const fill = () => {
    const rows = report.rows.filter((row) => is_chosen(row, choices));
    const table = {
      columns: columns_of(report),
      rows,
      title: "All results",
      name: "results",
      report,
    };
    const notes = remarks(report, choices);
    frame.replaceChildren(
      table_of(table),
      element(
        "details",
        { open: notes.length <= 4 },
        element("summary", {}, "Notes on each dataset"),
        element("ul", { class: "remarks" }, notes),
      ),
    );
  };
  fill();
  on_change(fill);
  return frame;
}

module.exports = { results };
