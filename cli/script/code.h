// SPDX-License-Identifier: GPL-3.0-or-later
/// Code for the terminal, in the module trawl-script.so.
#pragma once

#include "cli/module.h"
#include "shared/content/code_run.h"

#include <string_view>
#include <vector>

namespace trawl::cli {

/// Sets `runs` to those of the code (see script::CodeColours).
extern "C" void trawl_code_runs(std::string_view code, std::string_view language, std::vector<content::CodeRun>& runs);

/// The same by the module; none without it.
inline std::vector<content::CodeRun> code_runs(std::string_view code, std::string_view language) {
  static const auto find = module_function<decltype(trawl_code_runs)>(kScriptModule, "trawl_code_runs");
  std::vector<content::CodeRun> runs;
  if (find != nullptr) find(code, language, runs);
  return runs;
}

} // namespace trawl::cli
