// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines of a file or of standard input, plain, gzip or xz (told by the first bytes), in bounded memory.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <memory>
#include <string>

namespace trawl::commands {

class InputLines {
 public:
  /// `path`: a file, or "-" for standard input. NotFound, Permission.
  static Result<InputLines> open(const std::string& path);

  ~InputLines();
  InputLines(InputLines&&) noexcept;
  InputLines& operator=(InputLines&&) noexcept;

  /// The next line without its end; false at the end of the input. TooLarge: the line is longer than `max_bytes`; it is
  /// skipped, and reading may go on. Malformed: the packed data is damaged; nothing more can be read.
  Result<bool> next(std::string& line, std::size_t max_bytes);

  /// All that is left, as it is. TooLarge above `max_bytes`.
  Result<std::string> rest(std::size_t max_bytes);

  /// What the content begins with, unpacked, without taking it: at most 512 bytes.
  Result<std::string> peek();

 private:
  struct Impl;
  explicit InputLines(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::commands
