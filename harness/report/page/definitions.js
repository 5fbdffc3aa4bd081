// What every number means. Terms anywhere on the page lead here.
const { element } = require("./text");

function definitions(report) {
  const items = report.definitions.flatMap(({ id, term, text }) => [
    element("dt", { id: `def-${id}`, tabindex: "-1" }, term),
    element("dd", {}, text),
  ]);
  return element("dl", { class: "definitions" }, items);
}

module.exports = { definitions };
