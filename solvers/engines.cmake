# Builds a module for each solver of roster.def whose engine is installed, unless
# SUDOKU_BENCH_WITH_<ENGINE> decides otherwise. The module is linked with target engine_NAME;
# without that target it is left out, and `sudoku-bench solvers` names the missing package.
set(engine_of_ilp CBC)
set(engine_of_sat CADICAL)
set(engine_of_cp GECODE)

pkg_check_modules(cbc QUIET IMPORTED_TARGET cbc)
if(cbc_FOUND)
  add_library(engine_ilp INTERFACE)
  target_link_libraries(engine_ilp INTERFACE PkgConfig::cbc)
endif()

# Adds target engine_NAME for solver NAME if HEADER and all libraries in ARGN are found.
function(find_engine name header)
  find_path(engine_${name}_headers ${header})
  set(libraries)
  foreach(library ${ARGN})
    find_library(engine_library_${library} ${library})
    list(APPEND libraries ${engine_library_${library}})
  endforeach()
  if(engine_${name}_headers AND NOT libraries MATCHES "NOTFOUND")
    add_library(engine_${name} INTERFACE)
    target_include_directories(engine_${name} SYSTEM INTERFACE ${engine_${name}_headers})
    target_link_libraries(engine_${name} INTERFACE ${libraries})
  endif()
endfunction()

find_engine(sat cadical.hpp cadical)
find_engine(cp gecode/int.hh gecodesearch gecodeint gecodekernel gecodesupport)

# choose_engine(USED NAME PACKAGE): sets USED to whether to build solver NAME, whose engine is in
# Debian's PACKAGE. SUDOKU_BENCH_WITH_<ENGINE> decides: AUTO builds it if the engine is installed, ON
# fails without it, OFF leaves it out.
function(choose_engine used name package)
  set(switch SUDOKU_BENCH_WITH_${engine_of_${name}})
  set(${switch} AUTO CACHE STRING
    "Build with ${engine_of_${name}}: AUTO (if ${package} is installed), ON or OFF")
  set_property(CACHE ${switch} PROPERTY STRINGS AUTO ON OFF)
  set(${used} FALSE PARENT_SCOPE)
  if(NOT ${switch} MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "${switch}: expected AUTO, ON or OFF, found '${${switch}}'")
  elseif(TARGET engine_${name} AND NOT ${switch} STREQUAL "OFF")
    set(${used} TRUE PARENT_SCOPE)
  elseif(${switch} STREQUAL "ON")
    message(FATAL_ERROR "${switch} is ON, but ${package} is not installed")
  endif()
endfunction()

file(STRINGS roster.def engines REGEX "^ENGINE")
foreach(line ${engines})
  string(REGEX MATCH "\\((.*), \"(.*)\"\\)" _ ${line})
  set(name ${CMAKE_MATCH_1})
  set(package ${CMAKE_MATCH_2})
  choose_engine(used ${name} ${package})
  set(module sudoku-bench-${name})
  if(NOT used)
    message(STATUS "Solver ${name} is left out: it needs ${package}")
    file(REMOVE ${PROJECT_BINARY_DIR}/${module}.so)
    continue()
  endif()
  add_module(${module} ${name}.cpp)
  target_link_libraries(${module} PRIVATE solver_parts engine_${name})
  if(SUDOKU_BENCH_SANITIZERS)
    target_compile_options(${module} PRIVATE -O1)
  endif()
  add_dependencies(solvers ${module})
endforeach()
