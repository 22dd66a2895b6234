// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process.h"

#include <catch2/catch.hpp>

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

using namespace trawl;
using namespace trawl::cli;

namespace {

/// What `write_output` says while stdout is `fd`, which is closed.
Result<void> written_to(int fd, std::string_view text) {
  std::fflush(stdout);
  const int before = ::dup(STDOUT_FILENO);
  ::dup2(fd, STDOUT_FILENO);
  ::close(fd);
  auto result = write_output(text, false);
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  return result;
}

} // namespace

TEST_CASE("process: output that finds no room is an error", "[cli]") {
  const auto result = written_to(::open("/dev/full", O_WRONLY | O_CLOEXEC), "hits\n");
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::Disk);
}

TEST_CASE("process: a reader that has seen enough is no error", "[cli]") {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  ::close(ends[0]);
  CHECK(written_to(ends[1], "hits\n"));
}
