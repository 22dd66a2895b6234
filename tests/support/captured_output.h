// SPDX-License-Identifier: GPL-3.0-or-later
/// Captures what a function writes to standard output or standard error.
#pragma once

#include <array>
#include <cstdio>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace trawl::test {

/// The bytes written to file descriptor `fd` while `run` runs. They go to a file, so `fd` is not a terminal.
inline std::string captured(int fd, const std::function<void()>& run) {
  const auto flush = [] {
    std::cout.flush();
    std::fflush(nullptr);
  };
  flush();
  std::FILE* file = std::tmpfile();
  if (file == nullptr) throw std::runtime_error("cannot make a temporary file");
  const int before = ::dup(fd);
  ::dup2(::fileno(file), fd);
  run();
  flush();
  ::dup2(before, fd);
  ::close(before);
  std::rewind(file);
  std::string out;
  std::array<char, 4096> buffer;
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), file)) > 0;) {
    out.append(buffer.data(), count);
  }
  std::fclose(file);
  return out;
}

inline std::string captured_output(const std::function<void()>& run) { return captured(STDOUT_FILENO, run); }
inline std::string captured_errors(const std::function<void()>& run) { return captured(STDERR_FILENO, run); }

} // namespace trawl::test
