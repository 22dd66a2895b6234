// SPDX-License-Identifier: GPL-3.0-or-later
/// A feed as read: what RSS, RDF, Atom, CDF and JSON Feed have in common.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct FeedAuthor {
  std::string name, email, uri;
};

/// One entry. `link` is absolute where a base was known; `title` is plain text; `summary` and `content` are HTML.
struct FeedEntry {
  std::string id;
  std::string title;
  std::string link;
  std::optional<Date> published;
  std::optional<Date> updated;
  std::vector<FeedAuthor> authors;
  std::string summary;
  std::string content;
  std::string content_base; ///< what relative links inside the bodies are relative to
  std::vector<std::string> categories;
  std::string language;
  std::string image;
};

struct Feed {
  std::string format;     ///< rss, rdf, atom, json, cdf
  bool malformed = false; ///< the bytes were not well-formed; entries are given all the same
  std::string id, title, link, description, language;
  std::optional<Date> updated;
  std::vector<FeedAuthor> authors;
  std::vector<std::string> categories;
  std::vector<FeedEntry> entries;          ///< in document order, at most kMaxEntries
  std::size_t entries_left_out = 0;        ///< how many there are beyond kMaxEntries
  bool is_cut = false;                     ///< the document has more elements than are read
  std::string next;                        ///< RFC 5005: the next page of a paged feed, or empty
  std::optional<std::chrono::minutes> ttl; ///< how long it need not be asked again (ttl, sy:updatePeriod)
  std::vector<unsigned> skip_hours;        ///< hours of the day, UTC, at which it need not be asked
  std::vector<std::chrono::weekday> skip_days;
};

inline constexpr std::size_t kMaxEntries = 5'000;

/// Reads a feed. `url`: where it came from, the base of relative links (may be empty); `content_type`: the header's
/// value (may be empty), believed only as far as the bytes agree. Malformed: it is no feed; the sentence says what it
/// is instead (an HTML page, a sitemap, nothing).
Result<Feed> parse_feed(std::string_view bytes, std::string_view url, std::string_view content_type);

/// What of the document was left out, in words; empty if nothing was.
std::string what_is_missing(const Feed& feed);

} // namespace trawl::feed
