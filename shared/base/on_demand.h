// SPDX-License-Identifier: GPL-3.0-or-later
/// Values that are made in memory when they are first needed.
#pragma once

#include <memory>
#include <mutex>

namespace trawl {

/// A value that is made at the first request, by one of any number of threads.
template <typename Value>
class OnDemand {
 public:
  template <typename Make>
  const Value& get(Make make) const {
    std::call_once(once_, [&] { value_.reset(new const Value(make())); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Value> value_;
};

} // namespace trawl
