// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/environment.h"

#include <cstdlib>

namespace trawl {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

} // namespace trawl
