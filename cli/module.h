// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of the program that few commands need and that take long to load: modules in lib/trawl, each with a function
/// or two.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <dlfcn.h>

namespace trawl::cli {

/// The engine for libraries in JavaScript: with its library it takes a tenth of a second to load.
inline constexpr const char* kScriptModule = "trawl-script.so";

/// The function `name` of a module in ../lib/trawl beside the program, which stays loaded; null if it is not there. By
/// its path: with a run path, the loader would look there for every library of the program.
template <typename Function>
Function* module_function(const char* module, const char* name) {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  if (program.empty()) return nullptr;
  const std::string path = program.parent_path() / "../lib/trawl" / module;
  void* const loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  return loaded == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(loaded, name));
}

} // namespace trawl::cli
