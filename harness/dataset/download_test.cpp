#include <gtest/gtest.h>

#include "harness/dataset/fetch.h"

namespace sudoku::dataset {

namespace {

Response of(std::initializer_list<const char*> lines) {
  Response response;
  for (const char* line : lines)
    response.add_line(line);
  return response;
}

TEST(Response, KnowsTheWholeFile) {
  const Response whole =
      of({"HTTP/1.1 200 OK\r\n", "content-LENGTH:  12 \r\n", "ETag: \"abc\"\r\n", "\r\n"});
  EXPECT_EQ(whole.status(), 200);
  EXPECT_EQ(whole.total(), 12);
  EXPECT_FALSE(whole.first().has_value());
  EXPECT_EQ(whole.tag(), "\"abc\"");
}

TEST(Response, KnowsAPart) {
  const Response part =
      of({"HTTP/2 206\r\n", "Content-Length: 5\r\n", "Content-Range: bytes 5-9/10\r\n"});
  EXPECT_EQ(part.status(), 206);
  EXPECT_EQ(part.first(), 5);
  EXPECT_EQ(part.total(), 10);
  EXPECT_FALSE(of({"HTTP/1.1 206 x", "Content-Range: bytes 5-9/*"}).total().has_value());
}

TEST(Response, KnowsHowLongAFileIsThatHasNoSuchPart) {
  const Response beyond = of({"HTTP/1.1 416 No\r\n", "Content-Range: bytes */7\r\n"});
  EXPECT_FALSE(beyond.first().has_value());
  EXPECT_EQ(beyond.total(), 7);
}

TEST(Response, ForgetsTheRedirectBefore) {
  const Response response = of({"HTTP/1.1 302 Found\r\n", "Content-Length: 3\r\n",
                                "ETag: \"old\"\r\n", "\r\n", "HTTP/1.1 200 OK\r\n"});
  EXPECT_EQ(response.status(), 200);
  EXPECT_FALSE(response.total().has_value());
  EXPECT_EQ(response.tag(), "");
}

TEST(Response, TakesNoWeakTagAndNoNonsense) {
  EXPECT_EQ(of({"HTTP/1.1 200 OK", "ETag: W/\"weak\""}).tag(), "");
  for (const char* range : {"Content-Range: pages 1-2/3", "Content-Range:", "Content-Range: bytes",
                            "Content-Range: bytes x-y/z", ": 7", ""}) {
    const Response response = of({"HTTP/1.1 206 OK", range});
    EXPECT_FALSE(response.first().has_value()) << range;
    EXPECT_FALSE(response.total().has_value()) << range;
  }
  EXPECT_EQ(of({"HTTP/1.1"}).status(), 0);
}

}  // namespace

}  // namespace sudoku::dataset
