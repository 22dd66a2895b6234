// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas as plain text, for terminals.
#pragma once

#include "shared/formula/mathml.h"

#include <string>
#include <string_view>

namespace trawl::formula {

/// The formula of a `math` element (see is_plain_mathml): "x̂ₜ = √(1 − βₜ)". Each line of an aligned equation is a line.
/// Empty if it does not read well that way: matrices, fractions within fractions, accents over several letters.
std::string formula_text(std::string_view mathml);

/// The same for TeX; `tex` itself if the writer does not know it, or has no time for it.
std::string formula_text(MathmlWriter& writer, const std::string& tex, FormulaTime& time);

} // namespace trawl::formula
