// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas that the page contains as TeX between delimiters, for a script to render: \(…\), \[…\], $$…$$, $…$.
#pragma once

#include "indexer/html/dom.h"

#include <string_view>
#include <vector>

namespace trawl::extract {

struct TextPart {
  std::string_view text; ///< without the delimiters
  bool is_formula = false;
  bool is_displayed = false; ///< on lines of its own
};

/// The text in order, divided into words and formulas. `has_dollars`: single dollars delimit formulas on this page.
std::vector<TextPart> divide_formulas(std::string_view raw, bool has_dollars);

/// Whether the page loads a script that renders formulas.
bool renders_formulas(const html::Dom& dom);

} // namespace trawl::extract
