// SPDX-License-Identifier: GPL-3.0-or-later
// `add`: fetches single pages as a crawl would, with its rules and its politeness.
#include "indexer/commands/commands.h"
#include "indexer/commands/crawl_run.h"
#include "indexer/commands/input_lines.h"
#include "indexer/commands/network.h"
#include "indexer/commands/reading_list.h"
#include "indexer/commands/report.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/article_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"
#include "shared/article/article_record.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxList = 64u << 20; // bytes; bookmarks contain the icons of sites

/// The source on whose site the page is and whose rules accept it; else one named after the site.
std::string source_of(const std::string& url, const crawl::Knowledge& knowledge, FreeSourceIds& ids,
                      std::map<std::string, std::string>& sources_of_sites) {
  const auto own = std::ranges::find_if(knowledge.sources, [&](const auto& known) {
    return knowledge.places.may_state(known.first, url) && known.second.rules.accepts(url);
  });
  if (own != knowledge.sources.end()) return own->first;
  const std::string site = url::site(url);
  const auto [source, is_new] = sources_of_sites.try_emplace(site);
  if (is_new) { // its id may be taken: "x-co.uk" and "x.co.uk" read alike
    const std::string id = crawl::source_id_of(site);
    source->second = ids.take(id.empty() ? "added" : id);
  }
  return source->second;
}

/// The sources of this crawl. None of them lists anything: only the wanted pages are fetched.
std::vector<schema::SourceDefinition> sources_of(const std::vector<crawl::WantedPage>& wanted) {
  std::vector<schema::SourceDefinition> sources;
  for (const crawl::WantedPage& page : wanted) {
    schema::SourceDefinition source;
    source.id = page.source;
    source.label = url::site(page.url);
    source.homepage = source.seed.url = page.url;
    source.fetch_pages = false;
    sources.push_back(std::move(source));
  }
  return sources;
}

/// Adds those of the sources that no catalogue defines to what is known. Returns them.
Result<std::vector<schema::SourceDefinition>> name_sources(WriteSession& session,
                                                           const std::vector<schema::SourceDefinition>& sources) {
  std::vector<schema::SourceDefinition> added;
  for (const schema::SourceDefinition& source : sources) {
    if (session.knowledge.sources.contains(source.id)) continue;
    TRAWL_TRY(auto known, crawl::Knowledge::Source::from(source));
    session.knowledge.sources.emplace(source.id, std::move(known));
    added.push_back(source);
  }
  return added;
}

/// Labels those of the sources that have an article now: an address that was refused leaves no source behind.
Result<void> label_sources(store::Database& database, const std::vector<schema::SourceDefinition>& sources) {
  TRAWL_TRY(const auto with_articles, store::MemberStore(database).sources());
  TRAWL_TRY(auto transaction, store::Transaction::begin(database));
  for (const schema::SourceDefinition& source : sources) {
    if (std::ranges::find(with_articles, source.id) != with_articles.end())
      TRAWL_CHECK(store::SourceStore(database).save_label(source.id, source.label));
  }
  return transaction.commit();
}

/// The article that was found at an address, or at the one that it leads to: its id and its title.
struct Found {
  std::string id, title;
};

Result<std::optional<Found>> find_article(store::Database& database, const std::string& url) {
  TRAWL_TRY(const std::string end, store::UrlStore(database).end_of(url));
  TRAWL_TRY(const auto members, store::MemberStore(database).at(end));
  for (const store::Member& member : members) {
    TRAWL_TRY(const auto id, store::ArticleStore(database).published(member.cluster));
    TRAWL_TRY(const Article article, from_record(member.record, ArticlePart::Fields));
    if (id) return Found{*id, article.title};
  }
  return std::nullopt;
}

/// Why there is no article, as a sentence that names the address.
Result<std::string> trouble_with(store::Database& database, const crawl::WantedPage& page,
                                 const crawl::CrawlReport& report) {
  TRAWL_TRY(const bool is_removed, identity::Deduplicator(database).is_excluded(page.url));
  if (is_removed) return page.url + ": it was removed; `trawl remove --undo " + page.url + "` brings it back";
  TRAWL_TRY(const std::string end, store::UrlStore(database).end_of(page.url));
  TRAWL_TRY(const auto failure, store::SourceStore(database).failure(page.source, end));
  if (failure) return failure->sentence.contains("://") ? failure->sentence : page.url + ": " + failure->sentence;
  const auto source = std::ranges::find(report.sources, page.source, &crawl::SourceReport::id);
  const std::string said = source == report.sources.end() ? "" : source->error;
  return page.url + ": " + (said.empty() ? "it was not fetched" : said);
}

Result<crawl::CrawlReport> fetch_pages(const Options& options, WriteSession& session,
                                       const std::vector<crawl::WantedPage>& wanted) {
  const auto sources = sources_of(wanted);
  TRAWL_TRY(const auto added, name_sources(session, sources));
  TRAWL_TRY(auto run, CrawlRun::of(options, session, sources));
  run.settings.recheck_pages = 0;
  run.settings.wanted = wanted;
  run.fetched = [&] { return label_sources(session.database, added); };
  fetch::Politeness politeness(politeness_options(options));
  return run_crawl(options, session, std::move(run), politeness);
}

/// What was typed, then what the lists name.
Result<std::vector<std::string>> pages_to_add(const Options& options) {
  std::vector<std::string> urls;
  for (const std::string& argument : options.arguments) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(argument, unknown))
      return fail(ErrorCode::Usage, "is a file, not an address", argument, "`trawl import` reads files");
    urls.push_back(url::canonical(typed_url(argument)));
    if (urls.back().empty())
      return fail(ErrorCode::Usage, "not an http or https address", argument, "name the page of one article");
  }
  for (const std::string& list : options.lists) {
    TRAWL_TRY(auto input, InputLines::open(list));
    TRAWL_TRY(const std::string bytes, input.rest(kMaxList));
    TRAWL_TRY(const auto listed, read_reading_list(bytes, list));
    urls.insert(urls.end(), listed.begin(), listed.end());
  }
  return urls;
}

} // namespace

Result<int> add_articles(const Options& options) {
  TRAWL_TRY(const auto urls, pages_to_add(options));
  TRAWL_TRY(auto session, WriteSession::open(options, kPatience));
  std::set<std::string> taken;
  for (const auto& [id, source] : session.knowledge.sources) taken.insert(id);
  FreeSourceIds ids(std::move(taken));
  std::map<std::string, std::string> sources_of_sites;
  std::vector<crawl::WantedPage> wanted;
  for (const std::string& url : urls) {
    TRAWL_TRY(const auto known, find_article(session.database, url));
    if (!known) wanted.push_back({url, source_of(url, session.knowledge, ids, sources_of_sites)});
  }
  crawl::CrawlReport report;
  if (!wanted.empty()) {
    TRAWL_TRY(report, fetch_pages(options, session, wanted));
  }
  Report articles = Report::array(), failures = Report::array();
  for (const std::string& url : urls) {
    const auto page = std::ranges::find(wanted, url, &crawl::WantedPage::url);
    const bool is_new = page != wanted.end();
    TRAWL_TRY(const auto found, find_article(session.database, url));
    if (found) {
      articles.push_back({{"url", url}, {"id", found->id}, {"title", found->title}, {"is_new", is_new}});
      if (!options.is_json())
        std::cout << found->id << "  " << safe_text(found->title) << (is_new ? "" : "  (already here)") << "\n";
      continue;
    }
    TRAWL_TRY(const std::string why,
              trouble_with(session.database, is_new ? *page : crawl::WantedPage{url, {}}, report));
    failures.push_back(trouble(url, why));
    std::cerr << options.program << ": " << safe_text(why) << "\n";
  }
  const std::size_t failed = failures.size();
  if (options.is_json()) print_report({{"articles", std::move(articles)}, {"failures", std::move(failures)}});
  if (report.interrupted) return signal_exit_code();
  if (failed == 0) return 0;
  return exit_code_of(failed == urls.size() ? ErrorCode::Network : ErrorCode::Partial);
}

} // namespace trawl::commands
