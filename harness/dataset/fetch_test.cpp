// Tests fetching from servers that break off, redirect, are slow, change the file or misbehave.
#include "harness/dataset/fetch.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/descriptor.h"
#include "harness/base/sha256.h"
#include "harness/base/test_archives.h"
#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/test_server.h"

namespace sudoku::dataset {

namespace {

std::string puzzles(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += kPuzzle + "\n";
  return text;
}

const std::string kFile = puzzles(100);

constexpr std::uint64_t kEndless = UINT64_MAX;

std::string hash_of(std::string_view text) {
  base::Sha256 hash;
  hash.add(text);
  return hash.hex();
}

// Fixture that fetches one set into a temporary folder.
class Fetch : public testing::Test {
 protected:
  // Fetches from `server`; returns "fetched", "stopped" or the error message without the address.
  std::string fetch_from(TestServer& server, const std::string& path = "/file") {
    entry_.name = "set";
    entry_.address = server.address(path);
    return fetch_entry();
  }

  std::string fetch_entry() {
    const auto progress = [this](std::uint64_t here, std::uint64_t total) {
      totals_.insert(total);
      const bool is_in_pause = here > 0 && total == 0;  // no size is listed, one is served
      return here <= stop_beyond_ && !(stops_in_pause_ && is_in_pause);
    };
    try {
      return fetch(entry_, target(), settings_, progress) ? "fetched" : "stopped";
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

  // Names of the files in the test's folder, separated by blanks.
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
  FetchSettings settings_{.most_bytes = 1'000'000,
                          .patience = std::chrono::seconds(20),
                          .retries = 2,
                          .pause = std::chrono::milliseconds(1)};
  std::uint64_t stop_beyond_ = kEndless;
  bool stops_in_pause_ = false;
  std::set<std::uint64_t> totals_;  // all that progress() was told
};

// Handler whose first response breaks off after `bytes`; later responses are whole.
TestServer::Handler cut_once(std::size_t bytes, const std::string& headers = "") {
  return [=, first = true](const std::string& request) mutable -> Reply {
    const std::string whole = served(request, kFile, headers);
    const std::size_t head = whole.find("\r\n\r\n") + 4;
    return {first && std::exchange(first, false) ? whole.substr(0, head + bytes) : whole};
  };
}

TEST_F(Fetch, TakesAFileWhole) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  entry_.bytes = kFile.size();
  entry_.sha256 = hash_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_NE(server.requests()[0].find("\r\nUser-Agent: sudoku-bench\r\n"), std::string::npos);
}

TEST_F(Fetch, TakesPencilmarkPuzzles) {
  const std::string marks = std::string(Pencilmarks::kText, '.') + "\n";
  TestServer server([&](const std::string& request) -> Reply { return {served(request, marks)}; });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched(marks);
}

TEST_F(Fetch, TakesWhatIsServedWithoutALength) {
  TestServer server([](const std::string&) -> Reply { return {response("200 OK", "", kFile)}; });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(totals_, std::set<std::uint64_t>{0});
}

TEST_F(Fetch, TakesChunks) {
  TestServer server([](const std::string&) -> Reply {
    return {response("200 OK", "Transfer-Encoding: chunked\r\n",
                     fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", kFile.size(), kFile))};
  });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
}

TEST_F(Fetch, WaitsForASlowServer) {
  TestServer server([](const std::string& request) -> Reply {
    return {served(request, kFile), false, 1000};
  });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
}

TEST_F(Fetch, GoesOnAfterACutWhenTheFileIsStillTheSame) {
  TestServer server(cut_once(500, "ETag: \"v1\"\r\n"));
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  ASSERT_EQ(server.requests().size(), 2);
  EXPECT_EQ(asked_from(server.requests()[1]), 500);
  EXPECT_NE(server.requests()[1].find("\r\nIf-Range: \"v1\"\r\n"), std::string::npos);
}

TEST_F(Fetch, BeginsAgainWhenNothingTellsThatTheFileIsTheSame) {
  TestServer server(cut_once(500));
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(asked_from(server.requests()[1]), 0);
}

TEST_F(Fetch, GoesOnWithoutATagWhenTheHashIsKnown) {
  TestServer server(cut_once(500));
  entry_.sha256 = hash_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(asked_from(server.requests()[1]), 500);
}

TEST_F(Fetch, GoesOnWithAPartThatDoesNotTellTheWholeSize) {
  TestServer server([](const std::string& request) -> Reply {
    std::string reply = served(request, kFile, "ETag: \"v1\"\r\n");
    if (asked_from(request) == 0) return {reply.substr(0, 2000)};
    return {reply.replace(reply.find("/8200"), 5, "/*")};
  });
  entry_.bytes = kFile.size();
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
}

TEST_F(Fetch, NoticesACutWithoutALengthByTheSizeThatIsKnown) {
  TestServer server([first = true](const std::string& request) mutable -> Reply {
    if (!std::exchange(first, false)) return {served(request, kFile)};
    return {response("200 OK", "", kFile.substr(0, 820))};
  });
  entry_.bytes = kFile.size();
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(totals_, std::set<std::uint64_t>{kFile.size()});
}

TEST_F(Fetch, BeginsAgainWhenTheServerIgnoresRanges) {
  TestServer server([first = true](const std::string&) mutable -> Reply {
    const std::string whole = response("200 OK", sized(kFile.size()), kFile);
    return {std::exchange(first, false) ? whole.substr(0, 2000) : whole};
  });
  entry_.sha256 = hash_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_GT(asked_from(server.requests()[1]), 0);
}

TEST_F(Fetch, BeginsAgainWhenAnotherPartComes) {
  TestServer server([count = 0](const std::string& request) mutable -> Reply {
    ++count;
    if (count == 1) return {served(request, kFile).substr(0, 2000)};
    if (count > 2) return {served(request, kFile)};
    return {response("206 Partial Content",
                     "Content-Range: bytes 1-8199/8200\r\n" + sized(kFile.size() - 1),
                     kFile.substr(1))};
  });
  entry_.sha256 = hash_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
}

// What the user reads when no attempt is left, or each of them fails alike.
TEST_F(Fetch, SaysWhatIsWrongWithTheRestOfAFile) {
  entry_.sha256 = hash_of(kFile);
  settings_.retries = 0;
  folder_.write("set.txt.part", kFile.substr(0, 2000));
  const TestServer::Handler another_part = [](const std::string& /*request*/) -> Reply {
    return {response("206 Partial Content",
                     "Content-Range: bytes 1-8199/8200\r\n" + sized(kFile.size() - 1),
                     kFile.substr(1))};
  };
  TestServer other(another_part);
  folder_.write("set.txt.part.from", other.address() + "\n\"v1\"\n");
  const std::string of_another = fetch_from(other);
  EXPECT_EQ(of_another.substr(0, of_another.find(';')),
            "the server sent a different part of the file than requested");
  folder_.write("set.txt.part", kFile + kFile);
  TestServer whole([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  folder_.write("set.txt.part.from", whole.address() + "\n\"v1\"\n");
  const std::string of_more = fetch_from(whole);
  EXPECT_EQ(of_more.substr(0, of_more.find(';')),
            "the server does not have the rest of the partial download");
}

TEST_F(Fetch, BeginsAgainWhenItsTagIsWeak) {
  TestServer server(cut_once(500, "ETag: W/\"v1\"\r\n"));
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(asked_from(server.requests()[1]), 0);
}

TEST_F(Fetch, BeginsAgainWhenAPartDoesNotSayWhereItBegins) {
  entry_.sha256 = hash_of(kFile);
  for (const char* range : {"", "Content-Range:\r\n", "Content-Range: bytes\r\n",
                            "content-range: bytes x-y/z\r\n", "Content-Range: pages 1-2/3\r\n"}) {
    SCOPED_TRACE(range);
    std::filesystem::remove(target());
    TestServer server([range, count = 0](const std::string& request) mutable -> Reply {
      ++count;
      if (count == 1) return {served(request, kFile).substr(0, 2000)};
      if (count > 2) return {served(request, kFile)};
      return {response("206 Partial Content", range + sized(100), kFile.substr(0, 100))};
    });
    EXPECT_EQ(fetch_from(server), "fetched");
    expect_fetched();
    EXPECT_EQ(asked_from(server.requests().back()), 0);
  }
}

TEST_F(Fetch, BeginsAgainWhenTheFileGrewBetweenTwoAttempts) {
  const std::string grown = puzzles(1) + "# news\n" + puzzles(150);
  TestServer server([first = true, grown](const std::string& request) mutable -> Reply {
    return {std::exchange(first, false) ? served(request, kFile).substr(0, 2000)
                                        : served(request, grown)};
  });
  entry_.sha256 = hash_of(grown);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched(grown);
}

TEST_F(Fetch, TakesWhatIsHereWhenNothingIsMissing) {
  folder_.write("set.txt.part", kFile);
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  folder_.write("set.txt.part.from", server.address() + "\n\"v1\"\n");
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(asked_from(server.requests()[0]), kFile.size());
}

TEST_F(Fetch, BeginsAgainWhenMoreIsHereThanThereOrNothing) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  for (const std::string& here : {kFile + kFile, std::string()}) {
    folder_.write("set.txt.part", here);
    folder_.write("set.txt.part.from", server.address() + "\n\"v1\"\n");
    EXPECT_EQ(fetch_from(server), "fetched");
    expect_fetched();
  }
}

TEST_F(Fetch, ForgetsBytesFromElsewhere) {
  folder_.write("set.txt.part", "what another address served");
  folder_.write("set.txt.part.from", "http://elsewhere/\n\"v1\"\n");
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(asked_from(server.requests()[0]), 0);
}

TEST_F(Fetch, FollowsRedirects) {
  TestServer server([](const std::string& request) -> Reply {
    return {request.starts_with("GET /moved") ? redirect("/file") : served(request, kFile)};
  });
  EXPECT_EQ(fetch_from(server, "/moved"), "fetched");
  expect_fetched();
}

TEST_F(Fetch, AsksAgainWhenAServerHasAProblem) {
  for (const char* status : {"408 Timeout", "429 Too Many", "500 Oops", "503 Busy"}) {
    SCOPED_TRACE(status);
    TestServer server([status, first = true](const std::string& request) mutable -> Reply {
      if (std::exchange(first, false)) return {response(status, sized(4), "busy")};
      return {served(request, kFile)};
    });
    EXPECT_EQ(fetch_from(server), "fetched");
    expect_fetched();
  }
}

TEST_F(Fetch, CanBeStoppedAndGoesOnLater) {
  TestServer server([](const std::string& request) -> Reply {
    return {served(request, kFile, "ETag: \"v1\"\r\n"), false, 500};
  });
  stop_beyond_ = 600;
  EXPECT_EQ(fetch_from(server), "stopped");
  EXPECT_EQ(files(), "set.txt.part set.txt.part.from");
  stop_beyond_ = kEndless;
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_GT(asked_from(server.requests().back()), 600);
}

TEST_F(Fetch, CanBeStoppedBeforeItAsksAgain) {
  TestServer server(cut_once(500, "ETag: \"v1\"\r\n"));
  settings_.pause = std::chrono::seconds(20);
  stops_in_pause_ = true;
  EXPECT_EQ(fetch_from(server), "stopped");
  EXPECT_EQ(server.requests().size(), 1);
}

struct Refusal {
  const char* name;
  TestServer::Handler handler;
  std::string message;
  std::string left;  // names of the files left in the folder
};

const Refusal kRefusals[] = {
    {"missing", [](const std::string&) -> Reply { return {response("404 Not Found", "", "no")}; },
     "the server returned status 404", ""},
    {"has no range that nobody asked for",
     [](const std::string&) -> Reply { return {response("416 No", sized(0), "")}; },
     "the server returned status 416", ""},
    {"has nothing to say",
     [](const std::string&) -> Reply { return {response("204 No Content", "", "")}; },
     "the server returned status 204", ""},
    {"breaks its own rules",
     [](const std::string&) -> Reply {
       return {response("200 OK", "Transfer-Encoding: chunked\r\n", "zz\r\n")};
     },
     "the connection broke: ", ""},
    {"ends within a chunk",
     [](const std::string&) -> Reply {
       return {response("200 OK", "Transfer-Encoding: chunked\r\n", "9\r\n53.")};
     },
     "the download ended early, after 3 bytes; ", "set.txt.part set.txt.part.from"},
    {"broken", [](const std::string&) -> Reply { return {response("500 Oops", "", "no")}; },
     "the server returned status 500", ""},
    {"no web server", [](const std::string&) -> Reply { return {"SSH-2.0-OpenSSH\r\n"}; },
     "the server's answer is not HTTP", ""},
    {"hangs up", [](const std::string&) -> Reply { return {""}; },
     "the server closed the connection without a response", ""},
    {"says nothing",
     [](const std::string&) -> Reply {
       return {"", true};
     },
     "no data received for", ""},
    {"goes silent",
     [](const std::string& request) -> Reply {
       return {served(request, kFile).substr(0, 500), true};
     },
     "no data received for", "set.txt.part set.txt.part.from"},
    {"redirects for ever", [](const std::string&) -> Reply { return {redirect("/file")}; },
     "it is redirected more than 5 times", ""},
    {"redirects to another protocol",
     [](const std::string&) -> Reply { return {redirect("ftp://127.0.0.1:1/file")}; },
     "it is redirected to an address that is not http or https", ""},
    {"announces too much",
     [](const std::string&) -> Reply { return {response("200 OK", sized(2'000'000), "53")}; },
     "it is larger than the maximum size of 1000000 bytes", ""},
    {"never ends",
     [](const std::string&) -> Reply {
       return {response("200 OK", "", std::string(1'100'000, '.'))};
     },
     "it is larger than the maximum size of 1000000 bytes", "set.txt.part set.txt.part.from"},
    {"is a web page",
     [](const std::string&) -> Reply {
       return {response("200 OK", "Content-Type: text/html\r\n", "<html>Log in first</html>\n")};
     },
     "the downloaded file: is an HTML page; ", ""},
    {"is empty", [](const std::string&) -> Reply { return {response("200 OK", sized(0), "")}; },
     "the downloaded file contains no puzzle", ""},
};

TEST_F(Fetch, SaysWhyASetCannotBeHad) {
  settings_.patience = std::chrono::milliseconds(300);
  settings_.retries = 0;
  for (const Refusal& refusal : kRefusals) {
    SCOPED_TRACE(refusal.name);
    for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
      std::filesystem::remove(file);
    TestServer server(refusal.handler);
    const std::string message = fetch_from(server);
    EXPECT_TRUE(message.starts_with(refusal.message)) << message;
    EXPECT_EQ(files(), refusal.left);
  }
}

// It takes two seconds: patience is for the time between two bytes, not for the whole file.
TEST_F(Fetch, HasPatienceWithASlowServerThatIsSteady) {
  settings_.patience = std::chrono::milliseconds(300);
  TestServer server([](const std::string& request) -> Reply {
    return {.bytes = served(request, kFile, "ETag: \"v1\"\r\n"), .at_once = 20};
  });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
}

TEST_F(Fetch, BelievesNoLengthThatIsTooLong) {
  TestServer server([](const std::string& request) -> Reply {
    if (asked_from(request) > 0) return {response("416 Range Not Satisfiable", sized(0), "")};
    return {response("200 OK", "ETag: \"x\"\r\n" + sized(kFile.size() + 10), kFile)};
  });
  EXPECT_EQ(fetch_from(server),
            "the download ended after 8200 of 8210 bytes; 8200 bytes were downloaded, fetch it "
            "again to resume");
  EXPECT_EQ(server.requests().size(), 3);
}

TEST_F(Fetch, KeepsWhatArrivedAndSaysSo) {
  settings_.retries = 1;
  TestServer server([](const std::string& request) -> Reply {
    const std::string whole = served(request, kFile, "ETag: \"v1\"\r\n");
    return {whole.substr(0, whole.find("\r\n\r\n") + 4 + 100)};
  });
  EXPECT_EQ(fetch_from(server),
            "the download ended after 200 of 8200 bytes; 200 bytes were downloaded, fetch it again "
            "to resume");
}

TEST_F(Fetch, RefusesAnotherSizeThanTheKnownOne) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  entry_.bytes = kFile.size() + 1;
  EXPECT_EQ(fetch_from(server),
            "it has 8200 bytes on the server, not the 8201 listed in the catalog");
  entry_.bytes = kFile.size() - 1;
  EXPECT_EQ(fetch_from(server), "it is larger than the 8199 bytes listed in the catalog");
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, RefusesAnotherHashThanTheKnownOne) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  entry_.sha256 = std::string(64, '0');
  EXPECT_EQ(fetch_from(server), "the downloaded file has the sha256 " + hash_of(kFile) + ", not " +
                                    entry_.sha256 + " as listed in the catalog");
  EXPECT_EQ(files(), "");
  EXPECT_EQ(server.requests().size(), 1);
}

TEST_F(Fetch, SaysWhatToDoWithoutANetwork) {
  std::string address;
  {
    const TestServer server([](const std::string&) -> Reply { return {}; });
    address = server.address();
  }
  entry_.name = "set";
  entry_.address = address;
  const std::string message = fetch_entry();
  EXPECT_TRUE(message.starts_with("cannot reach the server: failed to connect to 127.0.0.1 "))
      << message;
  EXPECT_TRUE(message.ends_with("; without a network, copy the file to " + target())) << message;
  entry_.member = "in/z";
  EXPECT_TRUE(fetch_entry().ends_with("copy in/z from the archive to " + target()));
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, RefusesAddressesThatAreNotOfTheWeb) {
  entry_.name = "set";
  entry_.address = "file://" + folder_.write("here", kFile);
  EXPECT_EQ(fetch_entry(), "the server's answer is not HTTP");
  entry_.address = "http://[";
  EXPECT_TRUE(fetch_entry().starts_with("the download failed: "));
  EXPECT_EQ(files(), "here");
}

// A disk that is full shows in a callback of libcurl, through which no exception may pass.
TEST_F(Fetch, SaysThatAFileCannotBeWritten) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {.rlim_cur = 4096, .rlim_max = before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message;
  try {
    message = fetch_from(server);
  } catch (const base::OutputError& error) {
    message = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, target() + ".part: cannot be written: File too large");
}

TEST_F(Fetch, LeavesASetAloneThatAnotherProcessFetches) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  folder_.write("set.txt.part", "");
  const base::Descriptor held(::open((target() + ".part").c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(held.number(), LOCK_EX), 0);
  EXPECT_EQ(fetch_from(server), target() + ".part: another process is fetching it");
  EXPECT_EQ(server.requests().size(), 0);
}

std::string zipped(const std::string& member, const std::string& text) {
  return base::zipped({{"read.me", "no puzzles"}, {member, text}});
}

struct ZipCase {
  const char* name;
  std::string archive;
  std::string outcome;
};

TEST_F(Fetch, TakesOneFileOutOfAnArchive) {
  const std::string good = zipped("data/../../set", kFile);
  std::string damaged = good;
  const std::size_t data = damaged.find("set") + 5;
  damaged[data] = static_cast<char>(damaged[data] ^ 0x55);
  const ZipCase cases[] = {
      {"good", good, "fetched"},
      {"other members", zipped("data/other", kFile),
       "data/../../set in the archive: there is no such file"},
      {"damaged", damaged, "data/../../set in the archive: damaged zip data: "},
      {"cut", good.substr(0, good.find("set") + 5),
       "data/../../set in the archive: the zip data is truncated"},
      {"no archive", kFile, "it is not a zip archive"},
      {"a bomb", zipped("data/../../set", std::string(5'000'000, '\n')),
       "data/../../set in the archive is larger than the maximum size of 8200 bytes"},
  };
  settings_.most_bytes = kFile.size();
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

}  // namespace sudoku::dataset
