// SPDX-License-Identifier: GPL-3.0-or-later
/// ASCII case and white space as HTML defines them (Infra Standard §4), which is as shared/base/ascii.h has them.
#pragma once

#include "shared/base/ascii.h"

namespace trawl::html {

using ascii::equals_ignoring_case;
using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;
using ascii::trim;

} // namespace trawl::html
