// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads a feed (RSS, RDF, Atom, JSON Feed) into the data that all formats have.
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

/// One entry. `link` is absolute if a base is known; `title` is plain text; `summary` and `content` are HTML.
struct FeedEntry {
  std::string id;
  std::string title;
  std::string link;
  std::optional<Date> published;
  std::optional<Date> updated;
  std::vector<FeedAuthor> authors;
  std::string summary;
  std::string content;
  std::string content_base; ///< the base of relative links in `summary` and `content`
  std::vector<std::string> categories;
  std::string language;
  std::string image;
};

struct Feed {
  std::string format;     ///< a name of formats/feed_format.h: rss, rdf, atom or json
  bool malformed = false; ///< the document is not well-formed; its entries were read nevertheless
  std::string id, title, link, description, language;
  std::optional<Date> updated;
  std::vector<FeedAuthor> authors;
  std::vector<std::string> categories;
  std::vector<FeedEntry> entries;   ///< in document order, at most kMaxEntries
  std::size_t entries_left_out = 0; ///< entries beyond kMaxEntries
  bool is_cut = false; ///< the document has more than kMaxXmlNodes elements and texts; the rest was not read
  std::string next;    ///< the next page of a paged feed (RFC 5005 §3), or empty
  std::optional<std::chrono::minutes> ttl; ///< how long a copy may be used (ttl, sy:updatePeriod)
  std::vector<unsigned> skip_hours;        ///< hours of the day, in UTC, at which it does not change
  std::vector<std::chrono::weekday> skip_days;
};

inline constexpr std::size_t kMaxEntries = 5'000;

/// Reads a feed of any format. `url`: where it came from, the base of relative links; may be empty. `content_type`: the
/// header's value; may be empty, and is ignored where the bytes contradict it. Malformed: this is not a feed; the
/// message says what it is instead (an HTML page, a sitemap). TooLarge: more than 20 MB, or JSON nested too deep.
Result<Feed> parse_feed(std::string_view bytes, std::string_view url, std::string_view content_type);

/// A sentence about what was not read because of a limit; empty if everything was.
std::string what_is_missing(const Feed& feed);

} // namespace trawl::feed
