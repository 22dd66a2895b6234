// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/script/code.h"
#include "cli/script/formula.h"
#include "shared/base/embedded_file.h"
#include "shared/formula/formula_text.h"
#include "shared/formula/mathml.h"
#include "shared/script/code_colours.h"

namespace trawl::cli {

extern "C" void trawl_formula_text(const std::string& tex, std::string& text) {
  static formula::MathmlWriter writer(embedded_file("katex.compiled").content);
  text = formula::formula_text(writer, tex);
}

extern "C" void trawl_code_runs(std::string_view code, std::string_view language, std::vector<content::CodeRun>& runs) {
  static script::CodeColours colours(embedded_file("prism.compiled").content);
  runs = colours.runs(code, language);
}

} // namespace trawl::cli
