// Sets that are a file in a zip archive.
#include <zip.h>

#include "harness/fetch/fetch_fixture.h"

namespace sudoku {
namespace {

std::string zipped(const std::string& member, const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a.zip";
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
  zip_file_add(archive, member.c_str(), source, 0);
  zip_close(archive);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct ZipCase {
  const char* name;
  std::string archive;
  std::string outcome;
};

TEST_F(Fetch, TakesOneFileOutOfAnArchive) {
  const std::string good = zipped("data/../../set", kFile);
  std::string damaged = good;
  damaged[60] = static_cast<char>(damaged[60] ^ 0x55);
  const ZipCase cases[] = {
      {"good", good, "fetched"},
      {"other members", zipped("data/other", kFile), "data/../../set in it cannot be read: "},
      {"damaged", damaged, "data/../../set in it is damaged: "},
      {"cut", good.substr(0, good.size() / 2), "it is no zip archive that can be read: "},
      {"no archive", kFile, "it is no zip archive that can be read: "},
      {"a bomb", zipped("data/../../set", std::string(5'000'000, '\n')),
       "data/../../set in it is larger than 1000000 bytes, the most that may be fetched"},
  };
  entry_.member = "data/../../set";
  for (const ZipCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::filesystem::remove(target());
    TestServer server(
        [&c](const std::string& request) -> Reply { return {served(request, c.archive)}; });
    const std::string outcome = fetch_from(server);
    EXPECT_TRUE(outcome.starts_with(c.outcome)) << outcome;
    EXPECT_EQ(files(), outcome == "fetched" ? "set.txt" : "");
  }
}

}  // namespace
}  // namespace sudoku
