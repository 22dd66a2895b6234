// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/sibling_program.h"

#include "shared/base/descriptor.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): POSIX declares it so

namespace trawl {
namespace {

constexpr std::size_t kMaxSiblingOutput = 1 << 20;

std::string read_pipe(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(fd, buffer, sizeof buffer)) != 0;) {
    if (count < 0 && errno != EINTR) break;
    if (count < 0 || text.size() >= kMaxSiblingOutput) continue;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

} // namespace

std::string path_of_sibling(const std::string& program) {
  std::error_code ignored;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / program;
  return std::filesystem::exists(beside, ignored) ? beside.string() : program;
}

std::string path_of_part(const std::string& name) {
  std::error_code ignored;
  return (std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "../lib/trawl" / name).string();
}

std::string run_sibling(const std::string& program, std::vector<std::string> arguments) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  Descriptor reading(ends[0]), writing(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, writing.get(), STDOUT_FILENO);
  arguments.insert(arguments.begin(), program);
  std::vector<char*> argv;
  for (std::string& word : arguments) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, path_of_sibling(program).c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  writing.close();
  if (failed != 0) return {};
  std::string text = read_pipe(reading.get());
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

} // namespace trawl
