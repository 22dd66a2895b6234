// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas for the terminal, in the module trawl-script.so.
#pragma once

#include "cli/module.h"

#include <string>

namespace trawl::cli {

/// Sets `text` to the formula in Unicode (see formula::formula_text), or to `tex` itself if it is no TeX.
extern "C" void trawl_formula_text(const std::string& tex, std::string& text);

/// The same by the module; `tex` itself without it.
inline std::string formula_in_unicode(const std::string& tex) {
  static const auto write = module_function<decltype(trawl_formula_text)>(kScriptModule, "trawl_formula_text");
  std::string text = tex;
  if (write != nullptr) write(tex, text);
  return text;
}

} // namespace trawl::cli
