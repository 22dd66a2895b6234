// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/saved_searches.h"

#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/base/json.h"

namespace trawl::cli {

std::filesystem::path saved_searches_file() {
  const std::string xdg = environment("XDG_STATE_HOME");
  const std::filesystem::path base =
      xdg.starts_with('/') ? std::filesystem::path(xdg) : std::filesystem::path(environment("HOME")) / ".local/state";
  return base / "trawl/searches.json";
}

Result<std::vector<SavedSearch>> load_saved_searches(const std::filesystem::path& file) {
  const auto content = read_file(file);
  if (!content && content.error().code == ErrorCode::NotFound) return std::vector<SavedSearch>{};
  if (!content) return std::unexpected(content.error());
  const auto json = parse_ordered_json(*content);
  std::vector<SavedSearch> searches;
  try {
    for (const auto& row : json.at("searches")) {
      SavedSearch search{row.at("name"), {}, row.at("seen")};
      for (const auto& pair : row.at("parameters")) search.parameters.emplace_back(pair.at(0), pair.at(1));
      searches.push_back(std::move(search));
    }
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::Malformed, "this is not a valid file of saved searches", file.string(),
                "move or delete it to start with an empty list");
  }
  return searches;
}

Result<void> store_saved_searches(const std::filesystem::path& file, const std::vector<SavedSearch>& searches) {
  auto rows = nlohmann::ordered_json::array();
  for (const SavedSearch& search : searches) {
    auto parameters = nlohmann::ordered_json::array();
    for (const auto& [name, value] : search.parameters)
      parameters.push_back(nlohmann::ordered_json::array({name, value}));
    rows.push_back({{"name", search.name}, {"parameters", parameters}, {"seen", search.seen}});
  }
  TRAWL_CHECK(make_private_directory(file.parent_path()));
  return write_file_atomic(file, json_text(nlohmann::ordered_json{{"searches", rows}}, 1) + "\n");
}

} // namespace trawl::cli
