// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/derive.h"

#include "indexer/crawl/pages/acceptance.h"
#include "indexer/crawl/pages/page_state.h"
#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/store/article_store.h"
#include "indexer/store/compress.h"
#include "indexer/store/name_store.h"
#include "shared/base/sha256.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace trawl::crawl {
namespace {

using store::InputKind;
using store::News;
using store::UrlState;

constexpr std::size_t kInputsAtOnce = 128;
constexpr std::string_view kUnread = "?"; // in place of the places: of a store of an older schema

std::string hash_of(const KnownSite& site) { return site == nullptr ? std::string() : site->hash(); }

/// The two parts of a stored key: what the links were, and the site.
std::string whole_key(const std::string& of_links, const KnownSite& site) { return of_links + ' ' + hash_of(site); }

std::string_view links_part(std::string_view key) { return key.substr(0, key.find(' ')); }

/// One transaction after the other.
class Batches {
 public:
  explicit Batches(store::Database& database) : database_(database) {}

  Result<void> begin() {
    TRAWL_TRY(auto transaction, store::Transaction::begin(database_));
    transaction_.emplace(std::move(transaction));
    return {};
  }
  Result<void> commit() {
    TRAWL_CHECK(transaction_->commit());
    transaction_.reset();
    return {};
  }

 private:
  store::Database& database_;
  std::optional<store::Transaction> transaction_;
};

/// Whether the text of a feed entry, of a source that may state it, can replace the page.
bool has_stand_in_text(const identity::Places& places, std::string_view url,
                       const std::vector<store::DiscoveredLink>& links) {
  return std::ranges::any_of(places.statements(url, links), [](const store::DiscoveredLink* link) {
    const auto signal = signal_from_json(link->signal);
    return signal && !signal->body_html.empty();
  });
}

} // namespace

/// Names the rules of the page's source, and what the links say that may say something.
std::string Derivation::key_of(const std::string& url, const std::vector<store::DiscoveredLink>& hashed_links) const {
  const auto ranked = knowledge_.places.ranked(url, hashed_links);
  const auto at_place = knowledge_.places.source_at(url);
  const std::string owner(!at_place.empty() || ranked.empty() ? at_place : ranked.front()->source);
  const auto source = knowledge_.sources.find(owner);
  std::string all = owner + '\n' + (at_place.empty() ? knowledge_.places.tenant(owner, url) : "") + '\n' +
                    (source == knowledge_.sources.end() ? "" : source->second.key) + '\n';
  for (const auto* link : ranked) {
    all += link->source + '\n';
    if (link->source == at_place) all += link->seed + ' ' + link->signal + '\n'; // only its words count
  }
  return sha256_hex(all, 8);
}

Result<KnownSite> Derivation::site_of(const std::string& url, const std::vector<store::DiscoveredLink>& links) {
  return sites_.find(knowledge_.places.owner(url, links), url);
}

Result<void> Derivation::note_page(const store::Input& input, std::int64_t row, const KnownSite& site) {
  TRAWL_TRY(const auto links, urls_.hashed_inlinks(input.url));
  TRAWL_CHECK(readings_.save(input.id, whole_key(key_of(input.url, links), site)));
  TRAWL_CHECK(readings_.note(News::Pages, row));
  return readings_.note(News::Pages, knowledge_.places.owner(input.url, links)); // which need not list it
}

Result<void> Derivation::derive_links(Moment now, const DeriveHooks& hooks) {
  TRAWL_TRY(const auto sources, readings_.sources(News::Links));
  for (const auto& source : sources) TRAWL_CHECK(derive_source(source, News::Links, now, hooks));
  return {};
}

Result<void> Derivation::derive(Moment now, const DeriveHooks& hooks) {
  for (;;) { // pages that change hands are news of two sources
    TRAWL_TRY(const auto sources, readings_.sources(News::Pages));
    for (const auto& source : sources) {
      sites_.forget(source);
      TRAWL_CHECK(derive_source(source, News::Pages, now, hooks));
    }
    TRAWL_CHECK(derive_links(now, hooks));
    TRAWL_TRY(const bool has_news, readings_.has_news());
    if (!has_news) return {};
  }
}

Result<void> Derivation::derive_source(const std::string& source, News news, Moment now, const DeriveHooks& hooks) {
  TRAWL_TRY(const auto unread, unread_of(source, news));
  bool has_lost_pages = false;
  for (std::size_t begin = 0; begin < unread.size(); begin += kInputsAtOnce) {
    if (begin > 0) TRAWL_CHECK(hooks.batch());
    std::vector<Work> works;
    for (std::size_t i = begin; i < std::min(begin + kInputsAtOnce, unread.size()); ++i) {
      TRAWL_TRY(auto work, prepare(unread[i].address.url, unread[i].kind, now));
      const auto& before = unread[i].address.source;
      if (!before.empty() && before != work.source) { // the pages of two sites are others now
        TRAWL_CHECK(readings_.note(News::Pages, before));
        TRAWL_CHECK(readings_.note(News::Pages, work.source));
        has_lost_pages = true;
      }
      works.push_back(std::move(work));
    }
    TRAWL_CHECK(read(works, hooks));
  }
  TRAWL_CHECK(readings_.end(News::Links, source));
  if (news == News::Pages) TRAWL_CHECK(readings_.end(News::Pages, source));
  if (has_lost_pages) TRAWL_CHECK(readings_.note(News::Pages, source));
  return hooks.batch();
}

/// The inputs of a source that would be read by another key. Of its site nothing is asked unless it has new pages.
Result<std::vector<Derivation::Unread>> Derivation::unread_of(const std::string& source, News news) {
  std::vector<Unread> unread;
  TRAWL_TRY(const auto addresses, readings_.addresses(source));
  for (const auto& address : addresses) {
    const auto& links = address.links;
    const auto key = key_of(address.url, links);
    const bool is_refused = !address.claim.empty() && !knowledge_.places.may_be_claimed(address.claim, address.url);
    const auto is_current = [&](const std::string& stored) { return !is_refused && links_part(stored) == key; };
    const bool is_page = address.page && address.state != UrlState::Failed;
    bool is_page_current = !is_page || is_current(*address.page);
    if (is_page_current && is_page && news == News::Pages && knowledge_.places.owner(address.url, links) == source) {
      TRAWL_TRY(const auto site, sites_.find(source, address.url));
      is_page_current = *address.page == whole_key(key, site);
    }
    TRAWL_TRY(const bool waits, is_page_current ? Result<bool>(false) : is_held(address.url));
    if (!is_page_current && !waits) unread.push_back({address, InputKind::Page});
    if (address.entry) {
      if (!is_current(*address.entry)) unread.push_back({address, InputKind::Entry});
      continue;
    }
    TRAWL_TRY(const bool stands_in, is_page ? Result<bool>(false) : is_entry_wanted(address));
    if (stands_in) unread.push_back({address, InputKind::Entry});
  }
  return unread;
}

/// Whether an article is to be made of the entry of a feed: its page could not be read, or its source's pages are not
/// fetched.
Result<bool> Derivation::is_entry_wanted(const store::ReadAddress& address) {
  if (address.state == UrlState::Failed) {
    TRAWL_TRY(const auto links, urls_.inlinks(address.id));
    return has_stand_in_text(knowledge_.places, address.url, links);
  }
  const auto owner = knowledge_.places.owner(address.url, address.links);
  const auto source = knowledge_.sources.find(owner);
  return address.state == UrlState::New && address.is_due && source != knowledge_.sources.end() &&
         !source->second.fetches_pages && knowledge_.places.may_state(owner, address.url);
}

/// What is needed to read an input. That of a feed's entry is made if it is missing, as first seen at `now`.
Result<Derivation::Work> Derivation::prepare(const std::string& url, InputKind kind, Moment now) {
  Work work;
  TRAWL_TRY(auto input, inputs_.find(url, kind));
  if (input) {
    work.input = std::move(*input);
  } else {
    work.input.kind = kind;
    work.input.url = url;
    work.input.first_seen = work.input.fetched_at = now;
    TRAWL_CHECK(inputs_.save(work.input, store::compress("")));
    work.is_first = true;
  }
  return complete(std::move(work));
}

Result<Derivation::Work> Derivation::complete(Work work) {
  const auto& url = work.input.url;
  TRAWL_TRY(work.links, urls_.inlinks(url));
  TRAWL_TRY(const auto hashed, urls_.hashed_inlinks(url));
  work.source = knowledge_.places.owner(url, work.links);
  if (work.input.kind == InputKind::Page) {
    TRAWL_TRY(work.site, sites_.find(work.source, url));
  }
  work.key = whole_key(key_of(url, hashed), work.site);
  return work;
}

Result<void> Derivation::read(std::vector<Work>& works, const DeriveHooks& hooks) {
  TRAWL_CHECK(extract_all(works));
  for (auto& work : works) TRAWL_CHECK(store_one(work, hooks));
  return {};
}

Result<void> Derivation::extract_all(std::vector<Work>& works) const {
  std::atomic<std::size_t> next = 0;
  const auto run = [&](Result<void>& result) {
    result = catching_exceptions([&]() -> Result<void> {
      for (std::size_t i = next++; i < works.size(); i = next++)
        works[i].extraction = extract_article(works[i].input, works[i].links, knowledge_, works[i].site.get());
      return {};
    });
  };
  std::vector<Result<void>> results(threads_);
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads_; ++i) pool.emplace_back(run, std::ref(results[i]));
    run(results.front());
  }
  for (const auto& result : results) TRAWL_CHECK(result);
  return {};
}

Result<void> Derivation::store_one(Work& work, const DeriveHooks& hooks) {
  Derived derived{work.input, work.extraction, work.source, std::nullopt, false, work.is_first};
  if (work.extraction.kind == ExtractionKind::Article) {
    TRAWL_TRY(derived.outcome, deduplicator_.put(work.input, work.extraction));
  } else {
    TRAWL_TRY(derived.was_article, deduplicator_.drop(work.input.id));
  }
  if (work.input.kind != InputKind::Row) {
    TRAWL_CHECK(readings_.save(work.input.id, work.key));
    TRAWL_CHECK(note_state(work));
  }
  return hooks.derived(derived);
}

/// Whether the address has an article is what was read there. One that redirects or could not be fetched stays so.
Result<void> Derivation::note_state(const Work& work) {
  TRAWL_TRY(const auto row, urls_.url(work.input.url));
  if (work.extraction.kind == ExtractionKind::Redirect) return {};
  const bool is_article = work.extraction.kind == ExtractionKind::Article;
  const bool is_stand_in = work.input.kind == InputKind::Entry && row.state == UrlState::Stored && !is_article;
  const auto wanted = is_article ? UrlState::Stored : UrlState::NotArticle;
  if (row.state == UrlState::Redirect || row.state == UrlState::Failed || row.state == wanted || is_stand_in) return {};
  return urls_.save_url(next(row, {.what = is_article ? Seen::Article : Seen::NotArticle}));
}

/// Whether what the page showed when it was new is not believed (page_beliefs.h).
Result<bool> Derivation::is_held(const std::string& url) {
  TRAWL_TRY(const auto row, urls_.url(url));
  TRAWL_TRY(const auto pending, pending_.of(row.id));
  return pending && pending->is_held();
}

Result<void> Derivation::derive_all(const DeriveHooks& hooks) {
  std::int64_t last = 0;
  for (;;) {
    std::vector<store::Input> batch;
    TRAWL_CHECK(inputs_.each(last, [&](store::Input input) {
      batch.push_back(std::move(input));
      return batch.size() < kInputsAtOnce;
    }));
    if (batch.empty()) return readings_.end_all();
    last = batch.back().id;
    std::vector<Work> works;
    for (auto& input : batch) {
      const bool is_page = input.kind == InputKind::Page;
      TRAWL_TRY(const bool waits, is_page ? is_held(input.url) : Result<bool>(false));
      if (waits) continue;
      Work work{.input = std::move(input)};
      if (work.input.kind != InputKind::Row) {
        TRAWL_TRY(work, complete(std::move(work)));
      }
      works.push_back(std::move(work));
    }
    TRAWL_CHECK(read(works, hooks));
    TRAWL_CHECK(hooks.batch());
  }
}

Result<DeriveSummary> derive_anew(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                  const std::function<bool()>& stopped, const Report& report) {
  identity::Deduplicator deduplicator(database);
  Derivation derivation(database, knowledge, deduplicator, threads);
  DeriveSummary summary;
  if (report) TRAWL_CHECK(report(0));
  Batches transaction(database);
  TRAWL_CHECK(transaction.begin());
  const auto derived = [&](const Derived& one) -> Result<void> {
    ++summary.inputs;
    summary.changed += one.outcome && *one.outcome != identity::PutOutcome::Unchanged ? 1 : 0;
    summary.dropped += one.was_article ? 1 : 0;
    return {};
  };
  const auto batch = [&]() -> Result<void> {
    TRAWL_CHECK(transaction.commit());
    if (report) TRAWL_CHECK(report(summary.inputs));
    if (stopped()) return fail(ErrorCode::Interrupted, "stopped; run `trawl index rebuild` again to finish");
    return transaction.begin();
  };
  TRAWL_CHECK(derivation.derive_all({derived, batch}));
  TRAWL_CHECK(store::NameStore(database).settle());
  TRAWL_CHECK(transaction.commit());
  return summary;
}

Result<std::size_t> follow_catalogue(store::Database& database, const Knowledge& knowledge, Moment now,
                                     const Report& report) {
  const std::string places = knowledge.places.text();
  std::string former;
  TRAWL_CHECK(database.each("SELECT places FROM store", {}, [&](const store::Row& row) {
    former = row.text(0);
    return false;
  }));
  store::ReadingStore readings(database);
  TRAWL_TRY(const bool has_news, readings.has_news());
  if (former == places && !has_news) return std::size_t{0};
  identity::Deduplicator deduplicator(database);
  Derivation derivation(database, knowledge, deduplicator);
  TRAWL_TRY(const auto before, store::ArticleStore(database).last_sequence());
  Batches transaction(database);
  TRAWL_CHECK(transaction.begin());
  std::size_t done = 0;
  const auto derived = [&](const Derived&) { return ++done, Result<void>(); };
  const auto batch = [&]() -> Result<void> {
    TRAWL_CHECK(transaction.commit());
    if (report) TRAWL_CHECK(report(done));
    return transaction.begin();
  };
  if (former == kUnread) {
    TRAWL_CHECK(derivation.derive_all({derived, batch}));
  } else if (former != places) {
    TRAWL_CHECK(readings.note_all());
  }
  if (former != places) TRAWL_CHECK(database.run("UPDATE store SET places = ?", {std::string_view(places)}));
  TRAWL_CHECK(derivation.derive(now, {derived, batch}));
  TRAWL_CHECK(transaction.commit());
  TRAWL_TRY(const auto changed,
            database.number("SELECT count(*) FROM articles WHERE sequence > ?", {static_cast<std::int64_t>(before)}));
  return static_cast<std::size_t>(changed);
}

} // namespace trawl::crawl
