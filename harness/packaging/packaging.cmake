# Installs sudoku-bench. The preset `package` packages it.
find_program(GZIP gzip REQUIRED)
set(packaging ${PROJECT_SOURCE_DIR}/harness/packaging)

# Fixed permissions, so that the umask of the installing user does not matter.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Manual pages are made of the program's help. They are OPTIONAL, so that sudoku-bench can be
# installed when only it was built, as by scripts/bench.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(manual_pages ${CMAKE_CURRENT_BINARY_DIR}/manual_pages)
  set(maker ${packaging}/make-manual-pages)
  add_custom_command(OUTPUT ${manual_pages}/sudoku-bench.1.gz
    COMMAND ${maker} ${manual_pages} ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:sudoku-bench>
    DEPENDS sudoku-bench ${maker} ${packaging}/manual_page.txt VERBATIM)
  add_custom_target(manual_pages ALL DEPENDS ${manual_pages}/sudoku-bench.1.gz)
  install(DIRECTORY ${manual_pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
endif()

file(STRINGS ${packaging}/changelog newest LIMIT_COUNT 1)
if(NOT newest MATCHES "^sudoku-bench \\(${PROJECT_VERSION}\\)")
  message(FATAL_ERROR "harness/packaging/changelog:1: expected version ${PROJECT_VERSION}, found: ${newest}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${packaging}/changelog)
execute_process(COMMAND ${GZIP} -9n INPUT_FILE ${packaging}/changelog
  OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)

# Path of the bundled datasets relative to the programs; in the build tree, a link leads to them.
set(data_folder ${CMAKE_INSTALL_DATADIR}/sudoku-bench)
file(RELATIVE_PATH data_from_bin
  /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${data_folder})
target_compile_definitions(dataset PRIVATE SUDOKU_BENCH_DATA_FROM_BIN="${data_from_bin}")
foreach(folder ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/cli)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/datasets ${folder}/sudoku-bench-datasets SYMBOLIC)
endforeach()

install(TARGETS sudoku-bench)
install(FILES ${packaging}/completion.bash RENAME sudoku-bench
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${packaging}/copyright
    ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The manuals keep their folders, so that the links between them work.
foreach(manual harness/README.md harness/cluster/README.md harness/packaging/README.md
    results/README.md results/METHOD.md results/EVIDENCE.md results/PUBLISHED.md
    solvers/external/README.md)
  cmake_path(GET manual PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${manual} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/datasets DESTINATION ${data_folder})
# LICENSE is a component of its own, since Debian has the text in /usr/share/common-licenses.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

include(${packaging}/debian.cmake)
