// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns Xapian's exceptions into results. No other file does.
#pragma once

#include "shared/base/result.h"

#include <filesystem>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <xapian.h>

namespace trawl::index {

/// What an exception means to a caller: IndexDamaged, also if a database that the stub names is not there; Locked,
/// Internal; Disk, Permission or Exhausted if the system refused something, which says nothing about the index.
Error to_error(const Xapian::Error& error, const std::filesystem::path& where = {});

namespace detail {
template <typename T>
struct IsResult : std::false_type {};
template <typename T>
struct IsResult<Result<T>> : std::true_type {};
template <typename T>
using Guarded = std::conditional_t<IsResult<T>::value, T, Result<T>>;
} // namespace detail

/// Runs `work` and returns its value or Result, or the Error of the Xapian exception it threw. `where`: the database.
template <typename Work>
auto guarded(const std::filesystem::path& where, Work&& work) -> detail::Guarded<std::invoke_result_t<Work&>> {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const Xapian::Error& error) {
    return std::unexpected(to_error(error, where));
  } catch (const std::length_error& error) { // of a damaged block, Xapian may believe the lengths
    return std::unexpected(to_error(Xapian::DatabaseCorruptError(error.what()), where));
  }
}

template <typename Work>
auto guarded(Work&& work) -> detail::Guarded<std::invoke_result_t<Work&>> {
  return guarded({}, std::forward<Work>(work));
}

} // namespace trawl::index
