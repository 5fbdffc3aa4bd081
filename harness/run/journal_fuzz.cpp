#include "harness/base/errors.h"
#include "harness/run/journal.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

void read_as_file(std::string_view bytes) {
  const MemoryFile file(bytes);
  run::JournalReader reader(file.path());
  std::uint64_t lines = 0;
  std::uint64_t before = 0;
  while (const auto json = reader.next()) {
    ++lines;
    must(json->size() < bytes.size(), "a line is part of the file");
    must(reader.end().bytes > before && reader.end().bytes <= bytes.size(), "a file goes on");
    before = reader.end().bytes;
  }
  must(reader.end().lines == lines, "lines are counted");
  must(reader.end().bytes + reader.left_over() == bytes.size(), "every byte is accounted for");
}

// Reads bytes as a journal line's JSON, whose checksum would refuse nearly all of them.
void read_as_line(std::string_view bytes) {
  try {
    const run::DatasetLine line = run::dataset_line(bytes, "f");
    const std::string written = run::to_json(line);
    must(run::to_json(run::dataset_line(written, "f")) == written,
         "a line that is written reads the same");
    result::DatasetRows all = line.sums;
    result::merge(all, line.sums);
    must(all.rows.size() == line.sums.rows.size(), "sums have the rows of what they add up");
  } catch (const base::InputError& error) {
    must(std::string_view(error.what()).starts_with("f:"), "an error names the file");
  }
}

}  // namespace

void fuzz_journal(std::string_view bytes) {
  read_as_file(bytes);
  read_as_line(bytes);
}

}  // namespace sudoku
