// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of the program that few commands need and that take long to load: modules in lib/trawl, each with a function
/// or two.
#pragma once

#include "shared/base/sibling_program.h"

#include <dlfcn.h>

namespace trawl::cli {

/// The function `name` of a module in ../lib/trawl beside the program, which stays loaded; null if it is not there. By
/// its path: with a run path, the loader would look there for every library of the program.
template <typename Function>
Function* module_function(const char* module, const char* name) {
  void* const loaded = ::dlopen(path_of_part(module).c_str(), RTLD_NOW | RTLD_LOCAL);
  return loaded == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(loaded, name));
}

} // namespace trawl::cli
