// The main plots as static pictures, without a browser: light, and dark for pages that are.
const { framed, specification_of } = require("./chart");
const { first_choices } = require("./choices");
const { view_of } = require("./vega");

const main_plots = require("./plots").filter((plot) => plot.is_main);
const width = 820;

function picture(plot, report, choices) {
  const chart = plot.chart(report, choices, width);
  if (!chart || chart.why) return null;
  const specification = specification_of(plot, chart, report, choices, width);
  return view_of(framed(specification, plot, report, choices)).toSVG();
}

// The text "NAME\0SVG\0NAME\0SVG\0…": a form that needs no parser on the other side.
async function pictures(text) {
  const report = JSON.parse(text);
  const themes = [
    ["light", ""],
    ["dark", "-dark"],
  ];
  let result = "";
  for (const plot of main_plots) {
    for (const [theme, suffix] of themes) {
      const svg = await picture(plot, report, { ...first_choices(report), theme });
      if (svg) result += `${plot.id}${suffix}.svg\0${svg}\0`;
    }
  }
  return result;
}

module.exports = { pictures };
