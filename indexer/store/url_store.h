// SPDX-License-Identifier: GPL-3.0-or-later
/// The URLs of articles that crawls have discovered: the state of each, and which seeds and pages link to it. No
/// policy: the crawler decides what to fetch.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// Stored as a number: append only.
enum class UrlState : std::uint8_t {
  New,      ///< discovered, not fetched yet; without `due_at`: only remembered, because a list beside the source's own
            ///< named it when it was read first
  Stored,   ///< an input is stored for it
  Redirect, ///< it redirects to `target`
  NotArticle, ///< fetched, and not an article: no text, noindex, a listing
  Failed,     ///< the fetch failed; `due_at` says whether to try again
};

struct UrlRow {
  std::int64_t id = 0;
  std::string url; ///< canonical
  UrlState state = UrlState::New;
  std::int64_t target = 0;      ///< id of the URL a redirect leads to, or 0
  std::optional<Moment> due_at; ///< nullopt: do not fetch
  Moment modified_hint{};       ///< a sitemap's lastmod
  int failures = 0;             ///< in a row
  std::string code;             ///< of the last failure
};

/// A link to a URL that one source's seed or page contains.
struct DiscoveredLink {
  std::string source;
  std::string seed;   ///< URL of the feed, sitemap, list or page that contains the link; of the page itself if somebody
                      ///< asked for it
  std::string signal; ///< the feed entry's metadata as JSON (feed_signal.h); empty for links of other origins
  std::int64_t since = kNew; ///< when the crawl had ended that found it first

  static constexpr std::int64_t kNew = std::numeric_limits<std::int64_t>::max(); ///< none has

  bool operator==(const DiscoveredLink&) const = default;
};

class UrlStore {
 public:
  explicit UrlStore(Database& database) : db_(&database) {}

  /// The row of a canonical URL, added as New and due if it is missing.
  Result<UrlRow> url(std::string_view url);
  Result<bool> is_known(std::string_view url);
  /// Internal if there is no such row.
  Result<UrlRow> url(std::int64_t id);
  Result<void> save_url(const UrlRow& row);
  /// At most `limit` URLs with an id above `after` that are due at `now`, or due after `beyond`, in the order of
  /// discovery.
  Result<std::vector<UrlRow>> due_urls(Moment now, Moment beyond, std::int64_t after = 0, std::size_t limit = 1'000);
  /// The earliest due time after `after`; nullopt if no URL is due later.
  Result<std::optional<Moment>> next_due_url(Moment after);

  /// False if the store already has this link with the same signal. Else its source has news (reading_store.h).
  Result<bool> save_link(std::int64_t url, const DiscoveredLink& link);
  /// What the link's seed said of the URL until now, if that is not the link's signal; empty if it said nothing.
  Result<std::string> former_signal(std::int64_t url, const DiscoveredLink& link);
  /// The seed lists these URLs and no others now. Returns the ids of those of which this was not so before.
  Result<std::vector<std::int64_t>> set_listed(std::string_view seed, const std::set<std::int64_t>& urls);
  /// The links to a URL, ordered by source and seed. An imported row is one, from itself: the user has brought it.
  Result<std::vector<DiscoveredLink>> inlinks(std::int64_t url);
  Result<std::vector<DiscoveredLink>> inlinks(std::string_view url);

  /// The same without their signals.
  Result<std::vector<DiscoveredLink>> bare_inlinks(std::int64_t url);
  /// The same with hashes in place of the signals.
  Result<std::vector<DiscoveredLink>> hashed_inlinks(std::string_view url);

  /// The addresses that redirect to this canonical URL, directly or through others, at most 100.
  Result<std::vector<std::string>> leading_to(std::string_view url);
  /// Where redirects from this canonical URL end: the URL itself if it does not redirect.
  Result<std::string> end_of(std::string_view url);

  /// Whether this seed or page links to the URL, or has.
  Result<bool> has_link(std::int64_t url, std::string_view seed);
  /// Whether a seed or page of this source links to the canonical URL, which is not only remembered.
  Result<bool> is_discovered_by(std::string_view url, std::string_view source);
  /// The URLs of a source that are only remembered.
  Result<std::vector<UrlRow>> remembered(std::string_view source);
  /// The URLs discovered by a source for which a page is stored.
  Result<void> each_stored_url(std::string_view source, const std::function<void(std::string_view url)>& visit);
  /// When the crawl had ended that first found a link of this seed; kNew if none has.
  Result<std::int64_t> first_link(std::string_view seed);
  /// Whether this seed was the first to name the URL, later than `since`.
  Result<bool> is_first_named_by(std::int64_t url, std::string_view seed, std::int64_t since);

 private:
  Database* db_;
};

} // namespace trawl::store
