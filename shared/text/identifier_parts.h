// SPDX-License-Identifier: GPL-3.0-or-later
/// The words inside an identifier: load_state → load, state; FlexAttention → Flex, Attention; 8xH200 → 8, x, H, 200.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::text {

struct PartRange {
  std::size_t begin = 0, end = 0; ///< bytes of the word
};

/// Splits at underscores, before a capital after a small letter, before the last capital of several (HTTPServer → HTTP,
/// Server; but not before the plural s of LLMs), and between letters and digits. Empty if there is nothing to split, or
/// if there were more than twelve parts, as in hashes.
std::vector<PartRange> identifier_parts(std::string_view word);

} // namespace trawl::text
