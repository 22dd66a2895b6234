// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian_guard.h"

#include "shared/base/system_error.h"

#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::index {
namespace {

constexpr std::string_view kRebuild = "run `trawl index rebuild`";

/// Failures of which Xapian does not say the cause: the first is an undo of a change, which it cannot do in a database
/// that it writes without care.
constexpr std::string_view kCauseless[] = {"cancel() not supported", "Failed to create iamglass file"};

bool is_failed_write(std::string_view message) {
  return message.contains("Error writing block") || message.contains("Couldn't write");
}

/// What the system refused. Only the first failure carries its error; later ones have just Xapian's message.
std::optional<int> cause_of(const Xapian::Error& error, std::string_view detail, int number) {
  for (const std::string_view message : kCauseless) {
    if (error.get_msg().starts_with(message)) return number == 0 ? EIO : number;
  }
  return system_cause(detail);
}

} // namespace

Error to_error(const Xapian::Error& error, const std::filesystem::path& where) {
  const int number = errno;
  const std::string_view type = error.get_type();
  std::string detail = error.get_msg();
  if (const char* system = error.get_error_string()) detail += std::string(": ") + system;
  if (const auto cause = cause_of(error, detail, number)) {
    Error refused = system_error(*cause, "the index cannot be used", where);
    if (system_cause(detail)) refused.what = "the index cannot be used: " + detail;
    return refused;
  }
  if (type == "DatabaseLockError") {
    return {ErrorCode::Locked, "another writer holds the index: " + detail, where.string(), "wait until it ends"};
  }
  if (is_failed_write(detail)) {
    return {ErrorCode::Disk, "the index could not be written: " + detail, where.string(),
            "free some space; the last commit is intact"};
  }
  // A document that a list names, and a table, are not there.
  if (type.starts_with("Database") || type == "DocNotFoundError" || type == "FeatureUnavailableError") {
    return {ErrorCode::IndexDamaged, "the index is damaged: " + detail, where.string(), std::string(kRebuild)};
  }
  return {ErrorCode::Internal, std::string(type) + ": " + detail, where.string(), {}};
}

} // namespace trawl::index
