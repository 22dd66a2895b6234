// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/xapian_guard.h"

#include <cerrno>
#include <string>
#include <string_view>

namespace trawl::index {
namespace {

constexpr std::string_view kRebuild = "run `trawl index rebuild`";

bool is_out_of_space(const Xapian::Error& error) {
  // Only the first failure carries the system's error; later ones have just Xapian's message.
  const std::string_view message = error.get_msg();
  const char* system = error.get_error_string();
  const std::string_view reason = system == nullptr ? std::string_view{} : std::string_view(system);
  return reason.contains("No space left") || reason.contains("quota exceeded") || message.contains("No space left") ||
         message.contains("Error writing block") || message.contains("Couldn't write");
}

} // namespace

Error to_error(const Xapian::Error& error) {
  const std::string_view type = error.get_type();
  std::string detail = error.get_msg();
  if (const char* system = error.get_error_string()) detail += std::string(": ") + system;
  if (type == "DatabaseNotFoundError") {
    return {ErrorCode::NoIndex, "there is no index: " + detail, {}, std::string(kRebuild)};
  }
  if (type == "DatabaseLockError") {
    return {ErrorCode::Locked, "another writer holds the index: " + detail, {}, "wait until it ends"};
  }
  if (is_out_of_space(error)) {
    return {
        ErrorCode::Disk, "the index could not be written: " + detail, {}, "free some space; the last commit is intact"};
  }
  if (type.starts_with("Database")) {
    return {ErrorCode::IndexDamaged, "the index is damaged: " + detail, {}, std::string(kRebuild)};
  }
  return {ErrorCode::Internal, std::string(type) + ": " + detail, {}, {}};
}

} // namespace trawl::index
