# Records the git revision at every build, as CMake does not notice a new one, but leaves an
# unchanged build_info.cpp alone. Without --git-dir, git could find another repository in a folder
# above, and would refuse sources that belong to another user, as in a container.
execute_process(COMMAND git --git-dir=${SOURCE_DIR}/.git --work-tree=${SOURCE_DIR}
                  describe --always --dirty --abbrev=12
                WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT GIT_REVISION)
  set(GIT_REVISION "unknown")
endif()
set(HASHES)
foreach(module ${MODULES})
  file(SHA256 ${module} hash)
  list(APPEND HASHES ${hash})
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.cpp.in ${OUTPUT} @ONLY)
