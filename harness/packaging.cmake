# What `cmake --install` puts in place, and `cpack -G DEB` into a package.

# The program prints its own pages, so that nothing in them is written twice.
set(man_page ${CMAKE_CURRENT_BINARY_DIR}/sudoku-bench.1)
set(completion ${CMAKE_CURRENT_BINARY_DIR}/completion/sudoku-bench)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/completion)
add_custom_command(OUTPUT ${man_page} ${completion}
  COMMAND sudoku-bench man > ${man_page}
  COMMAND sudoku-bench completion > ${completion}
  DEPENDS sudoku-bench VERBATIM)
add_custom_target(pages ALL DEPENDS ${man_page} ${completion})

# Where the program finds the bundled datasets: installed beside it, else in the source tree.
set(data_folder ${CMAKE_INSTALL_DATADIR}/sudoku-bench)
file(RELATIVE_PATH data_from_bin
  /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${data_folder})
set_property(SOURCE cli/datasets_folder.cpp PROPERTY COMPILE_DEFINITIONS
  SUDOKU_BENCH_DATA_FROM_BIN="${data_from_bin}"
  SUDOKU_BENCH_SOURCE_DATASETS="${PROJECT_SOURCE_DIR}/datasets")

install(TARGETS sudoku-bench)
install(FILES ${man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/datasets DESTINATION ${data_folder})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "sudoku-bench developers <noreply@sudoku-bench.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
# Without the tool that reads the libraries off the program, the package names none.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
