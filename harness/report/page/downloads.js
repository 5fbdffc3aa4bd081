// Downloads of files that are made in the page.
function save(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Quotes texts that a spreadsheet would take for a formula and run.
function guarded(text) {
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}

function csv_field(value) {
  const text = guarded(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function save_csv(header, rows, name) {
  const lines = [header, ...rows].map((row) => row.map(csv_field).join(",") + "\r\n");
  save("\ufeff" + lines.join(""), "text/csv;charset=utf-8", `${name}.csv`);
}

async function save_svg(view, name) {
  save(await view.toSVG(), "image/svg+xml", `${name}.svg`);
}

async function save_png(view, name) {
  const canvas = await view.toCanvas(2);
  canvas.toBlob((blob) => save(blob, "image/png", `${name}.png`), "image/png");
}

module.exports = { save_csv, save_png, save_svg };
