//! An example plugin in Rust: depth-first search that fills the blank with the fewest candidates.
//!
//!     cargo build --release
//!     sudoku-bench run puzzles.csv --plugin ./target/release/libsudoku_solver.so:solve_rust
//!
//! Guesses: digits tried in a cell that had a choice of several.

const CELLS: usize = 81;
const BLANK: u8 = b'.';

/// The three houses of a cell among 9 rows, 9 columns and 9 boxes.
fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

struct Search {
    /// Digits that each house still lacks: bit d stands for digit d + 1.
    free: [u16; 27],
    cells: [u8; CELLS],
    blanks: Vec<usize>,
    limit: usize,
    found: usize,
    guesses: usize,
    first: Option<[u8; CELLS]>,
}

impl Search {
    /// Returns None when equal clues share a house.
    fn new(puzzle: &[u8; CELLS], limit: usize) -> Option<Search> {
        let mut search = Search {
            free: [0x1FF; 27],
            cells: *puzzle,
            blanks: Vec::with_capacity(CELLS),
            limit,
            found: 0,
            guesses: 0,
            first: None,
        };
        for (cell, &clue) in puzzle.iter().enumerate() {
            if clue == BLANK {
                search.blanks.push(cell);
                continue;
            }
            let digit = 1 << (clue - b'1');
            if search.candidates(cell) & digit == 0 {
                return None;
            }
            search.toggle(cell, digit);
        }
        Some(search)
    }

    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, block] = houses_of(cell);
        self.free[row] & self.free[column] & self.free[block]
    }

    /// Takes the digit from the cell's houses when they lack it, gives it back when they do not.
    fn toggle(&mut self, cell: usize, digit: u16) {
        for house in houses_of(cell) {
            self.free[house] ^= digit;
        }
    }

    /// Position in `blanks` of a cell with the fewest candidates.
    fn most_constrained(&self) -> Option<usize> {
        let candidates = |&i: &usize| self.candidates(self.blanks[i]).count_ones();
        (0..self.blanks.len()).min_by_key(candidates)
    }

    fn descend(&mut self) {
        let position = match self.most_constrained() {
            Some(position) => position,
            None => {
                self.found += 1;
                self.first.get_or_insert(self.cells);
                return;
            }
        };
        let cell = self.blanks.swap_remove(position);
        let mut left = self.candidates(cell);
        let is_guess = left.count_ones() > 1;
        while left != 0 && self.found < self.limit {
            let digit = left & left.wrapping_neg();
            left ^= digit;
            self.guesses += usize::from(is_guess);
            self.cells[cell] = b'1' + digit.trailing_zeros() as u8;
            self.toggle(cell, digit);
            self.descend();
            self.toggle(cell, digit);
        }
        // Deeper calls have reordered the other blanks, which does not matter.
        self.blanks.push(cell);
    }
}

/// The function that sudoku-bench calls, of the type `sudoku_plugin_function` of sudoku_plugin.h. It
/// must not panic: a panic that leaves it ends the process, which counts as a crash on this puzzle.
///
/// # Safety
/// `input` must be readable and `solution` writable for 81 bytes, and `guesses` for one number.
#[no_mangle]
pub unsafe extern "C" fn solve_rust(
    input: *const u8,
    limit: usize,
    _config: u32,
    solution: *mut u8,
    guesses: *mut usize,
) -> usize {
    let mut search = match Search::new(&*input.cast::<[u8; CELLS]>(), limit) {
        Some(search) => search,
        None => return 0, // the clues contradict each other
    };
    search.descend();
    *guesses = search.guesses;
    if let Some(first) = search.first {
        *solution.cast::<[u8; CELLS]>() = first;
    }
    search.found
}
