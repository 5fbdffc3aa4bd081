// What cannot be fetched, and what is said of it.
#include "harness/fetch/fetch_fixture.h"
#include "harness/fetch/part_file.h"

namespace sudoku {
namespace {

struct Refusal {
  const char* name;
  TestServer::Handler handler;
  std::string message;
  std::string left;  // in the folder
};

const Refusal kRefusals[] = {
    {"missing", [](const std::string&) -> Reply { return {response("404 Not Found", "", "no")}; },
     "the server answers with status 404", ""},
    {"broken", [](const std::string&) -> Reply { return {response("500 Oops", "", "no")}; },
     "the server answers with status 500", ""},
    {"no web server", [](const std::string&) -> Reply { return {"SSH-2.0-OpenSSH\r\n"}; },
     "what answers is no web server", ""},
    {"hangs up", [](const std::string&) -> Reply { return {""}; },
     "the server closed the connection without an answer", ""},
    {"says nothing",
     [](const std::string&) -> Reply {
       return {"", true};
     },
     "nothing came for", ""},
    {"goes silent",
     [](const std::string& request) -> Reply {
       return {served(request, kFile).substr(0, 500), true};
     },
     "nothing came for", "set.txt.part set.txt.part.from"},
    {"redirects for ever", [](const std::string&) -> Reply { return {redirect("/file")}; },
     "it is redirected more than 5 times", ""},
    {"redirects to a file",
     [](const std::string&) -> Reply { return {redirect("file:///etc/passwd")}; },
     "it is redirected to an address that is not http or https", ""},
    {"announces too much",
     [](const std::string&) -> Reply { return {response("200 OK", sized(2'000'000), "53")}; },
     "it is larger than 1000000 bytes, the most that may be fetched", ""},
    {"never ends",
     [](const std::string&) -> Reply {
       return {response("200 OK", "", std::string(1'100'000, '.'))};
     },
     "it is larger than 1000000 bytes, the most that may be fetched",
     "set.txt.part set.txt.part.from"},
    {"is a web page",
     [](const std::string&) -> Reply {
       return {response("200 OK", "Content-Type: text/html\r\n", "<html>Log in first</html>\n")};
     },
     "there is no puzzle in what came", ""},
    {"is empty", [](const std::string&) -> Reply { return {response("200 OK", sized(0), "")}; },
     "there is no puzzle in what came", ""},
};

TEST_F(Fetch, SaysWhyASetCannotBeHad) {
  terms_.patience = std::chrono::milliseconds(300);
  terms_.retries = 0;
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

TEST_F(Fetch, BelievesNoLengthThatIsTooLong) {
  TestServer server([](const std::string& request) -> Reply {
    if (asked_from(request) > 0) return {response("416 Range Not Satisfiable", sized(0), "")};
    return {response("200 OK", "ETag: \"x\"\r\n" + sized(kFile.size() + 10), kFile)};
  });
  EXPECT_EQ(
      fetch_from(server),
      "it ended after 8200 of 8210 bytes; 8200 bytes of it are here, fetching it again goes on "
      "from there");
  EXPECT_EQ(server.requests().size(), 3);
}

TEST_F(Fetch, KeepsWhatArrivedAndSaysSo) {
  terms_.retries = 1;
  TestServer server([](const std::string& request) -> Reply {
    const std::string whole = served(request, kFile, "ETag: \"v1\"\r\n");
    return {whole.substr(0, whole.find("\r\n\r\n") + 4 + 100)};
  });
  EXPECT_EQ(
      fetch_from(server),
      "it ended after 200 of 8200 bytes; 200 bytes of it are here, fetching it again goes on from "
      "there");
}

TEST_F(Fetch, RefusesAnotherSizeThanTheKnownOne) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  entry_.bytes = kFile.size() + 1;
  EXPECT_EQ(fetch_from(server), "it has 8200 bytes there, not the 8201 that are known of it");
  entry_.bytes = kFile.size() - 1;
  EXPECT_EQ(fetch_from(server), "it is larger than the 8199 bytes that are known of it");
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, RefusesAnotherHashThanTheKnownOne) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  entry_.sha256 = std::string(64, '0');
  EXPECT_EQ(fetch_from(server), "what came has the sha256 " + hash_of(kFile) + ", not " +
                                    entry_.sha256 + " as it is known to have");
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
  EXPECT_TRUE(message.starts_with("no server was reached: ")) << message;
  EXPECT_TRUE(message.ends_with("; without a network here, bring it as " + target())) << message;
  EXPECT_EQ(files(), "");
}

TEST_F(Fetch, LeavesASetAloneThatAnotherProcessFetches) {
  TestServer server([](const std::string& request) -> Reply { return {served(request, kFile)}; });
  const PartFile held(target(), server.address());
  EXPECT_EQ(fetch_from(server), target() + ".part: another process is fetching it");
  EXPECT_EQ(server.requests().size(), 0);
}

}  // namespace
}  // namespace sudoku
