// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/result.h"

#include <array>

namespace trawl {
namespace {

struct Row {
  ErrorCode code;
  std::string_view name;
  int exit_code;
  int http_status;
};

constexpr std::array kRows{
    Row{ErrorCode::Usage, "usage", 2, 400},
    Row{ErrorCode::BadInput, "bad_input", 6, 400},
    Row{ErrorCode::NotFound, "not_found", 1, 404},
    Row{ErrorCode::NoIndex, "no_index", 3, 503},
    Row{ErrorCode::IndexDamaged, "index_damaged", 3, 503},
    Row{ErrorCode::StoreDamaged, "store_damaged", 3, 503},
    Row{ErrorCode::Locked, "locked", 5, 503},
    Row{ErrorCode::Network, "network", 4, 502},
    Row{ErrorCode::Unresolved, "unresolved", 4, 502},
    Row{ErrorCode::AddressRefused, "address_refused", 4, 502},
    Row{ErrorCode::RobotsRefused, "robots_refused", 4, 502},
    Row{ErrorCode::HttpStatus, "http_status", 4, 502},
    Row{ErrorCode::TooLarge, "too_large", 6, 413},
    Row{ErrorCode::Timeout, "timeout", 4, 503},
    Row{ErrorCode::Malformed, "malformed", 6, 400},
    Row{ErrorCode::Disk, "disk", 7, 500},
    Row{ErrorCode::Permission, "permission", 3, 500},
    Row{ErrorCode::Exhausted, "exhausted", 7, 503},
    Row{ErrorCode::Interrupted, "interrupted", 130, 503},
    Row{ErrorCode::Partial, "partial", 6, 500},
    Row{ErrorCode::Internal, "internal", 70, 500},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].code) != i) return false;
  }
  return true;
}
static_assert(in_order() && kRows.size() == static_cast<std::size_t>(ErrorCode::Internal) + 1, "one row per code");

const Row& row_of(ErrorCode code) { return kRows.at(static_cast<std::size_t>(code)); }

} // namespace

std::string_view name_of(ErrorCode code) { return row_of(code).name; }
int exit_code_of(ErrorCode code) { return row_of(code).exit_code; }
int http_status_of(ErrorCode code) { return row_of(code).http_status; }

std::string to_sentence(const Error& error) {
  std::string sentence;
  if (!error.where.empty()) sentence += error.where + ": ";
  sentence += error.what;
  if (!error.hint.empty()) sentence += (error.what.ends_with('.') ? " " : "; ") + error.hint;
  return sentence;
}

} // namespace trawl
