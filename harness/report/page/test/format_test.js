// Tests the number formats of pages: node format_test.js CASES. units_test.cpp tests the program's
// formats with the same cases, but for those of ratios and changes, which only pages have.
const { readFileSync } = require("fs");

const of_pages = {
  times: [
    [1, "1.00×"], [1.995, "2.0×"], [0.5, "2.0×"], [2.34, "2.3×"], [9.96, "10×"], [1 / 17.2, "17×"],
    [303, "300×"], [12345, "12,000×"],
  ],
  in_times: [[2.34, "2.3× faster"], [0.4, "2.5× slower"]],
  change_text: [
    [1.0321, "+3.2 %"], [0.9, "−10.0 %"], [1.0004, "0.0 %"], [0.9996, "0.0 %"],
    [2.5, "2.5× slower"], [0.25, "4.0× faster"],
  ],
};
const of_program = JSON.parse(readFileSync(process.argv[2], "utf8"));
const names = ["number", "count", "duration", "rate", "percent", ...Object.keys(of_pages)];

const source = readFileSync(`${__dirname}/../format.js`, "utf8");
const formats = new Function(`${source}; return { ${names.join()} };`)();
for (const name of names) {
  for (const [value, text] of of_pages[name] || of_program[name]) {
    const found = formats[name](value);
    if (found === text) continue;
    console.log(`${name}(${JSON.stringify(value)}): expected "${text}", found "${found}"`);
    process.exitCode = 1;
  }
}
