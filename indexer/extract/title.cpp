// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/title.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "indexer/extract/page_metadata_text.h"
#include "indexer/extract/witness_names.h"

namespace trawl::extract {
namespace {

// What stands between a title and the site's name. Longer ones first, so that none hides another.
constexpr std::array<std::string_view, 19> kSeparators = {" ::: ", " :: ", " || ", " | ", " - ", " – ", " — ",
                                                          " » ",   " « ",  " · ",  " • ", " › ", " ‹ ", " ~ ",
                                                          " / ",   " < ",  " > ",  " : ", "｜"};

struct Split {
  std::size_t begin, end; ///< of the separator
};

std::vector<Split> separators_in(std::string_view title) {
  std::vector<Split> splits;
  for (std::size_t at = 0; at < title.size();) {
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

bool is_date_like(std::string_view part) {
  const auto digits = std::ranges::count_if(part, [](char c) { return c >= '0' && c <= '9'; });
  return digits >= 4 && words_in_key(wording_key(part)) <= 4 && part.size() <= 20;
}

struct Candidate {
  std::string text;
  std::string key;
  std::string from;
  double weight = 0;
  std::size_t order = 0;
};

// An h1 with few of the page title's words beside a marked headline with most of them is the name of the site or of a
// project, the same on every page.
constexpr double kStrangerShare = 0.45;
constexpr double kRivalWeight = 2.6;
constexpr double kRivalOverlap = 0.6;

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

bool is_aside(const HeadingWitness& heading) { return (heading.places & (kInChrome | kInComments)) != 0; }

class Vote {
 public:
  Vote(const Witnesses& witnesses, const SiteNames& site) : witnesses_(witnesses), site_(site) {}

  void add(std::string_view text, std::string_view from, double weight, std::size_t order = 0) {
    std::string key = wording_key(text);
    if (key.empty()) return;
    if (site_.equals(text)) weight *= 0.1;
    candidates_.push_back({std::string(text), std::move(key), std::string(from), weight, order});
  }

  /// `document_title`: the title element less the site's part, which headings are held against.
  void add_headings(std::string_view document_title) {
    const std::string document = site_.equals(document_title) ? "" : wording_key(document_title);
    const auto h1s = std::ranges::count_if(
        witnesses_.headings, [](const HeadingWitness& h) { return h.level == 1 && !is_aside(h) && !h.is_home_link; });
    const auto agrees = [&](const HeadingWitness& h) { return overlap(wording_key(h.text), document); };
    const auto is_rival = [&](const HeadingWitness& h) {
      return h.level == 2 && h.is_headline && !is_aside(h) && agrees(h) >= kRivalOverlap;
    };
    const auto rival = std::ranges::find_if(witnesses_.headings, is_rival);
    const double rivalry = rival == witnesses_.headings.end() ? 0.0 : agrees(*rival);
    std::size_t h1 = 0;
    for (const HeadingWitness& heading : witnesses_.headings) {
      const bool aside = is_aside(heading);
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
      add(squeeze(heading.text), heading.level == 0 ? "headline" : "h" + std::to_string(heading.level), weight,
          heading.order);
    }
  }

  TitleChoice decide() {
    const Candidate* best = nullptr;
    double best_score = 0;
    for (const Candidate& candidate : candidates_) {
      const double score = support(candidate);
      if (best == nullptr || score > best_score + 1e-9) {
        best = &candidate;
        best_score = score;
      }
    }
    if (best == nullptr) return {};
    return named(*best);
  }

  /// Sources that may hold the title with something around it.
  void add_wrapped(std::string_view text, std::string_view from, double weight) {
    if (!text.empty()) wrapped_.push_back({std::string(text), wording_key(text), std::string(from), weight, 0});
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
    TitleChoice choice{best.text, {}, best.order};
    WitnessNames names(best.from);
    for (const Candidate& other : candidates_) {
      if (other.key != best.key) continue;
      if (choice.order == 0) choice.order = other.order;
      names.add(other.from);
    }
    choice.from = names.text();
    return choice;
  }

  const Witnesses& witnesses_;
  const SiteNames& site_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> wrapped_;
};

/// Whether the headline occurs in the page's own titles or headings.
bool agrees_with_page(const JsonLdItem& item, const Witnesses& witnesses) {
  const std::string key = wording_key(item.headline);
  if (key.empty()) return false;
  const auto holds = [&key](std::string_view text) {
    const std::string other = wording_key(text);
    return !other.empty() && (contains_wording(other, key) || contains_wording(key, other));
  };
  if (holds(witnesses.document_title) || holds(clean_value(witnesses.meta("og:title")))) return true;
  return std::ranges::any_of(witnesses.headings,
                             [&](const HeadingWitness& heading) { return heading.level == 1 && holds(heading.text); });
}

bool is_article_page(const Witnesses& witnesses) {
  if (witnesses.meta("og:type") == "article" || !witnesses.meta("article:published_time").empty()) return true;
  return std::ranges::any_of(witnesses.json_ld,
                             [](const JsonLdItem& item) { return item.kind == JsonLdKind::Article; });
}

bool same_address(std::string_view a, std::string_view b) {
  const auto bare = [](std::string_view url) {
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("?#"));
    if (url.ends_with('/')) url.remove_suffix(1);
    return url;
  };
  return !a.empty() && bare(a) == bare(b);
}

} // namespace

std::string title_without_site(std::string_view title, const SiteNames& site) {
  std::string_view rest = title;
  for (int round = 0; round < 4; ++round) {
    const std::vector<Split> splits = separators_in(rest);
    if (splits.empty()) break;
    const std::string_view last = rest.substr(splits.back().end);
    const std::string_view first = rest.substr(0, splits.front().begin);
    if (site.matches(last) || (round > 0 && is_date_like(last))) {
      rest = rest.substr(0, splits.back().begin);
    } else if (site.matches(first)) {
      rest = rest.substr(splits.front().end);
    } else {
      break;
    }
  }
  // What follows a bar is never the title's own, whoever it names.
  const auto bar = rest.find(" | ");
  if (bar != std::string_view::npos && words_in_key(wording_key(rest.substr(0, bar))) >= 2) rest = rest.substr(0, bar);
  std::string out = squeeze(rest);
  return out.empty() ? std::string(title) : out;
}

const JsonLdItem* main_json_ld_item(const Witnesses& witnesses, std::string_view url) {
  const JsonLdItem* only = nullptr;
  std::size_t articles = 0;
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind != JsonLdKind::Article) continue;
    ++articles;
    only = &item;
    if (agrees_with_page(item, witnesses)) return &item;
  }
  if (articles == 1) return only;
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind == JsonLdKind::Article && same_address(item.url, url)) return &item;
  }
  return nullptr;
}

namespace {

/// A title that begins with the page's heading, a separator and more ("Promise - JavaScript | MDN" over the heading
/// "Promise") is the heading; else the title without its site.
std::string bare_title(std::string_view title, const Witnesses& witnesses, const SiteNames& site) {
  for (const Split& split : separators_in(title)) {
    const std::string_view beginning = title.substr(0, split.begin);
    const std::string key = wording_key(beginning);
    if (key.empty() || site.equals(beginning)) continue;
    const bool is_heading = std::ranges::any_of(witnesses.headings, [&](const HeadingWitness& heading) {
      return heading.level == 1 && !heading.is_home_link && wording_key(heading.text) == key;
    });
    if (is_heading) return squeeze(beginning);
  }
  return title_without_site(title, site);
}

} // namespace

TitleChoice choose_title(const Witnesses& witnesses, const SiteNames& site, std::string_view feed_title) {
  Vote vote(witnesses, site);
  const std::string open_graph = clean_value(witnesses.meta("og:title"));
  const std::string document = clean_value(witnesses.document_title);
  vote.add_headings(title_without_site(document, site));
  if (!feed_title.empty()) vote.add(clean_value(feed_title), "feed", 2.5);
  if (const JsonLdItem* item = main_json_ld_item(witnesses, {}); item != nullptr) {
    // News publishers edit the headline of their structured data as they edit the page's.
    vote.add(bare_title(item->headline, witnesses, site), "json-ld", item->type.contains("News") ? 2.8 : 2.0);
  }
  // On pages that claim to be no article the largest heading is often a slogan.
  const bool is_article = is_article_page(witnesses);
  vote.add(bare_title(open_graph, witnesses, site), "og:title", is_article ? 1.6 : 3.1);
  vote.add(clean_value(witnesses.meta("citation_title")), "citation_title", 2.0);
  for (const auto* const name : {"dc.title", "dcterms.title", "sailthru.title", "parsely-title", "title"}) {
    vote.add(bare_title(clean_value(witnesses.meta(name)), witnesses, site), name, 0.6);
  }
  vote.add(bare_title(clean_value(witnesses.meta("twitter:title")), witnesses, site), "twitter:title", 0.7);
  vote.add(bare_title(document, witnesses, site), "title", is_article ? 1.2 : 1.9);
  vote.add_wrapped(open_graph, "og:title", 1.6);
  vote.add_wrapped(document, "title", 1.2);
  return vote.decide();
}

} // namespace trawl::extract
