/* An example plugin in C: depth-first search that fills the blank with the fewest choices next.
 *
 *   cc -O3 -shared -fPIC -I solvers/external -o bitmasks.so solvers/external/examples/c/bitmasks.c
 *   sudoku-bench run puzzles.csv --plugin ./bitmasks.so:solve_bitmasks
 *   sudoku-bench run puzzles.csv --plugin ./bitmasks.so:solve_many,batch=64
 *
 * Guesses: digits tried in a cell that had a choice of several.
 */
#include <string.h>
#include <sudoku_plugin.h>

enum { kCells = 81 };

typedef struct {
  /* The digits that each house still lacks: bit d stands for digit d + 1. */
  unsigned rows[9];
  unsigned columns[9];
  unsigned boxes[9];

  char cells[kCells];
  unsigned char blanks[kCells];
  int blank_count;

  size_t limit;
  size_t found;
  size_t guesses;
  char* solution; /* room for the first solution */
} Search;

static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static unsigned choices_of(const Search* search, int cell) {
  return search->rows[cell / 9] & search->columns[cell % 9] & search->boxes[box_of(cell)];
}

/* Takes the digit from the cell's houses when they lack it, gives it back when they do not. */
static void toggle(Search* search, int cell, unsigned digit) {
  search->rows[cell / 9] ^= digit;
  search->columns[cell % 9] ^= digit;
  search->boxes[box_of(cell)] ^= digit;
}

/* Returns 0 when equal clues share a house. */
static int read_puzzle(Search* search, const char* input) {
  for (int i = 0; i < 9; ++i)
    search->rows[i] = search->columns[i] = search->boxes[i] = 0x1FF;
  memcpy(search->cells, input, kCells);
  for (int cell = 0; cell < kCells; ++cell) {
    if (input[cell] == '.') {
      search->blanks[search->blank_count++] = (unsigned char)cell;
      continue;
    }
    const unsigned digit = 1U << (input[cell] - '1');
    if ((choices_of(search, cell) & digit) == 0) return 0;
    toggle(search, cell, digit);
  }
  return 1;
}

/* Moves the blank with the fewest choices to the end of the list; returns its choices. */
static unsigned choose_blank(Search* search) {
  int fewest = 10;
  int best = 0;
  for (int i = 0; i < search->blank_count && fewest > 1; ++i) {
    const int choices = __builtin_popcount(choices_of(search, search->blanks[i]));
    if (choices >= fewest) continue;
    fewest = choices;
    best = i;
  }
  const int last = search->blank_count - 1;
  const unsigned char chosen = search->blanks[best];
  search->blanks[best] = search->blanks[last];
  search->blanks[last] = chosen;
  return choices_of(search, chosen);
}

static void descend(Search* search) {
  if (search->blank_count == 0) {
    if (search->found++ == 0) memcpy(search->solution, search->cells, kCells);
    return;
  }
  const unsigned choices = choose_blank(search);
  const int cell = search->blanks[--search->blank_count];
  const int is_guess = (choices & (choices - 1)) != 0;
  for (unsigned left = choices; left != 0 && search->found < search->limit; left &= left - 1) {
    const unsigned digit = left & (0U - left);
    search->guesses += (size_t)is_guess;
    search->cells[cell] = (char)('1' + __builtin_ctz(digit));
    toggle(search, cell, digit);
    descend(search);
    toggle(search, cell, digit);
  }
  /* Deeper calls have reordered the other blanks, which does not matter. */
  search->blanks[search->blank_count++] = (unsigned char)cell;
}

SUDOKU_PLUGIN size_t solve_bitmasks(const char* input, size_t limit, uint32_t config,
                                    char* solution, size_t* guesses) {
  (void)config;
  Search search = {.limit = limit, .solution = solution};
  if (read_puzzle(&search, input)) descend(&search);
  *guesses = search.guesses;
  return search.found;
}

/* solve_bitmasks() with the signature for batches. A solver gains from batches if it interleaves
 * their puzzles, in vector lanes or on a device; this one shows how their memory is laid out. */
SUDOKU_PLUGIN size_t solve_many(size_t n, const char* inputs, size_t limit, uint32_t config,
                                size_t* counts, char* solutions, size_t* guesses) {
  for (size_t i = 0; i < n; ++i) {
    counts[i] = solve_bitmasks(inputs + i * (kCells + 1), limit, config, solutions + i * kCells,
                               &guesses[i]);
  }
  return n;
}
