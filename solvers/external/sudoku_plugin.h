/* The C interface of Sudoku solvers that sudoku-bench runs as plugins.
 *
 * A plugin is a shared library with a function, under any name, that takes one puzzle (1) or one
 * that takes many puzzles (2). It may have another that prepares it (3).
 *
 * 1. sudoku_plugin_function, called once for each puzzle:
 *
 *   size_t my_solver(const char *input, size_t limit, uint32_t config, char *solution,
 *                    size_t *guesses);
 *
 *   input     the puzzle: 81 characters '1'..'9' or '.' (a blank), row by row, then a terminator.
 *             Only these 82 bytes may be read, and none may be written. The puzzle may have any
 *             number of solutions, and its clues may contradict each other.
 *   limit     the number of solutions, at least 1, at which to stop: 1 asks for a solution, 2
 *             whether there is exactly one, N for a count up to N.
 *   config    the number given with the plugin (0 if none was), for any use.
 *   solution  room for 81 characters and no more: the first solution found, as '1'..'9', row by
 *             row, no terminator needed. At limit 1 it must be filled if a solution was found. At
 *             higher limits it may be left alone, or hold anything: 81 digits are taken for a
 *             solution and checked, unless the plugin was announced with fills=no.
 *   guesses   0 at the start of each call: a cost counter of the solver's choice, such as the
 *             branching decisions of its search; may be left alone. Document what it counts.
 *   returns   the number of solutions found, at most `limit`; 0 when there is none.
 *
 * 2. sudoku_plugin_batch_function, called for `n` puzzles at a time:
 *
 *   size_t my_batch_solver(size_t n, const char *inputs, size_t limit, uint32_t config,
 *                          size_t *counts, char *solutions, size_t *guesses);
 *
 *   n          the number of puzzles, at least 1: N of `batch=N`, or less in the last batch of a
 *              block of puzzles and in some calls off the clock.
 *   inputs     n puzzles of 82 bytes, each as `input` above.
 *   limit, config  as above, for each of the puzzles.
 *   counts     room for n numbers, 0 at the start of each call: for each puzzle the number of
 *              solutions found, at most `limit`.
 *   solutions  room for n times 81 characters, each as `solution` above.
 *   guesses    room for n numbers, each as `guesses` above.
 *   returns    the number of puzzles answered, the first ones: n. Puzzles beyond a smaller number
 *              count as crashed, and so do all n after a greater one.
 *
 *   `counts` and `guesses` are aligned for size_t; `inputs` and `solutions` are not aligned. All
 *   memory belongs to the caller and is valid only during the call.
 *
 *   A batch that crashes is lost as a whole: all its puzzles count as crashed. All puzzles of a
 *   batch that takes longer than the time limit per puzzle, counted from the call, are timeouts.
 *
 * 3. sudoku_plugin_start_function, optional, found by the name sudoku_plugin_start:
 *
 *   const char *sudoku_plugin_start(void);
 *
 *   returns  null, or one line of text, owned by the plugin, that says why the plugin cannot run
 *            here, such as "no CUDA device". Its first 80 characters are shown, with '?' for all
 *            that are not printable ASCII.
 *
 *   Called in each process right after the library has been loaded and before any puzzle, off the
 *   clock: the place to set up a device, a licence or a large table, which the first call for a
 *   puzzle would do on the clock. Called once for each solver that is made of the library in the
 *   process: called again, it must return the same at once. Loading and this call together may
 *   take 30 s. The plugin cannot be started if the function returns a text, does not return in
 *   time, crashes, is left by an exception, or calls exit(). Printing to standard output is an
 *   incident here and while the library is loaded, too: it costs no puzzle, but the run ends with
 *   exit code 3.
 *
 * All calls come from one thread of a process that runs nothing else, so the functions may keep
 * state from call to call; further threads have processes of their own.
 *
 * A solver fails a puzzle by: a wrong answer; a crash, an exception that leaves the function,
 * exit(), or no return in time; more memory than allowed; reading past the input, writing to it,
 * writing past the solution. It fails the first puzzle of a pass over many, as what happened is
 * found after the pass, by: printing to standard output; closing descriptors that the worker needs.
 * The run continues without the puzzle, and the result says why. A change of the CPUs to run on is
 * undone. A process that it has forked must not return from the call.
 *
 * To build and run a plugin:
 *
 *   cc -O3 -shared -fPIC -I solvers/external -o my_solver.so my_solver.c
 *   sudoku-bench run puzzles.csv --plugin ./my_solver.so:my_solver
 *   sudoku-bench run puzzles.csv --plugin ./my_solver.so:my_solver:7      (config 7)
 *   sudoku-bench run puzzles.csv --plugin ./my_solver.so:my_batch_solver,batch=512
 */
#ifndef SUDOKU_PLUGIN_H
#define SUDOKU_PLUGIN_H

/* NOLINTBEGIN(modernize-deprecated-headers): C reads this too. */
#include <stddef.h>
#include <stdint.h>
/* NOLINTEND(modernize-deprecated-headers) */

#ifdef __cplusplus
extern "C" {
#endif

typedef size_t sudoku_plugin_function(const char* input, size_t limit, uint32_t config,
                                      char* solution, size_t* guesses);

typedef size_t sudoku_plugin_batch_function(size_t n, const char* inputs, size_t limit,
                                            uint32_t config, size_t* counts, char* solutions,
                                            size_t* guesses);

typedef const char* sudoku_plugin_start_function(void);

#ifdef __cplusplus
}
#endif

/* Precedes the definition of a plugin's function, so that the loader finds it by its plain name. */
#ifdef __cplusplus
#define SUDOKU_PLUGIN extern "C" __attribute__((visibility("default")))
#else
#define SUDOKU_PLUGIN __attribute__((visibility("default")))
#endif

#endif
