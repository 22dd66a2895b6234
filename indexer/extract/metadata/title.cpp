// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "indexer/extract/metadata/best_supported.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/extract/metadata/signal_names.h"
#include "indexer/extract/metadata/title_parts.h"

namespace trawl::extract {
namespace {

struct Candidate {
  std::string text;
  std::string key;
  std::string from;
  double weight = 0;
  std::size_t order = 0;
};

constexpr double kKickerShare = 0.75; ///< of a heading with the topic line inside it
constexpr double kNameOfMany = 0.1;   ///< of a candidate that names the site or the book

// An h1 with few of the page title's words beside a marked headline with most of them is the name of the site or of a
// project, the same on every page.
constexpr double kStrangerShare = 0.45;
constexpr double kRivalWeight = 2.6;
constexpr double kRivalOverlap = 0.6;

// The only h1 of an article that says in other words what its title says is the headline; og:title, title and JSON-LD,
// which one form fills for search engines, together weigh less.
constexpr double kRewordedWeight = 3.0;
constexpr double kRewordedOverlap = 0.5;
constexpr std::size_t kRewordedWords = 3;

/// The share of the words of `title` that `heading` has too; both are keys of wording_key.
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

/// The page's titles that its headings are held against.
struct PageTitles {
  std::string whole;      ///< all of the title element
  std::string document;   ///< less the site's part
  std::string open_graph; ///< og:title less the site's part
  bool is_article = false;
};

/// Whether the words of `title` stand in `heading` behind others: a kicker is glued to it.
bool has_kicker(std::string_view heading, std::string_view title) {
  return !heading.starts_with(title) && contains_wording(heading, title);
}

/// Whether most words of each are the other's; all are keys of wording_key.
bool is_reworded(std::string_view heading, std::string_view title, std::string_view open_graph) {
  if (words_in_key(heading) < kRewordedWords || has_kicker(heading, title) || has_kicker(heading, open_graph))
    return false;
  const double there = overlap(heading, title), back = overlap(title, heading);
  return there + back > 0 && 2 * there * back / (there + back) >= kRewordedOverlap;
}

bool is_aside(const HeadingWitness& heading) { return (heading.places & (kInChrome | kInComments)) != 0; }

bool is_main_heading(const HeadingWitness& h) { return h.level == 1 && !is_aside(h) && !h.is_home_link; }

/// "Chapter - Book" over the headings "Book" and "Chapter": the book's, which is on all its pages; empty if there is no
/// such pair.
std::string book_name(const Witnesses& witnesses, std::string_view document_title) {
  const auto is_heading = [&](const std::string& key) {
    return !key.empty() && std::ranges::any_of(witnesses.headings, [&](const HeadingWitness& h) {
      return h.level <= 2 && !is_aside(h) && wording_key(h.text) == key;
    });
  };
  const std::vector<TitleSplit> splits = title_splits(document_title);
  if (splits.empty()) return {};
  std::string book = wording_key(document_title.substr(splits.back().end));
  const std::string chapter = wording_key(document_title.substr(0, splits.front().begin));
  return chapter != book && is_heading(chapter) && is_heading(book) ? book : std::string();
}

class Vote {
 public:
  Vote(const Witnesses& witnesses, const SiteNames& site) : witnesses_(witnesses), site_(site) {}

  void add(std::string_view text, std::string_view from, double weight, std::size_t order = 0) {
    std::string key = wording_key(text);
    if (key.empty()) return;
    if (site_.equals(text)) weight *= kNameOfMany;
    candidates_.push_back({std::string(text), std::move(key), std::string(from), weight, order});
  }

  void add_headings(const PageTitles& titles) {
    const std::string book = book_name(witnesses_, titles.whole);
    const std::string document = site_.equals(titles.document) ? "" : wording_key(titles.document);
    const std::string open_graph = wording_key(titles.open_graph);
    const auto h1s = std::ranges::count_if(witnesses_.headings, is_main_heading);
    const auto agrees = [&](const HeadingWitness& h) { return overlap(wording_key(h.text), document); };
    // Where no h1 has a word of the title, any lower heading that has most of them shows whose title it is.
    const bool are_strangers = std::ranges::none_of(
        witnesses_.headings, [&](const HeadingWitness& h) { return is_main_heading(h) && agrees(h) > 0; });
    const auto is_rival = [&](const HeadingWitness& h) {
      const bool may_be = (h.level == 2 && h.is_headline) || (are_strangers && (h.level == 2 || h.level == 3));
      return may_be && !is_aside(h) && agrees(h) >= kRivalOverlap;
    };
    const auto rival = std::ranges::find_if(witnesses_.headings, is_rival);
    const double rivalry = rival == witnesses_.headings.end() ? 0.0 : agrees(*rival);
    std::size_t h1 = 0;
    for (const HeadingWitness& heading : witnesses_.headings) {
      const bool aside = is_aside(heading);
      const std::string key = wording_key(heading.text);
      double weight = 0.3;
      if (heading.level == 1) {
        weight = h1s == 1 ? 3.0 : (h1 == 0 ? 2.2 : 1.2);
        if (aside || heading.is_home_link) weight = 0.6;
        if (!aside && !heading.is_home_link) ++h1;
        if (rivalry > 2 * agrees(heading)) weight *= kStrangerShare;
      } else if (heading.is_headline) {
        weight = rivalry > 0 && &heading == &*rival ? kRivalWeight : 0.8;
      }
      if (heading.is_headline && heading.level == 1 && !aside) weight += 0.6;
      const bool may_reword = titles.is_article && h1s == 1 && is_main_heading(heading);
      if (may_reword && is_reworded(key, document, open_graph)) weight += kRewordedWeight;
      if (!book.empty() && key == book) weight *= kNameOfMany;
      const std::string from = heading.level == 0 ? "headline" : "h" + std::to_string(heading.level);
      add(squeeze(heading.text), from, weight, heading.order);
      if (!heading.whole.empty()) add(squeeze(heading.whole), from, kKickerShare * weight, heading.order);
    }
  }

  TitleChoice decide() {
    const Candidate* best =
        best_supported(candidates_, [this](const Candidate& candidate) { return support(candidate); });
    if (best == nullptr) return {};
    return named(*best);
  }

  /// Sources that may hold the title with something around it.
  void add_wrapped(std::string_view text, std::string_view from, double weight) {
    if (!text.empty()) {
      wrapped_.push_back({std::string(text), wording_key(text), std::string(from), weight, 0});
    }
  }

 private:
  /// The weight of all that agree; each kind of witness speaks once.
  double support(const Candidate& candidate) const {
    double sum = candidate.weight;
    WitnessNames heard(candidate.from);
    const auto hear = [&](const Candidate& other, double share) {
      if (heard.add(other.from)) sum += share * other.weight;
    };
    for (const Candidate& other : candidates_) {
      if (other.key == candidate.key) hear(other, 1.0);
    }
    const std::size_t words = words_in_key(candidate.key);
    for (const Candidate& other : wrapped_) {
      if (words >= 2 && contains_wording(other.key, candidate.key)) hear(other, words >= 4 ? 0.9 : 0.5);
    }
    return sum;
  }

  TitleChoice named(const Candidate& best) const {
    TitleChoice choice{spelling(best), {}, 0};
    WitnessNames names(best.from);
    std::string_view highest; // a teaser further up may have the same words in a lower heading
    for (const Candidate& other : candidates_) {
      if (other.key != best.key) continue;
      if (other.order != 0 && (highest.empty() || other.from < highest)) {
        highest = other.from;
        choice.order = other.order;
      }
      names.add(other.from);
    }
    choice.from = names.text();
    if (choice.order == 0) choice.order = place_of(best.key);
    return choice;
  }

  /// The heading that holds the title among other words; 0 if there is none.
  std::size_t place_of(std::string_view key) const {
    for (const HeadingWitness& heading : witnesses_.headings) {
      if (heading.level == 1 && !is_aside(heading) && contains_wording(wording_key(heading.text), key)) {
        return heading.order;
      }
    }
    return 0;
  }

  /// Of those that agree in their words, the way most write them: markup glues "Topic:" to "headline" where others part
  /// them.
  const std::string& spelling(const Candidate& best) const {
    const auto votes = [&](const std::string& text) {
      double sum = 0;
      for (const Candidate& other : candidates_) sum += other.text == text ? other.weight : 0;
      return sum;
    };
    const Candidate* chosen = &best;
    for (const Candidate& other : candidates_) {
      if (other.key == best.key && votes(other.text) > votes(chosen->text) + 1e-9) chosen = &other;
    }
    return chosen->text;
  }

  const Witnesses& witnesses_;
  const SiteNames& site_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> wrapped_;
};

bool is_article_page(const Witnesses& witnesses) {
  if (witnesses.meta("og:type") == "article" || !witnesses.meta("article:published_time").empty()) return true;
  return std::ranges::any_of(witnesses.json_ld,
                             [](const JsonLdItem& item) { return item.kind == JsonLdKind::Article; });
}

/// A title that begins with a heading of the page, a separator and more ("Promise - JavaScript | MDN" over the heading
/// "Promise") is the heading; else the title without its site.
std::string bare_title(std::string_view title, const Witnesses& witnesses, const SiteNames& site) {
  for (const TitleSplit& split : title_splits(title)) {
    const std::string_view beginning = title.substr(0, split.begin);
    const std::string key = wording_key(beginning);
    if (key.empty() || site.equals(beginning)) continue;
    const bool is_heading = std::ranges::any_of(witnesses.headings, [&](const HeadingWitness& heading) {
      const bool may_be_title = heading.level == 1 || (words_in_key(key) >= 2 && !is_aside(heading));
      return may_be_title && !heading.is_home_link && wording_key(heading.text) == key;
    });
    if (is_heading) return squeeze(beginning);
  }
  return title_without_site(title, site);
}

} // namespace

TitleChoice choose_title(const Witnesses& witnesses, const SiteNames& site, std::string_view feed_title) {
  // On pages that claim to be no article the largest heading is often a slogan.
  const bool is_article = is_article_page(witnesses);
  Vote vote(witnesses, site);
  const std::string open_graph = clean_value(witnesses.meta("og:title"));
  const std::string document = clean_value(witnesses.document_title);
  const std::string bare_open_graph = bare_title(open_graph, witnesses, site);
  vote.add_headings({document, title_without_site(document, site), bare_open_graph, is_article});
  if (!feed_title.empty()) vote.add(clean_value(feed_title), "feed", 2.5);
  if (const JsonLdItem* item = main_json_ld_item(witnesses, {}); item != nullptr) {
    // News publishers edit the headline of their structured data as they edit the page's.
    vote.add(bare_title(item->headline, witnesses, site), witness_name(*item), item->type.contains("News") ? 2.8 : 2.0);
  }
  vote.add(bare_open_graph, "og:title", is_article ? 1.6 : 3.1);
  vote.add(clean_value(witnesses.meta("citation_title")), "citation_title", 2.0);
  vote.add(bare_title(document, witnesses, site), "title", is_article ? 1.2 : 1.9);
  vote.add(bare_title(clean_value(witnesses.meta("twitter:title")), witnesses, site), "twitter:title", 0.7);
  for (const auto* const name : {"dc.title", "dcterms.title", "sailthru.title", "parsely-title", "title"}) {
    vote.add(bare_title(clean_value(witnesses.meta(name)), witnesses, site), name, 0.6);
  }
  vote.add_wrapped(open_graph, "og:title", 1.6);
  vote.add_wrapped(document, "title", 1.2);
  return vote.decide();
}

} // namespace trawl::extract
