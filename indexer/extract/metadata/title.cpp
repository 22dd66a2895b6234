// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <algorithm>

#include "indexer/extract/metadata/heading_weights.h"
#include "indexer/extract/metadata/main_item.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/title_parts.h"
#include "indexer/extract/metadata/title_vote.h"

namespace trawl::extract {
namespace {

constexpr double kKickerShare = 0.75; ///< of a heading's weight, for its text together with its kicker

bool is_article_page(const MetadataSignals& signals) {
  if (signals.meta("og:type") == "article" || !signals.meta("article:published_time").empty()) return true;
  return std::ranges::any_of(signals.json_ld, [](const JsonLdItem& item) { return item.kind == JsonLdKind::Article; });
}

/// A title without what the site adds. "Promise - JavaScript | MDN" on a page with the heading "Promise" is the
/// heading; other titles lose their site's name.
std::string bare_title(std::string_view title, const MetadataSignals& signals, const SiteNames& site) {
  for (const TitleSplit& split : title_splits(title)) {
    const std::string_view beginning = title.substr(0, split.begin);
    const std::string key = wording_key(beginning);
    if (key.empty() || site.equals(beginning)) continue;
    const bool is_heading = std::ranges::any_of(signals.headings, [&](const HeadingSignal& heading) {
      const bool may_be_title = heading.level == 1 || (words_in_key(key) >= 2 && !is_beside_article(heading));
      return may_be_title && !heading.is_home_link && wording_key(heading.text) == key;
    });
    if (is_heading) return squeeze(beginning);
  }
  return title_without_site(title, site);
}

void add_headings(TitleVote& vote, const MetadataSignals& signals, const std::vector<double>& weights) {
  for (std::size_t i = 0; i < signals.headings.size(); ++i) {
    const HeadingSignal& heading = signals.headings[i];
    const std::string from = heading.level == 0 ? "headline" : "h" + std::to_string(heading.level);
    vote.add(squeeze(heading.text), from, weights[i], heading.order);
    if (!heading.whole.empty()) vote.add(squeeze(heading.whole), from, kKickerShare * weights[i], heading.order);
  }
}

} // namespace

TitleChoice choose_title(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title) {
  // On pages that do not claim to be an article the largest heading is often a slogan.
  const bool is_article = is_article_page(signals);
  const std::string open_graph = clean_value(signals.meta("og:title"));
  const std::string document = clean_value(signals.document_title);
  const std::string bare_open_graph = bare_title(open_graph, signals, site);

  TitleVote vote(signals, site);
  add_headings(
      vote, signals,
      heading_weights(signals, site, {document, title_without_site(document, site), bare_open_graph, is_article}));
  if (!feed_title.empty()) vote.add(clean_value(feed_title), "feed", 2.5);
  if (const JsonLdItem* item = find_main_item(signals, {}); item != nullptr) {
    // News publishers edit the headline of their structured data as carefully as the page's.
    vote.add(bare_title(item->headline, signals, site), signal_name(*item), item->type.contains("News") ? 2.8 : 2.0);
  }
  vote.add(bare_open_graph, "og:title", is_article ? 1.6 : 3.1);
  vote.add(clean_value(signals.meta("citation_title")), "citation_title", 2.0);
  vote.add(bare_title(document, signals, site), "title", is_article ? 1.2 : 1.9);
  vote.add(bare_title(clean_value(signals.meta("twitter:title")), signals, site), "twitter:title", 0.7);
  for (const auto* const name : {"dc.title", "dcterms.title", "sailthru.title", "parsely-title", "title"}) {
    vote.add(bare_title(clean_value(signals.meta(name)), signals, site), name, 0.6);
  }
  vote.add_wrapped(open_graph, "og:title", 1.6);
  vote.add_wrapped(document, "title", 1.2);
  return vote.decide();
}

} // namespace trawl::extract
