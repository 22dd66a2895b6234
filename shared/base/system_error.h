// SPDX-License-Identifier: GPL-3.0-or-later
/// What the operating system refused, as an Error, whichever way we learn of it: errno, the words of another library,
/// or an exception.
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

/// The errno whose words are in `message`, if it is one that says nothing about what is stored: no space, no
/// permission, no memory and so on. For libraries that give only a text.
std::optional<int> system_cause(std::string_view message);

/// What an exception means: Exhausted when there is no memory, the system's error, else Internal.
Error error_of(const std::exception& thrown);

/// Sets some memory aside for the time when there is no more: tidying up after an exception may need a little. Where no
/// exception may pass, as in destructors of libraries, a lack of memory ends the program as a kill would, but with a
/// sentence and the exit code of Exhausted. Programs call it first.
void set_memory_aside();

/// The result of `work`, which returns a Result; or what its exception means. Threads and programs begin with it.
template <typename Work>
std::invoke_result_t<Work&> contained(Work&& work) noexcept {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return std::unexpected(error_of(thrown));
  } catch (...) {
    return fail(ErrorCode::Internal, "an unknown exception", {}, "please report this");
  }
}

} // namespace trawl
