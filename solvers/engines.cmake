# Adds the solvers of roster.def whose engine is there. engine_NAME is what such a solver is linked
# with; without that target it is left out, and `sudoku-bench solvers` names the package.

pkg_check_modules(cbc QUIET IMPORTED_TARGET cbc)
if(cbc_FOUND)
  add_library(engine_ilp INTERFACE)
  target_link_libraries(engine_ilp INTERFACE PkgConfig::cbc)
endif()

# HEADER and all LIBRARIES are what the engine of solver NAME consists of.
function(find_engine name header) # LIBRARIES...
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

file(STRINGS roster.def engines REGEX "^ENGINE")
foreach(line ${engines})
  string(REGEX MATCH "\\((.*), \"(.*)\"\\)" _ ${line})
  set(name ${CMAKE_MATCH_1})
  set(package ${CMAKE_MATCH_2})
  if(TARGET engine_${name})
    target_sources(solvers PRIVATE ${name}.cpp)
    target_link_libraries(solvers PRIVATE engine_${name})
    if(BUILD_TESTING AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.cpp)
      target_sources(solvers_test PRIVATE ${name}_test.cpp)
    endif()
    list(APPEND engines_found ${name})
  else()
    message(STATUS "Solver ${name} is left out: ${package} is not installed")
  endif()
endforeach()
list(JOIN engines_found " " engines_found)
set_source_files_properties(roster.cpp PROPERTIES
  COMPILE_DEFINITIONS "SUDOKU_BENCH_ENGINES=\"${engines_found}\"")
