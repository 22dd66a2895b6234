// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas as MathML (https://www.w3.org/TR/mathml-core/), which browsers show without a script.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace trawl::formula {

/// Turns TeX into MathML with KaTeX, which runs in an embedded engine. For all threads; one formula at a time.
class MathmlWriter {
 public:
  /// `katex`: the script (katex.js), which must outlive this. It is loaded with the first formula.
  explicit MathmlWriter(std::string_view katex);
  ~MathmlWriter();
  MathmlWriter(const MathmlWriter&) = delete;
  MathmlWriter& operator=(const MathmlWriter&) = delete;

  /// A `math` element without a script, a style or a link. Empty if `tex` is not TeX that KaTeX knows, or is longer
  /// than 10,000 bytes. About a millisecond, or a microsecond for a formula that was written lately.
  std::string write(std::string_view tex, bool is_displayed);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

/// Whether `html` is one `math` element that consists of MathML's elements and their harmless attributes alone.
bool is_plain_mathml(std::string_view html);

} // namespace trawl::formula
