// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/site/site_reading.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <string>
#include <unordered_map>
#include <utility>

#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"

namespace trawl::extract {

const RemovalReason kOutsideRoot = {"outside-root", "outside the element with the text of this template's pages"};

namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;
using html::TextBlock;

constexpr std::size_t kShortestSubtitle = 20; ///< letters
constexpr std::size_t kLongestLabel = 40;     ///< bytes, of a table of contents: "On this page"

constexpr RemovalReason kForm = {"form", "a form or dialog"};
constexpr RemovalReason kContents = {"contents", "a table of contents: links into the page that repeat its headings"};
constexpr RemovalReason kMenu = {"menu", "a link before or after the text that most pages of the template have"};
constexpr RemovalReason kBehind = {"behind", "a link behind what the template puts after the text"};
constexpr RemovalReason kBeside = {"beside-title", "a label or date in the box or header around the title"};
constexpr RemovalReason kBesideText = {"beside-text", "comments, other articles or the like before or after the text"};
constexpr RemovalReason kOrphan = {"orphan-heading", "heads only what was removed"};
constexpr RemovalReason kSlot = {"slot", "a place before or after the text that each page of the template fills anew"};
constexpr RemovalReason kTitle = {"title", "the article's title"};
constexpr RemovalReason kCaption = {"caption", "the caption of a figure", Basis::Caption};

bool is_form(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  const RolePurpose purpose = role_purpose(dom.attribute(node, "role"));
  return tag == Tag::Form || tag == Tag::Dialog || purpose == RolePurpose::Dialog || purpose == RolePurpose::Search;
}

/// The reading of one page, step by step: each step removes blocks that are still there.
class PageReading {
 public:
  PageReading(const Dom& dom, const PageOutline& page, const SiteKnowledge& site, std::size_t root,
              std::string_view title, std::string_view url)
      : dom_(dom), page_(page), site_(site), box_(page.profile.boxes[root]), title_(title), url_(url) {
    reading_.root = page.boxes[root];
    reading_.witness =
        selector_of(dom, reading_.root, false) + ", on " + std::to_string(site.template_of(box_.path).pages) + " pages";
    find_foreign_parts();
    auto form = reading_.removed.begin();
    for (std::size_t i = box_.begin; i < box_.end; ++i) {
      while (form != reading_.removed.end() && dom[*form].end <= page.blocks[i].first) ++form;
      if (form != reading_.removed.end() && dom.contains(*form, page.blocks[i].first)) continue;
      lines_.push_back(i);
      reading_.all.push_back(page.blocks[i]);
    }
    is_kept_.assign(lines_.size(), true);
  }

  SiteReading run() {
    take_standfirst();
    remove_contents();
    remove_slots();
    remove_title();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (is_kept_[i] && reading_.all[i].kind == BlockKind::Caption) remove(i, kCaption);
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (is_kept_[i]) reading_.kept.push_back(reading_.all[i]);
    }
    return std::move(reading_);
  }

 private:
  const PageProfile::Line& line(std::size_t i) const { return page_.profile.lines[lines_[i]]; }

  void remove(std::size_t i, const RemovalReason& reason, std::string witness = {}) {
    is_kept_[i] = false;
    const TextBlock& block = reading_.all[i];
    reading_.removals.push_back({block.node, &reason, block.text, std::move(witness)});
  }

  /// Why an element never belongs to the text, wherever it stands; nullptr if it may.
  const RemovalReason* reason_of(NodeId node) const {
    if (is_form(dom_, node)) return &kForm;
    if (is_copy_of_code(dom_, node)) return &kCopyOfCode;
    if (is_cell_number(dom_, node)) return &kCellNumber;
    return is_data_of_embed(dom_, node) ? &kDataOfEmbed : nullptr;
  }

  /// A form around the text, as some servers write it, is not removed.
  void find_foreign_parts() {
    std::vector<std::size_t> before{0}; // letters of prose before each line
    for (const PageProfile::Line& one : page_.profile.lines) {
      before.push_back(before.back() + (site_.is_prose(one) ? one.letters : 0));
    }
    const auto letters_before = [&](NodeId node) {
      const auto at = std::ranges::lower_bound(page_.blocks, node, {}, &TextBlock::first);
      return before[static_cast<std::size_t>(at - page_.blocks.begin())];
    };
    const std::size_t all = before[box_.end] - before[box_.begin];
    for (NodeId node = reading_.root + 1; node < dom_[reading_.root].end; ++node) {
      const RemovalReason* reason = dom_.is_element(node) ? reason_of(node) : nullptr;
      if (reason == nullptr) continue;
      if (reason == &kForm && (letters_before(dom_[node].end) - letters_before(node)) * 2 > all) continue;
      reading_.removed.push_back(node);
      reading_.removals.push_back({node, reason});
      node = dom_[node].end - 1;
    }
  }

  /// Sentences of the page's own between its title and the root.
  void take_standfirst() {
    const std::uint64_t words = words_hash(title_);
    bool is_below_title = false;
    for (std::size_t i = 0; i < box_.begin; ++i) {
      const PageProfile::Line& its = page_.profile.lines[i];
      if (is_below_title && site_.is_prose(its) && !its.is_heading && ends_sentence(page_.blocks[i].text)) {
        reading_.kept.push_back(page_.blocks[i]);
      }
      is_below_title = is_below_title || (its.is_heading && its.words == words);
    }
  }

  void remove_contents() {
    std::unordered_map<std::uint64_t, int> levels; // of the headings
    std::array<std::size_t, 7> headings{};         // by level
    for (const TextBlock& block : reading_.all) {
      if (block.kind != BlockKind::Heading) continue;
      const int level = html::heading_level(dom_[block.node].tag);
      levels.emplace(words_without_number(block.text), level);
      ++headings[static_cast<std::size_t>(level)];
    }
    for (const auto& [begin, end] :
         find_contents_lists(dom_, reading_.all, {BlockKind::ListItem, BlockKind::Paragraph}, url_)) {
      std::array<std::size_t, 7> repeated{};
      for (std::size_t i = begin; i < end; ++i) {
        const auto level = levels.find(words_without_number(reading_.all[i].text));
        if (level != levels.end()) ++repeated[static_cast<std::size_t>(level->second)];
      }
      // An author may list some places of the page, too.
      const bool lists_a_level = std::ranges::any_of(
          std::views::iota(1u, 7u), [&](unsigned l) { return repeated[l] > 0 && repeated[l] * 2 >= headings[l]; });
      if (!lists_a_level || std::accumulate(repeated.begin(), repeated.end(), std::size_t{0}) * 2 < end - begin)
        continue;
      if (begin > 0 && is_label(begin - 1, end)) remove(begin - 1, kContents);
      for (std::size_t i = begin; i < end; ++i) remove(i, kContents);
    }
  }

  static std::uint64_t words_without_number(std::string_view text) {
    const std::size_t begin = text.find_first_not_of("0123456789. ");
    return words_hash(begin == std::string_view::npos ? text : text.substr(begin));
  }

  /// Whether block `i` and the list up to `end` are all that their box contains.
  bool is_label(std::size_t i, std::size_t end) const {
    const TextBlock& block = reading_.all[i];
    if (block.text.size() > kLongestLabel || block.kind == BlockKind::ListItem) return false;
    const NodeId box = dom_[block.node].parent;
    if (!dom_.contains(box, reading_.all[end - 1].first)) return false;
    const bool is_first = i == 0 || !dom_.contains(box, reading_.all[i - 1].first);
    return is_first && (end == reading_.all.size() || !dom_.contains(box, reading_.all[end].first));
  }

  void remove_slots() {
    const SiteTemplate& its_template = site_.template_of(box_.path);
    const auto is_prose = [&](std::size_t i) { return site_.is_prose(line(i)); };
    std::size_t first = 0, end = lines_.size();
    while (first < end && !is_prose(first)) ++first;
    if (first == end) return; // a page of a few words
    while (!is_prose(end - 1)) --end;
    bool is_behind = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (is_kept_[i] && is_of_form(i)) remove(i, kForm);
      if (i >= first && i < end) continue;
      if (is_kept_[i] && line(i).is_beside) remove(i, kBesideText);
      if (!is_kept_[i] || !line(i).is_plain) continue;
      if (const auto slot = its_template.slots.find(line(i).path); slot != its_template.slots.end()) {
        remove(i, kSlot, witness(i, slot->second));
      } else if (const auto link = its_template.menu.find(line(i).words); link != its_template.menu.end()) {
        remove(i, kMenu, witness(i, link->second));
      } else if (is_behind && line(i).is_link) {
        remove(i, kBehind);
      }
      is_behind = is_behind || (i >= end && !is_kept_[i]);
    }
    remove_orphan_headings(end);
    for (const auto& heading : page_.profile.headings) {
      const auto box = its_template.title_boxes.find(heading.box);
      if (box == its_template.title_boxes.end() || heading.begin > lines_[first]) continue;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (lines_[i] >= heading.begin && lines_[i] < heading.end && is_beside_title(i)) {
          remove(i, kBeside, witness(i, box->second));
        }
      }
    }
  }

  /// Whether the line is in a box with a form, a few lines about it and no prose of the page's own.
  bool is_of_form(std::size_t i) const {
    constexpr int kLevels = 2;
    constexpr std::size_t kMostLines = 3;
    NodeId box = dom_[reading_.all[i].node].parent;
    for (int level = 0; level < kLevels && box != reading_.root; ++level, box = dom_[box].parent) {
      const auto is_inside = [&](NodeId node) { return dom_.contains(box, node); };
      if (!std::ranges::any_of(reading_.removed, [&](NodeId node) { return is_inside(node) && is_form(dom_, node); }))
        continue;
      std::size_t first = i, end = i + 1;
      while (first > 0 && is_inside(reading_.all[first - 1].first)) --first;
      while (end < lines_.size() && is_inside(reading_.all[end].first)) ++end;
      const auto is_own = [&](std::size_t j) { return site_.is_prose(line(j)); };
      return end - first <= kMostLines && std::ranges::none_of(std::views::iota(first, end), is_own);
    }
    return false;
  }

  /// Headings from line `end` on below which something stood, and nothing is left up to the next one.
  void remove_orphan_headings(std::size_t end) {
    bool has_text = false, has_removed = false;
    for (std::size_t i = lines_.size(); i-- > end;) {
      if (is_kept_[i] && line(i).is_heading && has_removed && !has_text) remove(i, kOrphan);
      has_removed = has_removed || !is_kept_[i];
      has_text = !line(i).is_heading && (has_text || is_kept_[i]);
    }
  }

  /// By-lines (also as linked headings), dates and labels. A line of some words that only this page has may be the
  /// author's subtitle.
  bool is_beside_title(std::size_t i) const {
    const PageProfile::Line& its = line(i);
    const bool is_short = its.has_year || its.letters < kShortestSubtitle;
    return is_kept_[i] && ((its.is_plain && is_short) || its.is_link);
  }

  std::string witness(std::size_t i, std::size_t pages) const {
    return selector_of(dom_, reading_.all[i].node, false) + ", on " + std::to_string(pages) + " of " +
           std::to_string(site_.template_of(box_.path).pages) + " pages";
  }

  void remove_title() {
    const std::uint64_t words = words_hash(title_);
    for (std::size_t i = 0; i < lines_.size() && !title_.empty(); ++i) {
      if (!is_kept_[i] || !line(i).is_heading || line(i).words != words) continue;
      if (html::letters_of(reading_.all[i].text) != html::letters_of(title_)) continue;
      return remove(i, kTitle);
    }
  }

  const Dom& dom_;
  const PageOutline& page_;
  const SiteKnowledge& site_;
  const PageProfile::Box& box_;
  std::string_view title_, url_;
  SiteReading reading_;
  std::vector<std::size_t> lines_; ///< of the profile, for reading_.all
  std::vector<bool> is_kept_;
};

} // namespace

std::optional<SiteReading> read_by_site(const Dom& dom, const PageOutline& page, const SiteKnowledge& site,
                                        std::string_view title, std::string_view url) {
  const auto root = site.find_root(page.profile);
  if (!root) return std::nullopt;
  return PageReading(dom, page, site, *root, title, url).run();
}

} // namespace trawl::extract
