// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes one file from front to back: large writes, one error at the end, then a sync.
#pragma once

#include "shared/base/descriptor.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace trawl {

class OutputFile {
 public:
  /// Makes the file, replacing one that a stopped run left. Disk, Permission.
  static Result<OutputFile> create(const std::filesystem::path& path);
  /// Continues a file, which is made if it is not there. Disk, Permission.
  static Result<OutputFile> append(const std::filesystem::path& path);

  void write(std::string_view bytes);
  /// Of the file with all that was written.
  std::uint64_t size() const { return size_; }

  /// Syncs the file, which may be continued then. Disk, also if a write failed before.
  Result<void> finish();

 private:
  OutputFile() = default;
  static Result<OutputFile> open(const std::filesystem::path& path, int flags);
  void write_out();

  Descriptor file_;
  std::filesystem::path path_;
  std::uint64_t size_ = 0; ///< bytes so far
  std::string pending_;
  Error error_; ///< the first that happened
  bool failed_ = false;
};

} // namespace trawl
