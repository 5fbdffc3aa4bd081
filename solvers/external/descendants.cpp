#include "solvers/external/descendants.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

namespace sudoku {

namespace {

// What is started while others are being killed is found the next time.
constexpr int kMostRounds = 100;

std::string folder_of(pid_t process) {
  return "/proc/" + std::to_string(process);
}

// A zombie holds nothing any more; only its parent can make it go away.
bool is_zombie(pid_t process) {
  std::ifstream status(folder_of(process) + "/stat");
  std::string text;
  std::getline(status, text);
  const std::size_t name_end = text.rfind(") ");
  return name_end == std::string::npos || text[name_end + 2] == 'Z';
}

// Children belong to the thread that started them. False when the system does not tell.
bool add_children_of(pid_t process, std::vector<pid_t>& children) {
  std::error_code error;
  bool known = false;
  for (const auto& thread :
       std::filesystem::directory_iterator(folder_of(process) + "/task", error)) {
    std::ifstream list(thread.path() / "children");
    known = known || list.is_open();
    for (pid_t child = 0; list >> child;)
      children.push_back(child);
  }
  return known;
}

}  // namespace

std::optional<std::vector<pid_t>> descendants_of(pid_t process) {
  std::vector<pid_t> found;
  if (!add_children_of(process, found)) return std::nullopt;
  for (std::size_t i = 0; i < found.size(); ++i)
    add_children_of(found[i], found);
  std::erase_if(found, is_zombie);
  return found;
}

void kill_with_descendants(pid_t process) {
  ::kill(process, SIGSTOP);  // it shall start no more
  for (int round = 0; round < kMostRounds; ++round) {
    const auto descendants = descendants_of(process);
    if (!descendants || descendants->empty()) break;
    for (const pid_t one : *descendants)
      ::kill(one, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(process, SIGKILL);
}

}  // namespace sudoku
