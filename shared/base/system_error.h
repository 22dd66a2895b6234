// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns failures of the operating system into an Error, however they are reported: errno, the message of another
/// library, or an exception.
#pragma once

#include "shared/base/result.h"

#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <type_traits>

namespace trawl {

/// The Error for a call on `path` that failed with `number`; `verb` as in "cannot open".
Error system_error(int number, std::string_view verb, const std::filesystem::path& path);
/// The same for the current `errno`.
Error system_error(std::string_view verb, const std::filesystem::path& path);

/// The errno whose standard message occurs in `message`, if it does not indicate damaged data: no space, no permission,
/// no memory and so on. For libraries that report errors only as text.
std::optional<int> system_cause(std::string_view message);

/// The Error for an exception: Exhausted for lack of memory, the system's error, else Internal.
Error error_of(const std::exception& thrown);

/// Reserves some memory for when there is none left: cleaning up after an exception may need a little. Where no
/// exception may pass, as in destructors of libraries, running out of memory or of room on the disk ends the program
/// like a kill, but with a message and the exit code of Exhausted or Disk. Programs call this first.
void reserve_emergency_memory();

/// The result of `work`, which returns a Result, or the Error for the exception that it throws. Called first in every
/// thread and program.
template <typename Work>
std::invoke_result_t<Work&> catching_exceptions(Work&& work) noexcept {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return std::unexpected(error_of(thrown));
  } catch (...) {
    return fail(ErrorCode::Internal, "an unknown exception", {}, "please report this");
  }
}

} // namespace trawl
