// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/mend.h"

#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/enrich/facts.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/article_store.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kBatch = 256;          // inputs of a transaction
constexpr std::string_view kUnknown = "?\n"; // a text of places: of a store of an older schema

/// How far a store is mended. It is kept in the store, so that a kill costs a batch.
struct Progress {
  std::vector<std::string> texts;  ///< by which places what is stored may have been decided; the last is the goal
  std::int64_t last = 0;           ///< the input up to which all is decided by the goal
  std::int64_t first_sequence = 0; ///< of articles before the mending
};

/// Texts end with empty lines; that of a new store is empty.
Result<Progress> read_progress(store::Database& database) {
  Progress progress;
  progress.texts.emplace_back();
  TRAWL_CHECK(database.each("SELECT speakers, mended, mends_since FROM store", {}, [&](const store::Row& row) {
    std::istringstream lines(row.text(0));
    for (std::string line; std::getline(lines, line);)
      line.empty() ? void(progress.texts.emplace_back()) : void(progress.texts.back() += line + '\n');
    progress.last = row.integer(1);
    progress.first_sequence = row.integer(2);
    return false;
  }));
  return progress;
}

Result<void> save_progress(store::Database& database, const Progress& progress) {
  std::string texts;
  for (const std::string& text : progress.texts) texts += (&text == progress.texts.data() ? "" : "\n") + text;
  return database.run("UPDATE store SET speakers = ?, mended = ?, mends_since = ?",
                      {std::string_view(texts), progress.last, progress.first_sequence});
}

/// An input, and what is stored of its article.
struct Stored {
  std::int64_t input = 0;
  store::InputKind kind{};
  std::string url, source, claim;
};

Result<std::vector<Stored>> next_batch(store::Database& database, std::int64_t after) {
  std::vector<Stored> batch;
  TRAWL_CHECK(database.each("SELECT i.id, i.kind, i.url, ifnull(m.source, ''), "
                            "ifnull(m.claim, '') FROM inputs i LEFT JOIN members m ON m.input = i.id WHERE i.id > ? "
                            "ORDER BY i.id LIMIT ?",
                            {after, static_cast<std::int64_t>(kBatch)}, [&](const store::Row& row) {
                              batch.push_back({row.integer(0), static_cast<store::InputKind>(row.integer(1)),
                                               row.text(2), row.text(3), row.text(4)});
                              return true;
                            }));
  return batch;
}

/// Whether other sources may say something of the article than when it was extracted.
bool is_decided_otherwise(const Stored& stored, const std::vector<store::DiscoveredLink>& links,
                          const std::vector<identity::Places>& former, const identity::Places& now) {
  if (!stored.source.empty() && stored.source != now.owner(stored.url, links)) return true;
  if (!stored.claim.empty() && !now.may_be_claimed(stored.claim, stored.url)) return true;
  const auto may_say = now.statements(stored.url, links);
  return std::ranges::any_of(former, [&](const identity::Places& then) {
    return then.statements(stored.url, links) != may_say ||
           (!stored.claim.empty() && !then.may_be_claimed(stored.claim, stored.url));
  });
}

/// Takes out of what is kept of former versions what feeds have said.
Result<void> clean(store::InputStore& inputs, store::Input& input) {
  if (input.kept.empty()) return {};
  TRAWL_TRY(auto kept, from_record(input.kept));
  std::vector<std::string_view> facts;
  for (const Provenance& row : kept.provenance) {
    const Saying said = saying_of(row, kept);
    if (!said.is_own || !said.from.contains("feed")) facts.push_back(row.field);
  }
  input.kept = facts.empty() ? std::string() : to_record(enrich::only(kept, facts));
  return inputs.set_kept(input.id, input.kept);
}

Result<void> extract_again(store::InputStore& inputs, const Stored& stored,
                           const std::vector<store::DiscoveredLink>& links, const Knowledge& knowledge,
                           KnownSites& sites, identity::Deduplicator& deduplicator) {
  TRAWL_TRY(auto input, inputs.find(stored.url, stored.kind));
  if (!input) return {};
  TRAWL_CHECK(clean(inputs, *input));
  TRAWL_TRY(const auto site, sites.find(stored.url));
  const auto extraction = extract_article(*input, links, knowledge, site.get());
  if (extraction.kind != ExtractionKind::Article) {
    TRAWL_CHECK(deduplicator.drop(input->id));
    return {};
  }
  TRAWL_CHECK(deduplicator.put(*input, extraction));
  return {};
}

/// Decides all anew, in batches of one transaction.
Result<void> mend_all(store::Database& database, const Knowledge& knowledge, Progress& progress, const Report& report) {
  std::vector<identity::Places> former;
  for (const std::string& text : progress.texts) former.push_back(identity::Places::from_text(text));
  former.pop_back();
  const bool is_former_known = std::ranges::find(progress.texts, kUnknown) == progress.texts.end();
  store::InputStore inputs(database);
  store::UrlStore urls(database);
  identity::Deduplicator deduplicator(database);
  KnownSites sites(database);
  for (std::size_t done = 0;;) {
    if (report) TRAWL_CHECK(report(done));
    TRAWL_TRY(const auto batch, next_batch(database, progress.last));
    if (batch.empty()) return {};
    TRAWL_TRY(auto transaction, store::Transaction::begin(database));
    for (const Stored& stored : batch) {
      progress.last = stored.input;
      TRAWL_TRY(const auto links, urls.inlinks(stored.url));
      if (!is_former_known ||
          (stored.kind != store::InputKind::Row && is_decided_otherwise(stored, links, former, knowledge.places)))
        TRAWL_CHECK(extract_again(inputs, stored, links, knowledge, sites, deduplicator));
    }
    TRAWL_CHECK(save_progress(database, progress));
    TRAWL_CHECK(transaction.commit());
    done += batch.size();
  }
}

} // namespace

Result<std::size_t> mend(store::Database& database, const Knowledge& knowledge, const Report& report) {
  const std::string now = knowledge.places.text();
  TRAWL_TRY(auto progress, read_progress(database));
  if (progress.texts == std::vector{now}) return std::size_t{0};
  TRAWL_TRY(const auto before, store::ArticleStore(database).last_sequence());
  if (progress.texts.size() == 1) progress.first_sequence = static_cast<std::int64_t>(before);
  if (progress.texts.size() == 1 || progress.texts.back() != now) {
    TRAWL_TRY(auto transaction, store::Transaction::begin(database));
    progress.texts.push_back(now);
    progress.last = 0;
    TRAWL_CHECK(store::MemberStore(database).set_voices(
        [&](std::string_view source, std::string_view address) { return knowledge.places.voice(source, address); }));
    TRAWL_CHECK(save_progress(database, progress));
    TRAWL_CHECK(transaction.commit());
  }
  TRAWL_CHECK(mend_all(database, knowledge, progress, report));
  TRAWL_CHECK(save_progress(database, {{now}, 0, 0}));
  TRAWL_TRY(const auto changed,
            database.number("SELECT count(*) FROM articles WHERE sequence > ?", {progress.first_sequence}));
  return static_cast<std::size_t>(changed);
}

Result<std::vector<std::string>> breaches(store::Database& database, const identity::Places& places,
                                          std::size_t limit) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& sentence) {
    if (found.size() < limit) found.push_back(sentence);
    return found.size() < limit;
  };
  // An imported article is what its user says.
  std::set<std::string> imported;
  TRAWL_CHECK(database.each("SELECT a.id FROM articles a JOIN inputs i ON i.id = a.member WHERE i.kind = 1", {},
                            [&](const store::Row& row) { return imported.insert(row.text(0)), true; }));
  Result<void> result;
  TRAWL_CHECK(store::ArticleStore(database).each(
      [&](std::string_view record) {
        const auto article = from_record(record, ArticlePart::Fields);
        if (!article) result = std::unexpected(article.error());
        if (!article || imported.contains(article->id)) return article.has_value();
        for (const Provenance& row : article->provenance) {
          const Saying said = saying_of(row, *article);
          const bool is_page = said.source == article->source && url::site(said.address) == url::site(article->url);
          if (said.is_own || is_page || places.may_state(said.source, article->url)) continue;
          if (!add(article->url + ": its " + row.field + " was said by " + said.source + " at " + said.address))
            return false;
        }
        return true;
      },
      store::Articles::All));
  TRAWL_CHECK(result);
  TRAWL_CHECK(database.each("SELECT i.url, m.source FROM members m JOIN inputs i ON i.id = m.input WHERE i.kind = 2",
                            {}, [&](const store::Row& row) {
                              return places.may_state(row.text(1), row.text(0)) ||
                                     add(row.text(0) + ": it is made of an entry of " + row.text(1));
                            }));
  TRAWL_CHECK(database.each("SELECT a.id, h.source, s.source FROM articles a JOIN names n ON n.id = a.id "
                            "JOIN members h ON h.input = n.input JOIN members s ON s.input = a.member "
                            "JOIN inputs hi ON hi.id = h.input JOIN inputs si ON si.id = s.input "
                            "WHERE h.source <> s.source AND (h.voice = '' OR h.voice <> s.voice) AND hi.url <> si.url",
                            {}, [&](const store::Row& row) {
                              return add(row.text(0) + ": this id of " + row.text(1) + " is that of an article of " +
                                         row.text(2));
                            }));
  return found;
}

} // namespace trawl::crawl
