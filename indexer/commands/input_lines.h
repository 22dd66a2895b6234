// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads lines from a file or standard input in bounded memory. What is compressed is refused: other programs unpack
/// it.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace trawl::commands {

class InputLines {
 public:
  /// `path`: a file, or "-" for standard input. NotFound, Permission, BadInput for a directory.
  static Result<InputLines> open(const std::string& path);

  ~InputLines();
  InputLines(InputLines&&) noexcept;
  InputLines& operator=(InputLines&&) noexcept;

  /// The next line without its line break; false at the end of the input. TooLarge: the line is longer than `max_bytes`
  /// and was skipped; the next call continues after it. Usage: it is compressed with gzip or xz; nothing more can be
  /// read.
  Result<bool> next(std::string& line, std::size_t max_bytes);

  /// Everything not yet read. TooLarge above `max_bytes`.
  Result<std::string> rest(std::size_t max_bytes);

  /// At most 512 of the next bytes, without consuming them.
  Result<std::string> peek();

  /// How much of a file was read, from 0 to 1, to a quarter of a megabyte; nullopt if its size is not known, as of a
  /// pipe.
  std::optional<double> share_read() const;

 private:
  struct Impl;
  explicit InputLines(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::commands
