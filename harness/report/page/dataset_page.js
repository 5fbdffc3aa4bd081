// Page of `dataset stats --html`: facts and bar charts of distributions for each puzzle file.
function bar_chart({ axis, bars, title, sentence }, width) {
  const counts = bars.map(([, puzzles]) => read_cell(puzzles).key);
  const box = { left: 10, top: 20, right: width - 10, bottom: 200 };
  const step = (box.right - box.left) / bars.length;
  const names = bars.map(([name], at) => [at, name]);
  const drawn = bars.map(([name, , share], at) => {
    const tip = `${name}: ${plural(counts[at], "puzzle")}\n${read_cell(share).text} of them`;
    const height = counts[at] ? Math.max(1, (180 * counts[at]) / Math.max(...counts)) : 0;
    const place = { x: box.left + at * step + 1, y: box.bottom - height, width: step - 2, height };
    const figure = step > 44 && counts[at]
      ? label(place.x + step / 2, place.y - 5, "middle", count(counts[at])) : "";
    return [svg("rect", { class: "column", "data-tip": tip, ...place }), figure];
  });
  const places = named_axis(linear_axis(-0.5, bars.length - 0.5, String), names);
  return image(sheet(width, 240, x_axis(places, box, axis), drawn), `${title}. ${sentence}`);
}

// A chart; none of a single bar.
function distribution(picture, width) {
  if (picture.bars.filter(([, puzzles]) => read_cell(puzzles).key).length < 2) return [];
  const caption = element("figcaption", {}, picture.about);
  const chart = bar_chart(picture, width);
  const figure = element("figure", {}, caption, chart, note(picture.sentence));
  return [element("h3", {}, picture.title), figure];
}

function dataset_page(width) {
  const sections = report.files.map(({ name, facts: known, pictures: charts }, index) =>
    section(`file-${index}`, short_name(name), name_of(name),
      facts(known.filter(([, text]) => text !== "–")),
      charts.map((one) => distribution(one, width))));
  return { title: "Contents of the puzzle files", sections };
}
