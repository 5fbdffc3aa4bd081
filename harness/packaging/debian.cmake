# Control fields of the Debian packages.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL sudoku-bench libsudoku-bench0 libsudoku-bench-dev)
set(CPACK_PACKAGE_CONTACT "sudoku-bench developers <sudoku-bench@users.noreply.github.com>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
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
set(CPACK_DEBIAN_SUDOKU-BENCH_PACKAGE_SUGGESTS nodejs)  # node draws the pictures of --svg
set(CPACK_COMPONENT_SUDOKU-BENCH_DESCRIPTION
"bulk Sudoku solver and benchmark of Sudoku solvers
Streams puzzle files of any size, runs many solvers on them in parallel,
checks every answer, and reports throughput and per-puzzle latency with their
uncertainty. Plugins and commands are compared with the built-in solvers.
.
It also solves, converts, verifies and generates puzzle files, and
compares results in continuous integration.")

set(CPACK_DEBIAN_LIBSUDOKU-BENCH0_PACKAGE_NAME libsudoku-bench0)
set(CPACK_DEBIAN_LIBSUDOKU-BENCH0_PACKAGE_SECTION libs)
# CPack adds scripts that call ldconfig, but neither of these files, which Debian wants.
set(control ${CMAKE_CURRENT_BINARY_DIR}/control)
file(WRITE ${control}/shlibs
  "libsudoku_bench ${PROJECT_VERSION_MAJOR} libsudoku-bench0 (>= ${PROJECT_VERSION})\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBSUDOKU-BENCH0_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/triggers)
set(CPACK_COMPONENT_LIBSUDOKU-BENCH0_DESCRIPTION
"Sudoku solver and generator, C library
Solves, canonicalises, rates and generates Sudoku, one puzzle or many at a
time, with the instruction set that suits the processor.")
set(CPACK_DEBIAN_LIBSUDOKU-BENCH-DEV_PACKAGE_NAME libsudoku-bench-dev)
set(CPACK_DEBIAN_LIBSUDOKU-BENCH-DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_LIBSUDOKU-BENCH-DEV_DEPENDS libsudoku-bench0)
set(CPACK_COMPONENT_LIBSUDOKU-BENCH-DEV_DESCRIPTION
"Sudoku solver and generator, files for development
The header, the static library, the files for CMake and pkg-config, and
examples of libsudoku_bench, which solves, canonicalises, rates and generates
Sudoku.")

include(CPack)
