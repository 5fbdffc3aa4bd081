// Where axes have their lines. Vega's logarithmic axes label every power of ten and hint at the
// rest; readers of a plot that spans less than two decades need the 2 and the 5 as well.

// `scale` is "log" or "linear"; `most` lines at most.
function axis_values(domain, scale, most = 8) {
  const [low, high] = domain;
  if (!(high > low)) return [low];
  const is_wide = scale === "log" && high > 3 * low; // else 1, 2 and 5 would be too few
  return is_wide ? log_values(low, high, most) : linear_values(low, high, most);
}

function log_values(low, high, most) {
  const decades = Math.log10(high / low);
  const steps = decades < 2.2 ? [1, 2, 5] : [1];
  const values = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    values.push(...steps.map((step) => step * 10 ** power));
  }
  const inside = values.filter((value) => value >= low * 0.999 && value <= high * 1.001);
  const every = Math.ceil(inside.length / most);
  return inside.filter((value, index) => index % every === 0);
}

function linear_values(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const values = [];
  for (let at = Math.ceil(low / step); at * step <= high; ++at) values.push(at * step);
  return values;
}

// Shares of puzzles on the way to the tail: 100 %, 10 %, 1 %, ...
function share_values(domain, scale) {
  if (scale !== "log") return [0, 0.2, 0.4, 0.6, 0.8, 1];
  return log_values(Math.min(...domain), 1, 12);
}

// Lines of a grid are round numbers: "10 µs", not "10.0 µs".
function labels(text_of) {
  return (value) =>
    text_of(value)
      .replace(/(\.\d*?)0+(?!\d)/, "$1")
      .replace(/\.(?!\d)/, "");
}

module.exports = { axis_values, labels, share_values };
