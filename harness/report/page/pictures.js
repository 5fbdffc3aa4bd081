// Static pictures of the main plots, drawn without a browser, in light and dark versions.
const { picture_of } = require("./chart");
const { first_choices } = require("./controls");
const plots = require("./plots");
const { view_of } = require("./vega");

const width = 820;

// Pictures as the text "NAME\0SVG\0NAME\0SVG\0…", which needs no parser.
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
