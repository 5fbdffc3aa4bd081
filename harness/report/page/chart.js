// From a plot's specification and the reader's choices to one that Vega draws.
const { height_with_legend } = require("./lines");
const { threads_text } = require("./report");
const { short_name } = require("./text");
const { config, inks, shared_signals, solver_scales } = require("./theme");

const alarms = { light: "#b3261e", dark: "#ff9b8f" };

function scale_type(plot, choices, axis, scales) {
  const own = (scales.find((scale) => scale.name === axis) || {}).type;
  return choices.linear.has(plot.id) && plot.axes.includes(axis) ? "linear" : own;
}

function with_types(scales, types) {
  return scales.map((scale) => {
    const type = types[scale.name] || scale.type;
    return { ...scale, type, zero: type === "linear" ? true : scale.zero };
  });
}

function signals_of(chart, types) {
  const named = (part) => Object.entries(part).map(([name, value]) => ({ name, value }));
  return [...named({ x_scale: types.x, y_scale: types.y }), ...named(chart.signals)];
}

function height_of(chart, width) {
  const { shown } = chart.signals;
  return shown ? height_with_legend(chart.height, shown.length, width) : chart.height;
}

// `chart` is what the plot made of the report: data, signals, height.
function specification_of(plot, chart, report, choices, width) {
  const base = JSON.parse(JSON.stringify(plot.specification));
  const scales = base.scales || [];
  const types = {
    x: scale_type(plot, choices, "x", scales),
    y: scale_type(plot, choices, "y", scales),
  };
  return {
    ...base,
    width: Math.min(width, chart.width || width),
    height: height_of(chart, width),
    padding: 4,
    config: config(choices.theme),
    signals: [
      ...shared_signals(report, choices.theme),
      { name: "alarm", value: alarms[choices.theme] },
      ...signals_of(chart, types),
      ...(base.signals || []),
    ],
    scales: [...solver_scales(report, choices.theme), ...with_types(scales, types)],
    data: base.data.map((set) =>
      chart.data[set.name] ? { ...set, values: chart.data[set.name] } : set,
    ),
  };
}

const answers_pointers = (mark) => Boolean(mark.encode && mark.encode.hover);

// What a picture is of, for those who see it apart from its page.
function subtitle_of(plot, report, choices) {
  const dataset = plot.one_dataset ? short_name(report.datasets[choices.dataset].name) : "";
  const { machine, date } = report.runs[choices.run];
  const threads = plot.all_threads ? "" : threads_text(choices.threads);
  return [dataset, threads, short_name(machine, 60), date.slice(0, 10)].filter(Boolean).join(" · ");
}

// A picture that stands alone brings its title, ground and margin; a legend grows it to the right.
function framed(specification, plot, report, choices) {
  return {
    ...specification,
    autosize: "pad",
    padding: 16,
    width: specification.width - 170,
    background: inks[choices.theme].ground,
    marks: specification.marks.filter((mark) => !answers_pointers(mark)),
    title: { text: plot.title, subtitle: subtitle_of(plot, report, choices), offset: 14 },
  };
}

module.exports = { framed, specification_of };
