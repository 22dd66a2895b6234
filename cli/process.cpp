// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process.h"

#include "shared/base/descriptor.h"
#include "shared/base/sibling_program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): POSIX declares it so

namespace trawl::cli {
namespace {

std::vector<char*> to_argv(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string first_set(std::initializer_list<const char*> names, std::string otherwise) {
  for (const char* name : names) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return value;
  }
  return otherwise;
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Waits until a pipe is empty: false if its reader went before. What is no pipe takes everything at once.
bool is_taken(int file) {
  struct stat status{};
  if (::fstat(file, &status) != 0 || !S_ISFIFO(status.st_mode)) return true;
  pollfd pipe{file, POLLOUT, 0};
  while (::poll(&pipe, 1, -1) < 0 && errno == EINTR) {
  }
  return (pipe.revents & POLLOUT) != 0;
}

/// Starts the pager with the read end of a pipe as its stdin; the write end is returned, none on failure.
Descriptor start_pager(pid_t& child) {
  ::setenv("LESS", "FRX", 0);
  ::setenv("LESSCHARSET", "utf-8", 0); // what we write, whatever the locale
  std::vector<std::string> words = split_words(first_set({"TRAWL_PAGER", "PAGER"}, "less"));
  int ends[2];
  if (words.empty() || ::pipe2(ends, O_CLOEXEC) != 0) return Descriptor();
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, reading.get(), STDIN_FILENO);
  auto argv = to_argv(words);
  const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? std::move(writing) : Descriptor();
}

/// The exit code of a child, or of a shell's that a signal ended.
int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Error exec_sibling(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program == "trawl-indexer" ? "trawl" : program}; // its messages name what was typed
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto argv = to_argv(words);
  ::execvp(path_of_sibling(program).c_str(), argv.data());
  return {ErrorCode::NotFound, std::string("cannot start this program: ") + std::strerror(errno), program,
          "it should be in the same folder as trawl; reinstall Trawl"};
}

Result<void> open_address(const std::string& url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return fail(ErrorCode::Usage, "only http and https addresses can be opened", url);
  }
  const std::string browser = first_set({"BROWSER"}, "");
  std::vector<std::string> words = split_words(browser.empty() ? "xdg-open" : browser);
  words.push_back(url);
  auto argv = to_argv(words);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // xdg-open prints what each browser that it tries says.
  if (browser.empty()) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == 0 && wait_for(child) == 0) return {};
  return fail(ErrorCode::Network, "no program could open this address", url, "set BROWSER to your browser's command");
}

Result<void> write_output(std::string_view text, bool paged) {
  const std::string whole(text);
  TRAWL_CHECK(write_pieces(std::span(&whole, 1), paged));
  return {};
}

Result<std::size_t> write_pieces(std::span<const std::string> pieces, bool paged) {
  std::signal(SIGPIPE, SIG_IGN);
  pid_t child = 0;
  Descriptor pager = paged ? start_pager(child) : Descriptor();
  const int file = pager.is_open() ? pager.get() : STDOUT_FILENO;
  // A pipe of one page can be written to again only when all of it was read.
  if (pieces.size() > 1) ::fcntl(file, F_SETPIPE_SZ, 1);
  std::size_t taken = 0;
  int failure = 0;
  for (const std::string& piece : pieces) {
    if (!write_all(file, piece)) {
      failure = errno;
      break;
    }
    if (pieces.size() > 1 && !is_taken(file)) break;
    ++taken;
  }
  if (pager.is_open()) {
    pager.close();
    wait_for(child);
  } else if (failure != 0 && failure != EPIPE) { // a reader that stops early, such as `head`, is not a failure
    return fail(ErrorCode::Disk, std::string("cannot write: ") + std::strerror(failure), "standard output");
  }
  return taken;
}

} // namespace trawl::cli
