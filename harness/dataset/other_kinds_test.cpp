#include "harness/dataset/other_kinds.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/base/errors.h"

namespace sudoku::dataset {

namespace {

std::string refusal_of(std::string_view text) {
  try {
    refuse_other_kinds(text, "file");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "none";
}

// A file of a kind that is no puzzle file: how it begins, and what is said of it.
struct OtherFile {
  std::string_view text;
  const char* what;
  const char* advice;
};

constexpr const char* kUnpack = "unpack it, and name a file of it";
constexpr const char* kExport = "export its puzzles as CSV";
constexpr const char* kType = "type the puzzle, or look for a text file of it";
constexpr const char* kRun = "run it with `sudoku-bench run --suite`";
constexpr const char* kClassic = "only puzzles of rows, columns and boxes are read";

// Zeros stand as the reader leaves them: as byte 0x1A.
const OtherFile kOtherFiles[] = {
    {"version https://git-lfs.github.com/spec/v1\noid sha256:00\n",
     "is a Git LFS pointer, which stands for the file",
     "run `git lfs pull`, or download the file from its page"},
    {"../.git/annex/objects/xy/data", "is a git-annex pointer, which stands for the file",
     "run `git annex get`"},
    {"<!DOCTYPE html>\n<html>", "is an HTML page", "download the file itself, on GitHub with Raw"},
    {"<html lang=en>", "is an HTML page", "download the file itself, on GitHub with Raw"},
    {"GIF89a\x0A\x1A", "is an image", kType},
    {"\xFF\xD8\xFF\xE0\x1A\x10JFIF", "is an image", kType},
    {"RIFF\x24\x1A\x1A\x1AWEBPVP8 ", "is an image", kType},
    {"%PDF-1.7\n", "is a PDF document", "copy its puzzles to a text file"},
    {"{\\rtf1\\ansi", "is an RTF document", "save it as plain text"},
    {"7z\xBC\xAF\x27\x1C\x1A\x04", "is a 7z archive", kUnpack},
    {"Rar!\x1A\x07\x01", "is a RAR archive", kUnpack},
    {"puzzles.txt\x1A\x1A\x1Austar\x1A", "is a tar archive", kUnpack},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "is an Office document", kExport},
    {"SQLite format 3\x1A", "is an SQLite database", kExport},
    {"PAR1\x15\x04", "is a Parquet file", kExport},
    {"\x89HDF\r\n\x1A\n", "is an HDF5 file", kExport},
    {"\x93NUMPY\x01\x1A", "is an array of NumPy", kExport},
    {"\x80\x03]q", "is a pickle of Python", kExport},
    {"\x80\x04\x95\x10", "is a pickle of Python", kExport},
    {"\x7F"
     "ELF\x02\x01",
     "is a program", "name a file of puzzles"},
    {"{\n  \"schema_version\": 12,", "is a result of sudoku-bench",
     "show it with `sudoku-bench report`"},
    {"files = [\"a.csv\"]\n", "is a suite", kRun},
    {"# Rivals.\n\nsolvers = [\"mrv\"]\n", "is a suite", kRun},
    {"[[plugin]]\nlibrary = \"a.so\"\n", "is a suite", kRun},
    {"[[exec]]\ncommand = \"a\"\n", "is a suite", kRun},
    {"c of a puzzle\np cnf 729 3240\n", "is a formula in DIMACS form", "name a file of puzzles"},
    {"https://f-puzzles.com/?load=N4Ig", "holds a variant of Sudoku with further rules", kClassic},
    {"{\"cells\": [], \"cages\": []}", "holds a variant of Sudoku with further rules", kClassic},
    {"{\"size\": 9, \"thermometer\": []}", "holds a variant of Sudoku with further rules",
     kClassic},
};

TEST(OtherKinds, AreNamedWithWhatToDo) {
  for (const OtherFile& file : kOtherFiles)
    EXPECT_EQ(refusal_of(file.text), std::string("file: ") + file.what + "; " + file.advice);
}

TEST(OtherKinds, AreNotPuzzlesNorTextsThatOnlyBeginAlike) {
  for (const char* const text :
       {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        "puzzle,solution\n", "c a comment\n", "{\"puzzle\": []}", "http://example.org/", "7z", ""})
    EXPECT_EQ(refusal_of(text), "none") << text;
}

TEST(OtherKinds, AreBinaryIfMoreThanATwentiethIsNoText) {
  EXPECT_EQ(refusal_of("1" + std::string(94, '\t') + std::string(5, '\x01')), "none");
  EXPECT_EQ(refusal_of(std::string(94, '1') + std::string(6, '\x01')), "file: is not a text file");
}

}  // namespace

}  // namespace sudoku::dataset
