// Calls whose instructions valgrind's tool callgrind counts, if the process runs under it with
// --instr-atstart=no and --collect-atstart=no. Otherwise the marks around them do nothing.
#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif

namespace sudoku::external {

#ifdef CALLGRIND_TOGGLE_COLLECT

// Whether valgrind's header was there when this program was built.
inline constexpr bool kCanCountCalls = true;

// Has valgrind get ready to count. Before, it runs the process several times faster.
inline void get_ready_to_count() { CALLGRIND_START_INSTRUMENTATION; }

// Starts or stops to count in the calling thread.
inline void toggle_counting() { CALLGRIND_TOGGLE_COLLECT; }

#else

inline constexpr bool kCanCountCalls = false;

inline void get_ready_to_count() {}

inline void toggle_counting() {}

#endif

// Puts itself in the place of a function, so that calls which are not counted cost nothing more.
template <typename Function>
class CountedFunction;

template <typename Result, typename... Arguments>
class CountedFunction<Result(Arguments...)> {
 public:
  using Function = Result(Arguments...);

  // Returns a function that calls `function` and has its instructions counted. There is only one:
  // the last `function` given.
  static Function* of(Function* function) {
    counted = function;
    return call;
  }

 private:
  static Result call(Arguments... arguments) {
    toggle_counting();
    const Result result = counted(arguments...);
    toggle_counting();
    return result;
  }

  static inline Function* counted = nullptr;
};

}  // namespace sudoku::external
