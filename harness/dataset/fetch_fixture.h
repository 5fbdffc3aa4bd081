// What the tests of fetching share: a set to fetch, and a folder to put it into.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/base/sha256.h"
#include "harness/dataset/contents.h"
#include "harness/dataset/fetch.h"
#include "harness/dataset/test_server.h"

namespace sudoku::dataset {
inline std::string puzzles(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += kPuzzle + "\n";
  return text;
}

inline const std::string kFile = puzzles(100);

inline constexpr std::uint64_t kEndless = UINT64_MAX;

inline std::string hash_of(std::string_view text) {
  base::Sha256 hash;
  hash.add(text);
  return hash.hex();
}

class Fetch : public testing::Test {
 protected:
  // "fetched", "stopped" or the message, without the address.
  std::string fetch_from(TestServer& server, const std::string& path = "/file") {
    entry_.name = "set";
    entry_.address = server.address(path);
    return fetch_entry();
  }

  std::string fetch_entry() {
    const auto progress = [this](std::uint64_t here, std::uint64_t /*total*/) {
      return here <= stop_beyond_;
    };
    try {
      return fetch(entry_, target(), terms_, progress) ? "fetched" : "stopped";
    } catch (const base::InputError& error) {
      const std::string start = "set: cannot be fetched from " + entry_.address + ": ";
      const std::string message = error.what();
      return message.starts_with(start) ? message.substr(start.size()) : message;
    }
  }

  std::string target() const { return folder_.path() + "/set.txt"; }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // What is in the folder, separated by blanks.
  std::string files() const {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
      names.insert(file.path().filename().string());
    std::string text;
    for (const std::string& name : names)
      text += (text.empty() ? "" : " ") + name;
    return text;
  }

  void expect_fetched(const std::string& file = kFile) const {
    EXPECT_EQ(content(target()), file);
    EXPECT_EQ(files(), "set.txt");
  }

  base::TemporaryFolder folder_;
  CatalogEntry entry_;
  FetchTerms terms_{.most_bytes = 1'000'000,
                    .patience = std::chrono::seconds(20),
                    .retries = 2,
                    .pause = std::chrono::milliseconds(1)};
  std::uint64_t stop_beyond_ = kEndless;
};

}  // namespace sudoku::dataset
