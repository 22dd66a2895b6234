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

/// Removes the site's additions from the titles in a page's head.
class TitleStripper {
 public:
  /// Both must outlive the stripper. `feed_title` is the title of the page's feed entry, or empty.
  TitleStripper(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title)
      : signals_(signals), site_(site), feed_key_(wording_key(feed_title)) {}

  /// "Promise - JavaScript | MDN" on a page with the heading "Promise" is the heading; a title that contains the feed's
  /// is the feed's; others lose their site's name.
  std::string strip(std::string_view title) const {
    for (const TitleSplit& split : title_splits(title)) {
      const std::string_view beginning = title.substr(0, split.begin), end = title.substr(split.end);
      if (is_of_feed(beginning) || is_heading(beginning)) return squeeze(beginning);
      if (is_of_feed(end)) return squeeze(end);
    }
    if (const auto colon = colon_split(title)) {
      const std::string_view name = title.substr(0, colon->begin), end = title.substr(colon->end);
      // One word before a colon is more often the subject than the site.
      const bool names_site =
          (site_.matches(name) && is_heading(end)) || (site_.is_stated(name) && words_in_key(wording_key(name)) >= 2);
      if (is_of_feed(end) || (names_site && !is_of_feed(title) && !is_heading(title))) return squeeze(end);
    }
    return title_without_site(title, site_);
  }

 private:
  bool is_of_feed(std::string_view title) const { return !feed_key_.empty() && wording_key(title) == feed_key_; }

  bool is_heading(std::string_view title) const {
    const std::string key = wording_key(title);
    if (key.empty() || site_.equals(title)) return false;
    return std::ranges::any_of(signals_.headings, [&](const HeadingSignal& heading) {
      const bool may_be_title = heading.level == 1 || (words_in_key(key) >= 2 && !is_beside_article(heading));
      return may_be_title && !heading.is_home_link && wording_key(heading.text) == key;
    });
  }

  const MetadataSignals& signals_;
  const SiteNames& site_;
  std::string feed_key_;
};

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
  const std::string feed = clean_value(feed_title);
  const TitleStripper stripper(signals, site, feed);
  const std::string bare_open_graph = stripper.strip(open_graph);

  TitleVote vote(signals, site, !feed.empty());
  const auto add_head = [&](const std::string& whole, std::string_view from, double weight) {
    vote.add_of_head(stripper.strip(whole), whole, from, weight);
  };
  add_headings(
      vote, signals,
      heading_weights(signals, site, {document, title_without_site(document, site), bare_open_graph, is_article}));
  vote.add(feed, "feed", 3.0);
  if (const JsonLdItem* item = find_main_item(signals, {}); item != nullptr) {
    // News publishers edit the headline of their structured data as carefully as the page's.
    add_head(item->headline, signal_name(*item), item->type.contains("News") ? 2.8 : 2.0);
  }
  vote.add_of_head(bare_open_graph, open_graph, "og:title", is_article ? 1.6 : 3.1);
  vote.add(clean_value(signals.meta("citation_title")), "citation_title", 2.0);
  add_head(document, "title", is_article ? 1.2 : 1.9);
  add_head(clean_value(signals.meta("twitter:title")), "twitter:title", 0.7);
  for (const auto* const name : {"dc.title", "dcterms.title", "sailthru.title", "parsely-title", "title"}) {
    add_head(clean_value(signals.meta(name)), name, 0.6);
  }
  vote.add_wrapped(open_graph, "og:title", 1.6);
  vote.add_wrapped(document, "title", 1.2);
  return vote.decide();
}

} // namespace trawl::extract
