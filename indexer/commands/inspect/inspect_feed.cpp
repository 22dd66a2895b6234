// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include <nlohmann/json.hpp>

#include "indexer/commands/inspect/inspect_request.h"
#include "indexer/feed/feed.h"
#include "shared/base/file.h"

namespace trawl::commands {
namespace {

using nlohmann::ordered_json;

ordered_json text_or_null(const std::string& text) { return text.empty() ? ordered_json() : ordered_json(text); }

ordered_json date_or_null(const std::optional<Date>& date) {
  return date ? ordered_json(to_rfc3339(date->time)) : ordered_json();
}

ordered_json authors_json(const std::vector<feed::FeedAuthor>& authors) {
  ordered_json out = ordered_json::array();
  for (const auto& author : authors) {
    out.push_back({{"name", text_or_null(author.name)},
                   {"email", text_or_null(author.email)},
                   {"uri", text_or_null(author.uri)}});
  }
  return out;
}

/// An entry without an update date was last updated when it was published.
ordered_json entry_json(const feed::FeedEntry& entry) {
  return {{"id", text_or_null(entry.id)},
          {"title", text_or_null(entry.title)},
          {"link", text_or_null(entry.link)},
          {"published", date_or_null(entry.published)},
          {"updated", date_or_null(entry.updated ? entry.updated : entry.published)},
          {"authors", authors_json(entry.authors)},
          {"summary", text_or_null(entry.summary)},
          {"content", text_or_null(entry.content)},
          {"categories", entry.categories},
          {"language", text_or_null(entry.language)},
          {"image", text_or_null(entry.image)}};
}

void add_feed(const feed::Feed& feed, ordered_json& answer) {
  answer["format"] = feed.format;
  answer["malformed"] = feed.malformed;
  answer["error"] = nullptr;
  if (auto missing = feed::what_is_missing(feed); !missing.empty()) answer["note"] = std::move(missing);
  answer["feed"] = {{"id", text_or_null(feed.id)},
                    {"title", text_or_null(feed.title)},
                    {"link", text_or_null(feed.link)},
                    {"description", text_or_null(feed.description)},
                    {"language", text_or_null(feed.language)},
                    {"updated", date_or_null(feed.updated)},
                    {"authors", authors_json(feed.authors)},
                    {"categories", feed.categories},
                    {"next", text_or_null(feed.next)}};
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
  return answer.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace trawl::commands
