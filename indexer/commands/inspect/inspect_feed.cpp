// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/feed/feed.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::commands {
namespace {

InspectAnswer optional_text(const std::string& text) { return text.empty() ? InspectAnswer() : InspectAnswer(text); }

InspectAnswer optional_time(const std::optional<Date>& date) {
  return date ? InspectAnswer(to_text(*date)) : InspectAnswer();
}

InspectAnswer authors_json(const std::vector<feed::FeedAuthor>& authors) {
  InspectAnswer out = InspectAnswer::array();
  for (const auto& author : authors) {
    out.push_back({{"name", optional_text(author.name)},
                   {"email", optional_text(author.email)},
                   {"uri", optional_text(author.uri)}});
  }
  return out;
}

/// An entry without an update date was last updated when it was published.
InspectAnswer entry_json(const feed::FeedEntry& entry) {
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

void add_feed(const feed::Feed& feed, InspectAnswer& answer) {
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
  answer["entries"] = InspectAnswer::array();
  for (const auto& entry : feed.entries) answer["entries"].push_back(entry_json(entry));
}

} // namespace

InspectAnswer answer_feed(const InspectRequest& request) {
  InspectAnswer answer = request.answer();
  if (const auto bytes = request.content(); !bytes) {
    answer["error"] = to_sentence(bytes.error());
  } else if (const auto feed = feed::parse_feed(*bytes, request.url, request.content_type); !feed) {
    answer["malformed"] = true;
    answer["error"] = to_sentence(feed.error());
  } else {
    add_feed(*feed, answer);
  }
  return answer;
}

} // namespace trawl::commands
