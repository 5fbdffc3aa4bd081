# The fuzzer's targets. They are compiled once: for the tests that replay what they start from, and,
# where clang's libFuzzer can watch the code, for the program `fuzz`.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS fuzz/targets.def)
file(STRINGS fuzz/targets.def fuzz_files REGEX "^TARGET")
list(TRANSFORM fuzz_files REPLACE "TARGET\\((.*), \"(.*)\"\\)"
  "${PROJECT_SOURCE_DIR}/\\2/\\1_fuzz.cpp")

add_library(fuzz_targets OBJECT fuzz/targets.cpp ${fuzz_files})
target_link_libraries(fuzz_targets PUBLIC command_line)
target_compile_options(fuzz_targets PRIVATE $<$<CONFIG:Release>:-O1>)
compile_together(fuzz_targets UNITY_BUILD_BATCH_SIZE 8)

# What reads bytes from outside is watched; watching everything would make all tests slower.
if(SUDOKU_BENCH_FUZZER)
  target_compile_options(harness PRIVATE -fsanitize=fuzzer-no-link)
  add_executable(fuzz fuzz/fuzz_main.cpp)
  target_link_libraries(fuzz PRIVATE fuzz_targets)
  target_link_options(fuzz PRIVATE -fsanitize=fuzzer)
endif()
