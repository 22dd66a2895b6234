// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/feed_signal.h"

#include <nlohmann/json.hpp>

namespace trawl::crawl {
namespace {

using Json = nlohmann::ordered_json;

Json date_to_json(const std::optional<Date>& date) { return date ? Json(to_text(*date)) : Json(); }

std::optional<Date> date_from_json(const Json& json) {
  return json.is_string() ? parse_rfc3339(json.get_ref<const std::string&>()) : std::nullopt;
}

} // namespace

extract::FeedSignal signal_of(const feed::FeedEntry& entry, const feed::Feed& feed) {
  extract::FeedSignal witness;
  witness.title = entry.title;
  for (const auto& author : entry.authors) {
    if (!author.name.empty()) witness.authors.push_back(author.name);
  }
  witness.published = entry.published;
  witness.updated = entry.updated;
  witness.categories = entry.categories;
  witness.body_html = entry.content.empty() ? entry.summary : entry.content;
  witness.language = entry.language.empty() ? feed.language : entry.language;
  witness.image = entry.image;
  return witness;
}

std::string signal_to_json(const extract::FeedSignal& witness) {
  const Json json = {{"title", witness.title},
                     {"authors", witness.authors},
                     {"published", date_to_json(witness.published)},
                     {"updated", date_to_json(witness.updated)},
                     {"categories", witness.categories},
                     {"language", witness.language},
                     {"image", witness.image},
                     {"body", witness.body_html}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<extract::FeedSignal> signal_from_json(std::string_view text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    extract::FeedSignal witness;
    witness.title = json.at("title");
    witness.authors = json.at("authors");
    witness.published = date_from_json(json.at("published"));
    witness.updated = date_from_json(json.at("updated"));
    witness.categories = json.at("categories");
    witness.language = json.at("language");
    witness.image = json.at("image");
    witness.body_html = json.at("body");
    return witness;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace trawl::crawl
