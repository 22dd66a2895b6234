// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas as MathML (https://www.w3.org/TR/mathml-core/), which browsers show without a script.
#pragma once

#include "shared/base/function_process.h"

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace trawl::formula {

/// Processor time that the formulas of one page, or of one answer, may take together. Those after it stay TeX.
class FormulaTime {
 public:
  explicit FormulaTime(std::chrono::nanoseconds left) : left_(left) {}
  bool ran_out() const { return ran_out_; }

 private:
  friend class MathmlWriter;
  std::string article_; ///< empty: what it takes is not counted for later
  std::chrono::nanoseconds left_;
  bool ran_out_ = false;
};

/// Turns TeX into MathML with KaTeX, in processes that end at their limit. For all threads.
class MathmlWriter {
 public:
  MathmlWriter();

  /// The time for a view of an article. An article whose formulas have taken too much in earlier views, or one of them
  /// its whole limit, has none: what is known of them is written.
  FormulaTime time_for(const std::string& article);

  /// A `math` element without a script, a style or a link. Empty if `tex` is not TeX that KaTeX knows, or is longer
  /// than 10,000 bytes, or without time. About a millisecond, or a microsecond for a formula that was written lately.
  std::string write(std::string_view tex, bool is_displayed, FormulaTime& time);

 private:
  void count(const FormulaTime& time, std::chrono::nanoseconds took);

  FunctionProcess process_;
  std::mutex mutex_;
  std::map<std::string, std::chrono::nanoseconds, std::less<>> taken_; ///< by article
};

/// Whether `html` is one `math` element that consists of MathML's elements and their harmless attributes alone.
bool is_plain_mathml(std::string_view html);

} // namespace trawl::formula
