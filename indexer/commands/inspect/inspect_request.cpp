// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect_request.h"

#include "shared/base/file.h"

namespace trawl::commands {

Result<std::string> InspectRequest::content() const {
  if (!is_object) return fail(ErrorCode::BadInput, "the request is not a JSON object");
  return bytes ? *bytes : read_file(path);
}

InspectAnswer InspectRequest::answer() const { return id.is_null() ? InspectAnswer() : InspectAnswer{{"id", id}}; }

InspectRequest read_inspect_request(std::string_view line) {
  InspectRequest request;
  const auto json = parse_ordered_json(line);
  request.is_object = json.is_object();
  if (!request.is_object) return request;
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
  };
  if (json.contains("id")) request.id = json["id"];
  request.path = text("html_file").value_or(text_at(json, "path"));
  request.url = text_at(json, "url");
  request.content_type = text_at(json, "content_type");
  request.user_agent = text_at(json, "user_agent");
  request.base = text_at(json, "base");
  request.input = text("input");
  request.label = text("label");
  for (auto [name, asked] : {std::pair{"labels", &request.labels}, {"why", &request.why}})
    *asked = json.contains(name) && json[name] == true;
  return request;
}

} // namespace trawl::commands
