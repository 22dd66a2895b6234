// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/script/formula.h"
#include "shared/base/embedded_file.h"
#include "shared/formula/formula_text.h"
#include "shared/formula/mathml.h"

namespace trawl::cli {

extern "C" void trawl_formula_text(const std::string& tex, std::string& text) {
  static formula::MathmlWriter writer(embedded_file("katex.compiled").content);
  text = formula::formula_text(writer, tex);
}

} // namespace trawl::cli
