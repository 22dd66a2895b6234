// SPDX-License-Identifier: GPL-3.0-or-later
/// What is known of the web: entrances, robots.txt files, URLs and who named them. No policy: the frontier decides.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/date_time.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// What we know of an entrance between two crawls. Times of 0: never.
struct SeedState {
  std::string url; ///< as configured
  std::string source;
  std::string moved_to; ///< where permanent redirects led, or empty
  int moves = 0;        ///< how often in a row they led there
  std::string etag, last_modified;
  Moment asked_at{}, succeeded_at{};
  Moment fresh_until{}; ///< no need to ask before
  Moment due_at{};      ///< by our own schedule
  std::chrono::seconds interval{};
  int failures = 0; ///< in a row
  std::string code, error;
};

enum class UrlState : std::uint8_t {
  New,        ///< named, not asked yet
  Stored,     ///< there is an input of it
  Redirect,   ///< it leads to `target`
  NotArticle, ///< asked, and no article: no text, noindex, a listing
  Failed,     ///< asked in vain; `due_at` says whether again
};

struct UrlRow {
  std::int64_t id = 0;
  std::string url;
  UrlState state = UrlState::New;
  std::int64_t target = 0;      ///< id of the URL a redirect leads to, or 0
  std::optional<Moment> due_at; ///< nullopt: not to be asked
  bool stale = false;           ///< its article must be made again from the stored page
  Moment modified_hint{};       ///< a sitemap's lastmod
  int failures = 0;
  std::string code; ///< of the last failure
};

/// One source's word on a URL. `witness` is the feed's entry as JSON, empty for sitemaps and lists.
struct DiscoveredLink {
  std::string source, entrance, witness;
};

struct Failure {
  std::string source, url, code, sentence;
  int count = 1;
  Moment last{};
};

/// A source as it was described when it was last crawled: what a rebuild needs to know of it, without its catalogue.
struct RememberedSource {
  std::string id;
  std::string definition; ///< the bytes of a catalogue that holds this source alone
};

class CrawlStore {
 public:
  explicit CrawlStore(Database& database) : db_(&database) {}

  Result<void> save_source(const RememberedSource& source);
  Result<std::vector<RememberedSource>> sources(); ///< by id

  Result<SeedState> entrance(std::string_view url, std::string_view source); ///< a fresh one if unknown
  Result<void> save_seed(const SeedState& state);
  Result<std::vector<SeedState>> entrances();

  /// Every robots.txt we have, as fetched.
  Result<void> each_robots(const std::function<void(std::string origin, Moment fetched_at, std::string body)>& visit);
  Result<void> save_robots(std::string_view origin, Moment fetched_at, std::string_view body);

  /// Requests to a host on the UTC day of `at`; of other days nothing is kept.
  Result<void> save_requests(std::string_view host, Moment at, int count);
  Result<void> each_requests(Moment at, const std::function<void(std::string_view host, int count)>& visit);

  /// Until when a host has asked to be left alone; of times before `now` nothing is told.
  Result<void> save_closure(std::string_view host, Moment until);
  Result<void> each_closure(Moment now, const std::function<void(std::string_view host, Moment until)>& visit);

  /// The row of a canonical URL, made when missing.
  Result<UrlRow> url(std::string_view url);
  Result<UrlRow> url(std::int64_t id);
  Result<void> save_url(const UrlRow& row);
  /// At most `limit` URLs with an id after `after` that are due at `now`, or stale, in the order they were found.
  Result<std::vector<UrlRow>> due_urls(Moment now, std::int64_t after = 0, std::size_t limit = 1'000);
  /// The earliest time after `after` at which a URL is due, if one is.
  Result<std::optional<Moment>> next_due_url(Moment after);

  /// False if it says nothing new.
  Result<bool> save_discovered_link(std::int64_t url, const DiscoveredLink& mention);
  Result<std::vector<DiscoveredLink>> mentions(std::int64_t url);
  Result<std::vector<DiscoveredLink>> mentions(std::string_view url);

  /// Whether this source named the canonical URL.
  Result<bool> is_named_by(std::string_view url, std::string_view source);
  /// The URLs a source named of which there is an article.
  Result<void> each_article_of(std::string_view source, const std::function<void(std::string_view url)>& visit);

  Result<void> save_failure(const Failure& failure); ///< counts up
  Result<void> clear_failure(std::string_view source, std::string_view url);
  Result<std::vector<Failure>> failures(std::string_view source);

 private:
  Database* db_;
};

} // namespace trawl::store
