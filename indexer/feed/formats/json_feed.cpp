// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/dialects.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "indexer/feed/markup.h"
#include "indexer/feed/xml/tree.h"
#include "shared/base/html_escape.h"
#include "shared/text/date_parse.h"

namespace trawl::feed {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 32;

/// A member's text; numbers are taken as they are written.
std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (found->is_string()) return std::string(trim(found->get_ref<const std::string&>()));
  return found->is_number() ? found->dump() : std::string{};
}

FeedAuthor author_of(const json& value) {
  if (value.is_string()) return person_of_text(value.get_ref<const std::string&>());
  if (!value.is_object()) return {};
  FeedAuthor author = person_of_text(text_of(value, "name"));
  author.uri = text_of(value, "url");
  // "url" may be a mailto: address.
  if (author.uri.starts_with("mailto:") && author.email.empty()) author.email = author.uri.substr(7);
  return author;
}

/// `authors` (1.1) before `author` (1.0); either may be a list or a single one.
std::vector<FeedAuthor> authors_of(const json& object) {
  std::vector<FeedAuthor> authors;
  const auto add = [&](const json& value) {
    FeedAuthor author = author_of(value);
    if (!author.name.empty() || !author.email.empty()) authors.push_back(std::move(author));
  };
  for (const char* const name : {"authors", "author"}) {
    const auto found = object.find(name);
    if (found == object.end() || !authors.empty()) continue;
    if (!found->is_array())
      add(*found);
    else
      for (const json& value : *found) add(value);
  }
  return authors;
}

std::vector<std::string> tags_of(const json& item) {
  std::vector<std::string> tags;
  const auto found = item.find("tags");
  if (found == item.end()) return tags;
  if (found->is_string()) tags.push_back(found->get<std::string>());
  if (!found->is_array()) return tags;
  for (const json& tag : *found) {
    if (tag.is_string() && !trim(tag.get_ref<const std::string&>()).empty())
      tags.push_back(fold_spaces(tag.get_ref<const std::string&>()));
  }
  return tags;
}

std::string first_of(const json& object, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    if (auto text = text_of(object, name); !text.empty()) return text;
  }
  return {};
}

FeedEntry read_item(const json& item, const Feed& feed, const std::string& base) {
  FeedEntry entry;
  entry.id = text_of(item, "id");
  entry.title = fold_spaces(text_of(item, "title"));
  entry.link = absolute_link(first_of(item, {"url", "external_url"}), base);
  entry.published = text::parse_feed_date(text_of(item, "date_published"));
  entry.updated = text::parse_feed_date(text_of(item, "date_modified"));
  entry.authors = authors_of(item);
  if (entry.authors.empty()) entry.authors = feed.authors;
  entry.content_base = entry.link.starts_with("http") ? entry.link : base;
  entry.content = with_absolute_links(text_of(item, "content_html"), entry.content_base);
  if (entry.content.empty()) entry.content = html_escape(text_of(item, "content_text"));
  entry.summary = html_escape(text_of(item, "summary"));
  entry.categories = tags_of(item);
  entry.language = text_of(item, "language");
  entry.image = absolute_link(first_of(item, {"image", "banner_image"}), base);
  return entry;
}

bool is_feed(const json& document) {
  return document.is_object() && document.contains("items") && document["items"].is_array() &&
         (text_of(document, "version").contains("jsonfeed") || document.contains("title") ||
          document.contains("feed_url"));
}

} // namespace

Result<Feed> read_json_feed(std::string_view text, std::string_view url) {
  bool too_deep = false;
  const auto watch = [&](int depth, json::parse_event_t, json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return !too_deep;
  };
  const json document = json::parse(text, watch, false);
  if (too_deep) return fail(ErrorCode::TooLarge, "the JSON is nested deeper than 32 levels", std::string(url));
  if (document.is_discarded()) return fail(ErrorCode::Malformed, "this is no well-formed JSON", std::string(url));
  if (!is_feed(document)) return fail(ErrorCode::Malformed, "this is JSON, but no JSON Feed", std::string(url));
  Feed feed;
  feed.format = "json";
  const std::string base = absolute_link(text_of(document, "feed_url"), url);
  const std::string known = !url.empty() ? std::string(url) : base;
  feed.id = text_of(document, "feed_url");
  feed.title = fold_spaces(text_of(document, "title"));
  feed.link = absolute_link(text_of(document, "home_page_url"), known);
  feed.description = html_escape(text_of(document, "description"));
  feed.language = text_of(document, "language");
  feed.authors = authors_of(document);
  feed.next = absolute_link(text_of(document, "next_url"), known);
  for (const json& item : document["items"]) {
    if (!item.is_object()) continue;
    if (feed.entries.size() == kMaxEntries) {
      ++feed.entries_left_out;
      continue;
    }
    feed.entries.push_back(read_item(item, feed, known));
  }
  // The format has no date of the feed itself: it is as new as its newest entry.
  for (const FeedEntry& entry : feed.entries) feed.updated = std::max({feed.updated, entry.published, entry.updated});
  return feed;
}

} // namespace trawl::feed
