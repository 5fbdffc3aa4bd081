// The main plots as static pictures, without a browser: light, and dark for pages that are.
const { picture_of } = require("./chart");
const { first_choices } = require("./choices");
const plots = require("./plots");
const { view_of } = require("./vega");

const width = 820;

// The text "NAME\0SVG\0NAME\0SVG\0…": a form that needs no parser on the other side.
async function pictures(text) {
  const report = JSON.parse(text);
  let result = "";
  for (const plot of plots.filter(({ is_main }) => is_main)) {
    for (const [theme, suffix] of Object.entries({ light: "", dark: "-dark" })) {
      const choices = { ...first_choices(report), theme };
      const chart = plot.chart(report, choices, width);
      if (!chart || chart.why) continue;
      const svg = await view_of(picture_of(plot, chart, report, choices, width)).toSVG();
      result += `${plot.id}${suffix}.svg\0${svg}\0`;
    }
  }
  return result;
}

module.exports = { pictures };
