// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signal_vote.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <set>
#include <unicode/uchar.h>
#include <utility>

namespace trawl::extract {

namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

/// The vote for a page's authors: the list of names with the most weight wins.
class AuthorVote {
 public:
  /// `site` must outlive the vote.
  explicit AuthorVote(const SiteNames& site) : site_(site) {}

  /// A candidate. `from` names the signal. The site's own name is dropped if there are other names; candidates with
  /// only organisations count less. Bylines without authors are ignored.
  void add(Byline byline, std::string_view from, double weight);

  /// Empty if there is no candidate. Affiliations may come from another signal that names the same authors.
  AuthorChoice decide() const;

 private:
  struct Names {
    Byline byline;
    std::set<std::string> keys; ///< wording keys of the authors
  };

  void drop_site(Byline& byline) const;

  const SiteNames& site_;
  std::vector<Signal<Names>> signals_;
};

constexpr std::size_t kMaxAuthors = 100;
constexpr double kOrganizationShare = 0.3; ///< of its weight that a candidate of organisations alone keeps
constexpr double kSameShare = 0.6;         ///< of the weight of a signal with the same authors
constexpr double kSubsetShare = 0.35;      ///< of the weight of a signal with some of the authors

constexpr std::size_t kMaxLineBytes = 1'000;
constexpr std::size_t kMaxLines = 8;
constexpr std::size_t kMaxCompanyWords = 4;

/// Two to five words that each begin with a capital, as names in running text do.
bool is_full_name(const std::string& name) {
  const auto words = words_of(name);
  return words.size() >= 2 && words.size() <= 5 && std::ranges::all_of(words, [](std::string_view word) {
           return is_capitalized(word) || is_name_particle(wording_key(word));
         });
}

/// The people of a line that names nothing else, and their company; nobody if it does. `is_next`: the previous line is
/// a byline, so that any company may follow.
Byline read_line(std::string_view line, bool is_next) {
  if (line.size() > kMaxLineBytes) return {};
  std::size_t begin = byline_cue_length(line);
  std::string company;
  if (begin == 0) {
    const auto colon = line.find(": ");
    if (colon == std::string_view::npos) return {};
    company = squeeze(line.substr(0, colon));
    const bool may_be_company = is_organization(company) ||
                                (is_next && is_capitalized(company) && words_of(company).size() <= kMaxCompanyWords);
    if (!may_be_company) return {};
    begin = colon + 2;
  }
  const std::string_view list = line.substr(std::min(begin, line.size()));
  Byline byline = parse_byline(list);
  const auto is_other = [&](std::string_view part) {
    const std::string name = squeeze(part); // empty in "Ann Lee, and Bo Ek"
    return !name.empty() && std::ranges::find(byline.authors, name) == byline.authors.end();
  };
  if (std::ranges::any_of(split_names(list), is_other) || !std::ranges::all_of(byline.authors, is_full_name)) return {};
  if (!company.empty()) byline.affiliations.push_back(std::move(company));
  return byline;
}

// A byline is at most this many nodes before or after its title.
constexpr std::size_t kBylineNodesAfterTitle = 500;
constexpr std::size_t kBylineNodesBeforeTitle = 80;

void append(Byline& to, Byline from) {
  for (std::string& author : from.authors) add_once(to.authors, std::move(author));
  for (std::string& company : from.affiliations) add_once(to.affiliations, std::move(company));
}

/// The people of an item, or its organisations.
Byline byline_of(const JsonLdItem& item, bool organizations) {
  Byline byline;
  for (const JsonLdAuthor& author : item.authors) {
    if (author.is_organization != organizations) continue;
    Byline one = parse_byline(author.name);
    if (!author.affiliation.empty()) one.affiliations.push_back(author.affiliation);
    append(byline, std::move(one));
  }
  return byline;
}

/// "Ann Lee" for "Lee, Ann", as citation_author writes names.
std::string given_name_first(const std::string& name) {
  const auto comma = name.find(',');
  if (comma == std::string::npos || name.find(',', comma + 1) != std::string::npos) return name;
  return squeeze(name.substr(comma + 1) + " " + name.substr(0, comma));
}

void add_author_metas(AuthorVote& vote, const MetadataSignals& signals) {
  constexpr std::pair<std::string_view, double> kNames[] = {
      {"author", 2.2}, {"article:author", 2.0}, {"sailthru.author", 2.4}, {"parsely-author", 2.4},
      {"byl", 2.4},    {"dc.creator", 2.0}};
  for (const auto& [name, weight] : kNames) {
    Byline byline;
    for (const MetaElement& meta : signals.metas) {
      if (meta.name == name) append(byline, parse_byline(clean_value(meta.content)));
    }
    vote.add(std::move(byline), name, weight);
  }
  Byline cited;
  for (const MetaElement& meta : signals.metas) {
    if (meta.name == "citation_author") append(cited, parse_byline(given_name_first(clean_value(meta.content))));
  }
  vote.add(std::move(cited), "citation_author", 3.0);
  // Twitter cards have labelled data, in which WordPress writes the author.
  for (const auto& [label, data] :
       {std::pair{"twitter:label1", "twitter:data1"}, {"twitter:label2", "twitter:data2"}}) {
    const std::string text = ascii::to_lower(signals.meta(label));
    if (text.contains("written by") || text.contains("author") || text.contains("verfasst von")) {
      vote.add(parse_byline(clean_value(signals.meta(data))), "twitter:data", 2.2);
    }
  }
}

bool is_rel_author(const Dom& dom, NodeId at, const ElementMarks& marks) {
  return dom[at].tag == Tag::A && html::lists_word(marks.rel, "author");
}

bool is_author_property(const Dom&, NodeId, const ElementMarks& marks) {
  const std::string_view property = local_property(marks.itemprop);
  return property == "author" || property == "creator";
}

bool is_named_byline(const Dom&, NodeId, const ElementMarks& marks) { return (marks.hints & kNamesAuthor) != 0; }

bool is_author_link(const Dom& dom, NodeId at, const ElementMarks&) {
  return dom[at].tag == Tag::A && is_author_url(dom.attribute(at, "href")) && !is_in_sentence(dom, at);
}

std::string named_text(const Dom& dom, NodeId at) { // "p-name" of a microformat is its headline
  return html::heading_level(dom[at].tag) == 1 ? std::string() : byline_text(dom, at);
}

/// The kinds of elements that name authors, with their weights in the vote. An element is of the first kind that it is.
struct ElementKind {
  bool (*is)(const Dom& dom, NodeId at, const ElementMarks& marks);
  std::string (*text)(const Dom& dom, NodeId at);
  std::string_view from;
  double weight = 0;
  bool is_one_list = false; ///< only the first and its siblings count: the next one may belong to another article
};
constexpr ElementKind kElementKinds[] = {{is_rel_author, byline_text, "rel=author", 2.2},
                                         {is_author_property, item_name, "itemprop", 2.1},
                                         {is_named_byline, named_text, "byline", 1.3, true},
                                         {is_author_link, byline_text, "author link", 1.4}};

/// The list of the previous byline if this element is a sibling of the same kind and class, else a list of its own.
std::size_t byline_list_of(const MetadataSignals& signals, const Dom& dom, NodeId at) {
  if (signals.bylines.empty()) return at;
  const auto last = static_cast<NodeId>(signals.bylines.back().order);
  const bool is_sibling = dom[last].parent == dom[at].parent && dom[last].tag == dom[at].tag &&
                          !dom.attribute(at, "class").empty() &&
                          dom.attribute(last, "class") == dom.attribute(at, "class");
  return is_sibling ? signals.bylines.back().list : at;
}

bool is_byline_near(std::size_t order, std::size_t title_order) {
  if (title_order == 0) return true;
  return order + kBylineNodesBeforeTitle >= title_order && order <= title_order + kBylineNodesAfterTitle;
}

/// All bylines of one kind near the title up to the first gap: those after it belong to another article.
Byline byline_group(const MetadataSignals& signals, std::size_t kind, std::size_t title_order, bool in_boilerplate) {
  constexpr std::size_t kGap = 60;
  Byline group;
  std::size_t last = 0, list = 0;
  for (const BylineSignal& signal : signals.bylines) {
    const bool is_in_boilerplate = (signal.places & kInBoilerplate) != 0;
    if (signal.kind != kind || is_in_boilerplate != in_boilerplate || (signal.places & kInComments) != 0) continue;
    if (!is_byline_near(signal.order, title_order)) continue;
    if (last != 0 && signal.order > last + kGap) break;
    Byline one = parse_byline(signal.text);
    if (one.authors.empty()) continue;
    if (kElementKinds[kind].is_one_list && last != 0 && signal.list != list) break;
    append(group, std::move(one));
    last = signal.order;
    list = signal.list;
  }
  return group;
}

bool is_lower_case(const std::string& name) {
  std::size_t at = 0;
  return u_islower(static_cast<UChar32>(utf8::next(name, at))) != 0;
}

void add_visible_bylines(AuthorVote& vote, const MetadataSignals& signals, std::size_t title_order) {
  // A byline in boilerplate may still be the article's (the name of the box misleads), so it counts, but less.
  for (const bool in_boilerplate : {false, true}) {
    const double share = in_boilerplate ? 0.4 : 1.0;
    for (std::size_t kind = 0; kind < std::size(kElementKinds); ++kind) {
      vote.add(byline_group(signals, kind, title_order, in_boilerplate), kElementKinds[kind].from,
               share * kElementKinds[kind].weight);
    }
  }
  for (const ShortText& text : signals.short_texts) {
    if ((text.places & (kInBoilerplate | kInComments)) != 0 || !is_byline_near(text.order, title_order)) continue;
    if (title_order == 0 || byline_cue_length(text.text) == 0) continue;
    Byline byline = parse_byline(text.text);
    std::erase_if(byline.authors, is_lower_case); // "by hand", "by using"
    if (byline.authors.empty()) continue;
    vote.add(std::move(byline), "text", 1.0);
    break;
  }
}

void AuthorVote::add(Byline byline, std::string_view from, double weight) {
  drop_site(byline);
  if (byline.authors.empty()) return;
  if (byline.authors.size() > kMaxAuthors) byline.authors.resize(kMaxAuthors);
  const bool are_organizations = std::ranges::all_of(
      byline.authors, [&](const std::string& author) { return is_organization(author) || site_.matches(author); });
  std::set<std::string> keys;
  for (const std::string& author : byline.authors) keys.insert(wording_key(author));
  signals_.push_back({{std::move(byline), std::move(keys)},
                      std::string(from),
                      are_organizations ? kOrganizationShare * weight : weight});
}

AuthorChoice AuthorVote::decide() const {
  const Signal<Names>* best = vote(signals_, [](const auto& one, const auto& other) {
    if (one.value.keys == other.value.keys) return kSameShare;
    return std::ranges::includes(one.value.keys, other.value.keys) ? kSubsetShare : 0.0;
  });
  if (best == nullptr) return {};
  AuthorChoice choice{best->value.byline.authors, best->value.byline.affiliations, best->from};
  for (const Signal<Names>& other : signals_) {
    if (other.value.keys == best->value.keys && choice.affiliations.empty())
      choice.affiliations = other.value.byline.affiliations;
  }
  return choice;
}

/// If there are people, the site's own name does not count as an author.
void AuthorVote::drop_site(Byline& byline) const {
  const auto is_site = [&](const std::string& author) { return site_.equals(author); };
  if (std::ranges::all_of(byline.authors, is_site)) return;
  std::erase_if(byline.authors, is_site);
}

} // namespace

Byline read_lead_byline(std::string_view text) {
  Byline byline;
  for (std::size_t lines = 0; lines < kMaxLines && !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = ascii::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    Byline read = read_line(line, lines > 0);
    if (read.authors.empty()) break;
    ++lines;
    append(byline, std::move(read));
  }
  return byline;
}

void collect_byline(MetadataSignals& signals, const Dom& dom, NodeId at, const ElementMarks& marks,
                    std::uint8_t places) {
  constexpr std::size_t kMaxBylines = 60;
  if (signals.bylines.size() >= kMaxBylines) return;
  const auto* const kind =
      std::ranges::find_if(kElementKinds, [&](const ElementKind& one) { return one.is(dom, at, marks); });
  if (kind == std::end(kElementKinds)) return;
  std::string text = kind->text(dom, at);
  if (text.empty()) return;
  const auto number = static_cast<std::size_t>(kind - kElementKinds);
  signals.bylines.push_back({std::move(text), number, places, at, byline_list_of(signals, dom, at)});
}

AuthorChoice choose_authors(const MetadataSignals& signals, const JsonLdItem* item, const SiteNames& site,
                            std::size_t title_order, const std::vector<std::string>& feed_authors) {
  AuthorVote vote(site);
  if (item != nullptr) {
    vote.add(byline_of(*item, false), signal_name(*item), 3.2);
    vote.add(byline_of(*item, true), "json-ld organization", 1.0);
  }
  for (const JsonLdItem& other : signals.json_ld) {
    if (&other == item) continue;
    if (other.kind == JsonLdKind::Page) vote.add(byline_of(other, false), "json-ld page", 2.0);
  }
  add_author_metas(vote, signals);
  add_visible_bylines(vote, signals, title_order);
  Byline feed;
  for (const std::string& author : feed_authors) append(feed, parse_byline(author));
  vote.add(std::move(feed), "feed", 2.3);
  return vote.decide();
}

} // namespace trawl::extract
