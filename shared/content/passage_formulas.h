// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas in a passage of an article's plain text, where they are TeX without anything around them.
#pragma once

#include "shared/content/html.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::content {

struct MarkedText {
  std::string text;
  std::vector<TextRange> marks; ///< sorted, apart
};

/// The text of a formula in Unicode; empty if it does not read well so; `tex` itself if it is no TeX.
using FormulaText = std::function<std::string(const std::string& tex)>;

/// The passage with its formulas as text: "sample \mathbf{x}_t at \alpha_t = 1" becomes "sample xₜ at αₜ = 1". A
/// formula goes from a word with a command to the last such word that only signs, numbers and single letters part from
/// it, and on until its braces close. Such words are ASCII: anything else ends them. A formula that does not read well,
/// or is cut, becomes "[formula]"; what neither `write` nor its braces show to be TeX stays. A mark within a formula
/// marks all of it.
MarkedText with_formulas_as_text(MarkedText passage, const FormulaText& write);

} // namespace trawl::content
