#include "harness/cluster/assembly.h"

#include <utility>

#include <fmt/format.h>

#include "harness/cluster/letters.h"

namespace sudoku {

Assembly::Assembly(Ranks& ranks, Hooks hooks) : ranks_(ranks), hooks_(std::move(hooks)) {
  if (ranks_.leads()) ranks_.while_waiting([this] { serve(); });
}

void Assembly::serve() {
  while (const std::optional<Letter> letter = Ranks::receive()) {
    if (letter->kind == kFailureLetter) {
      const auto failure = record_of<FailureLetter>(letter->text);
      end_job(static_cast<int>(failure.code), failure.message);
    }
    if (hooks_.answer) hooks_.answer(*letter);
  }
}

bool Assembly::meet(int stage) {
  while (true) {
    const Ranks::Span stages = ranks_.span_of(stage);
    if (stages.least == stages.most) return true;
    // Whoever fails writes to the leader first, so that letter is on its way.
    if (stages.most == kFailed) ranks_.wait_for_the_end();
    hooks_.cancel();
    if (stages.least == stage) return false;
  }
}

void Assembly::share_cancellation(bool cancelled) {
  if (ranks_.span_of(cancelled ? 1 : 0).most == 1) hooks_.cancel();
}

void Assembly::end_job(int code, const std::string& message) const {
  hooks_.complain(message);
  Ranks::abort(code);
}

void Assembly::fail(int code, const std::string& message) {
  if (ranks_.leads()) {
    ranks_.while_waiting({});  // of several failures, this one is told
  } else {
    const FailureLetter letter{.code = static_cast<std::uint64_t>(code),
                               .message = fmt::format("{}: {}", ranks_.name(), message)};
    Ranks::send(Ranks::kLeader, kFailureLetter, bytes_of(letter));
  }
  const bool is_alone = has_begun_ || ranks_.span_of(kFailed).least != kFailed;
  if (is_alone && ranks_.leads()) end_job(code, message);
  if (is_alone) ranks_.wait_for_the_end();
  if (ranks_.leads()) hooks_.complain(message);
}

}  // namespace sudoku
