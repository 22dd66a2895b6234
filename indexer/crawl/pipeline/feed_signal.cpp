// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/feed_signal.h"

#include "shared/base/json.h"

namespace trawl::crawl {
namespace {

using SignalJson = nlohmann::ordered_json;

SignalJson date_to_json(const std::optional<Date>& date) { return date ? SignalJson(to_text(*date)) : SignalJson(); }

std::optional<Date> date_from_json(const SignalJson& json) {
  return json.is_string() ? parse_rfc3339(json.get_ref<const std::string&>()) : std::nullopt;
}

} // namespace

extract::FeedSignal signal_of(const feed::FeedEntry& entry, const feed::Feed& feed) {
  extract::FeedSignal signal;
  signal.title = entry.title;
  signal.site = feed.title;
  for (const auto& author : entry.authors) {
    if (!author.name.empty()) signal.authors.push_back(author.name);
  }
  signal.published = entry.published;
  signal.updated = entry.updated;
  signal.categories = entry.categories;
  signal.body_html = entry.content.empty() ? entry.summary : entry.content;
  signal.language = entry.language.empty() ? feed.language : entry.language;
  signal.image = entry.image;
  return signal;
}

extract::FeedSignal with_former(extract::FeedSignal now, const extract::FeedSignal& before, Moment today) {
  constexpr std::size_t kWholeText = 1'000; // bytes; summaries are shorter
  if (now.title != before.title) return now;
  const bool was_whole = before.body_html.size() >= kWholeText;
  if (was_whole && 2 * now.body_html.size() < before.body_html.size()) now.body_html = before.body_html;
  const bool is_today = now.published && now.published->time + std::chrono::days(2) > today;
  if (is_today && before.published && before.published->time < now.published->time) now.published = before.published;
  return now;
}

std::string signal_to_json(const extract::FeedSignal& signal) {
  const SignalJson json = {{"title", signal.title},
                           {"site", signal.site},
                           {"authors", signal.authors},
                           {"published", date_to_json(signal.published)},
                           {"updated", date_to_json(signal.updated)},
                           {"categories", signal.categories},
                           {"language", signal.language},
                           {"image", signal.image},
                           {"body", signal.body_html}};
  return json_text(json);
}

std::optional<extract::FeedSignal> signal_from_json(std::string_view text) {
  const auto json = parse_ordered_json(text);
  if (!json.is_object()) return std::nullopt;
  try {
    extract::FeedSignal signal;
    signal.title = json.at("title");
    signal.site = json.at("site");
    signal.authors = json.at("authors");
    signal.published = date_from_json(json.at("published"));
    signal.updated = date_from_json(json.at("updated"));
    signal.categories = json.at("categories");
    signal.language = json.at("language");
    signal.image = json.at("image");
    signal.body_html = json.at("body");
    return signal;
  } catch (const SignalJson::exception&) {
    return std::nullopt;
  }
}

} // namespace trawl::crawl
