// SPDX-License-Identifier: GPL-3.0-or-later
// `sources test`: fetches from a source now without storing anything.
#include "indexer/commands/sources/seed_place.h"
#include "indexer/commands/sources/seed_probe.h"

#include "indexer/commands/commands.h"
#include "indexer/commands/network.h"
#include "indexer/commands/polite_fetcher.h"
#include "indexer/commands/report.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "shared/base/json.h"
#include "shared/text/excerpt.h"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace trawl::commands {
namespace {

constexpr std::size_t kShown = 5;

bool is_address(const std::string& name) { return name.starts_with("http://") || name.starts_with("https://"); }

/// Where a test says what it finds: for people line by line, for programs in a report.
struct Findings {
  std::ostringstream people = {};
  Report report = Report::object();
};

/// Says how many URLs the seed lists, how many of them are articles, and the first ones in detail. Returns the
/// articles.
std::vector<crawl::SeedEntry> report_entries(const SeedProbe& probe, const crawl::UrlRules& rules, bool in_detail,
                                             Findings& findings) {
  std::vector<crawl::SeedEntry> accepted;
  for (const auto& entry : probe.result.articles) {
    if (rules.accepts(entry.url)) accepted.push_back(entry);
  }
  auto& [people, report] = findings;
  report["listed"] = probe.result.articles.size();
  report["articles"] = accepted.size();
  report["sitemaps"] = probe.result.sitemaps.size();
  people << probe.result.articles.size() << " URLs, " << accepted.size() << " of them articles by the source's rules";
  if (!probe.result.sitemaps.empty()) people << ", " << probe.result.sitemaps.size() << " further sitemaps";
  people << "\n";
  for (std::size_t i = 0; in_detail && i < std::min(accepted.size(), kShown); ++i) {
    people << "    " << accepted[i].url << "\n";
  }
  return accepted;
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "-" : text;
}

/// An article by the names that the API has for its fields.
Report article_report(const Article& article) {
  Report provenance = Report::array();
  for (const auto& [field, from, percent] : article.provenance)
    provenance.push_back(
        {{"field", field}, {"from", from}, {"confidence", percent == 0 ? Report() : Report(percent / 100.0)}});
  return {{"url", article.url},
          {"title", article.title},
          {"authors", article.authors},
          {"published", article.published ? Report(to_text(*article.published)) : Report()},
          {"language", article.language.empty() ? Report() : Report(article.language)},
          {"category", article.category},
          {"tags", article.tags},
          {"words", article.words},
          {"provenance", std::move(provenance)}};
}

/// Fetches and extracts one article, and says what it is.
Result<void> report_article(PoliteFetcher& fetcher, const schema::SourceDefinition& source,
                            const crawl::SeedEntry& entry, const crawl::Knowledge& knowledge, Findings& findings) {
  store::Input input;
  input.kind = source.fetch_pages ? store::InputKind::Page : store::InputKind::Entry;
  input.url = entry.url;
  input.first_seen = input.fetched_at = now();
  if (source.fetch_pages) {
    TRAWL_TRY(auto response, fetcher.get(entry.url, fetch::ResourceKind::Page));
    input.content_type = std::move(response.content_type);
    input.body = std::move(response.body);
  }
  const auto extraction = crawl::extract_article(input, {{source.id, source.seed.url, entry.signal}}, knowledge);
  auto& [people, report] = findings;
  if (extraction.kind != crawl::ExtractionKind::Article) {
    const std::string why = extraction.why.empty() ? "it redirects" : extraction.why;
    report["example"] = trouble(entry.url, why);
    people << "  " << entry.url << " is not an article: " << why << "\n";
    return {};
  }
  const auto& article = extraction.article;
  report["example"] = article_report(article);
  people << "  article   " << article.url << "\n  title     " << article.title << "\n  authors   "
         << joined_names(article.authors) << "\n  published " << (article.published ? to_text(*article.published) : "-")
         << "\n  language  " << (article.language.empty() ? "-" : article.language) << "\n  labels    "
         << article.category << " " << joined_names(article.tags) << "\n  text      " << article.words
         << " words: " << text::excerpt(article.text, 30) << "\n";
  for (const auto& [field, from, percent] : article.provenance) {
    people << "    " << field << " from " << from;
    if (percent != 0) people << ", " << percent << " % sure";
    people << "\n";
  }
  return {};
}

/// Probes one source and says what it finds. Returns whether it has something to index.
bool probe_source(PoliteFetcher& fetcher, const schema::SourceDefinition& source, const crawl::Knowledge& knowledge,
                  bool in_detail, Findings& findings) {
  auto& [people, report] = findings;
  report = {{"id", source.id}, {"url", source.seed.url}, {"error", nullptr}};
  people << source.id << ": ";
  const auto probe = probe_seed(fetcher, source.seed);
  if (!probe) {
    report["error"] = to_sentence(probe.error());
    people << to_sentence(probe.error()) << "\n";
    return false;
  }
  const auto accepted = report_entries(*probe, knowledge.sources.find(source.id)->second.rules, in_detail, findings);
  if (in_detail && !accepted.empty()) {
    const auto shown = report_article(fetcher, source, accepted.front(), knowledge, findings);
    if (!shown) { // one missing page does not make the source dead
      report["example"] = trouble(accepted.front().url, to_sentence(shown.error()));
      people << "  " << to_sentence(shown.error()) << "\n";
    }
  }
  return !accepted.empty() || !probe->result.sitemaps.empty();
}

/// The sources with the given ids, and for each given URL the source that `sources add` would make.
Result<std::vector<schema::SourceDefinition>> chosen(PoliteFetcher& fetcher, const Options& options,
                                                     const std::vector<schema::SourceDefinition>& all) {
  std::vector<std::string> ids;
  std::vector<schema::SourceDefinition> sources;
  for (const auto& name : options.arguments) {
    if (!is_address(name)) {
      ids.push_back(name);
      continue;
    }
    TRAWL_TRY(const auto probe, discover_seed(fetcher, name));
    sources.push_back(source_of(probe, name));
    sources.back().homepage = places_of_seed(fetcher, probe, {}, name).front();
    sources.back().id = "new-" + std::to_string(sources.size());
    if (!options.is_json()) std::cout << name << ": " << probe.seed.url << ", because " << probe.why << "\n";
  }
  if (ids.empty() && !sources.empty()) return sources;
  TRAWL_TRY(auto selected, select_sources(all, ids));
  sources.insert(sources.end(), selected.begin(), selected.end());
  return sources;
}

} // namespace

Result<int> test_sources(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto all, load_catalogue(options, directory));
  TRAWL_TRY(auto network, fetcher_options(options, all));
  const std::string product = product_of(network.user_agent);
  fetch::CurlFetcher curl(std::move(network));
  PoliteFetcher fetcher(curl, politeness_options(options), product, steady_wall_clock());
  TRAWL_TRY(const auto sources, chosen(fetcher, options, all));
  TRAWL_TRY(auto topics, load_topics(directory));
  TRAWL_TRY(const auto knowledge, crawl::Knowledge::from(sources, std::move(topics)));
  std::size_t failed = 0;
  Report reports = Report::array();
  for (const auto& source : sources) {
    if (is_stopped()) return signal_exit_code();
    Findings findings;
    failed += probe_source(fetcher, source, knowledge, !options.arguments.empty(), findings) ? 0 : 1;
    if (!options.is_json()) std::cout << findings.people.str() << std::flush;
    reports.push_back(std::move(findings.report));
  }
  if (options.is_json()) print_report({{"sources", std::move(reports)}});
  if (failed == 0) return 0;
  return exit_code_of(failed == sources.size() ? ErrorCode::Network : ErrorCode::Partial);
}

} // namespace trawl::commands
