# Browser tests of report pages, and tests of their number formats. They are skipped with a message
# when the browser or node is missing.
set(page_reports ${CMAKE_CURRENT_BINARY_DIR}/page_reports)
set(page_tests ${CMAKE_CURRENT_LIST_DIR})
set(with_python ${PROJECT_SOURCE_DIR}/scripts/tests/with_python)
set(axe ${PROJECT_BINARY_DIR}/../axe/node_modules/axe-core/axe.min.js)

add_executable(make_results ${page_tests}/make_results.cpp)
target_link_libraries(make_results PRIVATE example_results)
compile_quickly(make_results)
add_test(NAME Page.Reports COMMAND ${page_tests}/make_reports
  $<TARGET_FILE:make_results> $<TARGET_FILE:sudoku-bench> ${page_reports}
  ${PROJECT_SOURCE_DIR}/datasets)
add_test(NAME Page.InABrowser COMMAND ${with_python} ${page_tests}/page_test.py ${page_reports})
add_test(NAME Page.Formats COMMAND ${page_tests}/with_node ${page_tests}/format_test.js
  ${PROJECT_SOURCE_DIR}/harness/base/units_cases.json)
add_test(NAME Page.Accessibility
  COMMAND ${with_python} ${page_tests}/accessibility_test.py ${page_reports} ${axe})
set_tests_properties(Page.Reports PROPERTIES FIXTURES_SETUP page_reports COST 60)
set_tests_properties(Page.Formats PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(Page.InABrowser Page.Accessibility PROPERTIES
  FIXTURES_REQUIRED page_reports SKIP_RETURN_CODE 77 TIMEOUT 1800 COST 60
  ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
