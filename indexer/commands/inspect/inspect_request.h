// SPDX-License-Identifier: GPL-3.0-or-later
/// The request line of an `inspect` command: a flat JSON object of texts.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace trawl::commands {

struct InspectRequest {
  std::string id;
  std::map<std::string, std::string, std::less<>> fields; ///< those that are texts; null and others are left out
  std::string error;                                      ///< not empty: the line was no JSON object

  bool has(std::string_view name) const { return fields.contains(name); }
  /// Empty when there is none.
  std::string text(std::string_view name) const;
};

InspectRequest read_inspect_request(std::string_view line);

} // namespace trawl::commands
