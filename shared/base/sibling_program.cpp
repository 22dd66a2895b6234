// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/sibling_program.h"

#include "shared/base/descriptor.h"

#include <cerrno>
#include <csignal>
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
constexpr int kNotStarted = 127;

std::string read_pipe(int fd, const std::function<void(std::string_view)>& hear) {
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(fd, buffer, sizeof buffer)) != 0;) {
    if (count < 0 && errno != EINTR) break;
    if (count < 0 || text.size() >= kMaxSiblingOutput) continue;
    text.append(buffer, static_cast<std::size_t>(count));
    if (hear) hear(text);
  }
  return text;
}

int exit_code_of_child(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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

SiblingOutput run_sibling(const std::string& program, std::vector<std::string> arguments, SiblingStreams streams,
                          const std::function<void(std::string_view)>& hear) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {kNotStarted, {}};
  Descriptor reading(ends[0]), writing(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, writing.get(), STDOUT_FILENO);
  if (streams == SiblingStreams::OutputAndErrors)
    posix_spawn_file_actions_adddup2(&actions, writing.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none; // a daemon's threads block the signals that stop a program
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  arguments.insert(arguments.begin(), program);
  std::vector<char*> argv;
  for (std::string& word : arguments) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, path_of_sibling(program).c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  writing.close();
  SiblingOutput output{kNotStarted, {}};
  if (failed == 0) {
    output.text = read_pipe(reading.get(), hear);
    output.exit_code = exit_code_of_child(child);
  }
  return output;
}

} // namespace trawl
