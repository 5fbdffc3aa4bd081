# Tests of the library, in the build tree and installed.
add_executable(library_test library_test.cpp)
target_include_directories(library_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(library_test PRIVATE sudoku_bench_shared dataset GTest::gtest_main)
target_compile_definitions(library_test PRIVATE
  BUNDLED_DATASETS="${PROJECT_SOURCE_DIR}/datasets"
  LIBRARY_MAP="${CMAKE_CURRENT_SOURCE_DIR}/sudoku_bench.map")
compile_test(library_test)
discover_tests(library_test)

# The tests of the installed library run its examples, which an emulator's user would have to start.
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(stages exports c cmake)
if(SUDOKU_BENCH_SANITIZERS)
  # The library needs the sanitizers' runtime, which the interpreter of Python lacks.
  set(link_options
    "-fsanitize=${SUDOKU_BENCH_SANITIZERS} -fsanitize-link-c++-runtime -lstdc++")
else()
  list(APPEND stages needs static python)
endif()
foreach(stage install ${stages})
  add_test(NAME installed_library.${stage}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/installed_test.sh ${stage})
  set_tests_properties(installed_library.${stage} PROPERTIES
    FIXTURES_REQUIRED installed_library SKIP_RETURN_CODE 77
    ENVIRONMENT "BUILD=${PROJECT_BINARY_DIR};LIBDIR=${CMAKE_INSTALL_LIBDIR};CMAKE=${CMAKE_COMMAND};GENERATOR=${CMAKE_GENERATOR};CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER};LINK_OPTIONS=${link_options}")
endforeach()
set_tests_properties(installed_library.install PROPERTIES
  FIXTURES_REQUIRED "" FIXTURES_SETUP installed_library)
