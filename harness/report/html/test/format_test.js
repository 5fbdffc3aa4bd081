// How numbers read on pages: node format_test.js CASES. The program's own formats are tested with
// the same cases (units_test.cpp).
const { readFileSync } = require("fs");
const format = require("../format.js");

let failures = 0;
const { about, ...tables } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const [name, rows] of Object.entries(tables)) {
  for (const [value, text, text_on_pages = text] of rows) {
    const found = format[name](value);
    if (found === text_on_pages) continue;
    console.log(`${name}(${JSON.stringify(value)}): expected "${text_on_pages}", found "${found}"`);
    ++failures;
  }
}
process.exitCode = failures ? 1 : 0;
