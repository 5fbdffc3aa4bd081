// The evidence for a verdict on time: for each row, a dot for each group of processes, the interval
// of the change, and the threshold.
const { element, shape, short_name } = require("./text");

const width = 560;
const height = 22;
const margin = 12;

const percent = (ratio) => `${ratio < 1 ? "−" : "+"}${(100 * Math.abs(ratio - 1)).toFixed(1)} %`;

// Scale from the change of a time to pixels, for all rows; it holds all that is finite.
function scale_of(times) {
  const ends = times.flatMap(({ ratio, ratios, threshold }) => [
    ...ratio, ...ratios, 1 + threshold, 1 / (1 + threshold),
  ]);
  const logs = ends.filter((end) => end > 0 && Number.isFinite(end)).map(Math.log);
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const inside = (at) => Math.min(Math.max(at, 0), width);
  return (ratio) => inside(margin + ((width - 2 * margin) * (Math.log(ratio) - low)) / (high - low));
}

function mark(at, kind) {
  return shape("path", { d: `M${at},0V${height}`, class: kind });
}

function picture({ row, ratio, ratios, threshold }, at) {
  const [middle, low, high] = ratio;
  const text = `${row}: ${percent(middle)}, interval ${percent(low)} to ${percent(high ?? Infinity)}`;
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": text };
  const y = height / 2;
  return shape(
    "svg",
    attributes,
    mark(at(1), "zero"),
    [1 + threshold, 1 / (1 + threshold)].map((end) => mark(at(end), "threshold")),
    shape("path", { d: `M${at(low)},${y}H${high === null ? width : at(high)}`, class: "interval" }),
    ratios.map((one) => shape("circle", { cx: at(one), cy: y, r: 3, class: "group" })),
    shape("path", { d: `M${at(middle)},${y - 7}v14`, class: "middle" }),
  );
}

// Null if no time was judged.
function evidence({ times }) {
  if (times.length === 0) return null;
  const at = scale_of(times);
  const rows = times.flatMap((time) => [
    element("span", {}, short_name(time.row, 40)),
    picture(time, at),
    element("span", { class: "number" }, percent(time.ratio[0])),
  ]);
  const key =
    "Change of time, slower to the right: a dot for each group of processes, the interval for all " +
    "looks and rows together, no change (line), and the threshold (dashes).";
  return element("div", { class: "evidence" }, rows, element("p", { class: "note" }, key));
}

module.exports = { evidence };
