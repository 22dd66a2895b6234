// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/mend.h"

#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/enrich/facts.h"
#include "indexer/enrich/fold_copies.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/article_store.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <set>
#include <utility>

namespace trawl::crawl {
namespace {

/// The addresses of which other sources may say something than before. `before` is empty in the store of a program that
/// let all of them.
Result<std::vector<std::string>> affected(store::Database& database, const std::string& before,
                                          const identity::Speakers& now) {
  const auto then = identity::Speakers::from_text(before);
  std::set<std::string> urls;
  TRAWL_CHECK(database.each("SELECT u.url, m.source, length(m.witness) FROM mentions m JOIN urls u ON u.id = m.url "
                            "WHERE u.url IN (SELECT url FROM inputs)",
                            {}, [&](const store::Row& row) {
                              const auto url = row.text(0), source = row.text(1);
                              const bool could = before.empty() ? row.integer(2) > 0 : then.may_state(source, url);
                              const bool may = now.may_state(source, url);
                              if (before.empty() ? could && !may : could != may) urls.insert(url);
                              return true;
                            }));
  return std::vector<std::string>(urls.begin(), urls.end());
}

/// Takes out of what is kept of former versions what the feeds of other sites have said.
Result<void> clean(store::InputStore& inputs, store::Input& input, const std::vector<store::DiscoveredLink>& links,
                   const identity::Speakers& speakers) {
  if (input.kept.empty()) return {};
  TRAWL_TRY(auto kept, from_record(input.kept));
  std::vector<std::string_view> facts;
  for (const Provenance& row : kept.provenance) {
    const Saying said = saying_of(row, kept);
    if (!said.is_own || !said.from.contains("feed")) facts.push_back(row.field);
  }
  auto cleaned = enrich::only(kept, facts);
  cleaned.versions = std::move(kept.versions);
  for (const auto& link : links) {
    const auto signal = signal_from_json(link.signal);
    if (!signal || signal->body_html.empty() || speakers.may_state(link.source, input.url)) continue;
    const auto said = extract::extract_feed_entry(*signal, input.url, input.fetched_at).article;
    std::erase_if(cleaned.versions, [&](const Version& version) {
      Article former = said;
      former.url.clear();
      former.title = version.title;
      former.text = version.text;
      auto theirs = said;
      theirs.title = version.title;
      return enrich::compare(theirs, former) == enrich::Sameness::SameText;
    });
  }
  input.kept = facts.empty() && cleaned.versions.empty() ? std::string() : to_record(cleaned);
  return inputs.set_kept(input.id, input.kept);
}

/// Extracts what was found at an address again.
Result<void> extract_again(store::Database& database, const std::string& url, const Knowledge& knowledge,
                           KnownSites& sites, identity::Deduplicator& deduplicator) {
  store::InputStore inputs(database);
  TRAWL_TRY(const auto links, store::UrlStore(database).inlinks(url));
  for (const auto kind : {store::InputKind::Page, store::InputKind::Entry}) {
    TRAWL_TRY(auto input, inputs.find(url, kind));
    if (!input) continue;
    TRAWL_CHECK(clean(inputs, *input, links, knowledge.speakers));
    TRAWL_TRY(const auto site, sites.find(url));
    const auto extraction = extract_article(*input, links, knowledge, site.get());
    if (extraction.kind == ExtractionKind::Article) {
      TRAWL_CHECK(deduplicator.put(*input, extraction));
    } else {
      TRAWL_CHECK(deduplicator.drop(input->id));
    }
  }
  return {};
}

} // namespace

Result<std::size_t> mend(store::Database& database, const Knowledge& knowledge) {
  std::string before;
  TRAWL_CHECK(database.each("SELECT speakers FROM settled", {}, [&](const store::Row& row) {
    before = row.text(0);
    return false;
  }));
  const std::string& now = knowledge.speakers.text();
  if (before == now) return std::size_t{0};
  TRAWL_TRY(auto transaction, store::Transaction::begin(database));
  store::ArticleStore articles(database);
  TRAWL_TRY(const auto first, articles.last_sequence());
  TRAWL_CHECK(store::MemberStore(database).set_voices(
      [&](std::string_view source, std::string_view address) { return knowledge.speakers.voice(source, address); }));
  identity::Deduplicator deduplicator(database);
  KnownSites sites(database);
  TRAWL_TRY(const auto urls, affected(database, before, knowledge.speakers));
  for (const std::string& url : urls) TRAWL_CHECK(extract_again(database, url, knowledge, sites, deduplicator));
  if (before.empty()) TRAWL_CHECK(deduplicator.separate_voices());
  TRAWL_CHECK(database.run("UPDATE settled SET speakers = ?", {std::string_view(now)}));
  TRAWL_TRY(const auto changed,
            database.number("SELECT count(*) FROM articles WHERE sequence > ?", {static_cast<std::int64_t>(first)}));
  TRAWL_CHECK(transaction.commit());
  return static_cast<std::size_t>(changed);
}

Result<std::vector<std::string>> breaches(store::Database& database, const identity::Speakers& speakers,
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
        const auto article = from_record(record, RecordPart::Fields);
        if (!article) result = std::unexpected(article.error());
        if (!article || imported.contains(article->id)) return article.has_value();
        for (const Provenance& row : article->provenance) {
          const Saying said = saying_of(row, *article);
          const bool is_page = said.source == article->source && url::site(said.address) == url::site(article->url);
          if (said.is_own || is_page || speakers.may_state(said.source, article->url)) continue;
          if (!add(article->url + ": its " + row.field + " was said by " + said.source + " at " + said.address))
            return false;
        }
        return true;
      },
      store::Articles::All));
  TRAWL_CHECK(result);
  TRAWL_CHECK(database.each("SELECT i.url, m.source FROM members m JOIN inputs i ON i.id = m.input WHERE i.kind = 2",
                            {}, [&](const store::Row& row) {
                              return speakers.may_state(row.text(1), row.text(0)) ||
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
