// SPDX-License-Identifier: GPL-3.0-or-later
/// The request of an `inspect` command: a flat JSON object of strings.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace trawl::commands {

struct InspectRequest {
  std::string id;
  std::map<std::string, std::string, std::less<>> fields; ///< only strings; other members are dropped
  std::string error;                                      ///< not empty: the line is not a JSON object

  bool has(std::string_view name) const { return fields.contains(name); }
  /// Empty if there is none.
  std::string text(std::string_view name) const;
};

InspectRequest read_inspect_request(std::string_view line);

} // namespace trawl::commands
