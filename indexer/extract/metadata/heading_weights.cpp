// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/heading_weights.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/title_parts.h"

namespace trawl::extract {
namespace {

// An h1 that shares few words with the page's titles, beside a marked headline that shares most of them, is the name of
// the site or of a project, the same on every page.
constexpr double kStrangerShare = 0.45;
constexpr double kRivalWeight = 2.6;
constexpr double kRivalOverlap = 0.6;

// The only h1 of an article is its headline even if og:title, title and JSON-LD agree on other words: one form fills
// these three for search engines.
constexpr double kRewordedWeight = 3.0;
constexpr double kRewordedOverlap = 0.5;
constexpr std::size_t kRewordedWords = 3;

/// The share of the words of `title` that `heading` also has; both are keys of wording_key.
double overlap(std::string_view heading, std::string_view title) {
  const std::string padded = " " + std::string(heading) + " ";
  std::size_t words = 0, shared = 0;
  for (std::size_t begin = 0; begin < title.size();) {
    const std::size_t end = std::min(title.find(' ', begin), title.size());
    if (end > begin) {
      ++words;
      if (padded.contains(" " + std::string(title.substr(begin, end - begin)) + " ")) ++shared;
    }
    begin = end + 1;
  }
  return words == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(words);
}

/// Whether the heading has the words of the title after others: a kicker is joined to it.
bool has_kicker(std::string_view heading, std::string_view title) {
  return !heading.starts_with(title) && contains_wording(heading, title);
}

/// Whether heading and title share most of their words (F1); all are keys of wording_key.
bool is_reworded(std::string_view heading, std::string_view title, std::string_view open_graph) {
  if (words_in_key(heading) < kRewordedWords || has_kicker(heading, title) || has_kicker(heading, open_graph))
    return false;
  const double there = overlap(heading, title), back = overlap(title, heading);
  return there + back > 0 && 2 * there * back / (there + back) >= kRewordedOverlap;
}

bool is_main_heading(const HeadingSignal& heading) {
  return heading.level == 1 && !is_beside_article(heading) && !heading.is_home_link;
}

/// The key of the book's name on a page titled "Chapter - Book" that has the headings "Book" and "Chapter"; else empty.
std::string book_name(const MetadataSignals& signals, std::string_view document_title) {
  const auto is_heading = [&](const std::string& key) {
    return !key.empty() && std::ranges::any_of(signals.headings, [&](const HeadingSignal& heading) {
      return heading.level <= 2 && !is_beside_article(heading) && wording_key(heading.text) == key;
    });
  };
  const std::vector<TitleSplit> splits = title_splits(document_title);
  if (splits.empty()) return {};
  std::string book = wording_key(document_title.substr(splits.back().end));
  const std::string chapter = wording_key(document_title.substr(0, splits.front().begin));
  return chapter != book && is_heading(chapter) && is_heading(book) ? book : std::string();
}

/// Weighs the headings of one page from top to bottom.
class HeadingWeigher {
 public:
  HeadingWeigher(const MetadataSignals& signals, const SiteNames& site, const PageTitles& titles)
      : book_(book_name(signals, titles.whole)),
        document_(site.equals(titles.document) ? "" : wording_key(titles.document)),
        open_graph_(wording_key(titles.open_graph)), is_article_(titles.is_article),
        main_headings_(std::ranges::count_if(signals.headings, is_main_heading)) {
    for (const HeadingSignal& heading : signals.headings) {
      keys_.push_back(wording_key(heading.text));
      overlaps_.push_back(overlap(keys_.back(), document_));
    }
    find_rival(signals.headings);
  }

  /// The weight of `headings[i]`. Call once for each, in order.
  double weight_of(const std::vector<HeadingSignal>& headings, std::size_t i) {
    const HeadingSignal& heading = headings[i];
    const std::string& key = keys_[i];
    double weight = 0.3;
    if (heading.level == 1) {
      weight = weight_of_h1(heading, overlaps_[i]);
    } else if (heading.is_headline) {
      weight = &heading == rival_ && rivalry_ > 0 ? kRivalWeight : 0.8;
    }
    if (heading.is_headline && heading.level == 1 && !is_beside_article(heading)) weight += 0.6;
    const bool may_be_reworded = is_article_ && main_headings_ == 1 && is_main_heading(heading);
    if (may_be_reworded && is_reworded(key, document_, open_graph_)) weight += kRewordedWeight;
    if (!book_.empty() && key == book_) weight *= kGeneralNameShare;
    return weight;
  }

 private:
  /// The rival of the h1 is the first lower heading with most words of the title: a marked h2, or, if no h1 has a
  /// single one, any h2 or h3.
  void find_rival(const std::vector<HeadingSignal>& headings) {
    bool are_strangers = true;
    for (std::size_t i = 0; i < headings.size(); ++i) {
      are_strangers = are_strangers && !(is_main_heading(headings[i]) && overlaps_[i] > 0);
    }
    for (std::size_t i = 0; i < headings.size() && rival_ == nullptr; ++i) {
      const HeadingSignal& heading = headings[i];
      const bool may_be =
          (heading.level == 2 && heading.is_headline) || (are_strangers && (heading.level == 2 || heading.level == 3));
      if (!may_be || is_beside_article(heading) || overlaps_[i] < kRivalOverlap) continue;
      rival_ = &heading;
      rivalry_ = overlaps_[i];
    }
  }

  double weight_of_h1(const HeadingSignal& heading, double overlap_with_title) {
    double weight = main_headings_ == 1 ? 3.0 : (has_seen_main_heading_ ? 1.2 : 2.2);
    if (is_main_heading(heading)) {
      has_seen_main_heading_ = true;
    } else {
      weight = 0.6;
    }
    if (rivalry_ > 2 * overlap_with_title) weight *= kStrangerShare;
    return weight;
  }

  std::string book_; ///< keys of wording_key
  std::string document_;
  std::string open_graph_;
  std::vector<std::string> keys_; ///< of the headings
  std::vector<double> overlaps_;  ///< of the headings with the title
  bool is_article_;
  std::ptrdiff_t main_headings_;
  const HeadingSignal* rival_ = nullptr;
  double rivalry_ = 0; ///< the rival's overlap with the title; 0: there is no rival
  bool has_seen_main_heading_ = false;
};

} // namespace

std::vector<double> heading_weights(const MetadataSignals& signals, const SiteNames& site, const PageTitles& titles) {
  HeadingWeigher weigher(signals, site, titles);
  std::vector<double> weights;
  for (std::size_t i = 0; i < signals.headings.size(); ++i) weights.push_back(weigher.weight_of(signals.headings, i));
  return weights;
}

bool is_beside_article(const HeadingSignal& heading) { return (heading.places & (kInBoilerplate | kInComments)) != 0; }

} // namespace trawl::extract
