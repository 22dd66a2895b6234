// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("system error: an errno becomes a code, and a hint if the user can help", "[base]") {
  struct Row {
    int number;
    ErrorCode code;
    bool has_hint;
  };
  for (const Row& row : std::vector<Row>{{ENOENT, ErrorCode::Usage, false},
                                         {ENOTDIR, ErrorCode::Usage, false},
                                         {EACCES, ErrorCode::Permission, true},
                                         {EPERM, ErrorCode::Permission, true},
                                         {EROFS, ErrorCode::Permission, true},
                                         {EMFILE, ErrorCode::Exhausted, true},
                                         {ENFILE, ErrorCode::Exhausted, true},
                                         {ENOMEM, ErrorCode::Exhausted, true},
                                         {ENOLCK, ErrorCode::Exhausted, true},
                                         {ENOSPC, ErrorCode::Disk, true},
                                         {EDQUOT, ErrorCode::Disk, true},
                                         {EIO, ErrorCode::Disk, true},
                                         {ELOOP, ErrorCode::Permission, true}}) {
    INFO(row.number);
    const Error error = system_error(row.number, "cannot open the file", "/data/x");
    CHECK(error.code == row.code);
    CHECK(error.where == "/data/x");
    CHECK(error.what.starts_with("cannot open the file: "));
    CHECK(error.hint.empty() == !row.has_hint);
    errno = row.number;
    CHECK(system_error("cannot open the file", "/data/x") == error);
  }
}

TEST_CASE("system error: the cause is found in a library's message, whatever the case of its letters", "[base]") {
  CHECK(system_cause("Commit failed (No space left on device), and couldn't open") == ENOSPC);
  CHECK(system_cause("Unable to get write lock on /x: too many open files") == EMFILE);
  CHECK(system_cause("mkdir failed: Permission denied") == EACCES);
  CHECK_FALSE(system_cause("Error reading block 7"));
  CHECK_FALSE(system_cause("open failed: No such file or directory")); // a missing file may be damage
  CHECK_FALSE(system_cause(""));
}

TEST_CASE("system error: an exception becomes an error, and running out of memory is not an internal one", "[base]") {
  const auto code_of = [](auto thrown) {
    return catching_exceptions([&]() -> Result<int> { throw thrown; }).error().code;
  };
  CHECK(catching_exceptions([]() -> Result<int> { return 7; }) == 7);
  CHECK(catching_exceptions([]() -> Result<int> { return fail(ErrorCode::Locked, "x"); }).error().code ==
        ErrorCode::Locked);
  CHECK(code_of(std::bad_alloc()) == ErrorCode::Exhausted);
  CHECK(code_of(std::runtime_error("x")) == ErrorCode::Internal);
  CHECK(code_of(7) == ErrorCode::Internal);
  CHECK(code_of(std::system_error(EAGAIN, std::generic_category())) == ErrorCode::Exhausted);
  const std::filesystem::filesystem_error refused("x", "/data/x", std::make_error_code(std::errc::no_space_on_device));
  CHECK(code_of(refused) == ErrorCode::Disk);
  CHECK(catching_exceptions([&]() -> Result<int> { throw refused; }).error().where == "/data/x");
}

namespace system_error_test {
namespace {

void ask_for_too_much() noexcept { // as destructors of libraries are
  const std::vector<char> large(std::size_t{1} << 62);
  static_cast<void>(large);
}

/// Runs `work` in a child process. Returns its exit code, or minus the signal that ended it, and what it printed.
std::pair<int, std::string> end_of(void (*work)()) {
  int ends[2];
  if (::pipe(ends) != 0) return {-1, {}};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    reserve_emergency_memory();
    work();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string printed(4096, 0);
  std::size_t size = 0;
  for (ssize_t got = 1; got > 0 && size < printed.size(); size += static_cast<std::size_t>(std::max<ssize_t>(got, 0))) {
    got = ::read(ends[0], printed.data() + size, printed.size() - size);
  }
  ::close(ends[0]);
  printed.resize(size);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), printed};
}

} // namespace

TEST_CASE("system error: where no exception may pass, running out of memory ends the program with a message",
          "[base]") {
  const auto [code, printed] = end_of([] { ask_for_too_much(); });
  CHECK(code == exit_code_of(ErrorCode::Exhausted));
  CHECK(printed.contains(": out of memory; give the program more memory"));
  CHECK(std::ranges::count(printed, '\n') == 1);
}

TEST_CASE("system error: where no exception may pass, a full disk ends the program with a message", "[base]") {
  const auto [code, printed] = end_of([] {
    errno = ENOSPC;
    std::terminate();
  });
  CHECK(code == exit_code_of(ErrorCode::Disk));
  CHECK(printed.contains(": no space left; free some space and run the command again"));
  CHECK(std::ranges::count(printed, '\n') == 1);
}

TEST_CASE("system error: other reasons that end a program are not reported as a lack of memory", "[base]") {
  const auto [code, printed] = end_of([] {
    errno = EBADF;
    std::terminate();
  });
  CHECK(code == -SIGABRT);
  CHECK_FALSE(printed.contains("out of memory"));
}

} // namespace system_error_test
