// Numbers as people read them: three significant digits and a unit. What is not known is a dash.
// The program's tables have formats of their own (base/units.h); units_cases.json, which tests both,
// tells where they differ.
const unknown = "–";

function digits(value) {
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  if (size >= 15) return value.toExponential(2);
  if (size >= 3) return grouped(Math.round(value));
  return value.toFixed(Math.min(6, Math.max(0, 2 - size)));
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

// The largest unit that leaves at least 1; units are [factor, name], smallest first.
function scaled(value, units) {
  const fits = units.filter(([factor]) => Math.abs(value) >= factor * 0.9995);
  const [factor, name] = fits.length ? fits[fits.length - 1] : units[0];
  return { factor, name };
}

const times = [
  [1, "ns"],
  [1e3, "µs"],
  [1e6, "ms"],
  [1e9, "s"],
];
const rates = [
  [1, ""],
  [1e3, " k"],
  [1e6, " M"],
  [1e9, " G"],
];
const sizes = [
  [1, "B"],
  [1e3, "kB"],
  [1e6, "MB"],
  [1e9, "GB"],
];

// Texts such as ">1 s" stand for what is only known to be above a limit.
function duration(ns) {
  if (typeof ns === "string") return ns;
  if (ns === null || ns === undefined) return unknown;
  const unit = scaled(ns, times);
  return `${digits(ns / unit.factor)} ${unit.name}`;
}

// "within 1.2 ms", or "over 1 s" when no more is known.
function within(ns) {
  return typeof ns === "string" ? ns.replace(/^>/, "over ") : `within ${duration(ns)}`;
}

function rate(per_second) {
  if (per_second === null || per_second === undefined) return unknown;
  const unit = scaled(per_second, rates);
  return `${digits(per_second / unit.factor)}${unit.name}/s`;
}

function rate_with_interval(estimate) {
  if (!estimate) return unknown;
  const [middle, low, high] = estimate;
  const { factor, name } = scaled(middle, rates);
  if (!has_interval(estimate)) return `${digits(middle / factor)}${name}`;
  return `${digits(middle / factor)}${name} (${digits(low / factor)}–${digits(high / factor)})`;
}

function bytes(count) {
  if (count === null) return unknown;
  const unit = scaled(count, sizes);
  return `${digits(count / unit.factor)} ${unit.name}`;
}

function count(value) {
  return value === null || value === undefined ? unknown : grouped(Math.round(value));
}

function number(value) {
  return value === null || value === undefined ? unknown : digits(value);
}

function percent(share) {
  return share === null ? unknown : `${digits(share * 100)} %`;
}

// How many times as fast, alone: "3.1×", "1/25".
function times_as_fast(ratio) {
  if (ratio === null || ratio === undefined) return unknown;
  return ratio >= 0.095 ? `${two_digits(ratio)}×` : `1/${two_digits(1 / ratio)}`;
}

function two_digits(value) {
  return value < 9.95 ? value.toFixed(value < 0.995 ? 2 : 1) : grouped(Math.round(value));
}

// The bounds are null when they are not known.
function has_interval([, low, high]) {
  return low !== null && high !== null;
}

function is_tie(estimate) {
  return has_interval(estimate) && estimate[1] <= 1 && estimate[2] >= 1;
}

// Where both ends would read alike: how far the further one is away.
function margin([middle, low, high]) {
  return `±${Math.ceil((Math.max(high - middle, middle - low) / middle) * 100)} %`;
}

function ratio(estimate) {
  if (!estimate) return unknown;
  const [middle, low, high] = estimate;
  if (!has_interval(estimate)) return times_as_fast(middle);
  if (middle < 0.095 || middle >= 1000) return `${times_as_fast(middle)} ${margin(estimate)}`;
  const interval = `(${digits(low)}–${digits(high)})`;
  return is_tie(estimate) ? `tie ${interval}` : `${times_as_fast(middle)} ${interval}`;
}

// Uncertainty as a sentence.
function interval_sentence(estimate, text) {
  const [middle, low, high] = estimate;
  if (!has_interval(estimate)) return `${text(middle)}; how sure that is, is not known`;
  const width = (Math.max(high - middle, middle - low) / middle) * 100;
  return (
    `${text(middle)}; with 95 % confidence between ${text(low)} and ${text(high)} ` +
    `(within ${digits(width)} %)`
  );
}

// The same of a rate, which is of this machine in these seconds.
function rate_sentence(estimate) {
  const [middle, low, high] = estimate;
  if (!has_interval(estimate)) return `${rate(middle)}; how sure that is, is not known`;
  const width = (Math.max(high - middle, middle - low) / middle) * 100;
  return `${rate(middle)}; in this run ${rate(low)} to ${rate(high)} (within ${digits(width)} %)`;
}

function plural(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

module.exports = {
  bytes,
  count,
  digits,
  duration,
  interval_sentence,
  is_tie,
  number,
  percent,
  plural,
  rate,
  rate_sentence,
  rate_with_interval,
  ratio,
  times_as_fast,
  unknown,
  within,
};
