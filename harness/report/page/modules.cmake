# What the page is made of, in no particular order: the shim loads a module when it is first asked
# for. Vega without maps, Voronoi diagrams and word clouds, which would need d3 and are not drawn.
set(vega_modules
  vega-canvas
  vega-dataflow
  vega-encode
  vega-event-selector
  vega-expression
  vega-format
  vega-functions
  vega-interpreter
  vega-loader
  vega-parser
  vega-runtime
  vega-scale
  vega-scenegraph
  vega-selection
  vega-statistics
  vega-time
  vega-transforms
  vega-util
  vega-view
  vega-view-transforms)

# Ours. A module is known by the name of its file.
set(page_modules
  boards.js
  chart.js
  choices.js
  compared.js
  controls.js
  dataset_page.js
  definitions.js
  downloads.js
  figure.js
  format.js
  judgement.js
  lines.js
  main.js
  outcomes.js
  palette.js
  pictures.js
  plot_controls.js
  plots.js
  report.js
  results.js
  table.js
  text.js
  theme.js
  ticks.js
  tooltip.js
  trend_page.js
  trend_plot.js
  trust.js
  vega.js
  verdicts.js)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/plots.js plots REGEX "require")
list(TRANSFORM plots REPLACE [[^.*"\./(.*)".*$]] [[\1.js]])
list(APPEND page_modules ${plots})

set(page_styles style.css tables.css media.css)
