// Tests of scripts/post-verdict with a stand-in for GitHub's program gh.
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/cli/script_fixture.h"

namespace sudoku::cli {

namespace {

// Answers `gh api ADDRESS` by the file ADDRESS.json (without what follows "?") in replies/, and
// notes what is posted in the file `posted`, with the text of files instead of their names.
constexpr const char* kGh = R"(#!/usr/bin/env bash
  set -eu
  [[ $1 == api && -n $GH_TOKEN ]]
  shift
  filter=. address= sent=
  while [[ $# -gt 0 ]]; do
    case $1 in
      --jq) filter=$2; shift ;;
      --method) sent+="$2 "; shift ;;
      --silent | --paginate) ;;
      -f) sent+="$2; "; shift ;;
      -F) sent+="${2%%@*}$(cat "${2#*@}"); "; shift ;;
      *) address=$1 ;;
    esac
    shift
  done
  if [[ -n $sent ]]; then
    printf '%s\n' "$address: $sent" >>posted
  elif [[ $address == *.zip || $address == */zip ]]; then
    cat "replies/$address"
  else
    jq --raw-output "$filter" "replies/${address%%\?*}.json"
  fi
)";

class PostVerdict : public ScriptBench {
 protected:
  void SetUp() override {
    for (const std::string program : {"jq", "zip", "unzip"}) {
      if (!has(program)) GTEST_SKIP() << "there is no " << program;
    }
    make_program("gh", kGh);
    reply("pulls/12", R"({"state": "open", "head": {"sha": "c0ffee"}})");
    reply("issues/12/comments", "[]");
    set_run("success");
  }

  void reply(const std::string& address, const std::string& text) const {
    const std::filesystem::path file = path("replies/repos/o/r/" + address);
    std::filesystem::create_directories(file.parent_path());
    folder_.write("replies/repos/o/r/" + address + ".json", text);
  }

  void set_run(const std::string& conclusion) const {
    reply("actions/runs/7",
          fmt::format(R"({{"head_sha": "c0ffee", "conclusion": "{}", "html_url": "https://run"}})",
                      conclusion));
  }

  // Posts what a run left in its artefact.
  Ended post(const std::string& comment, const std::string& outcome) const {
    folder_.write("comment.md", comment);
    folder_.write("outcome", outcome);
    reply("actions/runs/7/artifacts",
          R"({"artifacts": [
            {"id": 1, "name": "other", "expired": false, "size_in_bytes": 9},
            {"id": 2, "name": "solver-gate", "expired": false, "size_in_bytes": 9, "created_at": "1"},
            {"id": 3, "name": "solver-gate", "expired": false, "size_in_bytes": 9, "created_at": "2"}
          ]})");
    return bench({"-euc", R"(
        newest=replies/repos/o/r/actions/artifacts/3
        mkdir -p $newest
        zip --quiet a.zip comment.md outcome
        mv a.zip $newest/zip
        export PATH=$PWD:$PATH GH_TOKEN=t GITHUB_REPOSITORY=o/r
        )" SOURCE_FOLDER "/scripts/post-verdict 7"},
                 {.program = "bash"});
  }

  std::string posted() const { return content_of(path("posted")); }
};

constexpr const char* kMarker = "<!-- sudoku-bench solver-gate: mine -->";

// Text of a comment with `verdict`.
std::string comment_with(const std::string& verdict) {
  return fmt::format("{}\n**Solver gate of mine**: HEAD `1 x`\n\n{}\n", kMarker, verdict);
}

TEST_F(PostVerdict, IsACheckAndAComment) {
  const Ended ended =
      post(comment_with("**SLOWER: mine, +9 %**"), "exit-code=4\npull-request=12\n");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(posted(),
            fmt::format(R"(repos/o/r/check-runs: name=solver gate of mine; head_sha=c0ffee; )"
                        "status=completed; conclusion=failure; details_url=https://run; "
                        "output[title]=SLOWER: mine, +9 %; output[summary]={0}; \n"
                        "repos/o/r/issues/12/comments: body={1}\n{0}\n\n"
                        "[The run, with its report and logs](https://run); \n",
                        "**Solver gate of mine**: HEAD `1 x`\n\n**SLOWER: mine, +9 %**", kMarker));
}

TEST_F(PostVerdict, ReplacesTheCommentOfTheSameGate) {
  reply("issues/12/comments", fmt::format(R"([
      {{"id": 1, "user": {{"login": "somebody"}}, "body": "{0}\nx"}},
      {{"id": 2, "user": {{"login": "github-actions[bot]"}}, "body": "x\n{0}"}},
      {{"id": 3, "user": {{"login": "github-actions[bot]"}}, "body": "{0}\r\nx"}}])",
                                          kMarker));
  const Ended ended = post(comment_with("**PASSED**"), "exit-code=0\npull-request=12\n");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(posted(), "\nrepos/o/r/issues/comments/3: PATCH body=");
}

TEST_F(PostVerdict, TheCheckIsNeutralWithoutAVerdict) {
  const struct {
    const char* code;
    const char* run;
    const char* conclusion;
  } cases[] = {
      {"0", "success", "success"}, {"0", "failure", "neutral"}, {"5", "success", "neutral"},
      {"3", "success", "failure"}, {"x", "success", "failure"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.code);
    std::filesystem::remove(path("posted"));
    set_run(c.run);
    EXPECT_EQ(post(comment_with("x"), fmt::format("exit-code={}\n", c.code)).code, kOk);
    expect_part(posted(), fmt::format("; conclusion={}; ", c.conclusion));
    EXPECT_EQ(posted().find("/comments"), std::string::npos);
  }
}

TEST_F(PostVerdict, OnlyAnOpenPullRequestOfTheSameCommitGetsAComment) {
  for (const char* const other : {R"({"state": "open", "head": {"sha": "beef"}})",
                                  R"({"state": "closed", "head": {"sha": "c0ffee"}})"}) {
    std::filesystem::remove(path("posted"));
    reply("pulls/12", other);
    const Ended ended = post(comment_with("x"), "exit-code=0\npull-request=12\n");
    EXPECT_EQ(ended.code, kOk);
    EXPECT_EQ(ended.err, "post-verdict: pull request 12 is not open, or its head is not c0ffee\n");
    EXPECT_EQ(posted().find("/comments"), std::string::npos) << posted();
  }
}

TEST_F(PostVerdict, ACommentIsNothingButText) {
  const Ended ended =
      post(comment_with("| @all | #1 |\n[x](https://e) ![y][z] <img> &#64;all www.e\n"
                        "[z]: //e\n\x01`a < b`"),
           "exit-code=0\npull-request=12\n");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string blank = "\u200b";
  expect_part(posted(),
              fmt::format("\n| @{0}all | #{0}1 |\n[x]{0}(https:{0}//e) ![y]{0}[z] <{0}img> "
                          "&{0}#{0}64;all www{0}.e\n[z]{0}: //e\n`a <{0} b`\n",
                          blank));
}

TEST_F(PostVerdict, TextThatIsNotOfAGateIsNotPosted) {
  for (const std::string first : {"Hello", "<!-- sudoku-bench solver-gate: a\" or \"b -->",
                                  "<!-- sudoku-bench solver-gate:  -->"}) {
    const Ended ended = post(first + "\ntext\n", "exit-code=0\npull-request=12\n");
    EXPECT_EQ(ended.code, kOk);
    EXPECT_EQ(ended.err, "post-verdict: the artefact holds no comment.md of a solver gate\n");
    EXPECT_FALSE(std::filesystem::exists(path("posted")));
  }
}

TEST_F(PostVerdict, AnEndlessTextIsCut) {
  const Ended ended =
      post(comment_with(std::string(200000, '@')), "exit-code=0\npull-request=12\n");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_GT(posted().size(), 100000U);
  EXPECT_LT(posted().size(), 130000U);
}

}  // namespace

}  // namespace sudoku::cli
