// The table of everything measured, with what has to be said about each dataset.
const { on_change } = require("./choices");
const format = require("./format");
const { is_chosen } = require("./report");
const { table_of } = require("./table");
const { element, name_of, words } = require("./text");

const of_latency = (id) => ({
  value: (row) => row.latency && row.latency[id],
  text: (row) => format.duration(row.latency && row.latency[id]),
});
// How the columns of the report read; their titles and definitions come with the data.
const readers = {
  solver: { name: (row, report) => report.solvers[row.solver].name + marks_of(row, report) },
  threads: { value: (row) => row.threads },
  puzzles: { value: (row) => row.puzzles, text: puzzles_text },
  per_second: {
    value: (row) => row.no_speed || (row.per_second && row.per_second[0]),
    text: (row) => row.no_speed || format.rate_with_interval(row.per_second),
    tone: (row) => (row.void ? "bad" : null),
  },
  time: {
    value: (row) => row.time && row.time[0],
    text: (row) => format.duration(row.time && row.time[0]),
  },
  p50: of_latency("p50"),
  p99: of_latency("p99"),
  p999: of_latency("p999"),
  p9999: of_latency("p9999"),
  max: of_latency("max"),
  guesses: {
    value: (row) => row.guesses && row.guesses.mean,
    text: (row) => format.number(row.guesses && row.guesses.mean),
  },
  speedup: {
    value: (row) => row.speedup && row.speedup[0],
    text: (row) => format.ratio(row.speedup),
  },
  par2: {
    value: (row) => row.par2,
    text: (row) => format.duration(row.par2 === null ? null : row.par2 * 1e9),
  },
  memory: { value: (row) => row.memory, text: (row) => format.bytes(row.memory) },
};

// A star: its latencies are of several puzzles at once; a dagger: it ran in worker processes; a
// double dagger: it left puzzles unsolved, so that its speed is that of another task.
function marks_of(row, report) {
  const several = row.latency && row.latency.chunk > 1 ? "*" : "";
  const partial = row.outcomes[report.outcomes.indexOf("incomplete")] > 0 ? "‡" : "";
  return several + (row.isolated ? "†" : "") + partial;
}

function puzzles_text(row) {
  const share = row.rate < 1 ? ` (1/${format.count(1 / row.rate)})` : "";
  return format.count(row.puzzles) + share;
}

function columns_of(report) {
  const dataset = {
    title: "dataset",
    term: "sha256",
    name: (row) => report.datasets[row.dataset].name,
  };
  const run = { title: "run", name: (row) => report.runs[row.run].label };
  const own = report.columns
    .filter(({ id }) => readers[id])
    .map(({ id, title, definition }) => ({ title, term: definition, ...readers[id] }));
  const [solver, ...figures] = own;
  return [solver, dataset, ...(report.runs.length > 1 ? [run] : []), ...figures];
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
