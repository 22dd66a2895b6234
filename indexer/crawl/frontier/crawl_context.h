// SPDX-License-Identifier: GPL-3.0-or-later
/// What all parts of a crawl share: its options, what is known about the sources, the stores, and the report.
#pragma once

#include "indexer/crawl/frontier/report.h"
#include "indexer/crawl/frontier/schedule.h"
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/fetch/politeness.h"
#include "indexer/store/host_store.h"
#include "indexer/store/input_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/reading_store.h"
#include "indexer/store/recheck_store.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"
#include "shared/schema/catalogue.h"
#include "shared/store/picture_store.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl {

/// One page that somebody asks for, instead of what seeds list.
struct WantedPage {
  std::string url;    ///< canonical
  std::string source; ///< id of the source that it becomes an article of
};

struct CrawlOptions {
  std::string product = "trawl"; ///< our product token in robots.txt
  bool backfill = false;         ///< begin one: read fallback seeds and older pages of feeds, follow links of articles
  bool recheck = false;          ///< also ask seeds that are still fresh, and retry failed pages before their time
  bool only_due = false;         ///< ask a seed only when our own schedule says so, not whenever its server allows it
  Pace pace;                     ///< of that schedule
  int recheck_pages = 50;        ///< requests a source and day for stored pages and for lists beside its own
  std::size_t max_pages = 0;     ///< 0: no limit
  bool keeps_pictures = false;   ///< fetch the pictures of what one is likely to open, too
  std::int64_t picture_budget = store::PictureStore::kDefaultBudget; ///< bytes of all pictures that are kept
  std::vector<std::string> marked; ///< ids of articles that are starred or kept for later
  std::vector<WantedPage> wanted;  ///< if there are any, only these pages are fetched, and no seed is asked
  std::function<fetch::Instant()> clock;
};

/// Made once by CrawlLoop and used only on its thread. `knowledge`, `sources` and `database` must outlive it.
struct CrawlContext {
  CrawlContext(CrawlOptions crawl_options, store::Database& database, const Knowledge& all_knowledge,
               const std::vector<schema::SourceDefinition>& all_sources)
      : options(std::move(crawl_options)), knowledge(all_knowledge), sources(all_sources), source_store(database),
        hosts(database), urls(database), inputs(database), readings(database), names(database), rechecks(database) {}

  /// The source to which a URL belongs, of those that link to it; empty if none does.
  Result<std::string> owner_of(const store::UrlRow& row) {
    TRAWL_TRY(const auto links, urls.bare_inlinks(row.id));
    return knowledge.places.owner(row.url, links);
  }
  Result<std::string> owner_of(std::int64_t url) {
    TRAWL_TRY(const auto row, urls.url(url));
    return owner_of(row);
  }

  /// Whether older articles of a source are looked for, too.
  bool is_backfill(std::string_view source) const { return backfills.contains(source); }

  /// What is left today of the budget of a source for looking again, which `spend_looks` takes from.
  Result<int> looks_left(std::string_view source) {
    TRAWL_TRY(const auto spent, rechecks.looks(source));
    return options.recheck_pages - (spent.day == today() ? spent.requests : 0);
  }
  Result<void> spend_looks(std::string_view source, int looks) {
    TRAWL_TRY(auto spent, rechecks.looks(source));
    if (spent.day != today()) spent.requests = 0;
    spent.day = today();
    spent.requests += looks;
    return looks == 0 ? Result<void>{} : rechecks.save_looks(spent);
  }

  /// Wall time in the resolution of the store.
  Moment now() const { return std::chrono::floor<std::chrono::seconds>(options.clock()); }

  Moment today() const { return std::chrono::floor<std::chrono::days>(now()); }

  const CrawlOptions options;
  const Knowledge& knowledge;
  const std::vector<schema::SourceDefinition>& sources;
  store::SourceStore source_store;
  store::HostStore hosts;
  store::UrlStore urls;
  store::InputStore inputs;
  store::ReadingStore readings;
  store::NameStore names;
  store::RecheckStore rechecks;
  CrawlReport report;
  std::map<std::string, std::vector<std::string>, std::less<>> sitemaps; ///< by origin: as its robots.txt names them
  std::map<std::string, Moment, std::less<>> backfills;                  ///< by source: since when its backfill goes on
  std::set<std::string> put_off; ///< sources with a seed whose server asked for a pause: another crawl asks it
  std::map<std::string, int, std::less<>> open_seeds; ///< by source: how many have not answered yet
  std::set<std::string> missing; ///< sources of which a page was missing: another list may tell where it is now
};

} // namespace trawl::crawl
