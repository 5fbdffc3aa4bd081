// What a process has started, and what that has started in turn.
#pragma once

#include <optional>
#include <vector>

#include <sys/types.h>

namespace sudoku {

// All that live, in groups and sessions of their own too, as long as their parents live or
// `process` takes over what they leave behind (PR_SET_CHILD_SUBREAPER). Nothing when the system
// does not tell.
std::optional<std::vector<pid_t>> descendants_of(pid_t process);

// Kills the process and all of these; it is still to be waited for.
void kill_with_descendants(pid_t process);

}  // namespace sudoku
