// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms and values of Xapian's database, from the segments. Private to this folder.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/xapian/glass_lists.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// The live documents of some segments, numbered from 1.
class RecordDocuments {
 public:
  explicit RecordDocuments(std::span<const Part> parts);

  std::span<const Part> parts() const { return parts_; }
  std::uint32_t count() const { return count_; }
  /// By local number; 0: removed.
  const std::vector<std::uint32_t>& numbers(std::size_t part) const { return numbers_[part]; }

  /// Calls `visit(part, local, number)` for each.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (std::uint32_t local = 1; local < numbers_[p].size(); ++local) {
        if (numbers_[p][local] != 0) visit(parts_[p], local, numbers_[p][local]);
      }
    }
  }

 private:
  std::span<const Part> parts_;
  std::vector<std::vector<std::uint32_t>> numbers_;
  std::uint32_t count_ = 0;
};

/// Lengths of all documents: how often their stems occur.
struct RecordLengths {
  std::vector<glass::Posting> of; ///< by ascending document
  std::uint64_t total = 0;
  std::uint32_t least = 0, greatest = 0, highest_wdf = 0;
};
RecordLengths record_lengths(const RecordDocuments& documents);

void add_values(const RecordDocuments& documents, glass::TableWriter& table);

/// The lists of all terms, in order.
void add_terms(const RecordDocuments& documents, glass::TableWriter& table);

} // namespace trawl::index
