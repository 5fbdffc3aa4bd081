#include "harness/entrants/worker_task.h"

#include <stdexcept>

#include <fmt/format.h>

#include "solvers/roster.h"

namespace sudoku {

namespace {

constexpr const char* kBuiltIn = "built-in";
constexpr const char* kExternal = "external";

// Words before those that describe the solver.
constexpr std::size_t kFixed = 6;

}  // namespace

std::vector<std::string> worker_words(const WorkerTask& task) {
  std::vector<std::string> words = {kWorkerWord, fmt::to_string(task.slot),
                                    fmt::to_string(task.cpu),
                                    fmt::to_string(task.launched.time_since_epoch().count()),
                                    fmt::to_string(task.patience.count())};
  if (task.entry != nullptr) {
    words.emplace_back(kBuiltIn);
    words.emplace_back(task.entry->info.name);
    return words;
  }
  words.emplace_back(kExternal);
  const std::vector<std::string> spec = to_words(task.spec);
  words.insert(words.end(), spec.begin(), spec.end());
  return words;
}

WorkerTask task_from(const std::vector<std::string>& words) {
  if (words.size() <= kFixed) throw std::invalid_argument("a worker is started by the harness");
  WorkerTask task;
  task.slot = static_cast<unsigned>(std::stoul(words[1]));
  task.cpu = std::stoi(words[2]);
  task.launched = std::chrono::steady_clock::time_point(
      std::chrono::steady_clock::duration(std::stoll(words[3])));
  task.patience = std::chrono::nanoseconds(std::stoll(words[4]));
  if (words[5] == kBuiltIn) {
    task.entry = find_solver(words[kFixed]);
    if (task.entry == nullptr) throw std::invalid_argument("no solver '" + words[kFixed] + "'");
  } else {
    task.spec = external_from({words.begin() + kFixed, words.end()});
  }
  return task;
}

}  // namespace sudoku
