// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads whole posting lists, for tests.
#pragma once

#include "shared/index/postings/posting_lists.h"

#include <cstdint>
#include <map>

namespace trawl::test {

/// Term frequency by document.
using Postings = std::map<std::uint32_t, std::uint32_t>;

inline Postings read_all(const index::PostingList& list) {
  Postings out;
  index::PostingBlock block;
  for (std::size_t i = 0; i < list.blocks(); ++i) {
    list.read(i, true, block);
    for (std::size_t p = 0; p < block.size; ++p) out[block.documents[p]] = block.tf[p];
  }
  return out;
}

} // namespace trawl::test
