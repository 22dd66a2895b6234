// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas for the terminal.
#pragma once

#include "shared/formula/formula_text.h"

#include <chrono>
#include <string>

namespace trawl::cli {

/// In Unicode (see formula::formula_text); `tex` itself if it is no TeX, or all of a command's took long.
inline std::string formula_in_unicode(const std::string& tex) {
  static formula::MathmlWriter writer;
  static formula::FormulaTime time(std::chrono::seconds{4});
  return formula::formula_text(writer, tex, time);
}

} // namespace trawl::cli
