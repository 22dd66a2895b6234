// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_pipeline.h"

#include <algorithm>
#include <ranges>

#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/enrich/enrich.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/extract/metadata/language.h"
#include "shared/article/article_id.h"
#include "shared/article/speaker.h"
#include "shared/base/ascii.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

namespace trawl::crawl {
namespace {

// A page that only redirects may still contain a sentence ("You are being redirected to …").
constexpr std::size_t kRedirectPageWords = 40;

Extraction not_article(std::string code, std::string why) {
  Extraction extraction;
  extraction.code = std::move(code);
  extraction.why = std::move(why);
  return extraction;
}

/// What a source that may state something of the page says, and where.
struct Statement {
  extract::FeedSignal signal;
  const store::DiscoveredLink* link;
};

std::optional<Statement> first_statement(const store::Input& input, const std::vector<store::DiscoveredLink>& inlinks,
                                         const Knowledge& knowledge) {
  for (const auto* link : knowledge.places.statements(input.url, inlinks)) {
    if (auto signal = signal_from_json(link->signal)) return Statement{std::move(*signal), link};
  }
  return std::nullopt;
}

/// Notes who has said the fields that the page has not.
void name_speakers(Article& article, const std::optional<Statement>& statement) {
  for (Provenance& row : article.provenance) {
    const bool is_elsewhere = statement && is_of_feed(row.from);
    set_speaker(row, article, is_elsewhere ? statement->link->source : article.source,
                is_elsewhere ? statement->link->seed : article.url);
  }
}

void name_sources(Article& article, const std::string& owner, const identity::Places::Links& ranked) {
  article.source = owner;
  for (const auto* link : ranked) {
    const Copy copy{article.url, link->source};
    if (link->source != article.source && std::ranges::find(article.copies, copy) == article.copies.end()) {
      article.copies.push_back(copy);
    }
  }
}

/// Whether most words of `text` contain U+FFFD, so that it was never text, such as an image sent as text/html. In an
/// author's text it may stand many times over, as what a program has printed.
bool is_binary(std::string_view text) {
  std::size_t broken = 0, words = 0;
  for (const auto part : std::views::split(text, ' ')) {
    const std::string_view word(part);
    ++words;
    broken += word.contains("\xEF\xBF\xBD") ? 1 : 0;
  }
  return broken * 2 > words;
}

/// Whether the input is a feed, a sitemap or other data for programs, judged by its type and first bytes.
bool is_data(const store::Input& input) {
  constexpr std::size_t kRootWithin = 1'000;
  const auto type = ascii::to_lower(input.content_type);
  if (type.contains("json")) return true;
  return type.contains("xml") && !ascii::to_lower(input.body.substr(0, kRootWithin)).contains("<html");
}

/// Decides whether the extract is an article, a redirect, or nothing to index.
Extraction judge(extract::Extract extract, const store::Input& input) {
  const bool is_redirect = extract.refresh_seconds >= 0 && extract.refresh_seconds <= 1 &&
                           !extract.refresh_url.empty() && extract.article.words < kRedirectPageWords;
  const auto target = is_redirect ? url::canonical(extract.refresh_url) : std::string();
  if (!target.empty() && target != input.url) {
    Extraction extraction;
    extraction.kind = ExtractionKind::Redirect;
    extraction.target = target;
    return extraction;
  }
  Extraction extraction;
  if (extract.noindex || input.noindex)
    extraction = not_article("noindex", "the page asks not to be indexed");
  else if (extract.article.text.empty())
    extraction = not_article("no_text", "the page has no article text");
  else if (is_binary(extract.article.text))
    extraction = not_article("no_text", "the page is not text");
  else
    extraction.kind = ExtractionKind::Article;
  extraction.claim = credible_claim(input.url, extract.canonical_url);
  extraction.article = std::move(extract.article);
  return extraction;
}

Extraction from_page(const store::Input& input, const std::vector<store::DiscoveredLink>& inlinks,
                     const Knowledge& knowledge, const extract::SiteKnowledge* site) {
  const auto ranked = knowledge.places.ranked(input.url, inlinks);
  if (ranked.empty()) return not_article("not_named", "no source links to this page any more");
  const auto statement = first_statement(input, inlinks, knowledge);
  const auto signal = statement ? std::optional(statement->signal) : std::nullopt;
  const auto owner = knowledge.places.owner(input.url, inlinks);
  const auto known = knowledge.sources.find(owner);
  const auto* source = known == knowledge.sources.end() ? nullptr : &known->second;
  extract::Extract extract;
  if (input.kind == store::InputKind::Entry) {
    if (!signal) return not_article("no_text", "the feed has no content for this entry");
    extract = extract::extract_feed_entry(*signal, input.url, input.fetched_at);
  } else if (is_data(input)) {
    return not_article("malformed", "this is not a page but data for programs, sent as " + input.content_type);
  } else {
    const auto* rules = source == nullptr || source->pages.empty() ? nullptr : &source->pages;
    auto result = extract::extract_page(
        {input.body, input.url, input.content_type, signal, input.fetched_at, rules, false, site, input.first_seen});
    if (!result) {
      auto failed = not_article(std::string(name_of(result.error().code)), to_sentence(result.error()));
      failed.is_failure = true;
      return failed;
    }
    extract = std::move(*result);
  }
  const auto keywords = extract.keywords;
  auto extraction = judge(std::move(extract), input);
  if (extraction.kind != ExtractionKind::Article) return extraction;
  // A page that states a URL that its source does not accept is mistaken, and nobody speaks below another's homepage.
  const bool is_refused = (source != nullptr && !source->rules.accepts(extraction.claim)) ||
                          !knowledge.places.may_be_claimed(extraction.claim, input.url);
  if (!extraction.claim.empty() && is_refused) extraction.claim.clear();
  extraction.article.url = input.url;
  if (extraction.article.language.empty() && source != nullptr) extraction.article.language = source->language;
  name_sources(extraction.article, owner, ranked);
  enrich::enrich(extraction.article, knowledge.topics, signal ? signal->categories : std::vector<std::string>(),
                 keywords);
  name_speakers(extraction.article, statement);
  return extraction;
}

Extraction from_row(const ImportedRow& row, const Knowledge& knowledge) {
  auto article = article_of_row(row, knowledge);
  if (!article) return not_article(std::string(name_of(article.error().code)), article.error().what);
  Extraction extraction;
  extraction.kind = ExtractionKind::Article;
  extraction.article = std::move(*article);
  return extraction;
}

Extraction completed(Extraction extraction, const store::Input& input, const Knowledge& knowledge) {
  if (extraction.kind != ExtractionKind::Article) return extraction;
  auto& article = extraction.article;
  article.site = url::site(article.url);
  extraction.tenant = knowledge.places.tenant(article.source, article.url);
  if (article.id.empty()) { // else it was exported with its id
    article.id = article_id(input.url);
    article.indexed = input.first_seen;
  }
  extraction.fingerprint = enrich::fingerprint(article.text);
  return extraction;
}

} // namespace

Result<Knowledge::Source> Knowledge::Source::from(const schema::SourceDefinition& definition) {
  Source source;
  source.language = definition.language;
  source.fetches_pages = definition.fetch_pages;
  std::string key = definition.language + '\n' + definition.article_pattern;
  for (const auto& pattern : definition.exclude_patterns) key += '\n' + pattern;
  for (const auto& [field, selector] : definition.rules) key += '\n' + field + ' ' + selector;
  source.key = sha256_hex(key, 8);
  TRAWL_TRY(source.rules, UrlRules::compile(definition));
  auto pages = extract::PageRules::compile(definition.rules);
  if (!pages) {
    auto mistake = pages.error();
    mistake.where.insert(0, "source " + definition.id + ", ");
    return std::unexpected(std::move(mistake));
  }
  source.pages = std::move(*pages);
  return source;
}

Result<Knowledge> Knowledge::from(const std::vector<schema::SourceDefinition>& sources, enrich::Topics topics) {
  Knowledge knowledge;
  knowledge.topics = std::move(topics);
  knowledge.places = places_of(sources);
  for (const auto& source : sources) {
    TRAWL_TRY(auto known, Source::from(source));
    knowledge.sources.emplace(source.id, std::move(known));
  }
  return knowledge;
}

identity::Places places_of(const std::vector<schema::SourceDefinition>& sources) {
  identity::Places places;
  for (const auto& source : sources) {
    std::vector<std::string> named{source.homepage};
    named.insert(named.end(), source.places.begin(), source.places.end());
    places.add(source.id, named);
  }
  return places;
}

Extraction extract_article(const store::Input& input, const std::vector<store::DiscoveredLink>& inlinks,
                           const Knowledge& knowledge, const extract::SiteKnowledge* site) {
  if (input.kind != store::InputKind::Row)
    return completed(from_page(input, inlinks, knowledge, site), input, knowledge);
  const auto row = stored_row(input);
  return row ? extract_row(*row, knowledge) : not_article(std::string(name_of(row.error().code)), row.error().what);
}

Extraction extract_row(const ImportedRow& row, const Knowledge& knowledge) {
  return completed(from_row(row, knowledge), row, knowledge);
}

} // namespace trawl::crawl
