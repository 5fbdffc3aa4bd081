# Records the git revision at every build, because CMake does not notice a new one; writes only what
# changed. --git-dir is given because git would otherwise take a repository around the sources, and
# refuse one of another user, as in a container.
execute_process(COMMAND git --git-dir=${SOURCE_DIR}/.git --work-tree=${SOURCE_DIR}
                  describe --always --dirty --abbrev=12
                WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT GIT_REVISION)
  set(GIT_REVISION "unknown")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.cpp.in ${OUTPUT} @ONLY)
