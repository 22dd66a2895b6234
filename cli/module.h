// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of the program that few commands need and that take long to load: modules in lib/trawl, each with a function
/// or two.
#pragma once

#include <dlfcn.h>

namespace trawl::cli {

/// The engine for libraries in JavaScript: with each of them it takes a tenth of a second to load.
inline constexpr const char* kScriptModule = "trawl-script.so";

/// The function `name` of a module, which stays loaded; null if it is not there. The program's run path names the
/// folder.
template <typename Function>
Function* module_function(const char* module, const char* name) {
  void* const loaded = ::dlopen(module, RTLD_NOW | RTLD_LOCAL);
  return loaded == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(loaded, name));
}

} // namespace trawl::cli
