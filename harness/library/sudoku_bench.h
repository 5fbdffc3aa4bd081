/* The C interface of libsudoku_bench: solves, canonicalises, rates and generates Sudoku.
 *
 *   sudoku_bench *handle;
 *   if (sudoku_bench_create("auto", &handle) != SUDOKU_BENCH_OK) return 1;
 *   sudoku_bench_solve(handle, puzzle, 2, solution, &count, &guesses);
 *   sudoku_bench_destroy(handle);
 *
 * Puzzles. A puzzle or a solution is 81 characters, row by row, without a terminator. A clue is '1'
 * to '9', a blank is '.' or '0' in what the library reads and '.' in what it writes. Clues may
 * contradict each other: such a puzzle has no solution. An array of n puzzles or solutions is 81 *
 * n characters without gaps: puzzle i begins at character 81 * i.
 *
 * Null. Pointers must not be null where nothing else is said. If a number of puzzles n is 0,
 * nothing is read or written, and the arrays of n elements may be null.
 *
 * Memory. All memory that is passed in belongs to the caller, is used only during the call, and
 * needs no alignment beyond that of its type. Input and output must not overlap, except that
 * sudoku_bench_canonical_many() may write its forms over its puzzles. Texts that the library
 * returns are constant and must not be freed. sudoku_bench_create() allocates all memory of
 * solving; the functions that solve allocate none. Those that canonicalise, rate and generate may
 * allocate some and free it.
 *
 * Threads. All functions may be called from any thread. Calls with one handle wait for each other;
 * threads that do not want to wait use a handle each. A handle must not be used during or after its
 * destruction.
 *
 * Errors. A function that returns int returns SUDOKU_BENCH_OK or a greater number, or a negative
 * error code. After an error, the contents of its output are undefined. The library throws no
 * exceptions, prints nothing, and does not end the program.
 *
 * Versions. With one number in the library's file name (libsudoku_bench.so.0), functions and error
 * codes are only added, and the layout and meaning of their parameters stay.
 */
#ifndef SUDOKU_BENCH_H
#define SUDOKU_BENCH_H

/* NOLINTBEGIN(modernize-deprecated-headers): C reads this too. */
#include <stddef.h>
#include <stdint.h>
/* NOLINTEND(modernize-deprecated-headers) */

/* Version of this header: 10000 * major + 100 * minor + patch. */
#define SUDOKU_BENCH_VERSION 100

#define SUDOKU_BENCH_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* A solver with its memory, about 5 MB. */
typedef struct SudokuBench sudoku_bench;

/* NOLINTBEGIN(readability-identifier-naming): C constants have capitals. */
enum {
  SUDOKU_BENCH_OK = 0,
  SUDOKU_BENCH_NULL_POINTER = -1,    /* a pointer that must not be null is null */
  SUDOKU_BENCH_BAD_PUZZLE = -2,      /* a puzzle has a character that is no clue and no blank */
  SUDOKU_BENCH_BAD_LIMIT = -3,       /* the limit of solutions is 0 */
  SUDOKU_BENCH_BAD_CLUES = -4,       /* puzzles of this kind cannot have this number of clues */
  SUDOKU_BENCH_UNKNOWN_KIND = -5,    /* there is no kind of puzzles of this name */
  SUDOKU_BENCH_UNKNOWN_SET = -6,     /* there is no instruction set of this name */
  SUDOKU_BENCH_UNSUPPORTED_SET = -7, /* this processor lacks the instruction set */
  SUDOKU_BENCH_NOT_PROPER = -8,      /* the puzzle to rate has no solution, or more than one */
  SUDOKU_BENCH_OUT_OF_MEMORY = -9,
  SUDOKU_BENCH_FAILED = -10 /* another failure of the system */
};

/* NOLINTEND(readability-identifier-naming) */

/* Returns what an error code means, in lower case; "unknown error" for other numbers. */
SUDOKU_BENCH_API const char* sudoku_bench_error_text(int error);

/* Returns the SUDOKU_BENCH_VERSION of the library that runs, which may be newer than the header. */
SUDOKU_BENCH_API int sudoku_bench_version(void);

/* Returns 1 if the library that runs has a feature, else 0, also for null. Features are "solve",
 * "canonical", "rate", "generate", "lanes", and the instruction sets that this processor and this
 * build have: "baseline", "avx2", "avx512". */
SUDOKU_BENCH_API int sudoku_bench_has(const char* feature);

/* Creates a handle. `instruction_set` is "baseline" (any processor of the platform), "avx2",
 * "avx512", or "auto" (also null): the one that the environment variable SUDOKU_BENCH_ISA names if
 * this processor has it, or else the best. */
SUDOKU_BENCH_API int sudoku_bench_create(const char* instruction_set, sudoku_bench** handle);

/* Frees a handle, which may be null. */
SUDOKU_BENCH_API void sudoku_bench_destroy(sudoku_bench* handle);

/* Returns the name of the instruction set that a handle uses, null for a null handle. */
SUDOKU_BENCH_API const char* sudoku_bench_instruction_set(const sudoku_bench* handle);

/* Solves a puzzle. Stops at `limit` solutions, at least 1: with 1, any solution will do; with 2,
 * *count tells whether the puzzle has exactly one; with N, solutions are counted up to N.
 *   solution  81 characters: the first solution found, or '.' in all cells if there is none
 *   count     the number of solutions found, at most `limit`
 *   guesses   the number of branching decisions
 * Each of the three may be null. Which of several solutions is the first, and the number of
 * guesses, may depend on the instruction set. */
SUDOKU_BENCH_API int sudoku_bench_solve(sudoku_bench* handle, const char* puzzle, uint64_t limit,
                                        char* solution, uint64_t* count, uint64_t* guesses);

/* Solves n puzzles together, which from 512 puzzles on is at least twice as fast as one by one.
 *   puzzles    n * 81 characters
 *   solutions  n * 81 characters
 *   counts     n numbers
 *   guesses    n numbers, which also depend on the puzzles that are solved together
 * Their elements are those of sudoku_bench_solve(); each of the last three may be null. */
SUDOKU_BENCH_API int sudoku_bench_solve_many(sudoku_bench* handle, size_t n, const char* puzzles,
                                             uint64_t limit, char* solutions, uint64_t* counts,
                                             uint64_t* guesses);

/* Writes the canonical form of a puzzle, 81 characters, to `form`: the isomorph (digits relabelled,
 * lines permuted, grid transposed) whose text comes first, blanks before digits. Two puzzles are
 * isomorphic exactly when their forms are equal. Such a form is known as "minlex form". */
SUDOKU_BENCH_API int sudoku_bench_canonical(sudoku_bench* handle, const char* puzzle, char* form);

/* Writes the canonical forms of n puzzles. `forms` may be equal to `puzzles`. */
SUDOKU_BENCH_API int sudoku_bench_canonical_many(sudoku_bench* handle, size_t n,
                                                 const char* puzzles, char* forms);

/* Finds the hardest technique that a person needs who always takes the easiest one that makes
 * progress, and stores its number in *technique. Numbers grow with the difficulty, from 0 (no step
 * was needed); the last number means that the library's techniques do not solve the puzzle. Other
 * versions of the library may have other numbers; names stay. The puzzle must be proper, that is,
 * have exactly one solution. */
SUDOKU_BENCH_API int sudoku_bench_rate(sudoku_bench* handle, const char* puzzle, int* technique);

/* Returns the name of a technique, such as "hidden single" or, for the last number, "search"; null
 * for other numbers. */
SUDOKU_BENCH_API const char* sudoku_bench_technique_name(int technique);

/* Generates n random puzzles of a kind: number `first`, `first` + 1, ... of the series that the
 * other parameters define, the same ones on every machine and as `sudoku-bench dataset generate`.
 *   kind       a name that sudoku_bench_kind_name() returns; the program's kind "pencilmark", whose
 *              puzzles have 729 characters, is SUDOKU_BENCH_UNKNOWN_KIND
 *   clues      the exact number of clues of kind "clues" (20 to 80; a puzzle of 20 takes seconds)
 *              or "easy" (22 to 80, or 0 for a random number, 30 to 36); 0 for all other kinds
 *   seed       chooses the series; any number
 *   puzzles    n * 81 characters
 *   solutions  n * 81 characters, '.' for puzzles that have not exactly one solution; may be null
 */
SUDOKU_BENCH_API int sudoku_bench_generate(sudoku_bench* handle, const char* kind, int clues,
                                           uint64_t seed, uint64_t first, size_t n, char* puzzles,
                                           char* solutions);

/* Returns the name of kind 0, 1, ... of random puzzles of 81 characters; null beyond the last one.
 */
SUDOKU_BENCH_API const char* sudoku_bench_kind_name(int kind);

/* The batch solver of sudoku_bench_solve_many() as a plugin of sudoku-bench, whose header
 * sudoku_plugin.h describes the parameters:
 *
 *   sudoku-bench run FILE --plugin LIBDIR/libsudoku_bench.so:sudoku_bench_lanes,batch=512
 *
 * Each thread solves in memory of its own, which is allocated at its first call. Unlike in the
 * functions above, puzzles are 82 bytes long with their terminators and are not checked. Returns
 * `n`; returns 0 at a null pointer, at limit 0, and without memory. */
SUDOKU_BENCH_API size_t sudoku_bench_lanes(size_t n, const char* inputs, size_t limit,
                                           uint32_t config, size_t* counts, char* solutions,
                                           size_t* guesses);

#ifdef __cplusplus
}
#endif

#endif
