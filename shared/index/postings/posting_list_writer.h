// SPDX-License-Identifier: GPL-3.0-or-later
/// Packs one posting list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trawl::index {

class PostingListWriter {
 public:
  /// Documents ascend. `length`: of the document, in words of what the term belongs to (BlockBound).
  void add(std::uint32_t document, std::uint32_t tf, std::uint32_t length);

  std::uint32_t df() const { return df_; }

  /// Appends the list's bytes; the writer is empty after that.
  void finish(std::string& out);

 private:
  void end_block();

  std::string skips_, blocks_;
  std::vector<std::uint32_t> gaps_, tfs_; ///< of the block being filled
  std::uint32_t df_ = 0, last_ = 0, shortest_ = UINT32_MAX;
};

} // namespace trawl::index
