// Number formats of plots, equal to those of tables (base/units.h); units_cases.json tests both.
const time_units = [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"]];
const rate_units = [[1, ""], [1e3, "k"], [1e6, "M"], [1e9, "G"]];

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

// Decimal exponent of a value after rounding to three digits: 1 for 9.996, which becomes 10.0.
function magnitude(value) {
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return Math.round(Math.abs(value) / 10 ** (exponent - 2)) >= 1000 ? exponent + 1 : exponent;
}

// Number with fixed places, rounding half to even as the program does; toFixed rounds half up.
function fixed(value, places) {
  const text = value.toFixed(places);
  const exact = value.toFixed(Math.min(100, places + 60));
  const is_half = /^50*$/.test(exact.slice(exact.indexOf(".") + 1 + places));
  const is_odd = "13579".includes(text.at(-1));
  return is_half && is_odd
    ? (value - Math.sign(value) * 0.5 * 10 ** -places).toFixed(places)
    : text;
}

// Number as text with three significant digits.
function rounded(value) {
  if (value === 0) return "0";
  if (Math.abs(value) < 999.5) return fixed(value, Math.max(0, 2 - magnitude(value)));
  if (Math.abs(value) >= 1e15) return Number(value.toPrecision(3)).toExponential();
  return grouped(Math.round(value));
}

// Number as text in the largest unit that leaves at least 1; units are in ascending order.
function with_unit(value, units) {
  const size = value === 0 ? 0 : 10 ** magnitude(value) * 1.01; // pow may be off in the last bit
  const [factor, name] = units.filter(([one], index) => index === 0 || size >= one).at(-1);
  return `${rounded(value / factor)} ${name}`;
}

const or_dash = (text_of) => (value) => ((value ?? null) === null ? "–" : text_of(value));

const number = or_dash(rounded);
const count = or_dash((value) => grouped(Math.round(value)));
const duration = or_dash((ns) => with_unit(ns, time_units));
const rate = or_dash((per_second) => `${with_unit(per_second, rate_units)}/s`);
const percent = or_dash((share) => `${rounded(share * 100)} %`);

// The one notation of ratios of speed, for cells ("2.3×") and in words ("2.3× slower"): the factor
// is never below 1, and a word says which way it points.
function times(ratio) {
  const factor = ratio < 1 ? 1 / ratio : ratio;
  if (factor < 9.95) return `${fixed(factor, factor < 1.995 ? 2 : 1)}×`;
  return `${grouped(Number(factor.toPrecision(2)))}×`;
}
const in_times = (ratio) => `${times(ratio)} ${ratio < 1 ? "slower" : "faster"}`;

// Change of a time, given as new over old: "+3.2 %" is slower; from a doubling on in times.
function change_text(ratio) {
  if (ratio >= 2 || ratio <= 0.5) return in_times(1 / ratio);
  const points = fixed(100 * Math.abs(ratio - 1), 1);
  return `${points === "0.0" ? "" : ratio < 1 ? "−" : "+"}${points} %`;
}
