#include "harness/run/journal.h"
#include "solvers/fuzz.h"
#include "solvers/memory_file.h"

namespace sudoku {

void fuzz_journal_file(std::string_view bytes) {
  const MemoryFile file(bytes);
  run::JournalReader reader(file.path());
  std::uint64_t records = 0;
  std::uint64_t before = 0;
  while (const auto record = reader.next()) {
    ++records;
    must(record->size() <= bytes.size(), "a record is part of the file");
    must(reader.end().bytes > before && reader.end().bytes <= bytes.size(), "a journal goes on");
    before = reader.end().bytes;
  }
  must(reader.end().records == records, "records are counted");
  must(reader.end().bytes + reader.left_over() == bytes.size(), "every byte is accounted for");
}

}  // namespace sudoku
