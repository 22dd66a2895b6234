// SPDX-License-Identifier: GPL-3.0-or-later
/// Our own calls among Xapian's: their errors are thrown as it throws its own (shared/index/xapian_guard.h).
#pragma once

#include "shared/base/result.h"

#include <type_traits>
#include <utility>

#include <xapian.h>

namespace trawl::index {

template <typename Value>
Value or_throw(Result<Value> result) {
  if (!result) throw Xapian::DatabaseError(to_sentence(result.error()));
  if constexpr (!std::is_void_v<Value>) return *std::move(result);
}

} // namespace trawl::index
