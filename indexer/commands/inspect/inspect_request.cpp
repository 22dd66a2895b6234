// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect_request.h"

#include "shared/base/json.h"

namespace trawl::commands {

std::string InspectRequest::text(std::string_view name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string{} : found->second;
}

InspectRequest read_inspect_request(std::string_view line) {
  InspectRequest request;
  const auto json = parse_json(line);
  if (!json.is_object()) {
    request.error = "the request is not a JSON object";
    return request;
  }
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) request.fields.emplace(name, value.get<std::string>());
  }
  request.id = request.text("id");
  return request;
}

} // namespace trawl::commands
