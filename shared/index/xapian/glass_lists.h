// SPDX-License-Identifier: GPL-3.0-or-later
/// The keys and tags of a glass database's table of postings (Xapian 1.4): posting lists, lengths of documents, values.
/// Private to this folder.
#pragma once

#include "shared/index/xapian/glass_table_writer.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace trawl::index::glass {

struct Posting {
  std::uint32_t document, wdf;
};

/// How many documents have a value in a slot, and the least and the greatest value.
struct ValueBounds {
  std::uint32_t documents = 0;
  std::string lower, upper;
};

/// A number whose bytes sort as the numbers do; also the key of a document in the table of document data.
std::string sortable_number(std::uint32_t number);

// What is added in this order: bounds of all slots, values by slot, lengths, lists by term.

void add_bounds(TableWriter& table, unsigned slot, const ValueBounds& bounds);

/// The values of one slot, by ascending document.
class ValueList {
 public:
  ValueList(TableWriter& table, unsigned slot) : table_(&table), slot_(slot) {}
  ~ValueList() { end_chunk(); }
  ValueList(const ValueList&) = delete;
  ValueList& operator=(const ValueList&) = delete;

  void add(std::uint32_t document, std::string_view value);

 private:
  void end_chunk();

  TableWriter* table_;
  unsigned slot_;
  std::uint32_t first_ = 0, last_ = 0;
  std::string chunk_;
};

/// Lengths by ascending document (as wdf).
void add_lengths(TableWriter& table, std::span<const Posting> lengths);

/// Documents ascend; there is one at least. Terms whose key would be too long are left out.
void add_list(TableWriter& table, std::string_view term, std::span<const Posting> postings);

} // namespace trawl::index::glass
