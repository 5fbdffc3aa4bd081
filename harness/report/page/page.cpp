#include "harness/report/page/page.h"

#include "harness/report/page/data.h"
#include "harness/report/page_template.h"

namespace sudoku {

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

std::string html_report(std::span<const ReportInput> inputs, const ToolRecord& made_by,
                        const Judgement* judgement) {
  return page_around(page_data(inputs, made_by, judgement));
}

}  // namespace sudoku
