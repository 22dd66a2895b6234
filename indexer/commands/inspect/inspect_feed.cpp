// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/commands/inspect/inspect_request.h"
#include "indexer/feed/feed.h"
#include "shared/base/file.h"
#include "shared/base/json.h"

namespace trawl::commands {
namespace {

using nlohmann::ordered_json;

ordered_json optional_text(const std::string& text) { return text.empty() ? ordered_json() : ordered_json(text); }

ordered_json optional_time(const std::optional<Date>& date) {
  return date ? ordered_json(to_text(*date)) : ordered_json();
}

ordered_json authors_json(const std::vector<feed::FeedAuthor>& authors) {
  ordered_json out = ordered_json::array();
  for (const auto& author : authors) {
    out.push_back({{"name", optional_text(author.name)},
                   {"email", optional_text(author.email)},
                   {"uri", optional_text(author.uri)}});
  }
  return out;
}

/// An entry without an update date was last updated when it was published.
ordered_json entry_json(const feed::FeedEntry& entry) {
  return {{"id", optional_text(entry.id)},
          {"title", optional_text(entry.title)},
          {"link", optional_text(entry.link)},
          {"published", optional_time(entry.published)},
          {"updated", optional_time(entry.updated ? entry.updated : entry.published)},
          {"authors", authors_json(entry.authors)},
          {"summary", optional_text(entry.summary)},
          {"content", optional_text(entry.content)},
          {"categories", entry.categories},
          {"language", optional_text(entry.language)},
          {"image", optional_text(entry.image)}};
}

void add_feed(const feed::Feed& feed, ordered_json& answer) {
  answer["format"] = feed.format;
  answer["malformed"] = feed.malformed;
  answer["error"] = nullptr;
  if (auto missing = feed::what_is_missing(feed); !missing.empty()) answer["note"] = std::move(missing);
  answer["feed"] = {{"id", optional_text(feed.id)},
                    {"title", optional_text(feed.title)},
                    {"link", optional_text(feed.link)},
                    {"description", optional_text(feed.description)},
                    {"language", optional_text(feed.language)},
                    {"updated", optional_time(feed.updated)},
                    {"authors", authors_json(feed.authors)},
                    {"categories", feed.categories},
                    {"next", optional_text(feed.next)}};
  answer["entries"] = ordered_json::array();
  for (const auto& entry : feed.entries) answer["entries"].push_back(entry_json(entry));
}

} // namespace

std::string inspect_feed(std::string_view request) {
  const InspectRequest asked = read_inspect_request(request);
  ordered_json answer = {{"id", asked.id}};
  if (!asked.error.empty()) {
    answer["error"] = asked.error;
  } else if (const auto bytes = read_file(asked.text("path")); !bytes) {
    answer["error"] = to_sentence(bytes.error());
  } else if (const auto feed = feed::parse_feed(*bytes, asked.text("url"), asked.text("content_type")); !feed) {
    answer["malformed"] = true;
    answer["error"] = to_sentence(feed.error());
  } else {
    add_feed(*feed, answer);
  }
  return json_text(answer);
}

} // namespace trawl::commands
