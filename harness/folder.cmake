# precompile_headers(TARGET KIND HEADERS...): precompiles common headers once for all targets of a
# KIND, which share their compile options. GCC then gives false warnings about these headers, so it
# does that, without those warnings, in release builds only; it also collects garbage later, which
# takes 300 MB more and a tenth less time.
function(precompile_headers target kind)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    if(NOT CMAKE_BUILD_TYPE STREQUAL Release)
      return()
    endif()
    target_compile_options(${target} PRIVATE
      -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
      --param=ggc-min-heapsize=1000000)
  endif()
  get_property(first GLOBAL PROPERTY headers_of_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY headers_of_${kind} ${target})
    target_precompile_headers(${target} PRIVATE <algorithm> <filesystem> <fstream> <functional> <map>
      <optional> <span> <string> <string_view> <vector> <fmt/format.h> ${ARGN})
  endif()
endfunction()

# compile_quickly(TARGET): -O1 for code outside hot loops, which compiles in two thirds of the time.
function(compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  precompile_headers(${target} quick)
endfunction()

# add_tests(NAME SOURCES...): the test program of a folder. -O0, because tests spend their time in
# the libraries.
function(add_tests name)
  set(target ${name}_test)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE ${name} GTest::gtest_main)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>
    $<$<BOOL:${SUDOKU_BENCH_FUZZER}>:-fno-sanitize=fuzzer-no-link>)
  target_compile_definitions(${target} PRIVATE
    SOURCE_FOLDER="${PROJECT_SOURCE_DIR}"
    BUNDLED_DATASETS="${PROJECT_SOURCE_DIR}/datasets"
    EXAMPLES="${PROJECT_SOURCE_DIR}/solvers/external/examples/"
    COMMAND_OF_PLUGIN="$<TARGET_FILE:command_of_plugin>"
    PLUGIN_EXAMPLE_C="$<TARGET_FILE:plugin_example_c>"
    PLUGIN_EXAMPLE_CPP="$<TARGET_FILE:plugin_example_cpp>"
    PLUGIN_FAULTY="$<TARGET_FILE:plugin_faulty>")
  add_dependencies(${target} command_of_plugin plugin_example_c plugin_example_cpp plugin_faulty)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  precompile_headers(${target} test <gtest/gtest.h>)
  discover_tests(${target})
endfunction()

# add_folder(NAME [QUICKLY] NEEDS... HIDES... WITHOUT... TESTS... TESTS_NEED...): the library of a
# folder, compiled QUICKLY or optimized, and its test program, of all X_test.cpp and further TESTS.
# The library has all files but those WITHOUT and what only tests, fuzz targets or programs have.
# Libraries that it NEEDS are visible to its users, those that it HIDES are not: linking checks that
# dependencies point down.
function(add_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 folder "QUICKLY" "" "NEEDS;HIDES;WITHOUT;TESTS;TESTS_NEED")
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${name}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_(test|fixture|fuzz)\\.cpp$|main\\.cpp$|/(test|faulty)[_/]")
  list(REMOVE_ITEM sources ${folder_WITHOUT})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${folder_NEEDS} fmt::fmt PRIVATE ${folder_HIDES})
  if(folder_QUICKLY)
    compile_quickly(${name})
  else()
    precompile_headers(${name} fast)
  endif()
  if(BUILD_TESTING AND tests)
    add_tests(${name} ${tests} ${folder_TESTS})
    target_link_libraries(${name}_test PRIVATE ${folder_TESTS_NEED})
  endif()
endfunction()
