// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of a piece of code that a reader wants to tell apart, found by Prism.
#pragma once

#include "shared/content/code_run.h"
#include "shared/script/script_function.h"

#include <string_view>
#include <vector>

namespace trawl::script {

/// For all threads; one piece of code at a time.
class CodeColours {
 public:
  /// `prism`: the script (prism.js, or what compiled_script made of it), which must outlive this. It is loaded with the
  /// first code, each language with its first code.
  explicit CodeColours(std::string_view prism);

  /// Runs that together are the code. None if the language, as the page names it, is not known, if the code is longer
  /// than 20,000 bytes, or if it takes too long.
  std::vector<content::CodeRun> runs(std::string_view code, std::string_view language);

 private:
  ScriptFunction function_;
};

} // namespace trawl::script
