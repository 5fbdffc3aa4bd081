#include "harness/report/page/page.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/report/notes.h"
#include "harness/report/page/parts.h"
#include "harness/report/pictures.h"
#include "harness/report/verdicts.h"
#include "harness/report/view.h"

namespace sudoku::report {

namespace {

constexpr std::string_view kPlace = "@DATA@";

}  // namespace

std::string page_around(const std::string& data) {
  const std::string_view page = report_page_template();
  const std::size_t place = page.find(kPlace);
  std::string html(page.substr(0, place));
  html += data;
  return html += page.substr(place + kPlace.size());
}

std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        const Judgement* judgement) {
  return page_around(page_data(inputs, made_by, judgement));
}

namespace {

// Grows when an old member changes its meaning.
constexpr int kPageFormat = 1;

const char* kind_of(const Verdict& verdict) {
  switch (verdict.kind) {
    case Verdict::Kind::ranking:
      return "good";
    case Verdict::Kind::trouble:
      return "bad";
    case Verdict::Kind::trust:
      break;
  }
  return "note";
}

void put_judgement(base::JsonText& json, const Judgement* judgement) {
  if (judgement == nullptr) return;
  json.object("judgement", [&] {
    json.field("verdict", judgement->verdict);
    json.field("bad", judgement->is_bad);
    json.field("sentences", judgement->sentences);
    json.list("checks", judgement->checks, [&](const Judgement::Check& check) {
      json.object([&] {
        json.field("row", check.row);
        json.field("check", check.check);
        json.field("verdict", check.verdict);
        json.field("what", check.what);
        json.field("bad", check.is_bad);
      });
    });
  });
}

}  // namespace

void put_group(base::JsonText& json, const PageGroup& group) {
  json.field("run", group.run);
  json.field("dataset", group.dataset);
  json.field("threads", group.threads);
}

void put_estimate(base::JsonText& json, const char* name, const base::Estimate& estimate) {
  if (!std::isfinite(estimate.median)) return json.field(name, nullptr);
  json.field(name, std::vector<double>{estimate.median, estimate.low, estimate.high});
}

void put_verdict(base::JsonText& json, const PageSource& page, std::size_t run,
                 const Verdict& verdict) {
  json.object([&] {
    json.field("kind", kind_of(verdict));
    json.field("run", run);
    if (verdict.dataset.empty()) {
      json.field("dataset", nullptr);
    } else {
      json.field("dataset", page.dataset(run, verdict.dataset));
    }
    json.field("text", verdict.text);
  });
}

void put_verdicts(base::JsonText& json, const PageSource& page) {
  std::size_t run = 0;
  json.list("verdicts", page.inputs(), [&](const ReportInput& input) {
    for (const Verdict& verdict : verdicts(input.run))
      put_verdict(json, page, run, verdict);
    ++run;
  });
}

void put_tables(base::JsonText& json, const PageSource& page) {
  std::size_t run = 0;
  json.list("tables", page.inputs(), [&](const ReportInput& input) {
    for (const result::DatasetRecord& dataset : input.run.datasets) {
      const View view = view_of(input.run, dataset);
      json.object([&] {
        json.field("run", run);
        json.field("dataset", page.dataset(run, dataset.name));
        json.field("caption", caption(view));
        json.field("notes", notes(view));
      });
    }
    ++run;
  });
}

std::string page_data(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                      const Judgement* judgement) {
  const PageSource page(inputs);
  base::JsonText json;
  json.object([&] {
    json.field("format", kPageFormat);
    json.field("made_by",
               fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision));
    put_judgement(json, judgement);
    put_verdicts(json, page);
    put_runs(json, page);
    put_entrants(json, page);
    put_rows(json, page);
    put_tables(json, page);
    put_pairs(json, page);
    put_contests(json, page);
    put_suites(json, page);
    put_words(json, page);
    json.field("left_out", page.left_out());
  });
  return json.text();
}

}  // namespace sudoku::report
