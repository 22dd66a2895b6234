// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas for the terminal. This is a module of its own (lib/trawl/trawl-formula.so), which is loaded when an article
/// with formulas is shown: its engine and KaTeX take a tenth of a second.
#pragma once

#include <string>

namespace trawl::cli {

inline constexpr const char* kFormulaModule = "trawl-formula.so";

/// Sets `text` to the formula in Unicode (see formula::formula_text).
extern "C" void trawl_formula_text(const std::string& tex, std::string& text);

} // namespace trawl::cli
