// Builds Vega specifications from plots and the reader's choices.
const { short_name, threads_text } = require("./text");
const { config, shared_signals, solver_scales } = require("./theme");

// Width in pixels below which legends are placed under their plots.
const wide = 640;

// Vega signals of a legend of the solvers `lines`, with stars on those in `starred`.
function legend_signals(report, { lines, starred = new Set() }, width) {
  const star = (index) => (starred.has(index) ? "*" : "");
  return {
    shown: lines,
    legend_names: report.solvers.map(({ name }, index) => short_name(name) + star(index)),
    legend_orient: width >= wide ? "right" : "bottom",
    legend_columns: width >= wide ? 1 : legend_columns(width),
  };
}

const legend_columns = (width) => Math.max(1, Math.floor(width / 170));

// Height of a plot in pixels: with a legend, at least that of the legend.
function height_of({ lines, height = lines && 340 }, width) {
  const row_height = 19;
  if (!lines) return height;
  if (width >= wide) return Math.max(height, lines.length * row_height + 40);
  return height + Math.ceil(lines.length / legend_columns(width)) * row_height;
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
    ...(chart.lines ? legend_signals(report, chart, width) : {}),
    ...chart.signals,
    x_scale: type_of("x"),
    y_scale: type_of("y"),
  };
  return {
    ...base,
    width: Math.min(width, chart.width || width),
    height: height_of(chart, width),
    padding: 4,
    config: config(choices.theme),
    signals: [
      ...Object.entries(signals).map(([name, value]) => ({ name, value })),
      ...(base.signals || []),
    ],
    scales: [...solver_scales(report, choices.theme), ...scales],
    data: Object.entries(chart.data).map(([name, values]) => ({ name, values })),
  };
}

// Subtitle that identifies a saved plot: dataset, threads, machine and date.
function subtitle_of(plot, report, choices) {
  const dataset = plot.one_dataset ? short_name(report.datasets[choices.dataset].name) : "";
  const { machine, date } = report.runs[choices.run];
  const threads = plot.all_threads ? "" : threads_text(choices.threads);
  const parts = [dataset, threads, short_name(machine, 60), date.slice(0, 10)];
  return parts.filter(Boolean).join(" · ");
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
    title: { text: plot.title, subtitle: subtitle_of(plot, report, choices), offset: 14 },
  };
}

module.exports = { picture_of, specification_of };
