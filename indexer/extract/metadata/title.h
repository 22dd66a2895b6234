// SPDX-License-Identifier: GPL-3.0-or-later
/// The article's title: a vote among the page's headings, its meta elements, JSON-LD and the title element.
#pragma once

#include "indexer/extract/metadata/signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// A separator in a title: bytes [begin, end).
struct TitleSplit {
  std::size_t begin = 0, end = 0;
};

/// The separators of a title, from left to right. Empty for texts over 1,000 bytes, which are not titles.
std::vector<TitleSplit> title_splits(std::string_view title);

/// `title` without the parts that name the site, a section or a date: "X | Site" is "X". Returns `title` if the result
/// would be empty.
std::string title_without_site(std::string_view title, const SiteNames& site);

/// The first article whose headline agrees with the page's title or an h1; else the only article; else the one with
/// the page's address, `url`. Null if there is none. Points into `signals`.
const JsonLdItem* find_main_item(const MetadataSignals& signals, std::string_view url);

/// The page's own titles, with which its headings are compared.
struct PageTitles {
  std::string whole;       ///< the title element
  std::string document;    ///< the same without the site's name
  std::string open_graph;  ///< og:title without the site's name
  bool is_article = false; ///< the page says that it is an article
};

/// The weights of `signals.headings`, in their order.
std::vector<double> heading_weights(const MetadataSignals& signals, const SiteNames& site, const PageTitles& titles);

/// Whether the heading is in boilerplate or comments.
bool is_beside_article(const HeadingSignal& heading);

struct TitleChoice {
  std::string title;
  std::string from;      ///< the signals that agree, headings first: "h1, og:title"
  std::size_t order = 0; ///< position of the heading that is the title; 0: no heading is
};

/// The vote for a page's title: the wording with the most weight wins.
class TitleVote {
 public:
  /// Both must outlive the vote. `has_feed`: then elements of the head that repeat one wording count as one signal,
  /// because a template fills them all from the same field.
  TitleVote(const MetadataSignals& signals, const SiteNames& site, bool has_feed = false)
      : signals_(signals), site_(site), repeated_share_(has_feed ? kRepeatedShare : 1.0) {}

  /// A candidate. `from` names the signal; `order` is the position of its heading, if it is one. Names of the site
  /// count a tenth.
  void add(std::string_view text, std::string_view from, double weight, std::size_t order = 0);

  /// A candidate from an element of the head. `whole` is its text, of which `text` is the part that may be the title.
  void add_of_head(std::string_view text, std::string_view whole, std::string_view from, double weight);

  /// A text that may contain the title and other words. Not a candidate, but it supports candidates it contains.
  void add_wrapped(std::string_view text, std::string_view from, double weight);

  /// Empty if there is no candidate.
  TitleChoice decide() const;

 private:
  struct Candidate {
    std::string text;
    std::string key; ///< wording_key(text)
    std::string from;
    double weight = 0;
    std::size_t order = 0;
    std::string origin; ///< wording key of the whole text of an element of the head
  };

  static constexpr double kRepeatedShare = 0.3; ///< of the weight of an element that repeats another

  double support(const Candidate& candidate) const;
  double weight_of_repetitions(const Candidate& candidate) const;
  TitleChoice choice_of(const Candidate& best) const;
  std::size_t order_of_wrapping_heading(std::string_view key) const;
  const std::string& commonest_spelling(const Candidate& best) const;

  const MetadataSignals& signals_;
  const SiteNames& site_;
  double repeated_share_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> wrapped_;
};

/// Returns an empty title if no signal gives one. `feed_title`: of the page's feed entry; may be empty.
TitleChoice choose_title(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title);

} // namespace trawl::extract
