// Plots as drawings: axes, a row per solver, or a line per solver with its name at the end. One
// solver has a colour, the others are grey; plot.css has the looks.

// Width of a text in pixels, as browsers and programs without them would draw it.
const width_of = (text, size = 12.5) => Array.from(text).length * size * 0.56;
const widest_of = (texts, size) => Math.max(0, ...texts.map((text) => width_of(text, size)));

const without_zeros = (text) => text.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");

// Up to `most` round values of a logarithmic axis: 1, 2, 5, 10, …, or powers of ten, or even steps.
function log_values(low, high, most) {
  if (high < 3 * low) return linear_values(low, high, most);
  const steps = Math.log10(high / low) < 2.2 ? [1, 2, 5] : [1];
  const values = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power)
    values.push(...steps.map((step) => step * 10 ** power));
  const inside = values.filter((value) => value >= low && value <= high);
  return inside.filter((value, index) => index % Math.ceil(inside.length / most) === 0);
}

function linear_values(low, high, most) {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.ceil(low / step);
  const count_of = Math.floor(high / step) - first + 1;
  return Array.from({ length: count_of }, (_, at) => (first + at) * step);
}

// An axis: `place` maps a value to 0…1, `ticks` gives up to `most` of [place, text].
function axis_of(low, high, place, values, format) {
  const tick = (value) => [place(value), without_zeros(format(value))];
  return { low, high, place, ticks: (most) => values(low, high, most).map(tick) };
}

function log_axis(values, format, margin = 1.15) {
  const [low, high] = [Math.min(...values) / margin, Math.max(...values) * margin];
  const place = (value) => Math.log(value / low) / Math.log(high / low);
  return axis_of(low, high, place, log_values, format);
}
const linear_axis = (low, high, format) =>
  axis_of(low, high, (value) => (value - low) / (high - low), linear_values, format);

// The axis with texts at given places only: [value, text].
const named_axis = (axis, named) => ({
  ...axis,
  ticks: (most) => named
    .filter((one, index) => index % Math.ceil(named.length / most) === 0)
    .map(([value, text]) => [axis.place(value), text]),
});

const label = (x, y, anchor, text, kind = "tick") =>
  svg("text", { class: kind, x, y, "text-anchor": anchor }, text);
const stroke = (d, kind) => svg("path", { class: kind, d });

// Lines and labels of the axes of the box {left, top, right, bottom}.
function x_axis(axis, { left, top, right, bottom }, title) {
  const room = Math.max(58, widest_of(axis.ticks(8).map(([, text]) => text))) + 10;
  const at = (place) => left + (right - left) * place;
  const ticks = axis.ticks(Math.floor((right - left) / room)).map(([place, text]) =>
    [upright(at(place), top, bottom, "grid"), label(at(place), bottom + 16, "middle", text)]);
  return [ticks, label(right, bottom + 34, "end", title)];
}

function y_axis(axis, { left, top, right, bottom }, title) {
  const at = (place) => bottom - (bottom - top) * place;
  const ticks = axis.ticks(Math.floor((bottom - top) / 40)).map(([place, text]) =>
    [span(left, right, at(place), "grid"), label(left - 6, at(place) + 4, "end", text)]);
  return [ticks, label(0, 12, "start", title)];
}

const sheet = (width, height, ...content) =>
  svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height }, content);

// Marks: intervals, a dot, an upright bar, the head of an arrow to the right (1) or left (-1).
const span = (low, high, y, kind = "interval") => stroke(`M${low},${y}H${high}`, kind);
const upright = (x, low, high, kind = "interval") => stroke(`M${x},${low}V${high}`, kind);
const dot = (cx, cy, kind = "dot", r = 5) => svg("circle", { class: kind, cx, cy, r });
const bar = (x, y, kind = "bar", size = 6) => upright(x, y - size, y + size, kind);
const arrow = (x, y, way) => stroke(`M${x},${y - 5}l${6 * way},5l${-6 * way},5Z`, "arrow");

// Plot with a row per item {name, figure, tip, kind, solver}: the name at the left, what
// `marks(item, x, y)` draws on a common axis, the figure at the right.
function row_plot({ rows, axis, marks, width, title, row_height = 26 }) {
  const left = Math.min(widest_of(rows.map(({ name }) => name)) + 12, width * 0.4);
  const right = width - widest_of(rows.map(({ figure }) => figure)) - 10;
  const bottom = rows.length * row_height + 4;
  const x = (value) => left + (right - left) * Math.min(1, Math.max(0, axis.place(value)));
  const drawn = rows.map((row, index) => {
    const y = 4 + (index + 0.5) * row_height;
    const kind = `row ${row.kind ?? ""}${(row.solver ?? NaN) === view.solver ? " chosen" : ""}`;
    const rect = { class: "hit", x: 0, y: y - row_height / 2, width, height: row_height };
    return svg("g", { class: kind, "data-tip": row.tip, "data-solver": row.solver },
      svg("rect", rect), label(left - 8, y + 4, "end", row.name, "name"), marks(row, x, y),
      label(width, y + 4, "end", row.figure, "figure"));
  });
  return sheet(width, bottom + 40, x_axis(axis, { left, top: 4, right, bottom }, title), drawn);
}

// Heights for the names of lines that end at [x, y]: in their order, above the bottom, and `least`
// pixels apart where they are side by side.
function apart(ends, least, bottom) {
  const order = [...ends.keys()].sort((a, b) => ends[a][1] - ends[b][1]);
  const places = ends.map(([, y]) => y);
  const last_beside = (at, others) =>
    others.filter((other) => Math.abs(ends[other][0] - ends[at][0]) < 100).at(-1);
  order.forEach((at, index) => {
    const above = last_beside(at, order.slice(0, index));
    if (above !== undefined) places[at] = Math.max(places[at], places[above] + least);
  });
  [...order].reverse().forEach((at, index, reversed) => {
    const below = last_beside(at, reversed.slice(0, index));
    places[at] = Math.min(places[at], below === undefined ? bottom : places[below] - least);
  });
  return places;
}

// The solver that a plot shows in colour: the reader's choice, or else the first of those it has.
const in_colour = (items) =>
  (items.find(({ solver }) => solver === view.solver) ?? items[0]).solver;

// Plot with a line per item {solver, name, tip, points, kind} on two axes. `turn` joins points by
// steps, such as "VH"; `more(x, y, item, is_chosen)` draws more of an item, `below(x, y)` a ground.
function line_plot({ lines, x, y, width, height, x_title, y_title, turn, more, below }) {
  const chosen = in_colour(lines);
  const bottom = Math.max(height, 15 * lines.length + 60);
  const left = widest_of(y.ticks(8).map(([, text]) => text), 11.5) + 10;
  const right = width - widest_of(lines.map(({ name }) => name)) - 12;
  const box = { left, top: 24, right, bottom: bottom - 44 };
  const at_x = (value) => left + (right - left) * x.place(value);
  const at_y = (value) => box.bottom - (box.bottom - box.top) * y.place(value);
  const ends = lines.map(({ points }) => [at_x(points.at(-1)[0]), at_y(points.at(-1)[1])]);
  const places = apart(ends, 14, box.bottom);
  const path = (points) => points.map((point, index) => {
    const [to_x, to_y] = [at_x(point[0]).toFixed(1), at_y(point[1]).toFixed(1)];
    return index && turn ? `V${to_y}H${to_x}` : `${index ? "L" : "M"}${to_x},${to_y}`;
  }).join("");
  const drawn = lines.map((line, index) => {
    const is_chosen = line.solver === chosen;
    const kind = `line ${line.kind ?? ""}${is_chosen ? " chosen" : ""}`;
    const d = path(line.points);
    return svg("g", { class: kind, "data-tip": line.tip, "data-solver": line.solver },
      stroke(d, "hit"), stroke(d, "curve"), more ? more(at_x, at_y, line, is_chosen) : "",
      label(ends[index][0] + 8, places[index] + 4, "start", line.name, "name"));
  });
  const on_top = ({ classList }) => Number(classList.contains("chosen"));
  drawn.sort((a, b) => on_top(a) - on_top(b));
  const ground = [x_axis(x, box, x_title), y_axis(y, box, y_title), below?.(at_x, at_y)];
  return sheet(width, bottom, ground, drawn);
}
