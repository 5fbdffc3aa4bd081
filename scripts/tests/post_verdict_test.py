"""Tests of scripts/post-verdict with a stand-in for GitHub's program gh."""
import json
import zipfile

import fixture
from fixture import SOURCES

# Answers `gh api ADDRESS` by the file ADDRESS.json (without what follows "?") in replies/, and notes
# what is posted in the file `posted`, with the text of files instead of their names.
GH = r"""#!/usr/bin/env bash
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
elif [[ $address == */zip ]]; then
  cat "replies/$address"
else
  jq --raw-output "$filter" "replies/${address%%\?*}.json"
fi
"""
MARKER = "<!-- sudoku-bench solver-gate: mine -->"
PULL_REQUEST = {"state": "open", "head": {"sha": "c0ffee"}}


def comment_with(verdict):
    return f"{MARKER}\n**Solver gate of mine**: HEAD `1 x`\n\n{verdict}\n"


class PostVerdict(fixture.ScriptTest):
    def setUp(self):
        self.need("jq", "unzip")
        super().setUp()

    def post(self, comment=comment_with("x"), outcome="exit-code=0\npull-request=12\n", run="success", pull_request=PULL_REQUEST,
             comments=()):
        """Posts what a run left in its newest artefact; returns what was posted and the messages."""
        artefacts = [{"id": number, "name": name, "expired": False, "size_in_bytes": 9, "created_at": str(number)}
                     for number, name in ((1, "other"), (2, "solver-gate"), (3, "solver-gate"))]
        for address, reply in {
                "pulls/12": pull_request, "issues/12/comments": comments, "actions/runs/7/artifacts": {"artifacts": artefacts},
                "actions/runs/7": {"head_sha": "c0ffee", "conclusion": run, "html_url": "https://run"}}.items():
            self.write(f"replies/repos/o/r/{address}.json", json.dumps(reply))
        self.write_program("gh", GH)
        self.write("replies/repos/o/r/actions/artifacts/3/zip", "")
        with zipfile.ZipFile(self.folder / "replies/repos/o/r/actions/artifacts/3/zip", "w") as artefact:
            artefact.writestr("comment.md", comment)
            artefact.writestr("outcome", outcome)
        ended = self.bash(f"PATH=$PWD:$PATH {SOURCES}/scripts/post-verdict 7", GH_TOKEN="t", GITHUB_REPOSITORY="o/r")
        self.assert_status(0, ended)
        return self.text_of("posted"), ended.stderr

    def test_is_a_check_and_a_comment(self):
        text = "**Solver gate of mine**: HEAD `1 x`\n\n**SLOWER: mine, +9 %**"
        self.assertEqual(
            self.post(comment_with("**SLOWER: mine, +9 %**"), "exit-code=4\npull-request=12\n")[0],
            "repos/o/r/check-runs: name=solver gate of mine; head_sha=c0ffee; status=completed; conclusion=failure; "
            f"details_url=https://run; output[title]=SLOWER: mine, +9 %; output[summary]={text}; \n"
            f"repos/o/r/issues/12/comments: body={MARKER}\n{text}\n\n[The run, with its report and logs](https://run); \n")

    def test_replaces_the_comment_of_the_same_gate(self):
        comments = [{"id": number, "user": {"login": login}, "body": body} for number, login, body in (
            (1, "somebody", f"{MARKER}\nx"), (2, "github-actions[bot]", f"x\n{MARKER}"),
            (3, "github-actions[bot]", f"{MARKER}\r\nx"))]
        self.assertIn("\nrepos/o/r/issues/comments/3: PATCH body=", self.post(comments=comments)[0])

    def test_the_check_is_neutral_without_a_verdict(self):
        for code, run, conclusion in (("0", "success", "success"), ("0", "failure", "neutral"), ("5", "success", "neutral"),
                                      ("3", "success", "failure"), ("x", "success", "failure")):
            with self.case(code + run):
                posted, _ = self.post(outcome=f"exit-code={code}\n", run=run)
                self.assertIn(f"; conclusion={conclusion}; ", posted)
                self.assertNotIn("/comments", posted)

    def test_only_an_open_pull_request_of_the_same_commit_gets_a_comment(self):
        for other in {"state": "open", "head": {"sha": "beef"}}, {"state": "closed", "head": {"sha": "c0ffee"}}:
            with self.case(other["state"]):
                posted, messages = self.post(pull_request=other)
                self.assertEqual(messages, "post-verdict: pull request 12 is not open, or its head is not c0ffee\n")
                self.assertNotIn("/comments", posted)

    def test_a_comment_is_nothing_but_text(self):
        posted, _ = self.post(comment_with(
            "| @all | #1 |\n[x](https://e) ![y][z] <img> &#64;all www.e\n[z]: //e\n\x01`a < b`"))
        self.assertIn(
            "\n| @_all | #_1 |\n[x]_(https:_//e) ![y]_[z] <_img> &_#_64;all www_.e\n[z]_: //e\n`a <_ b`\n".replace("_", "\u200b"),
            posted)

    def test_text_that_is_not_of_a_gate_is_not_posted(self):
        for first in ("Hello", '<!-- sudoku-bench solver-gate: a" or "b -->', "<!-- sudoku-bench solver-gate:  -->"):
            with self.case(first):
                self.assertEqual(self.post(first + "\ntext\n"),
                                 ("", "post-verdict: the artefact holds no comment.md of a solver gate\n"))

    def test_an_endless_text_is_cut(self):
        size = len(self.post(comment_with("@" * 200000))[0].encode())
        self.assertTrue(100000 < size < 130000, size)


fixture.main()
