// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/system_error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <tuple>

#include <unistd.h>

namespace trawl {
namespace {

constexpr std::string_view kFreeSpace = "free some space and run the command again; committed work is safe";
constexpr std::string_view kFreeMemory =
    "give the program more memory and run the command again; committed work is safe";

struct SystemRow {
  int number;
  ErrorCode code;
  std::string_view hint;
};

// What is not there was named by somebody: a usage error.
constexpr std::array kSystemRows{
    SystemRow{ENOENT, ErrorCode::Usage, {}},
    SystemRow{ENOTDIR, ErrorCode::Usage, {}},
    SystemRow{EACCES, ErrorCode::Permission, "check the owner and mode of the path"},
    SystemRow{EPERM, ErrorCode::Permission, "check the owner and mode of the path"},
    SystemRow{EROFS, ErrorCode::Permission, "check the owner and mode of the path"},
    SystemRow{ELOOP, ErrorCode::Permission, "a symbolic link is not followed here; remove it"},
    SystemRow{EMFILE, ErrorCode::Exhausted, "raise the limit on open files (ulimit -n)"},
    SystemRow{ENFILE, ErrorCode::Exhausted, "the whole system has too many files open"},
    SystemRow{ENOMEM, ErrorCode::Exhausted, kFreeMemory},
    SystemRow{EAGAIN, ErrorCode::Exhausted,
              "give the program more memory or threads (ulimit -v, ulimit -u) and run the command again"},
    SystemRow{ENOLCK, ErrorCode::Exhausted, "the file system has no locks left"},
    SystemRow{ENOSPC, ErrorCode::Disk, kFreeSpace},
    SystemRow{EDQUOT, ErrorCode::Disk, kFreeSpace},
    SystemRow{EFBIG, ErrorCode::Disk, "raise the limit on file sizes (ulimit -f)"},
    SystemRow{EIO, ErrorCode::Disk, "look for disk errors in the system's log (dmesg)"},
};

bool says_nothing_about_content(const SystemRow& row) { return row.code != ErrorCode::Usage && row.number != EAGAIN; }

} // namespace

Error system_error(int number, std::string_view verb, const std::filesystem::path& path) {
  const auto row = std::ranges::find(kSystemRows, number, &SystemRow::number);
  const bool is_known = row != kSystemRows.end();
  return {is_known ? row->code : ErrorCode::Disk, std::string(verb) + ": " + std::strerror(number), path.string(),
          std::string(is_known ? row->hint : std::string_view())};
}

Error system_error(std::string_view verb, const std::filesystem::path& path) { return system_error(errno, verb, path); }

std::optional<int> system_cause(std::string_view message) {
  const auto is_same_letter = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  for (const auto& row : kSystemRows) {
    if (!says_nothing_about_content(row)) continue;
    const std::string_view words = std::strerror(row.number);
    if (!std::ranges::search(message, words, is_same_letter).empty()) return row.number;
  }
  return std::nullopt;
}

void reserve_emergency_memory() {
  static std::atomic<char*> reserve = new (std::nothrow) char[256 * 1024];
  static std::atomic<bool> is_memory_gone = false;
  std::set_new_handler([] {
    is_memory_gone = true;
    delete[] reserve.exchange(nullptr);
    throw std::bad_alloc();
  });
  static const std::terminate_handler before = std::get_terminate();
  std::set_terminate([] {
    const bool is_disk_full = errno == ENOSPC || errno == EDQUOT; // Xapian's commit ends so where a block finds no room
    if (!is_memory_gone && !is_disk_full) before();
    // Nothing here may allocate memory.
    const std::array<std::string_view, 4> sentence{::program_invocation_short_name,
                                                   is_memory_gone ? ": out of memory; " : ": no space left; ",
                                                   is_memory_gone ? kFreeMemory : kFreeSpace, "\n"};
    for (const std::string_view part : sentence) std::ignore = ::write(STDERR_FILENO, part.data(), part.size());
    ::_exit(exit_code_of(is_memory_gone ? ErrorCode::Exhausted : ErrorCode::Disk));
  });
}

Error error_of(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) {
    Error error{ErrorCode::Exhausted, "out of memory", {}, {}}; // short enough to need no allocation
    try {
      error.hint = kFreeMemory;
    } catch (const std::bad_alloc&) {
      return error;
    }
    return error;
  }
  if (const auto* refused = dynamic_cast<const std::filesystem::filesystem_error*>(&thrown)) {
    return system_error(refused->code().value(), "the file system refused", refused->path1());
  }
  if (const auto* refused = dynamic_cast<const std::system_error*>(&thrown)) {
    return system_error(refused->code().value(), "the system refused", {});
  }
  return {ErrorCode::Internal, std::string("internal error: ") + thrown.what(), {}, "please report this"};
}

} // namespace trawl
