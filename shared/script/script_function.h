// SPDX-License-Identifier: GPL-3.0-or-later
/// A function of a script that runs in an embedded engine (Duktape), for libraries that exist in JavaScript only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::script {

/// For all threads; one call at a time. What it returned lately is kept.
class ScriptFunction {
 public:
  /// `scripts` must outlive this. They run in their order with the first call; the value of the last is the function,
  /// which takes two texts and returns one.
  explicit ScriptFunction(std::vector<std::string_view> scripts);
  ~ScriptFunction();
  ScriptFunction(const ScriptFunction&) = delete;
  ScriptFunction& operator=(const ScriptFunction&) = delete;

  /// What the function returns. Empty if it throws, takes more memory than 128 MB, or has taken a fifth of a second of
  /// processor time when it begins another match of a regular expression.
  std::string call(std::string_view text, std::string_view option);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

} // namespace trawl::script
