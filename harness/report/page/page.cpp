// The HTML page of a report.
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/report/notes.h"
#include "harness/report/page/sections.h"
#include "harness/report/pictures.h"
#include "harness/report/reports.h"
#include "harness/report/verdicts.h"

namespace sudoku::report {

namespace {

using base::Json;

// Placeholder of the data in the template of a report page.
constexpr std::string_view kPlace = "@DATA@";

// Classes of verdicts on the page, in the order of Verdict::Kind.
constexpr std::array<const char*, 3> kKinds = {"good", "bad", "note"};

Json table_json(const PageSource& page, std::size_t run, const result::DatasetRecord& dataset) {
  const View view = view_of(page.run(run), dataset);
  return {{"run", run},
          {"dataset", page.dataset(run, dataset.name)},
          {"caption", caption(view)},
          {"notes", notes(view)}};
}

void write_verdicts_and_tables(Json& data, const PageSource& page) {
  data["verdicts"] = Json::array();
  data["tables"] = Json::array();
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    for (const Verdict& verdict : verdicts(page.run(run))) {
      data["verdicts"].push_back({{"kind", kKinds[static_cast<std::size_t>(verdict.kind)]},
                                  {"run", run},
                                  {"text", verdict.text}});
    }
    for (const result::DatasetRecord& dataset : page.run(run).datasets)
      data["tables"].push_back(table_json(page, run, dataset));
  }
}

Json report_json(const PageSource& page) {
  Json data;
  write_verdicts_and_tables(data, page);
  write_runs(data, page);
  write_datasets(data, page);
  write_solvers(data, page);
  write_rows(data, page);
  write_pairs(data, page);
  write_comparisons(data, page);
  write_suites(data, page);
  write_glossary(data);
  data["left_out"] = page.left_out;
  return data;
}

}  // namespace

Json group_json(const PageGroup& group) {
  return {{"run", group.run}, {"dataset", group.dataset}, {"threads", group.threads}};
}

Json estimate_json(const base::Estimate& estimate) {
  if (!std::isfinite(estimate.median)) return nullptr;
  return Json::array({estimate.median, estimate.low, estimate.high});
}

std::string page_of(Json data, const result::ToolRecord& made_by) {
  data["made_by"] = fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision);
  const std::string_view page = report_page_template();
  const std::size_t place = page.find(kPlace);
  std::string html(page.substr(0, place));
  html += base::page_json_text(std::move(data));
  return html += page.substr(place + kPlace.size());
}

std::string page_data(std::span<const ReportInput> inputs) {
  return base::page_json_text(report_json(PageSource(inputs)));
}

std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict) {
  Json data = report_json(PageSource(inputs));
  if (!verdict.is_null()) data["verdict_summary"] = std::move(verdict);
  return page_of(std::move(data), made_by);
}

}  // namespace sudoku::report
