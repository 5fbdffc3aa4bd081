// A solver has the same look in every plot: a colour that colour-blind readers can tell from the
// other seven, and a shape and a dash that tell it from those who share its colour. Each colour
// keeps a contrast of 3:1 with the background of its theme.
const colours = {
  light: ["#0850b3", "#a83700", "#0c8443", "#9c4195", "#9e8a00", "#418cd9", "#164043", "#d86490"],
  dark: ["#5e8cee", "#eb7044", "#4de583", "#e676bb", "#cece37", "#b3e9ff", "#f0ffd3", "#eaaab0"],
};
const shapes = [
  "circle",
  "square",
  "triangle-up",
  "diamond",
  "cross",
  "triangle-down",
  "triangle-right",
  "triangle-left",
];
const dashes = [
  [1, 0],
  [7, 3],
  [2, 2],
  [9, 3, 2, 3],
];

function look(solver, theme) {
  const lap = Math.floor(solver / 8);
  return {
    colour: colours[theme][solver % 8],
    shape: shapes[(solver + lap) % 8],
    dash: dashes[lap % dashes.length],
  };
}

// Faster and slower than the reference, through a grey tie; and from few to many.
const ramps = {
  light: { slower: "#c2570c", tie: "#eceff1", faster: "#0a67a8", few: "#d3e4f1", many: "#08426e" },
  dark: { slower: "#d9742b", tie: "#343b43", faster: "#3f97d8", few: "#21394d", many: "#a9dbff" },
};

module.exports = { look, ramps };
