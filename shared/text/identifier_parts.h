// SPDX-License-Identifier: GPL-3.0-or-later
/// The words inside a name: load_state → load, state; FlexAttention → Flex, Attention; 8xH200 → 8, x, H, 200.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::text {

struct PartRange {
  std::size_t begin = 0, end = 0; ///< bytes of the word
};

/// Borders: underscores, a capital after a small letter, the last capital before small letters (HTTPServer → HTTP,
/// Server; but the plural of LLMs, GPUs is none), letter against digit. Empty if the word has no inner border, or more
/// than twelve parts (hashes).
std::vector<PartRange> identifier_parts(std::string_view word);

} // namespace trawl::text
