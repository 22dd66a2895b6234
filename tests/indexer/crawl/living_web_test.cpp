// SPDX-License-Identifier: GPL-3.0-or-later
// How an index ages: small blogs live for weeks, a crawl a day, and what is shown is compared with what they publish.
// TRAWL_DAYS, TRAWL_SEEDS (how many), TRAWL_FIRST_SEED, TRAWL_SITES, TRAWL_STORIES (of each site, in the beginning) and
// TRAWL_FEED (how many a feed lists) choose a longer run; it prints its measures.
#include "shared/article/article_names.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>

#include "tests/indexer/crawl/listed_web.h"
#include "tests/indexer/crawl/living_web.h"
#include "tests/indexer/crawl/unruly_web.h"

namespace living_web_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

struct Measures {
  int withdrawn = 0, withdrawn_shown = 0, shown = 0, doubles = 0, old_text = 0, wrong_dates = 0;
  int dead_links = 0, old_links = 0; ///< shown at an address that it has left; the old ones redirect to the page
  int strangers = 0;                 ///< shown, and no story of any site
  int ids = 0, dead_ids = 0, living = 0, lost = 0, never_found = 0;
  int unannounced = 0; ///< was known, is at a new address or back, and since then in no list and not looked at
  int overdue =
      0; ///< of these mistakes, those that a look at the page has had, or should have had, the chance to correct
  double requests = 0, pages = 0, article_months = 0, bytes = 0, seconds = 0; ///< without the first day; processor time
};

int setting(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

int number_of(const std::string& text, const std::string& word) {
  const auto at = text.find(word);
  return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + word.size());
}

template <typename AnySite>
class LivingWeb {
 public:
  /// `sites`: how many, unless TRAWL_SITES says. `rounds`: of a watch, each day, unless TRAWL_ROUNDS says; 0: a crawl
  /// by hand instead.
  LivingWeb(unsigned seed, int sites, int rounds = 0) : random_(seed), rounds_(setting("TRAWL_ROUNDS", rounds)) {
    world_.sources.clear();
    for (int i = 0; i < setting("TRAWL_SITES", sites); ++i)
      sites_.push_back(std::make_unique<AnySite>(i, setting("TRAWL_STORIES", 15), random_, world_.web));
    for (const auto& site : sites_) world_.sources.push_back(site->definition());
  }

  Measures run(int length) {
    for (int day = 0; day < length; ++day) {
      world_.web.time = start_ + days(day) + std::chrono::hours(12);
      const auto today = std::chrono::floor<std::chrono::seconds>(world_.web.time);
      for (auto& site : sites_) {
        site->live(today);
        site->serve();
      }
      world_.web.asked.clear();
      for (int round = 0; round < std::max(rounds_, 1); ++round) {
        world_.web.time =
            std::max<fetch::Instant>(world_.web.time, today + std::chrono::hours(24) * round / std::max(rounds_, 1));
        crawl(day > 0);
      }
      for (const auto& site : sites_) note_looks(*site, today);
      look();
    }
    compare();
    return measures_;
  }

 private:
  void crawl(bool is_measured) {
    const std::clock_t before = std::clock();
    const auto report = world_.crawl([&](CrawlOptions& options) {
      options.backfill = std::getenv("TRAWL_BACKFILL") != nullptr;
      options.only_due = rounds_ > 0;
    });
    if (!is_measured) return;
    measures_.requests += static_cast<double>(report.requests);
    measures_.pages += static_cast<double>(report.pages);
    measures_.bytes += static_cast<double>(report.bytes);
    measures_.seconds += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  }

  struct Shown {
    std::string url;
    int story = -1, revision = -1;
    Moment published{};
  };

  /// At which addresses the crawl has looked while the site was up.
  void note_looks(const Site& site, Moment today) {
    if (!site.is_up()) return;
    for (const auto& [url, times] : world_.web.asked) {
      if (site.has(url)) looks_[url].push_back(today);
    }
  }

  void look() {
    shown_.clear();
    leads_to_.clear();
    REQUIRE(store::ArticleStore(world_.database())
                .each(
                    [&](std::string_view record) {
                      const auto article = from_record(record).value();
                      // The number of the story ends where "revision" begins.
                      const Shown one{article.url, number_of(article.text, "story"),
                                      number_of(article.text, "revision"),
                                      article.published ? article.published->time : Moment{}};
                      leads_to_[article.id] = one.story;
                      for (const auto& id : alias_ids(article)) leads_to_[id] = one.story;
                      ids_.try_emplace(article.id, one.story);
                      known_.insert(one.story);
                      if (!article.gone_since) shown_.push_back(one);
                      return true;
                    },
                    store::Articles::All));
    measures_.article_months += static_cast<double>(shown_.size()) / 30.4;
  }

  void compare() {
    std::map<int, const Shown*> by_story;
    measures_.shown = static_cast<int>(shown_.size());
    for (const auto& one : shown_) {
      const bool is_new = by_story.emplace(one.story, &one).second;
      measures_.strangers += one.story < 0 ? 1 : 0;
      measures_.doubles += is_new || one.story < 0 ? 0 : 1;
      if ((!is_new || one.story < 0) && std::getenv("TRAWL_VERBOSE") != nullptr)
        std::cout << (one.story < 0 ? "stranger: " : "double: ") << one.url << "\n";
    }
    for (const auto& [id, story] : ids_) {
      ++measures_.ids;
      const auto found = leads_to_.find(id);
      const bool is_dead = found == leads_to_.end() || found->second != story;
      measures_.dead_ids += is_dead ? 1 : 0;
      if (is_dead && std::getenv("TRAWL_VERBOSE") != nullptr)
        std::cout << "dead id " << id << " of story " << story << ", leads to "
                  << (found == leads_to_.end() ? -2 : found->second) << "\n";
    }
    for (const auto& site : sites_) {
      for (const auto& story : site->seen()) compare(story, *site, by_story);
    }
  }

  void compare(const Story& story, const Site& site, const std::map<int, const Shown*>& by_story) {
    const auto found = by_story.find(story.number);
    const bool is_known = known_.contains(story.number);
    if (story.presence != Presence::There) {
      measures_.withdrawn += is_known ? 1 : 0;
      measures_.withdrawn_shown += found != by_story.end() ? 1 : 0;
      if (found != by_story.end()) complain("withdrawn", story, found->second->url, site.shows_apologies() ? 4 : 2);
      return;
    }
    ++measures_.living;
    if (found == by_story.end()) {
      if (!story.is_findable && looks_since(story.url, story.changed) == 0) {
        if (!is_known) return;
        ++measures_.unannounced;
        return complain("unannounced", story, story.url, 1);
      }
      (is_known ? measures_.lost : measures_.never_found) += 1;
      return complain(is_known ? "lost" : "never found", story, story.url, 1);
    }
    const auto& shown = *found->second;
    if (shown.url != story.url) {
      const bool redirects = site.redirects(shown.url, story.url);
      ++(redirects ? measures_.old_links : measures_.dead_links);
      complain((redirects ? "old link " : "dead link ") + shown.url, story, shown.url, redirects ? 1 : 2);
    }
    if (shown.revision != story.revision) {
      ++measures_.old_text;
      complain("old text", story, shown.url, 1);
    }
    if (std::chrono::floor<days>(shown.published) != std::chrono::floor<days>(story.published)) {
      ++measures_.wrong_dates;
      complain("wrong date " + to_rfc3339(shown.published), story, shown.url, 1);
    }
  }

  /// `enough`: on how many days the address must be looked at to see what has changed.
  void complain(const std::string& what, const Story& story, const std::string& address, int enough) {
    constexpr days kLongest{100}; // between two looks
    const auto age = std::chrono::floor<days>(world_.web.time - story.changed);
    const auto looks = looks_since(address, story.changed);
    const bool is_overdue = looks >= enough || age > kLongest;
    measures_.overdue += is_overdue ? 1 : 0;
    if (std::getenv("TRAWL_VERBOSE") == nullptr) return;
    std::cout << (is_overdue ? "OVERDUE " : "") << "for " << age.count() << " days, looked at on " << looks << ", "
              << (story.is_findable ? "" : "not findable, ") << what << ": " << story.url << " presence "
              << static_cast<int>(story.presence) << " published " << to_rfc3339(story.published) << "\n";
  }

  std::ptrdiff_t looks_since(const std::string& address, Moment since) {
    return std::ranges::count_if(looks_[address], [&](Moment one) { return one >= since; });
  }

  std::mt19937 random_;
  int rounds_;
  World world_;
  fetch::Instant start_ = world_.web.time;
  std::vector<std::unique_ptr<AnySite>> sites_;
  std::vector<Shown> shown_;
  std::map<std::string, int> ids_, leads_to_; ///< id to story: when it was shown first, and now
  std::set<int> known_;
  std::map<std::string, std::vector<Moment>> looks_; ///< by address
  Measures measures_;
};

void print(unsigned seed, int length, const Measures& m) {
  std::printf("seed %u: withdrawn %d, shown %d | dead links %d, old ones %d of %d | doubles %d, strangers %d | old "
              "text %d | wrong "
              "dates %d | ids dead %d of %d | lost %d of %d, never found %d, unannounced %d | overdue %d | requests "
              "per article and "
              "month %.2f, for pages %.2f; a day: %.0f requests, %.2f MB, %.2f s\n",
              seed, m.withdrawn, m.withdrawn_shown, m.dead_links, m.old_links, m.shown, m.doubles, m.strangers,
              m.old_text, m.wrong_dates, m.dead_ids, m.ids, m.lost, m.living, m.never_found, m.unannounced, m.overdue,
              m.requests / m.article_months, m.pages / m.article_months, m.requests / length, m.bytes / length / 1e6,
              m.seconds / length);
  std::fflush(stdout);
}

template <typename AnySite>
void run_seeds(int sites = 6, int rounds = 0) {
  const auto length = setting("TRAWL_DAYS", 60);
  const auto first = static_cast<unsigned>(setting("TRAWL_FIRST_SEED", 1));
  for (unsigned seed = first; seed < first + static_cast<unsigned>(setting("TRAWL_SEEDS", 1)); ++seed) {
    const auto measures = LivingWeb<AnySite>(seed, sites, rounds).run(length);
    print(seed, length - 1, measures);
    INFO("seed " << seed);
    // What no list announces is known at the next look, which for an old article is up to three months away.
    CHECK(measures.withdrawn_shown <= 4 + measures.withdrawn / 7);
    CHECK((measures.dead_links + measures.old_links) * 50 <= measures.shown);
    CHECK(measures.doubles == 0);
    CHECK(measures.strangers == 0);
    CHECK(measures.old_text <= 4 + measures.shown / 50);
    CHECK(measures.wrong_dates <= 2 + measures.shown / 100); // those of the last days are not known yet, either
    CHECK(measures.dead_ids == 0);
    CHECK(measures.lost * 100 <= measures.living);
    CHECK(measures.never_found <= 2);
    CHECK(measures.overdue == 0);
    CHECK(measures.pages <= 14 * measures.article_months); // one article in a hundred changes every day
  }
}

} // namespace

TEST_CASE("life: what a crawl a day shows is what the blogs publish", "[crawl][life]") { run_seeds<PlainSite>(); }

TEST_CASE("life: what a watch shows is what the blogs publish", "[crawl][life]") { run_seeds<PlainSite>(2, 8); }

TEST_CASE("life: what a crawl a day shows is what blogs publish that keep to no rules", "[crawl][life]") {
  run_seeds<UnrulySite>();
}

TEST_CASE("life: each crawl ends, though pages fail and their feed entries change and have no text", "[crawl][life]") {
  const auto measures = LivingWeb<UnrulySite>(3, 8).run(60);
  CHECK(measures.lost == 0);
  CHECK(measures.doubles <= 1); // an address that shows an apology since yesterday is not withdrawn yet
}

TEST_CASE("life: what a crawl a day shows is what blogs with a feed and a home page publish", "[crawl][life]") {
  run_seeds<ListedSite<Lists::Feed>>(2);
}

TEST_CASE("life: what a crawl a day shows is what blogs with a feed and a sitemap publish", "[crawl][life]") {
  run_seeds<ListedSite<Lists::FeedAndSitemap>>(2);
}

TEST_CASE("life: what a crawl a day shows is what blogs with a list publish", "[crawl][life]") {
  run_seeds<ListedSite<Lists::List>>(2);
}

} // namespace living_web_test
