// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/source_notes.h"

#include "shared/base/json.h"

namespace trawl::index {

using Json = nlohmann::ordered_json;

std::string to_json(const std::vector<SourceNote>& notes) {
  Json list = Json::array();
  for (const SourceNote& note : notes) {
    list.push_back({{"id", note.id},
                    {"label", note.label},
                    {"homepage", note.homepage},
                    {"last_success", note.last_success ? Json(to_rfc3339(*note.last_success)) : Json()},
                    {"health", note.health},
                    {"last_error", note.last_error},
                    {"fetches", note.fetches},
                    {"bytes", note.fetched_bytes},
                    {"gone", note.gone},
                    {"pace", note.pace.count()}});
  }
  return json_text(list);
}

Result<std::vector<SourceNote>> source_notes_from_json(std::string_view json) {
  std::vector<SourceNote> notes;
  if (json.empty()) return notes;
  try {
    for (const Json& row : parse_ordered_json(json)) {
      SourceNote note{row.at("id"), row.at("label"), row.at("homepage"), {}, row.at("health"), row.at("last_error")};
      if (row.at("last_success").is_string()) {
        if (const auto date = parse_rfc3339(row.at("last_success").get_ref<const std::string&>())) {
          note.last_success = date->time;
        }
      }
      row.at("fetches").get_to(note.fetches);
      row.at("bytes").get_to(note.fetched_bytes);
      row.at("gone").get_to(note.gone);
      note.pace = std::chrono::seconds(row.at("pace").get<std::int64_t>());
      notes.push_back(std::move(note));
    }
  } catch (const Json::exception& error) {
    return fail(ErrorCode::IndexDamaged, std::string("the index's list of sources cannot be read: ") + error.what(), {},
                "run `trawl index rebuild`");
  }
  return notes;
}

} // namespace trawl::index
