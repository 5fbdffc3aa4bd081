# The plugins of tests, and a program that makes a command of a plugin. plugin_faulty contains a copy
# of the solver mrv_hidden, compiled as in sudoku-bench.
set(solvers ${PROJECT_SOURCE_DIR}/solvers)
add_library(plugin_faulty MODULE external/faulty_plugin.cpp ${solvers}/mrv.cpp
  ${solvers}/search.cpp ${solvers}/sudoku.cpp)
target_link_libraries(plugin_faulty PRIVATE project_options)
target_compile_options(plugin_faulty PRIVATE -fno-lto)
set_target_properties(plugin_faulty PROPERTIES
  UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)

add_executable(command_of_plugin external/command_of_plugin_main.cpp)
target_link_libraries(command_of_plugin PRIVATE project_options ${CMAKE_DL_LIBS})
set_target_properties(command_of_plugin PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)
