// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signal_vote.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace trawl::extract {

namespace {

/// The page's own titles, with which its headings are compared.
struct PageTitles {
  std::string whole;       ///< the title element
  std::string document;    ///< the same without the site's name
  std::string open_graph;  ///< og:title without the site's name
  bool is_article = false; ///< the page says that it is an article
};

/// The vote for a page's title: the wording with the most weight wins.
class TitleVote {
 public:
  /// Both must outlive the vote.
  TitleVote(const MetadataSignals& signals, const SiteNames& site) : signals_(signals), site_(site) {}

  /// A candidate. `from` names the signal; `order` is the position of its heading, if it is one. Names of the site
  /// count a tenth.
  void add(std::string_view text, std::string_view from, double weight, std::size_t order = 0);

  /// A text that may contain the title and other words. Not a candidate, but it supports candidates it contains.
  void add_wrapped(std::string_view text, std::string_view from, double weight);

  /// Empty if there is no candidate.
  TitleChoice decide();

 private:
  struct Wording {
    std::string text;
    std::string key; ///< wording_key(text)
    std::size_t order = 0;
  };

  static double agreement(const Signal<Wording>& one, const Signal<Wording>& other);
  TitleChoice choice_of(const Signal<Wording>& best) const;
  std::size_t order_of_wrapping_heading(std::string_view key) const;
  const std::string& commonest_spelling(const Signal<Wording>& best) const;

  const MetadataSignals& signals_;
  const SiteNames& site_;
  std::vector<Signal<Wording>> votes_;
};

// Separators between a title and the site's name. Longer ones come first, so that none hides another.
constexpr std::array<std::string_view, 20> kSeparators = {" ::: ", " :: ", " || ", " | ", " - ", " – ", " — ",
                                                          " » ",   " « ",  " · ",  " • ", " › ", " ‹ ", " ~ ",
                                                          " / ",   " < ",  " > ",  " : ", "｜",  "ㅣ"};

constexpr std::size_t kMaxTitleBytes = 1'000; ///< each part of a title is compared with each heading

/// Whether WordPress or phpBB writes the part into the title of every page.
bool is_template_part(std::string_view part) {
  return std::ranges::find(words::kMetadataTitleTemplates, wording_key(part)) !=
         std::end(words::kMetadataTitleTemplates);
}

/// Whether the headline contains the page's title or an h1, or is contained in one.
bool agrees_with_page(const JsonLdItem& item, const MetadataSignals& signals) {
  const std::string key = wording_key(item.headline);
  if (key.empty()) return false;
  const auto agrees = [&key](std::string_view text) {
    const std::string other = wording_key(text);
    return !other.empty() && (contains_wording(other, key) || contains_wording(key, other));
  };
  if (agrees(signals.document_title) || agrees(clean_value(signals.meta("og:title")))) return true;
  return std::ranges::any_of(signals.headings,
                             [&](const HeadingSignal& heading) { return heading.level == 1 && agrees(heading.text); });
}

/// The share of its weight that a candidate keeps if it names the site, or the book whose chapter the page is.
inline constexpr double kGeneralNameShare = 0.1;

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

/// The meta elements that give the title, perhaps with the site's name, with their weights in the vote; og:title is
/// weighed by the kind of page.
constexpr std::pair<std::string_view, double> kTitleMetas[] = {{"twitter:title", 0.7}, {"dc.title", 0.6},
                                                               {"dcterms.title", 0.6}, {"sailthru.title", 0.6},
                                                               {"parsely-title", 0.6}, {"title", 0.6}};

constexpr double kKickerShare = 0.75; ///< of a heading's weight, for its text together with its kicker

bool is_article_page(const MetadataSignals& signals) {
  if (signals.meta("og:type") == "article" || !signals.meta("article:published_time").empty()) return true;
  return std::ranges::any_of(signals.json_ld, [](const JsonLdItem& item) { return item.kind == JsonLdKind::Article; });
}

/// `title` without the parts that name the site, a section or a date: "X | Site" is "X". Returns `title` if the result
/// would be empty.
std::string title_without_site(std::string_view title, const SiteNames& site) {
  std::string_view rest = title;
  for (int round = 0; round < 4; ++round) {
    const std::vector<TitleSplit> splits = title_splits(rest);
    if (splits.empty()) break;
    const std::string_view last = rest.substr(splits.back().end);
    const std::string_view first = rest.substr(0, splits.front().begin);
    if (site.matches(last) || is_template_part(last)) {
      rest = rest.substr(0, splits.back().begin);
    } else if (site.matches(first) || is_template_part(first)) {
      rest = rest.substr(splits.front().end);
    } else {
      break;
    }
  }
  // The part after a vertical bar never belongs to the title, whatever it names.
  const auto bar = rest.find(" | ");
  if (bar != std::string_view::npos && words_in_key(wording_key(rest.substr(0, bar))) >= 2) rest = rest.substr(0, bar);
  std::string out = squeeze(rest);
  return out.empty() ? std::string(title) : out;
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

/// The weights of `signals.headings`, in their order.
std::vector<double> heading_weights(const MetadataSignals& signals, const SiteNames& site, const PageTitles& titles) {
  HeadingWeigher weigher(signals, site, titles);
  std::vector<double> weights;
  for (std::size_t i = 0; i < signals.headings.size(); ++i) weights.push_back(weigher.weight_of(signals.headings, i));
  return weights;
}

void TitleVote::add(std::string_view text, std::string_view from, double weight, std::size_t order) {
  std::string key = wording_key(text);
  if (key.empty()) return;
  if (site_.equals(text)) weight *= kGeneralNameShare;
  votes_.push_back({{std::string(text), std::move(key), order}, std::string(from), weight});
}

void TitleVote::add_wrapped(std::string_view text, std::string_view from, double weight) {
  if (text.empty()) return;
  votes_.push_back({{std::string(text), wording_key(text), 0}, std::string(from), weight, true});
}

TitleChoice TitleVote::decide() {
  const Signal<Wording>* best = vote(votes_, agreement);
  return best == nullptr ? TitleChoice{} : choice_of(*best);
}

/// The same words agree; a text that has other words, too, agrees less.
double TitleVote::agreement(const Signal<Wording>& one, const Signal<Wording>& other) {
  if (!other.is_witness) return one.value.key == other.value.key ? 1.0 : 0.0;
  if (!contains_wording(other.value.key, one.value.key)) return 0.0;
  const std::size_t words = words_in_key(one.value.key);
  return words >= 4 ? 0.9 : (words >= 2 ? 0.5 : 0.0);
}

TitleChoice TitleVote::choice_of(const Signal<Wording>& best) const {
  TitleChoice choice{commonest_spelling(best), {}, 0};
  SignalNames names(best.from);
  std::string_view highest; // level so far: a teaser further up may have the same words in a lower heading
  for (const Signal<Wording>& other : votes_) {
    if (other.is_witness || other.value.key != best.value.key) continue;
    if (other.value.order != 0 && (highest.empty() || other.from < highest)) {
      highest = other.from;
      choice.order = other.value.order;
    }
    names.add(other.from);
  }
  choice.from = names.text();
  if (choice.order == 0) choice.order = order_of_wrapping_heading(best.value.key);
  return choice;
}

/// The position of the h1 that contains the title among other words; 0 if there is none.
std::size_t TitleVote::order_of_wrapping_heading(std::string_view key) const {
  for (const HeadingSignal& heading : signals_.headings) {
    if (heading.level == 1 && !is_beside_article(heading) && contains_wording(wording_key(heading.text), key)) {
      return heading.order;
    }
  }
  return 0;
}

/// Of the candidates with the winning words, the spelling with the most weight: markup joins "Topic:" and "headline"
/// where other signals have a space.
const std::string& TitleVote::commonest_spelling(const Signal<Wording>& best) const {
  const auto weight_of = [&](const std::string& text) {
    double sum = 0;
    for (const Signal<Wording>& other : votes_) sum += !other.is_witness && other.value.text == text ? other.weight : 0;
    return sum;
  };
  const Signal<Wording>* chosen = &best;
  for (const Signal<Wording>& other : votes_) {
    const bool is_spelling = !other.is_witness && other.value.key == best.value.key;
    if (is_spelling && weight_of(other.value.text) > weight_of(chosen->value.text) + 1e-9) chosen = &other;
  }
  return chosen->value.text;
}

} // namespace

std::vector<TitleSplit> title_splits(std::string_view title) {
  std::vector<TitleSplit> splits;
  if (title.size() > kMaxTitleBytes) return splits;
  for (std::size_t at = 0; at < title.size();) {
    const bool is_between_words = title[at] == ' ' && at + 1 < title.size() && ascii::is_alnum(title[at + 1]);
    if (is_between_words || (title[at] != ' ' && static_cast<unsigned char>(title[at]) < 0x80)) { // begins none
      ++at;
      continue;
    }
    const auto* const found =
        std::ranges::find_if(kSeparators, [&](std::string_view s) { return title.substr(at).starts_with(s); });
    if (found == kSeparators.end()) {
      ++at;
    } else {
      splits.push_back({at, at + found->size()});
      at += found->size() - 1;
    }
  }
  if (splits.empty()) { // "Title| Site", "标题_频道_网站"
    for (const char c : {'|', '_'}) {
      for (auto at = title.find(c); at != std::string_view::npos; at = title.find(c, at + 1))
        splits.push_back({at, at + 1});
      if (!splits.empty()) break;
    }
  }
  return splits;
}

const JsonLdItem* find_main_item(const MetadataSignals& signals) {
  const JsonLdItem* only = nullptr;
  std::size_t articles = 0;
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.kind != JsonLdKind::Article) continue;
    ++articles;
    only = &item;
    if (agrees_with_page(item, signals)) return &item;
  }
  return articles == 1 ? only : nullptr;
}

bool is_beside_article(const HeadingSignal& heading) { return (heading.places & (kInBoilerplate | kInComments)) != 0; }

TitleChoice choose_title(const MetadataSignals& signals, const SiteNames& site, std::string_view feed_title) {
  // On pages that do not claim to be an article the largest heading is often a slogan.
  const bool is_article = is_article_page(signals);
  const std::string open_graph = clean_value(signals.meta("og:title"));
  const std::string document = clean_value(signals.document_title);
  const std::string feed = clean_value(feed_title);
  const TitleStripper stripper(signals, site, feed);
  const std::string bare_open_graph = stripper.strip(open_graph);

  TitleVote vote(signals, site);
  const auto add_head = [&](const std::string& whole, std::string_view from, double weight) {
    vote.add(stripper.strip(whole), from, weight);
  };
  add_headings(
      vote, signals,
      heading_weights(signals, site, {document, title_without_site(document, site), bare_open_graph, is_article}));
  vote.add(feed, "feed", 3.0);
  if (const JsonLdItem* item = find_main_item(signals); item != nullptr) {
    // News publishers edit the headline of their structured data as carefully as the page's.
    add_head(item->headline, signal_name(*item), item->type.contains("News") ? 2.8 : 2.0);
  }
  vote.add(bare_open_graph, "og:title", is_article ? 1.6 : 3.1);
  vote.add(clean_value(signals.meta("citation_title")), "citation_title", 2.0); // of papers, also of PDF files
  add_head(document, "title", is_article ? 1.2 : 1.9);
  for (const auto& [name, weight] : kTitleMetas) add_head(clean_value(signals.meta(name)), name, weight);
  vote.add_wrapped(open_graph, "og:title", 1.6);
  vote.add_wrapped(document, "title", 1.2);
  return vote.decide();
}

} // namespace trawl::extract
