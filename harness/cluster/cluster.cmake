# sudoku-bench-mpi, where there is MPI; nothing else needs it.
if(NOT SUDOKU_BENCH_WITH_MPI STREQUAL "OFF")
  find_package(MPI COMPONENTS C)
endif()
choose_library(with_mpi MPI libopenmpi-dev "${MPI_C_FOUND}")

if(with_mpi)
  add_library(cluster STATIC
    cluster/assembly.cpp
    cluster/block_shares.cpp
    cluster/cluster_ledger.cpp
    cluster/journal_pool.cpp
    cluster/rank_journals.cpp
    cluster/ranks.cpp
    cluster/reduce.cpp
    cluster/roll_call.cpp)
  target_link_libraries(cluster PUBLIC harness PRIVATE MPI::MPI_C)
  # The C functions are all we call.
  target_compile_definitions(cluster PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

  add_executable(sudoku-bench-mpi cli/mpi_main.cpp cli/mpi_team.cpp)
  target_link_libraries(sudoku-bench-mpi PRIVATE command_line cluster)
  target_compile_options(sudoku-bench-mpi PRIVATE $<$<CONFIG:Release>:-O1>)
  set_target_properties(sudoku-bench-mpi PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  if(SUDOKU_BENCH_UNITY)
    compile_together(cluster UNITY_BUILD_BATCH_SIZE 8)
    compile_together(sudoku-bench-mpi UNITY_BUILD_BATCH_SIZE 2)
  endif()
else()
  message(STATUS "sudoku-bench-mpi is left out: it needs libopenmpi-dev")
endif()

if(BUILD_TESTING)
  add_executable(mpi_test cli/child.cpp cli/mpi_test.cpp)
  target_link_libraries(mpi_test PRIVATE harness CLI11::CLI11 GTest::gtest_main)
  target_compile_definitions(mpi_test PRIVATE SUDOKU_BENCH_PROGRAM="$<TARGET_FILE:sudoku-bench>")
  target_compile_options(mpi_test PRIVATE $<$<CONFIG:Release>:-O1>)
  add_dependencies(mpi_test sudoku-bench)
  if(with_mpi)
    target_sources(mpi_test PRIVATE cluster/block_shares_test.cpp)
    target_link_libraries(mpi_test PRIVATE cluster)
    target_compile_definitions(mpi_test PRIVATE
      SUDOKU_BENCH_MPI_PROGRAM="$<TARGET_FILE:sudoku-bench-mpi>" MPIRUN="${MPIEXEC_EXECUTABLE}")
    add_dependencies(mpi_test sudoku-bench-mpi)
  endif()
  # Open MPI leaks by itself what it takes at the start.
  if(NOT SUDOKU_BENCH_SANITIZERS)
    gtest_discover_tests(mpi_test)
  endif()
endif()
