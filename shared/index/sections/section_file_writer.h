// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes the container that section_file.h reads, from front to back.
#pragma once

#include "shared/base/output_file.h"
#include "shared/base/result.h"
#include "shared/index/sections/section_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

class SectionFileWriter {
 public:
  /// Makes the file, replacing one that a stopped run left. Disk, Permission.
  static Result<SectionFileWriter> create(const std::filesystem::path& path);

  /// A section.
  void add(std::string_view name, std::string_view bytes);

  /// Writes the table and syncs the file. Disk.
  Result<void> finish();

 private:
  explicit SectionFileWriter(OutputFile file) : file_(std::move(file)) {}
  void append(std::string_view bytes);

  OutputFile file_;
  std::vector<SectionEntry> sections_;
  std::vector<std::uint32_t> sums_;
  std::uint64_t size_ = 0; ///< bytes so far
  std::uint32_t sum_ = 0;  ///< of the block being filled
};

} // namespace trawl::index
