// Tests fetching from servers that break off, redirect, are slow, change the file or misbehave.
#include "harness/dataset/fetch.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

#include <gtest/gtest.h>

#include "harness/base/descriptor.h"
#include "harness/base/process_fixture.h"
#include "harness/base/sha256.h"
#include "harness/base/test_archives.h"
#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/test_server.h"

namespace sudoku::dataset {

namespace {

const std::string kFile = repeated(kPuzzle + "\n", 100);

// Fixture that fetches one set into a temporary folder.
class Fetch : public testing::Test {
 protected:
  Fetch() { entry_.name = "set"; }

  // Fetches from `server`; returns "fetched" or the error message without the address.
  std::string fetch_from(TestServer& server, const std::string& path = "/file") {
    entry_.address = server.address(path);
    return fetch_entry();
  }

  std::string fetch_entry() {
    try {
      fetch(entry_, target(), settings_);
      return "fetched";
    } catch (const base::InputError& error) {
      const std::string start = "set: cannot be fetched from " + entry_.address + ": ";
      const std::string message = error.what();
      return message.starts_with(start) ? message.substr(start.size()) : message;
    }
  }

  std::string target() const { return folder_.path() + "/set.txt"; }

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
    EXPECT_EQ(base::content_of(target()), file);
    EXPECT_EQ(files(), "set.txt");
  }

  base::TemporaryFolder folder_;
  CatalogEntry entry_;
  TestServer server_{[](const std::string& request) -> Reply { return {served(request, kFile)}; }};
  FetchSettings settings_{.most_bytes = 1'000'000,
                          .patience = std::chrono::seconds(20),
                          .retries = 2,
                          .pause = std::chrono::milliseconds(1)};
};

// A reply with so many bytes of its body.
std::string cut(const std::string& reply, std::size_t bytes) {
  return reply.substr(0, reply.find("\r\n\r\n") + 4 + bytes);
}

// Handler that gives a reply to the first request, and serves `file` later.
TestServer::Handler first_then(const std::string& first, const std::string& file = kFile) {
  return [=, is_first = true](const std::string& request) mutable -> Reply {
    return {std::exchange(is_first, false) ? first : served(request, file)};
  };
}

TEST_F(Fetch, TakesAFileWholeAndReadsNoSettingsOfCurl) {
  const base::TemporaryFolder home;
  home.write(".curlrc", "user-agent = other\n");
  const base::Environment environment = {{"CURL_HOME", home.path().c_str()}};
  entry_.bytes = kFile.size();
  entry_.sha256 = base::sha256_of(kFile);
  EXPECT_EQ(fetch_from(server_), "fetched");
  expect_fetched();
  EXPECT_NE(server_.requests()[0].find("\r\nUser-Agent: sudoku-bench\r\n"), std::string::npos);
}

TEST_F(Fetch, GoesOnAfterACutOrBeginsAgain) {
  const std::string grown = kPuzzle + "\n# news\n" + kFile + kFile;

  const struct {
    const char* name;
    std::string first;  // reply
    std::string hash;
    std::size_t second_from;
    std::size_t requests = 2;
    std::string file = kFile;
  } cases[] = {
      {"a hash", cut(served("", kFile), 500), base::sha256_of(kFile), 500},
      {"no hash", cut(served("", kFile), 500), "", 500},
      {"the file grew", cut(served("", kFile), 500), base::sha256_of(grown), 500, 3, grown},
      {"a timeout", response("408 Timeout", sized(4), "busy"), "", 0},
      {"too many requests", response("429 Too Many", sized(4), "busy"), "", 0},
      {"a fault of the server", response("500 Oops", sized(4), "busy"), "", 0},
      {"a busy server", response("503 Busy", sized(4), "busy"), "", 0},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    TestServer server(first_then(c.first, c.file));
    entry_.sha256 = c.hash;
    EXPECT_EQ(fetch_from(server), "fetched");
    expect_fetched(c.file);
    ASSERT_EQ(server.requests().size(), c.requests);
    EXPECT_EQ(asked_from(server.requests()[1]), c.second_from);
  }
}

TEST_F(Fetch, BeginsAgainWhenTheServerIgnoresRanges) {
  TestServer server([first = true](const std::string&) mutable -> Reply {
    const std::string whole = response("200 OK", sized(kFile.size()), kFile);
    return {std::exchange(first, false) ? whole.substr(0, 2000) : whole};
  });
  entry_.sha256 = base::sha256_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_GT(asked_from(server.requests()[1]), 0);
}

// Without a hash, what is here may be of an older version of the file.
TEST_F(Fetch, TakesWhatIsHereIfItHasTheHash) {
  const struct {
    std::string here;
    std::string hash;
    std::size_t asked_last_from;
  } cases[] = {{kFile, base::sha256_of(kFile), kFile.size()},
               {kFile, "", 0},
               {kFile + kFile, base::sha256_of(kFile), 0},
               {"", base::sha256_of(kFile), 0}};

  for (const auto& c : cases) {
    entry_.sha256 = c.hash;
    folder_.write("set.txt.part", c.here);
    EXPECT_EQ(fetch_from(server_), "fetched");
    expect_fetched();
    EXPECT_EQ(asked_from(server_.requests().back()), c.asked_last_from);
  }
}

// Nothing but the catalog tells that a response without a length was cut.
TEST_F(Fetch, GoesOnWhenAResponseWithoutALengthWasCut) {
  TestServer server([](const std::string& request) -> Reply {
    if (asked_from(request) > 0) return {served(request, kFile)};
    return {response("200 OK", "", kFile.substr(0, 500))};
  });
  entry_.bytes = kFile.size();
  entry_.sha256 = base::sha256_of(kFile);
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
  EXPECT_EQ(server.requests().size(), 2);
}

TEST_F(Fetch, FollowsRedirects) {
  TestServer server([](const std::string& request) -> Reply {
    return {request.starts_with("GET /moved") ? redirect("/file") : served(request, kFile)};
  });
  EXPECT_EQ(fetch_from(server, "/moved"), "fetched");
  expect_fetched();
}

struct Refusal {
  const char* name;
  Reply reply;
  std::string message;
};

const Refusal kRefusals[] = {
    {"missing", {response("404 Not Found", "", "no")}, "curl: (22) "},
    {"broken", {response("500 Oops", "", "no")}, "curl: (22) "},
    {"no web server", {"SSH-2.0-OpenSSH\r\n"}, "curl: (1) "},
    {"hangs up", {""}, "curl: (52) "},
    {"says nothing", {"", true}, "curl: (28) "},
    {"redirects for ever", {redirect("/file")}, "curl: (47) "},
    {"redirects to another protocol", {redirect("ftp://127.0.0.1:1/file")}, "curl: (1) "},
    {"never ends",
     {response("200 OK", "", std::string(1'100'000, '.')), true},
     "it is larger than 1000000 bytes, the maximum size"},
    {"is a web page",
     {response("200 OK", "Content-Type: text/html\r\n", "<html>Log in first</html>\n")},
     "the downloaded file: is an HTML page; "},
    {"is empty", {response("204 No Content", "", "")}, "the downloaded file contains no puzzle"},
};

TEST_F(Fetch, SaysWhyASetCannotBeHad) {
  settings_.patience = std::chrono::seconds(1);
  settings_.retries = 0;
  for (const Refusal& refusal : kRefusals) {
    SCOPED_TRACE(refusal.name);
    TestServer server([&](const std::string&) { return refusal.reply; });
    const std::string message = fetch_from(server);
    EXPECT_TRUE(message.starts_with(refusal.message)) << message;
    EXPECT_EQ(files(), "");
  }
}

TEST_F(Fetch, KeepsWhatArrivedAndSaysSo) {
  settings_.retries = 1;
  entry_.sha256 = base::sha256_of(kFile);
  TestServer server(
      [](const std::string& request) -> Reply { return {cut(served(request, kFile), 100)}; });
  const std::string message = fetch_from(server);
  EXPECT_TRUE(message.starts_with("curl: (18) ")) << message;
  EXPECT_TRUE(message.ends_with("; 200 bytes were downloaded, fetch it again to resume"))
      << message;
  EXPECT_EQ(asked_from(server.requests()[1]), 100);
}

TEST_F(Fetch, RefusesAnotherSizeOrHashThanTheKnownOne) {
  entry_.bytes = kFile.size() + 1;
  EXPECT_EQ(fetch_from(server_),
            "the downloaded file has 8200 bytes, not 8201 as listed in the catalog");
  entry_.bytes = kFile.size() - 1;
  EXPECT_EQ(fetch_from(server_), "it is larger than 8199 bytes, its size in the catalog");
  const std::size_t requests = server_.requests().size();
  entry_.bytes = kFile.size();
  entry_.sha256 = std::string(64, '0');
  EXPECT_EQ(fetch_from(server_), "the downloaded file has the sha256 " + base::sha256_of(kFile) +
                                     ", not " + entry_.sha256 + " as listed in the catalog");
  EXPECT_EQ(server_.requests().size(), requests + 1);
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, SaysWhatToDoWithoutANetwork) {
  std::string address;
  {
    const TestServer server([](const std::string&) -> Reply { return {}; });
    address = server.address();
  }
  entry_.address = address;
  const std::string message = fetch_entry();
  EXPECT_TRUE(message.starts_with("curl: (7) ")) << message;
  EXPECT_TRUE(message.ends_with("; without a network, copy the file to " + target())) << message;
  entry_.member = "in/z";
  EXPECT_TRUE(fetch_entry().ends_with("copy in/z from the archive to " + target()));
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, RefusesAddressesThatAreNotOfTheWeb) {
  entry_.address = "file://" + folder_.write("here", kFile);
  EXPECT_TRUE(fetch_entry().starts_with("curl: (1) "));
  entry_.address = "http://[";
  EXPECT_TRUE(fetch_entry().starts_with("curl: (3) "));
  EXPECT_EQ(files(), "here");
}

TEST_F(Fetch, SaysHowCurlFailed) {
  entry_.address = "http://127.0.0.1/";
  const base::Environment path = {{"PATH", folder_.path().c_str()}};
  const auto install_curl = [this](const std::string& script) {
    std::filesystem::permissions(folder_.write("curl", "#!/bin/sh\n" + script),
                                 std::filesystem::perms::owner_all);
  };
  install_curl("echo why >&2; kill -KILL $$\n");
  EXPECT_EQ(fetch_entry(), "curl was killed by signal 9 (Killed): why");
  install_curl("echo 23 200 no space\n");
  try {
    fetch_entry();
    ADD_FAILURE() << "the file was written";
  } catch (const base::OutputError& error) {
    EXPECT_EQ(error.what(), target() + ".part: cannot be written: curl: (23) no space");
  }
}

TEST_F(Fetch, PassesAnAddressToNoShellAndExpandsNothing) {
  const std::string path = "/$(touch${IFS}here);{a,b}[1-2]'";
  EXPECT_EQ(fetch_from(server_, path), "fetched");
  expect_fetched();
  ASSERT_EQ(server_.requests().size(), 1);
  EXPECT_TRUE(server_.requests()[0].starts_with("GET " + path + " ")) << server_.requests()[0];
}

TEST_F(Fetch, SaysThatCurlIsMissing) {
  const base::Environment path = {{"PATH", folder_.path().c_str()}};
  EXPECT_EQ(fetch_entry(), "set: cannot be fetched: curl is not installed (package curl)");
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, LeavesASetAloneThatAnotherProcessFetches) {
  folder_.write("set.txt.part", "");
  const base::Descriptor held(::open((target() + ".part").c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(held.number(), LOCK_EX), 0);
  EXPECT_EQ(fetch_from(server_), target() + ".part: another process is fetching it");
  EXPECT_EQ(server_.requests().size(), 0);
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
  const ZipCase cases[] = {
      {"good", good, "fetched"},
      {"other members", zipped("data/other", kFile),
       "data/../../set in the archive: there is no such file"},
      {"damaged", base::damaged(good, good.find("set") + 5, 0x55),
       "data/../../set in the archive: damaged zip data: "},
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
