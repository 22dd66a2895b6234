// SPDX-License-Identifier: GPL-3.0-or-later
/// A function of a script that runs in an embedded engine (Duktape), for libraries that exist in JavaScript only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::script {

/// For one thread.
class ScriptFunction {
 public:
  /// `scripts`, which must outlive this, are sources or what `compiled_script` made of them. They run in their order;
  /// the value of the last is the function, which takes two texts and returns one.
  explicit ScriptFunction(std::vector<std::string_view> scripts);
  ~ScriptFunction();
  ScriptFunction(ScriptFunction&& other) noexcept;
  ScriptFunction& operator=(ScriptFunction&&) = delete;

  /// Runs the scripts, if they have not run. False if there is no function in the end.
  bool load();
  /// What the function returns. Empty if it throws, or takes more memory than 128 MB. It may take any time: see
  /// ScriptProcess.
  std::string call(std::string_view text, std::string_view option);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

/// What the engine would make of a source each time: KaTeX is ready in 10 ms instead of 140. Only for the version of
/// the engine that made it; another one refuses it like a script with an error. Must come from this program's own
/// build, because the engine trusts it. Empty if `source` is no script.
std::string compiled_script(std::string_view source);

} // namespace trawl::script
