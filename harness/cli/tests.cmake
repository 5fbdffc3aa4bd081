# Tests of the programs in harness/cli.

# faulty_system is preloaded, before any sanitizer's library, and so is built without sanitizers.
add_library(faulty_system MODULE faulty_system.cpp)
target_compile_features(faulty_system PRIVATE cxx_std_20)
target_compile_options(faulty_system PRIVATE
  $<$<BOOL:${SUDOKU_BENCH_FUZZER}>:-fno-sanitize=fuzzer-no-link>)

add_executable(cli_test
  test_child.cpp
  ab_test.cpp cli_test.cpp compare_test.cpp dataset_convert_test.cpp
  dataset_fetch_test.cpp dataset_generate_test.cpp dataset_test.cpp engines_test.cpp export_test.cpp
  faults_test.cpp interrupt_test.cpp named_files_test.cpp pages_test.cpp program_test.cpp
  progress_test.cpp report_test.cpp resume_test.cpp run_external_test.cpp run_options_test.cpp
  run_processes_test.cpp run_test.cpp solve_test.cpp suite_test.cpp
  ../fuzz/seeds_test.cpp)
target_link_libraries(cli_test PRIVATE
  command_line fuzz_targets example_results PkgConfig::libarchive GTest::gtest_main)
target_compile_definitions(cli_test PRIVATE
  SUDOKU_BENCH_PROGRAM="$<TARGET_FILE:sudoku-bench>"
  COMMAND_OF_PLUGIN="$<TARGET_FILE:command_of_plugin>"
  PLUGIN_EXAMPLE_C="$<TARGET_FILE:plugin_example_c>"
  FAULTY_SYSTEM="$<TARGET_FILE:faulty_system>"
  PLUGIN_EXAMPLE_GLPK="${PROJECT_BINARY_DIR}/plugins/plugin_example_glpk.so"
  PLUGIN_FAULTY="$<TARGET_FILE:plugin_faulty>"
  BUNDLED_DATASETS="${PROJECT_SOURCE_DIR}/datasets"
  SOURCE_FOLDER="${PROJECT_SOURCE_DIR}"
  BUILD_FOLDER="${PROJECT_BINARY_DIR}"
  CMAKE_PROGRAM="${CMAKE_COMMAND}"
  EXAMPLES="${PROJECT_SOURCE_DIR}/solvers/external/examples/"
  LINE_SOLVER="${PROJECT_SOURCE_DIR}/solvers/external/examples/python/line_solver.py")
compile_test(cli_test)
add_dependencies(cli_test
  command_of_plugin faulty_system plugin_example_c plugin_faulty sudoku-bench)
if(TARGET plugin_example_glpk)
  add_dependencies(cli_test plugin_example_glpk)
endif()
discover_tests(cli_test)

# Under sanitizers, the browser tests would take minutes; what they test is mostly JavaScript.
if(NOT SUDOKU_BENCH_SANITIZERS)
  include(../report/page/test/tests.cmake)
endif()
