# Control fields of the Debian package.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL sudoku-bench)
set(CPACK_PACKAGE_CONTACT "sudoku-bench developers <sudoku-bench@users.noreply.github.com>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Without dpkg-shlibdeps, which finds the libraries of a program, the package depends on none.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

# CPack's common summary is empty: it would precede each package's own description.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_DEBIAN_SUDOKU-BENCH_PACKAGE_NAME sudoku-bench)
set(CPACK_DEBIAN_SUDOKU-BENCH_PACKAGE_RECOMMENDS curl)  # downloads for `dataset fetch`
set(CPACK_COMPONENT_SUDOKU-BENCH_DESCRIPTION
"bulk Sudoku solver and benchmark of Sudoku solvers
Streams puzzle files of any size, runs many solvers on them in parallel,
checks every answer, and reports throughput and per-puzzle latency with their
uncertainty. Plugins and commands are compared with the built-in solvers.
.
It also solves, converts, verifies and generates puzzle files, and
compares results in continuous integration.")

include(CPack)
