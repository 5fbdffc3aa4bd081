# What the tests of the program need besides those of a folder.

# faulty_system is preloaded, before any sanitizer's library, and so is built without sanitizers.
add_library(faulty_system MODULE cli/faulty_system.cpp)
target_compile_features(faulty_system PRIVATE cxx_std_20)
target_compile_options(faulty_system PRIVATE
  $<$<BOOL:${SUDOKU_BENCH_FUZZER}>:-fno-sanitize=fuzzer-no-link>)

target_compile_definitions(cli_test PRIVATE
  BUILD_FOLDER="${PROJECT_BINARY_DIR}"
  SUDOKU_BENCH_PROGRAM="$<TARGET_FILE:sudoku-bench>"
  FAULTY_SYSTEM="$<TARGET_FILE:faulty_system>"
  CMAKE_PROGRAM="${CMAKE_COMMAND}")
add_dependencies(cli_test faulty_system sudoku-bench)
if(TARGET plugin_example_glpk)
  add_dependencies(cli_test plugin_example_glpk)
endif()

# Under sanitizers, the browser tests would take minutes; what they test is mostly JavaScript.
if(NOT SUDOKU_BENCH_SANITIZERS)
  include(report/page/test/tests.cmake)
endif()
