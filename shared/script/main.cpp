// SPDX-License-Identifier: GPL-3.0-or-later
// trawl-script: formulas for the other programs, which start it and end it (shared/base/function_process.h). With
// arguments, the function is that of these scripts.
#include "shared/base/embedded_file.h"
#include "shared/base/file.h"
#include "shared/base/function_process.h"
#include "shared/base/system_error.h"
#include "shared/script/katex_function.h"

#include <string>
#include <string_view>
#include <vector>

namespace {

int serve(int argc, char** argv) {
  using namespace trawl;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) files.push_back(read_file(argv[i]).value_or(""));
  script::ScriptFunction function = files.empty() ? script::katex_function(embedded_file("katex.compiled").content)
                                                  : script::ScriptFunction({files.begin(), files.end()});
  if (!function.load()) return 1;
  return serve_calls([&](const std::string& text, const std::string& option) { return function.call(text, option); });
}

} // namespace

int main(int argc, char** argv) {
  const auto code = trawl::catching_exceptions([&]() -> trawl::Result<int> { return serve(argc, argv); });
  return code.value_or(1);
}
