# The program, and what it tells of its build.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" ${baseline_flags})
list(JOIN flags " " flags)
set(build_info ${CMAKE_CURRENT_BINARY_DIR}/build_info.cpp)
get_property(modules GLOBAL PROPERTY modules)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE module_files)
add_custom_target(build_info BYPRODUCTS ${build_info} COMMAND ${CMAKE_COMMAND}
  -D SOURCE_DIR=${PROJECT_SOURCE_DIR}
  -D OUTPUT=${build_info}
  "-D MODULES=${module_files}"
  -D PROJECT_VERSION=${PROJECT_VERSION}
  -D CMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
  "-D COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  "-D FLAGS=${flags}"
  -P ${CMAKE_CURRENT_LIST_DIR}/build_info.cmake VERBATIM)
add_dependencies(build_info ${modules})
target_sources(cli PRIVATE ${build_info})

add_executable(sudoku-bench cli/main.cpp)
target_link_libraries(sudoku-bench PRIVATE cli)
compile_quickly(sudoku-bench)
set_target_properties(sudoku-bench PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} BUILD_WITH_INSTALL_RPATH ON
  INSTALL_RPATH "$ORIGIN;$ORIGIN/${modules_from_bin}")
