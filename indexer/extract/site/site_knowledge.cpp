// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/site/site_knowledge.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>
#include <utility>
#include <vector>

#include "shared/base/ascii.h"
#include "shared/base/sha256.h"

namespace trawl::extract {
namespace {

using Box = PageProfile::Box;
using Line = PageProfile::Line;

// The shares were chosen round; on sixteen sites, half of them left out in turn, fitted ones gain nothing, and each may
// move by a third without effect.
constexpr std::size_t kFewestPages = 3;  ///< two pages share more than their template
constexpr double kNearlyAll = 0.9;       ///< of the prose, and of the pages with the element
constexpr std::size_t kFewLetters = 200; ///< a sentence or two
constexpr double kMany = 0.2;            ///< of the pages: a line on so many is no page's own
constexpr double kMost = 0.5;            ///< of the pages

constexpr std::size_t kFewestSlotPages = 8;    ///< unless its texts are dates or links
constexpr double kAtEdge = 0.95;               ///< of the places of a slot
constexpr double kPlacesPerPage = 1.5;         ///< at most
constexpr double kPairPerPage = 2.5;           ///< the same for links and dates
constexpr std::size_t kLongestSlot = 80;       ///< letters
constexpr std::size_t kShortestNotice = 40;    ///< letters
constexpr double kBelieved = 0.8;              ///< of a slot's places are links, or dates
constexpr double kDistinct = 0.5;              ///< of a slot's texts
constexpr double kConstantTitlePart = 0.3;     ///< of the distinct titles
constexpr std::size_t kLongestTitlePart = 100; ///< bytes

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// For each line, the letters of prose before it; and in all, at the end.
std::vector<std::size_t> prose_before(const SiteKnowledge& site, const PageProfile& page) {
  std::vector<std::size_t> before{0};
  for (const Line& line : page.lines) before.push_back(before.back() + (site.is_prose(line) ? line.letters : 0));
  return before;
}

/// For each line, the letters of prose before the first place of links from there on; and at the end, in all.
std::vector<std::size_t> prose_before_links(const SiteKnowledge& site, const PageProfile& page,
                                            const std::vector<std::size_t>& before) {
  std::vector<std::size_t> ends(before.size(), before.back());
  for (std::size_t i = page.lines.size(); i-- > 0;) {
    ends[i] = site.is_link_place(page.lines[i]) ? before[i] : ends[i + 1];
  }
  return ends;
}

/// The lines from the first to the last line of prose in the root.
std::pair<std::size_t, std::size_t> prose_of(const SiteKnowledge& site, const PageProfile& page, const Box& root) {
  std::size_t first = root.begin, end = root.end;
  while (first < end && !site.is_prose(page.lines[first])) ++first;
  while (end > first && !site.is_prose(page.lines[end - 1])) --end;
  return {first, end};
}

/// What the pages of a template have at one path.
struct Place {
  std::size_t pages = 0, lines = 0, at_edge = 0, above = 0, links = 0, years = 0, statements = 0, letters = 0;
  bool has_other = false; ///< than plain lines
  bool has_item = false;
  std::set<std::uint64_t> words;
  const PageProfile* last = nullptr;

  void add(const PageProfile& page, const Line& line, bool is_above, bool is_at_edge) {
    pages += std::exchange(last, &page) == &page ? 0 : 1;
    ++lines;
    at_edge += is_at_edge ? 1 : 0;
    above += is_above ? 1 : 0;
    links += line.is_link ? 1 : 0;
    years += line.has_year ? 1 : 0;
    statements += line.is_statement ? 1 : 0;
    letters += line.letters;
    has_other = has_other || !line.is_plain;
    has_item = has_item || line.is_item;
    words.insert(line.words);
  }

  /// Recurring at the edge is not enough: an author may begin each page with the same line.
  bool is_slot(std::size_t all_pages) const {
    if (has_other || share(pages, all_pages) < kMost || share(at_edge, lines) < kAtEdge) return false;
    const bool varies = share(words.size(), lines) >= kDistinct;
    // A licence or notice: sentences, or one long text on all pages.
    if (!varies && share(statements, lines) >= kBelieved) return false;
    if (words.size() == 1 && links == 0 && letters >= kShortestNotice * lines) return false;
    // Previous and next, or a date above and below; an author may end each page with a short list of links.
    const double most = has_item ? kPlacesPerPage : kPairPerPage;
    if (is_list_of_metadata()) return true;
    if (are_links()) return share(lines, pages) <= most; // a card holds a whole excerpt
    if (letters > kLongestSlot * lines) return false;
    if (is_dated()) return share(lines, pages) <= most;
    return share(lines, pages) <= kPlacesPerPage && varies;
  }

  bool is_dated() const { return share(years, lines) >= kBelieved; }
  /// A date and as many links as the page has tags, above the text.
  bool is_list_of_metadata() const {
    return share(above, lines) >= kAtEdge && share(years, pages) >= kBelieved &&
           share(links + years, lines) >= kBelieved;
  }
  bool are_links() const { return share(links, lines) >= kBelieved; }
};

bool is_title_mark(std::string_view title, std::size_t at) {
  constexpr std::string_view kAscii = "|-:~/<>";
  if (kAscii.contains(title[at])) return true;
  for (const std::string_view mark : {"–", "—", "·", "•", "»", "«", "›", "‹", "｜", "：", "ㅣ", "_"}) {
    if (title.substr(at).starts_with(mark)) return true;
  }
  return false;
}

/// The positions at which a part may begin that the site adds: at a mark, with the space before it.
std::vector<std::size_t> part_begins(std::string_view title) {
  std::vector<std::size_t> begins;
  for (std::size_t at = 1; at < title.size(); ++at) {
    if (is_title_mark(title, at)) begins.push_back(title[at - 1] == ' ' ? at - 1 : at);
  }
  return begins;
}

/// The positions behind a mark and the space after it.
std::vector<std::size_t> part_ends(std::string_view title) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < title.size(); ++at) {
    if (!is_title_mark(title, at)) continue;
    std::size_t end = at + 1;
    while (end < title.size() && (static_cast<unsigned char>(title[end]) & 0xC0) == 0x80) ++end; // of the character
    if (end < title.size() && title[end] == ' ') ++end;
    if (end < title.size()) ends.push_back(end);
  }
  return ends;
}

} // namespace

SiteKnowledge SiteKnowledge::learn(std::span<const PageProfile> pages) {
  SiteKnowledge site;
  site.pages_ = pages.size();
  if (pages.size() < kFewestPages) return site;
  site.count_lines(pages);
  site.find_roots(pages);
  site.find_outside(pages);
  site.count_pages(pages);
  site.find_slots(pages);
  site.find_title_parts(pages);
  site.find_heading_paths(pages);
  return site;
}

bool SiteKnowledge::is_known() const { return pages_ >= kFewestPages; }

std::string SiteKnowledge::hash() const {
  std::string all;
  const auto add = [&](std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) all += static_cast<char>(number >> shift & 0xFF);
  };
  const auto add_all = [&](const auto& set, auto&& key) {
    add(set.size());
    for (const auto& one : set) add(key(one));
  };
  const auto itself = [](std::uint64_t one) { return one; };
  const auto first = [](const auto& one) { return one.first; }; // counts only witness
  add_all(repeated_, itself);
  add_all(link_places_, itself);
  for (const auto& [root, its_template] : templates_) {
    add(root);
    add_all(its_template.slots, first);
    add_all(its_template.outside, itself);
    add_all(its_template.menu, first);
    add_all(its_template.title_boxes, first);
  }
  for (const auto* const parts : {&title_beginnings_, &title_ends_, &shared_titles_}) {
    add(parts->size());
    for (const std::string& part : *parts) all += part + '\0';
  }
  add_all(title_paths_, itself);
  add_all(site_headings_, itself);
  return sha256_hex(all, 8);
}

void SiteKnowledge::count_lines(std::span<const PageProfile> pages) {
  std::unordered_map<std::uint64_t, std::pair<std::size_t, const PageProfile*>> counts;
  std::unordered_map<PathHash, Place> places;
  for (const PageProfile& page : pages) {
    for (const Line& line : page.lines) {
      places[line.path].add(page, line, false, false);
      if (!line.is_sentence_like) continue;
      auto& [count, last] = counts[line.words];
      count += std::exchange(last, &page) == &page ? 0 : 1;
    }
  }
  const double limit = std::max(static_cast<double>(kFewestPages), kMany * static_cast<double>(pages.size()));
  for (const auto& [words, counted] : counts) {
    if (static_cast<double>(counted.first) >= limit) repeated_.insert(words);
  }
  for (const auto& [path, place] : places) {
    if (place.are_links() && share(place.pages, pages.size()) >= kMost) link_places_.insert(path);
  }
}

void SiteKnowledge::find_roots(std::span<const PageProfile> pages) {
  struct Count {
    std::size_t pages = 0, roots = 0, holds_all = 0, inside = 0, all = 0; ///< the last two: letters of prose
  };
  std::unordered_map<PathHash, Count> counts;
  for (const PageProfile& page : pages) {
    const auto before = prose_before(*this, page);
    if (before.back() == 0) continue;
    const auto ends = prose_before_links(*this, page, before);
    for (const Box& box : page.boxes) {
      Count& count = counts[box.path];
      const std::size_t inside = before[box.end] - before[box.begin];
      const std::size_t story = before[box.begin] + inside + ends[box.end] - before[box.end];
      ++count.pages;
      count.roots += box.is_only && share(inside, story) >= kNearlyAll ? 1 : 0;
      count.holds_all += box.is_only && share(inside, before.back()) >= kNearlyAll ? 1 : 0;
      count.inside += inside, count.all += before.back();
    }
  }
  for (const auto& [path, count] : counts) {
    // With comments on most pages the story is still the larger part, and some pages have none.
    const bool is_story = share(count.inside, count.all) >= kMost && share(count.holds_all, count.pages) >= kMany;
    if (is_story && count.roots >= kFewestPages && share(count.roots, count.pages) >= kNearlyAll) templates_[path];
  }
}

/// The places outside each root at which most of its pages have a line, or a fifth of them prose behind a place of
/// links: comments, the latest posts. What stands there on the other pages is no more a part of their text, however
/// long it is, so pages of a few words find their root, too. A page that alone goes on elsewhere may do so with its
/// text.
void SiteKnowledge::find_outside(std::span<const PageProfile> pages) {
  struct Count {
    std::size_t pages = 0;
    std::map<PathHash, std::size_t> lines, prose_behind; ///< pages with them
  };
  std::map<PathHash, Count> counts; // by root
  for (const PageProfile& page : pages) {
    for (const Box& box : page.boxes) {
      if (!box.is_only || !templates_.contains(box.path)) continue;
      std::set<PathHash> lines, prose_behind;
      bool is_behind = false;
      for (std::size_t i = 0; i < page.lines.size(); ++i) {
        const Line& line = page.lines[i];
        if (i >= box.begin && i < box.end) continue;
        lines.insert(line.path);
        is_behind = is_behind || (i >= box.end && is_link_place(line));
        if (is_behind && is_prose(line)) prose_behind.insert(line.path);
      }
      Count& count = counts[box.path];
      ++count.pages;
      for (const PathHash path : lines) ++count.lines[path];
      for (const PathHash path : prose_behind) ++count.prose_behind[path];
    }
  }
  for (const auto& [root, count] : counts) {
    for (const auto& [path, number] : count.lines) {
      const auto behind = count.prose_behind.find(path);
      const bool is_behind = behind != count.prose_behind.end() && share(behind->second, count.pages) >= kMany;
      if (is_behind || share(number, count.pages) >= kMost) templates_[root].outside.insert(path);
    }
  }
}

/// Leaves the templates that pages use, with their numbers.
void SiteKnowledge::count_pages(std::span<const PageProfile> pages) {
  std::map<PathHash, SiteTemplate> used;
  for (const PageProfile& page : pages) {
    const auto root = find_root(page);
    if (!root) continue;
    const PathHash path = page.boxes[*root].path;
    ++used.try_emplace(path, templates_.at(path)).first->second.pages;
  }
  templates_ = std::move(used);
}

/// Whether the box, the root of a template, has nearly all prose of its page, or all but a sentence.
bool SiteKnowledge::holds_prose(const PageProfile& page, const Box& box) const {
  const SiteTemplate& its_template = templates_.at(box.path);
  std::size_t inside = 0, all = 0;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const Line& line = page.lines[i];
    const bool is_inside = i >= box.begin && i < box.end;
    if (!is_prose(line) || (!is_inside && its_template.outside.contains(line.path))) continue;
    all += line.letters;
    inside += is_inside ? line.letters : 0;
  }
  return static_cast<double>(inside) >= kNearlyAll * static_cast<double>(all) || all - inside < kFewLetters;
}

std::optional<std::size_t> SiteKnowledge::find_root(const PageProfile& page) const {
  std::optional<std::size_t> deepest;
  for (std::size_t i = 0; i < page.boxes.size(); ++i) {
    const Box& box = page.boxes[i];
    if (!box.is_only || box.begin == box.end || !templates_.contains(box.path)) continue;
    const bool is_inside = !deepest || (box.begin >= page.boxes[*deepest].begin && box.end <= page.boxes[*deepest].end);
    if (is_inside && holds_prose(page, box)) deepest = i;
  }
  return deepest;
}

void SiteKnowledge::find_slots(std::span<const PageProfile> pages) {
  struct Seen {
    std::size_t pages = 0; ///< with prose
    std::map<PathHash, Place> places;
    std::map<std::uint64_t, std::size_t> links; ///< words of lines at the edge, with their pages
    std::map<PathHash, std::size_t> boxes;      ///< around headings
  };
  std::map<PathHash, Seen> by_root;
  for (const PageProfile& page : pages) {
    const auto root = find_root(page);
    if (!root) continue;
    const Box& box = page.boxes[*root];
    const auto [first, end] = prose_of(*this, page, box);
    if (first == end) continue;
    Seen& seen = by_root[box.path];
    ++seen.pages;
    std::set<std::uint64_t> links;
    for (std::size_t i = box.begin; i < box.end; ++i) {
      const bool is_at_edge = i < first || i >= end;
      seen.places[page.lines[i].path].add(page, page.lines[i], i < first, is_at_edge);
      if (is_at_edge && page.lines[i].is_link && page.lines[i].is_plain) links.insert(page.lines[i].words);
    }
    for (const std::uint64_t words : links) ++seen.links[words];
    std::set<PathHash> boxes;
    for (const auto& heading : page.headings) {
      const bool is_above = heading.begin >= box.begin && heading.begin <= first && heading.end <= box.end;
      if (is_above && heading.end - heading.begin > 1) boxes.insert(heading.box);
    }
    for (const PathHash path : boxes) ++seen.boxes[path];
  }
  for (auto& [root, seen] : by_root) {
    SiteTemplate& its_template = templates_[root];
    const auto is_on_most = [&](std::size_t count) {
      return count >= kFewestPages && share(count, seen.pages) >= kMost;
    };
    for (const auto& [words, count] : seen.links) {
      if (is_on_most(count)) its_template.menu[words] = count;
    }
    for (const auto& [path, count] : seen.boxes) {
      if (is_on_most(count)) its_template.title_boxes[path] = count;
    }
    for (const auto& [path, place] : seen.places) {
      const bool are_enough =
          seen.pages >= kFewestSlotPages || (seen.pages >= kFewestPages && (place.is_dated() || place.are_links()));
      if (are_enough && place.is_slot(seen.pages)) its_template.slots[path] = place.pages;
    }
  }
}

void SiteKnowledge::find_title_parts(std::span<const PageProfile> pages) {
  std::map<std::string_view, std::size_t> titles; // with their pages
  for (const PageProfile& page : pages) ++titles[page.title];
  titles.erase("");
  for (const auto& [title, count] : titles) {
    if (count >= kFewestPages && share(count, pages.size()) >= kMost) shared_titles_.emplace(title);
  }
  std::map<std::string_view, std::size_t> beginnings, ends;
  for (const std::string_view title : std::views::keys(titles)) {
    for (const std::size_t at : part_begins(title)) {
      if (title.size() - at <= kLongestTitlePart) ++ends[title.substr(at)];
    }
    for (const std::size_t at : part_ends(title)) {
      if (at <= kLongestTitlePart) ++beginnings[title.substr(0, at)];
    }
  }
  const auto keep = [&](const auto& counts, auto& kept) {
    for (const auto& [part, count] : counts) {
      if (count >= kFewestPages && share(count, titles.size()) >= kConstantTitlePart) kept.emplace(part);
    }
  };
  keep(ends, title_ends_);
  keep(beginnings, title_beginnings_);
}

std::array<std::string_view, 2> SiteKnowledge::without_constant_parts(std::string_view title) const {
  std::size_t begin = 0, end = title.size();
  for (const std::string& part : title_ends_) {
    if (title.ends_with(part) && part.size() < title.size()) end = std::min(end, title.size() - part.size());
  }
  for (const std::string& part : title_beginnings_) {
    if (title.substr(0, end).starts_with(part) && part.size() < end) begin = std::max(begin, part.size());
  }
  return {ascii::trim(title.substr(0, end)), ascii::trim(title.substr(begin, end - begin))};
}

void SiteKnowledge::find_heading_paths(std::span<const PageProfile> pages) {
  std::map<PathHash, std::size_t> alone; // pages with exactly one level-1 heading at the path
  std::map<std::uint64_t, std::size_t> words;
  for (const PageProfile& page : pages) {
    std::map<PathHash, std::size_t> here;
    std::set<std::uint64_t> said;
    for (const auto& heading : page.headings) ++here[heading.path], said.insert(heading.words);
    for (const auto& [path, count] : here) alone[path] += count == 1 ? 1 : 0;
    for (const std::uint64_t one : said) ++words[one];
  }
  for (const auto& [path, count] : alone) {
    if (share(count, pages.size()) >= kMost) title_paths_.insert(path);
  }
  for (const auto& [one, count] : words) {
    if (count >= kFewestPages && share(count, pages.size()) >= kMany) site_headings_.insert(one);
  }
}

std::optional<std::size_t> SiteKnowledge::find_title_heading(const PageProfile& page) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < page.headings.size(); ++i) {
    const auto& heading = page.headings[i];
    if (!title_paths_.contains(heading.path) || site_headings_.contains(heading.words)) continue;
    if (found) return std::nullopt; // this page is made in another way
    found = i;
  }
  return found;
}

} // namespace trawl::extract
