# Installs sudoku-bench. The preset `package` packages it.
find_program(GZIP gzip REQUIRED)
set(packaging ${PROJECT_SOURCE_DIR}/harness/packaging)
set(installed_pages ${CMAKE_CURRENT_BINARY_DIR}/installed)
set(completion ${installed_pages}/completion/sudoku-bench)
file(MAKE_DIRECTORY ${installed_pages}/completion)

# The program prints its own manual page and completion, which are made whenever it is built, so
# that it can be built and installed alone.
add_custom_command(TARGET sudoku-bench POST_BUILD
  COMMAND sudoku-bench man > ${installed_pages}/sudoku-bench.1
  COMMAND ${GZIP} -9nf ${installed_pages}/sudoku-bench.1
  COMMAND sudoku-bench completion > ${completion} VERBATIM)

file(STRINGS ${packaging}/changelog newest LIMIT_COUNT 1)
if(NOT newest MATCHES "^sudoku-bench \\(${PROJECT_VERSION}\\)")
  message(FATAL_ERROR "harness/packaging/changelog:1: expected version ${PROJECT_VERSION}, found: ${newest}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${packaging}/changelog)
configure_file(${packaging}/changelog ${installed_pages}/changelog COPYONLY)
execute_process(COMMAND ${GZIP} -9nf ${installed_pages}/changelog COMMAND_ERROR_IS_FATAL ANY)

# Path of the bundled datasets relative to the programs; in the build tree, a link leads to them.
set(data_folder ${CMAKE_INSTALL_DATADIR}/sudoku-bench)
file(RELATIVE_PATH data_from_bin
  /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${data_folder})
target_compile_definitions(dataset PRIVATE SUDOKU_BENCH_DATA_FROM_BIN="${data_from_bin}")
foreach(folder ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/datasets ${folder}/sudoku-bench-datasets SYMBOLIC)
endforeach()

# Fixed permissions, so that the umask of the installing user does not matter.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(TARGETS sudoku-bench)
install(FILES ${installed_pages}/sudoku-bench.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${packaging}/copyright
    ${installed_pages}/changelog.gz
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The manuals keep their folders, so that the links between them work.
foreach(manual harness/README.md harness/cluster/README.md harness/packaging/README.md
    results/README.md results/METHOD.md results/EVIDENCE.md results/PUBLISHED.md
    results/PENCILMARKS.md solvers/external/README.md)
  cmake_path(GET manual PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${manual} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/datasets DESTINATION ${data_folder})
# LICENSE is a component of its own, since Debian has the text in /usr/share/common-licenses.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

include(${packaging}/debian.cmake)
