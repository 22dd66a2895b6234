// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks at stored articles again, and decides what it means if they are not where they were: withdrawn, moved, or only
/// missing for now.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/crawl/pages/page_scheduler.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/identity/deduplicator.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace trawl::crawl {

enum class Absence : std::uint8_t {
  Missing,   ///< for now, as far as its server says
  Gone,      ///< for good (410)
  Replaced,  ///< something else is shown, which stands for what is missing
  LedAway,   ///< its address has led to something else on two days
  Withdrawn, ///< the page asks not to be indexed
};

/// What is shown in the place of an article.
struct Replacement {
  Moment since{};
  bool is_shown_for_nothing = false; ///< also where there can be nothing
  bool is_dropped = false;           ///< the lists of its source have just stopped naming the article
};

/// Used on the crawl loop's thread, inside its transactions.
class Rechecker {
 public:
  /// All must outlive it.
  Rechecker(CrawlContext& context, PageScheduler& scheduler, identity::Deduplicator& deduplicator)
      : context_(context), scheduler_(scheduler), deduplicator_(deduplicator) {}

  /// Schedules what is due today, within the budget of each source, once its lists were read: what they announce comes
  /// before what is due anyway.
  Result<void> add_due();
  Result<void> add_due(const schema::SourceDefinition& source);

  /// The article's page is there. Call it after the row and the article are saved. `is_named_otherwise`: by the list
  /// that names it, so it may be another page than the article's, which is looked at the sooner.
  Result<void> found(const store::UrlRow& row, bool is_named_otherwise = false);
  /// It is not there.
  Result<void> missed(const store::UrlRow& row, Absence absence);
  /// Whether what the address shows, as other addresses do, stands for pages that are missing; else the site shows a
  /// check, or is closed.
  Result<bool> stands_for_missing(const store::UrlRow& row, const Replacement& shown);
  /// Since then it shows what is not believed (acceptance.h).
  Result<void> doubted(const store::UrlRow& row, Moment since);
  /// Its server did not say whether it is there: no answer, or an error.
  Result<void> unanswered(const store::UrlRow& row);
  /// Its address redirects now. Call it before the redirect is followed.
  Result<void> redirected(const store::UrlRow& row);
  /// Its article lives where its address redirects.
  Result<void> moved(const store::UrlRow& row);
  /// Since then it is not certain what the address shows, or whether its article lives where it redirects.
  Result<void> unsettled(const store::UrlRow& row, Moment since);
  /// A page that has never been an article has asked not to be indexed since then.
  Result<void> closed(const store::UrlRow& row, Moment since);
  /// A page that has never been an article is not there, yet a seed lists it.
  Result<void> not_there_yet(const store::UrlRow& row);

  /// Looks at another article of the host of `url`, the address of `row`, which shows something new: the host may be
  /// showing one page everywhere. Once per crawl and host.
  Result<void> ask_neighbour(const std::string& url, std::int64_t row);

  /// At the end of a crawl, decides about the pages that were missing in it.
  Result<void> end();

 private:
  /// What this crawl has seen of a source's articles.
  struct Looks {
    int there = 0;               ///< pages that were in their places
    int moved = 0;               ///< articles of which another address is known, or that their server does not find
    bool has_site_moved = false; ///< so the others are looked at, too
  };
  /// An article that is not in its place.
  struct Missed {
    bool is_announced = false; ///< something had announced it
    bool is_final = false;     ///< its server says that it is gone
  };

  Result<void> add_due(const std::string& source);
  /// Saves what becomes of a plan now.
  Result<void> note(store::Recheck& recheck, Sighting seen);
  Result<bool> move_to_other(const store::UrlRow& row);
  Result<std::string> successor_of(const std::string& source);
  Result<void> note_move(const std::string& source);
  Result<void> withdraw(const store::UrlRow& row, store::Recheck recheck);
  Result<Moment> since(const store::UrlRow& row, bool is_named_otherwise);
  Result<bool> is_site_up(std::int64_t row);
  Result<void> ask_witness(const std::string& source);
  Result<void> ask_last_there(const std::string& source, const std::string& host, std::int64_t except = 0);
  Result<bool> end_absence(const store::UrlRow& row, const Missed& missed);
  Result<void> withdraw_all(const std::string& source, const std::vector<store::UrlRow>& rows);

  CrawlContext& context_;
  PageScheduler& scheduler_;
  identity::Deduplicator& deduplicator_;
  std::map<std::int64_t, Missed> missed_; ///< by ids of rows
  std::set<std::int64_t> abandoned_;      ///< ids of rows whose servers have been silent for long
  std::set<std::string> asked_;           ///< sources and hosts of which another page was requested
  std::map<std::string, Looks> looks_;    ///< by source
};

} // namespace trawl::crawl
