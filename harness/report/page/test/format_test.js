// Tests the number formats of plots: node format_test.js CASES. units_test.cpp tests the program's
// formats with the same cases.
const { readFileSync } = require("fs");
const format = require("../format.js");

let failures = 0;
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const [name, text_of] of Object.entries(format)) {
  if (!cases[name]) throw new Error(`there are no cases for ${name}`);
  for (const [value, text] of cases[name]) {
    const found = text_of(value);
    if (found === text) continue;
    console.log(`${name}(${JSON.stringify(value)}): expected "${text}", found "${found}"`);
    ++failures;
  }
}
process.exitCode = failures ? 1 : 0;
