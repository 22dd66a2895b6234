// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/authors.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <unicode/uchar.h>

#include "indexer/extract/metadata/authors/byline.h"
#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/html/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

// A byline stands at most this many nodes before or behind its title.
constexpr std::size_t kNodesBehindTitle = 500;
constexpr std::size_t kNodesBeforeTitle = 80;
constexpr std::size_t kMaxAuthors = 100;

struct Candidate {
  Byline byline;
  std::string from;
  double weight = 0;
  std::set<std::string> keys;
};

class Candidates {
 public:
  explicit Candidates(const SiteNames& site) : site_(site) {}

  void add(Byline byline, std::string_view from, double weight) {
    drop_site(byline);
    if (byline.authors.empty()) return;
    if (byline.authors.size() > kMaxAuthors) byline.authors.resize(kMaxAuthors);
    Candidate candidate{std::move(byline), std::string(from), weight, {}};
    for (const std::string& author : candidate.byline.authors) candidate.keys.insert(wording_key(author));
    const bool organizations = std::ranges::all_of(candidate.byline.authors, [&](const std::string& author) {
      return is_organization(author) || site_.matches(author);
    });
    if (organizations) candidate.weight *= 0.3;
    list_.push_back(std::move(candidate));
  }

  AuthorChoice decide() const {
    const Candidate* best = nullptr;
    double best_score = 0;
    for (const Candidate& candidate : list_) {
      const double score = support(candidate);
      if (best == nullptr || score > best_score) {
        best = &candidate;
        best_score = score;
      }
    }
    if (best == nullptr) return {};
    AuthorChoice choice{best->byline.authors, best->byline.affiliations, best->from};
    for (const Candidate& other : list_) {
      if (other.keys == best->keys && choice.affiliations.empty()) choice.affiliations = other.byline.affiliations;
    }
    return choice;
  }

 private:
  /// Beside people the site's own name is no author.
  void drop_site(Byline& byline) const {
    const auto is_site = [&](const std::string& author) { return site_.equals(author); };
    if (std::ranges::all_of(byline.authors, is_site)) return;
    std::erase_if(byline.authors, is_site);
  }

  double support(const Candidate& candidate) const {
    double sum = candidate.weight;
    for (const Candidate& other : list_) {
      if (&other == &candidate || other.from == candidate.from) continue;
      if (other.keys == candidate.keys) {
        sum += 0.6 * other.weight;
      } else if (std::ranges::includes(candidate.keys, other.keys)) {
        sum += 0.35 * other.weight;
      }
    }
    return sum;
  }

  const SiteNames& site_;
  std::vector<Candidate> list_;
};

void append(Byline& to, Byline from) {
  const auto add = [](std::vector<std::string>& list, std::vector<std::string>& more) {
    for (std::string& one : more) {
      const std::string key = wording_key(one);
      if (std::ranges::none_of(list, [&](const std::string& known) { return wording_key(known) == key; })) {
        list.push_back(std::move(one));
      }
    }
  };
  add(to.authors, from.authors);
  add(to.affiliations, from.affiliations);
}

Byline of_json_ld(const JsonLdItem& item, bool organizations) {
  Byline byline;
  for (const JsonLdAuthor& author : item.authors) {
    // An untyped author with the publisher's name is the publisher.
    const bool is_publisher = !item.publisher.empty() && wording_key(author.name) == wording_key(item.publisher);
    if ((author.is_organization || is_publisher) != organizations) continue;
    Byline one = parse_byline(author.name);
    if (!author.affiliation.empty()) one.affiliations.push_back(author.affiliation);
    append(byline, std::move(one));
  }
  return byline;
}

/// Some pages describe their article twice, for two search engines.
bool is_same_article(const JsonLdItem& a, const JsonLdItem& b) {
  return b.kind == JsonLdKind::Article && !a.headline.empty() && wording_key(a.headline) == wording_key(b.headline);
}

/// "Lee, Ann" of citation metas is "Ann Lee".
std::string turned(const std::string& name) {
  const auto comma = name.find(',');
  if (comma == std::string::npos || name.find(',', comma + 1) != std::string::npos) return name;
  return squeeze(name.substr(comma + 1) + " " + name.substr(0, comma));
}

void add_metas(Candidates& candidates, const Witnesses& witnesses) {
  constexpr std::array<std::pair<std::string_view, double>, 17> kNames = {{{"author", 2.2},
                                                                           {"article:author", 2.0},
                                                                           {"article:author_name", 2.2},
                                                                           {"sailthru.author", 2.4},
                                                                           {"parsely-author", 2.4},
                                                                           {"byl", 2.4},
                                                                           {"dc.creator", 2.0},
                                                                           {"dcterms.creator", 2.0},
                                                                           {"dc.author", 2.0},
                                                                           {"authors", 2.0},
                                                                           {"og:author", 1.8},
                                                                           {"og:article:author", 1.8},
                                                                           {"cse-authors", 2.0},
                                                                           {"article_author", 2.0},
                                                                           {"shareaholic:article_author_name", 2.0},
                                                                           {"cxenseparse:author", 2.0},
                                                                           {"rbauthors", 1.8}}};
  for (const auto& [name, weight] : kNames) {
    Byline byline;
    for (const MetaElement& meta : witnesses.metas) {
      if (meta.name == name) append(byline, parse_byline(clean_value(meta.content)));
    }
    candidates.add(std::move(byline), name, weight);
  }
  Byline cited;
  for (const MetaElement& meta : witnesses.metas) {
    if (meta.name == "citation_author") append(cited, parse_byline(turned(clean_value(meta.content))));
  }
  candidates.add(std::move(cited), "citation_author", 3.0);
  // Twitter cards label their data; WordPress writes the author there.
  for (const auto& [label, data] :
       {std::pair{"twitter:label1", "twitter:data1"}, {"twitter:label2", "twitter:data2"}}) {
    const std::string text = html::to_lower(witnesses.meta(label));
    if (text.contains("written by") || text.contains("author") || text.contains("verfasst von")) {
      candidates.add(parse_byline(clean_value(witnesses.meta(data))), "twitter:data", 2.2);
    }
  }
}

bool is_near(std::size_t order, std::size_t title_order) {
  if (title_order == 0) return true;
  return order + kNodesBeforeTitle >= title_order && order <= title_order + kNodesBehindTitle;
}

/// All bylines of one kind near the title, up to the first gap: the next group belongs to another article.
Byline byline_group(const Witnesses& witnesses, BylineKind kind, std::size_t title_order, bool in_boxes) {
  constexpr std::size_t kGap = 60;
  Byline group;
  std::size_t last = 0;
  for (const BylineWitness& witness : witnesses.bylines) {
    const bool is_boxed = (witness.places & kInChrome) != 0;
    if (witness.kind != kind || is_boxed != in_boxes || (witness.places & kInComments) != 0) continue;
    if (!is_near(witness.order, title_order)) continue;
    if (last != 0 && witness.order > last + kGap) break;
    Byline one = parse_byline(witness.text);
    if (one.authors.empty()) continue;
    const bool first_only = kind == BylineKind::Class && !group.authors.empty();
    if (first_only) break;
    append(group, std::move(one));
    last = witness.order;
  }
  return group;
}

bool is_lower_case(const std::string& name) {
  std::size_t at = 0;
  return u_islower(static_cast<UChar32>(utf8::next(name, at))) != 0;
}

void add_visible(Candidates& candidates, const Witnesses& witnesses, std::size_t title_order) {
  // A side box may be the article's own (its name alone misleads), so it is heard, but weakly.
  for (const bool in_boxes : {false, true}) {
    const double share = in_boxes ? 0.4 : 1.0;
    const auto add = [&](BylineKind kind, std::string_view from, double weight) {
      candidates.add(byline_group(witnesses, kind, title_order, in_boxes), from, share * weight);
    };
    add(BylineKind::RelAuthor, "rel=author", 2.2);
    add(BylineKind::ItemProp, "itemprop", 2.1);
    add(BylineKind::AuthorLink, "author link", 1.4);
    add(BylineKind::Class, "byline", 1.3);
  }
  for (const ShortText& text : witnesses.short_texts) {
    if ((text.places & (kInChrome | kInComments)) != 0 || !is_near(text.order, title_order)) continue;
    if (title_order == 0 || byline_cue_length(text.text) == 0) continue;
    Byline byline = parse_byline(text.text);
    std::erase_if(byline.authors, is_lower_case); // "by hand", "by using"
    if (byline.authors.empty()) continue;
    candidates.add(std::move(byline), "text", 1.0);
    break;
  }
}

} // namespace

AuthorChoice choose_authors(const Witnesses& witnesses, const JsonLdItem* item, const SiteNames& site,
                            std::size_t title_order, const std::vector<std::string>& feed_authors) {
  Candidates candidates(site);
  if (item != nullptr) {
    candidates.add(of_json_ld(*item, false), witness_name(*item), 3.2);
    candidates.add(of_json_ld(*item, true), "json-ld organization", 1.0);
  }
  for (const JsonLdItem& other : witnesses.json_ld) {
    if (&other == item) continue;
    if (other.kind == JsonLdKind::Page) candidates.add(of_json_ld(other, false), "json-ld page", 2.0);
    if (item != nullptr && is_same_article(*item, other))
      candidates.add(of_json_ld(other, false), "json-ld again", 2.6);
  }
  add_metas(candidates, witnesses);
  add_visible(candidates, witnesses, title_order);
  Byline feed;
  for (const std::string& author : feed_authors) append(feed, parse_byline(author));
  candidates.add(std::move(feed), "feed", 2.3);
  return candidates.decide();
}

} // namespace trawl::extract
