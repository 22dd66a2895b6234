// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas as MathML (https://www.w3.org/TR/mathml-core/), which browsers show without a script.
#pragma once

#include "shared/script/script_function.h"

#include <string>
#include <string_view>

namespace trawl::formula {

/// Turns TeX into MathML with KaTeX. For all threads; one formula at a time.
class MathmlWriter {
 public:
  /// `katex`: the script (katex.js, or what script::compiled_script made of it), which must outlive this. It is loaded
  /// with the first formula.
  explicit MathmlWriter(std::string_view katex);

  /// A `math` element without a script, a style or a link. Empty if `tex` is not TeX that KaTeX knows, or is longer
  /// than 10,000 bytes. About a millisecond, or a microsecond for a formula that was written lately.
  std::string write(std::string_view tex, bool is_displayed);

 private:
  script::ScriptFunction function_;
};

/// Whether `html` is one `math` element that consists of MathML's elements and their harmless attributes alone.
bool is_plain_mathml(std::string_view html);

} // namespace trawl::formula
