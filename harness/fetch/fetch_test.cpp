// Fetching from a server that cuts, changes its mind, redirects and is slow.
#include <utility>

#include <fmt/format.h>

#include "harness/fetch/fetch_fixture.h"

namespace sudoku {
namespace {

// The first answer breaks off after `bytes`; the later ones are good.
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
}

TEST_F(Fetch, TakesWhatIsServedWithoutALength) {
  TestServer server([](const std::string&) -> Reply { return {response("200 OK", "", kFile)}; });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
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

TEST_F(Fetch, NoticesACutWithoutALengthByTheSizeThatIsKnown) {
  TestServer server([first = true](const std::string& request) mutable -> Reply {
    if (!std::exchange(first, false)) return {served(request, kFile)};
    return {response("200 OK", "", kFile.substr(0, 820))};
  });
  entry_.bytes = kFile.size();
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
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

TEST_F(Fetch, BeginsAgainWhenMoreIsHereThanThere) {
  folder_.write("set.txt.part", kFile + kFile);
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  folder_.write("set.txt.part.from", server.address() + "\n\"v1\"\n");
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
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
  TestServer server([first = true](const std::string& request) mutable -> Reply {
    if (std::exchange(first, false)) return {response("503 Busy", sized(4), "busy")};
    return {served(request, kFile)};
  });
  EXPECT_EQ(fetch_from(server), "fetched");
  expect_fetched();
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

}  // namespace
}  // namespace sudoku
