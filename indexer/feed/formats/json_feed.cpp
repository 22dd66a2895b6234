// SPDX-License-Identifier: GPL-3.0-or-later
/// JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/).
#include "indexer/feed/formats/feed_format.h"

#include <algorithm>

#include "indexer/feed/formats/person_construct.h"
#include "indexer/feed/html_fragment.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"
#include "shared/base/json.h"
#include "shared/text/dates/parse_date.h"

namespace trawl::feed {
namespace {

using ascii::trim;
using nlohmann::json;

constexpr int kMaxDepth = 32;

/// The text of a member; a number (1.0 allowed them as ids) as it is written.
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
  // The url may be a mailto: URL.
  if (author.uri.starts_with("mailto:") && author.email.empty()) author.email = author.uri.substr(7);
  return author;
}

/// `authors` (1.1), else `author` (1.0). Either may be an array or a single author.
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

bool is_json_feed(const json& document) {
  return document.is_object() && document.contains("items") && document["items"].is_array() &&
         (text_of(document, "version").contains("jsonfeed") || document.contains("title") ||
          document.contains("feed_url"));
}

/// A JSON object: no XML document begins with a brace.
bool is_json_object(const FeedDocument& document) {
  std::string_view bytes = document.bytes;
  if (document.root != kNoNode) return false;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  return trim(bytes).starts_with('{');
}

Result<json> parse_feed_json(std::string_view text, const std::string& url) {
  bool is_too_deep = false;
  const auto watch_depth = [&](int depth, json::parse_event_t, json&) {
    is_too_deep = is_too_deep || depth > kMaxDepth;
    return !is_too_deep;
  };
  json object = parse_json(text, watch_depth);
  if (is_too_deep) return fail(ErrorCode::TooLarge, "the JSON is nested deeper than 32 levels", url);
  if (object.is_discarded()) return fail(ErrorCode::Malformed, "the JSON is not well-formed", url);
  if (!is_json_feed(object)) return fail(ErrorCode::Malformed, "this is JSON, but not a JSON Feed", url);
  return object;
}

Result<Feed> read_json_feed(const FeedDocument& document) {
  const std::string& url = document.url;
  // JSON is UTF-8, whatever the header says (RFC 8259 §8.1).
  TRAWL_TRY(const json object, parse_feed_json(html::decode(document.bytes, "", html::Markup::Xml).text, url));
  Feed feed;
  feed.id = text_of(object, "feed_url");
  const std::string base = !url.empty() ? url : feed.id;
  feed.title = fold_spaces(text_of(object, "title"));
  feed.link = absolute_link(text_of(object, "home_page_url"), base);
  feed.description = html_escape(text_of(object, "description"));
  feed.language = text_of(object, "language");
  feed.authors = authors_of(object);
  feed.next = absolute_link(text_of(object, "next_url"), base);
  for (const json& item : object["items"]) {
    if (!item.is_object()) continue;
    if (feed.entries.size() == kMaxEntries) {
      ++feed.entries_left_out;
      continue;
    }
    feed.entries.push_back(read_item(item, feed, base));
  }
  // The format has no date of the feed itself: take that of the newest entry.
  for (const FeedEntry& entry : feed.entries) feed.updated = std::max({feed.updated, entry.published, entry.updated});
  return feed;
}

} // namespace

FeedFormat json_feed_format() { return {"json", is_json_object, read_json_feed}; }

} // namespace trawl::feed
