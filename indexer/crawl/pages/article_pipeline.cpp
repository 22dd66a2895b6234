// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/article_pipeline.h"

#include <algorithm>
#include <tuple>

#include "indexer/crawl/import/import_row.h"
#include "indexer/crawl/pages/feed_signal.h"
#include "indexer/enrich/enrich.h"
#include "indexer/extract/article_extractor.h"
#include "shared/article/article_id.h"
#include "shared/base/ascii.h"
#include "shared/url/canonical.h"

namespace trawl::crawl {
namespace {

// A page that sends its reader on at once may still hold a sentence ("You are being redirected to …").
constexpr std::size_t kStubWords = 40;
constexpr std::size_t kMaxBrokenShare = 10; // at most a tenth of the bytes; text in a wrong charset has fewer

Made not_article(std::string code, std::string why) {
  Made made;
  made.code = std::move(code);
  made.why = std::move(why);
  return made;
}

/// The mentions, the one that gives the article its source first.
std::vector<const store::DiscoveredLink*>
by_rank(const store::Input& input, const std::vector<store::DiscoveredLink>& mentions, const Knowledge& knowledge) {
  const auto site = url::site(input.url);
  const auto is_foreign = [&](const store::DiscoveredLink& mention) {
    const auto known = knowledge.sources.find(mention.source);
    return known == knowledge.sources.end() || known->second.site != site;
  };
  std::vector<const store::DiscoveredLink*> ranked;
  for (const auto& mention : mentions) ranked.push_back(&mention);
  std::ranges::stable_sort(ranked, [&](const auto* a, const auto* b) {
    return std::tuple(is_foreign(*a), std::string_view(a->source), a->witness.empty(), std::string_view(a->entrance)) <
           std::tuple(is_foreign(*b), std::string_view(b->source), b->witness.empty(), std::string_view(b->entrance));
  });
  return ranked;
}

std::optional<extract::FeedSignal> first_witness(const std::vector<const store::DiscoveredLink*>& ranked) {
  for (const auto* mention : ranked) {
    if (auto witness = signal_from_json(mention->witness)) return witness;
  }
  return std::nullopt;
}

void name_sources(Article& article, const std::vector<const store::DiscoveredLink*>& ranked) {
  article.source = ranked.front()->source;
  for (const auto* mention : ranked) {
    const Copy copy{article.url, mention->source};
    if (mention->source != article.source && std::ranges::find(article.copies, copy) == article.copies.end()) {
      article.copies.push_back(copy);
    }
  }
}

/// A page that fits the rules of those who named it, but claims an address that does not, is mistaken about itself.
bool is_against_rules(const std::string& claim, const std::vector<const store::DiscoveredLink*>& ranked,
                      const Knowledge& knowledge) {
  return !claim.empty() && std::ranges::none_of(ranked, [&](const store::DiscoveredLink* mention) {
    const auto known = knowledge.sources.find(mention->source);
    return known == knowledge.sources.end() || known->second.rules.accepts(claim);
  });
}

/// Whether so much of `text` is U+FFFD that it was never text: a picture or an archive sent as text/html.
bool is_no_text(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::size_t broken = 0;
  for (auto at = text.find(kReplacement); at != std::string_view::npos; at = text.find(kReplacement, at + 3)) ++broken;
  return broken * kReplacement.size() * kMaxBrokenShare > text.size();
}

/// A feed, a sitemap or other data for programs, by its type and its first bytes.
bool is_data(const store::Input& input) {
  constexpr std::size_t kRootWithin = 1'000;
  const auto type = ascii::to_lower(input.content_type);
  if (type.contains("json")) return true;
  return type.contains("xml") && !ascii::to_lower(input.body.substr(0, kRootWithin)).contains("<html");
}

/// What an extract means: an article, a stub, or nothing to index.
Made judge(extract::Extract extract, const store::Input& input) {
  const bool is_stub = extract.refresh_seconds >= 0 && extract.refresh_seconds <= 1 && !extract.refresh_url.empty() &&
                       extract.article.words < kStubWords;
  const auto target = is_stub ? url::canonical(extract.refresh_url) : std::string();
  if (!target.empty() && target != input.url) {
    Made made;
    made.kind = MadeKind::Elsewhere;
    made.target = target;
    return made;
  }
  if (extract.noindex || input.noindex) return not_article("noindex", "the page asks not to be indexed");
  if (extract.article.text.empty()) return not_article("no_text", "the page holds no text of an article");
  if (is_no_text(extract.article.text)) return not_article("no_text", "the page's bytes are no text");
  Made made;
  made.kind = MadeKind::Article;
  made.claim = believable_claim(input.url, extract.canonical_url);
  made.article = std::move(extract.article);
  return made;
}

Made from_page(const store::Input& input, const std::vector<store::DiscoveredLink>& mentions,
               const Knowledge& knowledge) {
  const auto ranked = by_rank(input, mentions, knowledge);
  if (ranked.empty()) return not_article("not_named", "no source names this page any more");
  const auto witness = first_witness(ranked);
  const auto known = knowledge.sources.find(ranked.front()->source);
  const auto* source = known == knowledge.sources.end() ? nullptr : &known->second;
  extract::Extract extract;
  if (input.kind == store::InputKind::Entry) {
    if (!witness) return not_article("no_text", "the feed holds nothing of this entry");
    extract = extract::extract_feed_entry(*witness, input.url, input.first_seen);
  } else if (is_data(input)) {
    return not_article("malformed", "this is no page but data for programs, sent as " + input.content_type);
  } else {
    const auto* rules = source == nullptr || source->pages.empty() ? nullptr : &source->pages;
    auto result = extract::extract_page({input.body, input.url, input.content_type, witness, input.first_seen, rules});
    if (!result) return not_article(std::string(name_of(result.error().code)), to_sentence(result.error()));
    extract = std::move(*result);
  }
  const auto keywords = extract.keywords;
  auto made = judge(std::move(extract), input);
  if (made.kind != MadeKind::Article) return made;
  if (is_against_rules(made.claim, ranked, knowledge)) made.claim.clear();
  made.article.url = input.url;
  if (made.article.language.empty() && source != nullptr) made.article.language = source->language;
  name_sources(made.article, ranked);
  enrich::enrich(made.article, knowledge.topics, witness ? witness->categories : std::vector<std::string>(), keywords);
  return made;
}

Made from_row(const store::Input& input, const Knowledge& knowledge) {
  auto article = article_of_row(input, knowledge);
  if (!article) return not_article(std::string(name_of(article.error().code)), article.error().what);
  Made made;
  made.kind = MadeKind::Article;
  made.article = std::move(*article);
  return made;
}

} // namespace

Result<Knowledge::Source> Knowledge::Source::from(const schema::SourceDefinition& definition) {
  Source source;
  source.site = url::site(definition.homepage);
  source.language = definition.language;
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
  for (const auto& source : sources) {
    TRAWL_TRY(auto known, Source::from(source));
    knowledge.sources.emplace(source.id, std::move(known));
  }
  return knowledge;
}

Made make_article(const store::Input& input, const std::vector<store::DiscoveredLink>& mentions,
                  const Knowledge& knowledge) {
  auto made = input.kind == store::InputKind::Row ? from_row(input, knowledge) : from_page(input, mentions, knowledge);
  if (made.kind != MadeKind::Article) return made;
  auto& article = made.article;
  article.id = article_id(input.url);
  article.site = url::site(article.url);
  article.indexed = input.first_seen;
  made.fingerprint = enrich::fingerprint(article.text);
  return made;
}

} // namespace trawl::crawl
