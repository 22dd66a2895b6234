// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/cleaning.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "indexer/extract/content/block_stats.h"
#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/text_flow.h"
#include "indexer/extract/content/text_offsets.h"
#include "indexer/html/ascii.h"
#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::Dom;
using html::letters_of;
using html::NodeId;
using html::Tag;
using html::TextBlock;

constexpr std::size_t kComparable = 60; ///< bytes of a block that is not repeated by chance
constexpr std::size_t kRefrain = 250;   ///< bytes; longer texts are not said twice

bool is_figure_caption(const Dom& dom, const TextBlock& block) {
  return block.kind == BlockKind::Caption && dom.closest(block.node, Tag::Figcaption) != html::kNoNode;
}

/// Markup that was escaped by mistake, and short codes that no plugin has replaced.
bool is_leftover_markup(std::string_view text) {
  return (text.starts_with('<') && text.ends_with('>')) ||
         (text.starts_with('[') && text.ends_with(']') && text.find('=') != std::string_view::npos);
}

class Cleaner {
 public:
  Cleaner(const Dom& dom, std::vector<TextBlock> blocks, const KnownAbout& known)
      : dom_(dom), blocks_(std::move(blocks)), known_(known), kept_(blocks_.size(), true),
        first_heading_(dom.first(Tag::H1, dom.body())) {}

  std::vector<TextBlock> run() {
    flow_ = find_flow(dom_, blocks_);
    if (!is_scattered()) leave_out_cards();
    drop_single_blocks();
    if (known_.is_forum) {
      keep_places_of_posts();
      return result();
    }
    if (running_bytes(0, blocks_.size()) == 0) {
      drop_title_and_byline();
      return result();
    }
    if (!is_scattered()) cut_before_title();
    drop_repetitions();
    if (is_scattered()) return result();
    cut_tail();
    cut_head();
    return result();
  }

 private:
  void leave_out_cards() {
    const auto is_in_card = [&](const TextBlock& block) { return known_.in_cards->contains(block.node); };
    if (known_.in_cards == nullptr || std::erase_if(blocks_, is_in_card) == 0) return;
    kept_.assign(blocks_.size(), true);
    flow_ = find_flow(dom_, blocks_);
  }

  NodeId list_of(const TextBlock& block) const {
    NodeId node = block.node;
    while (node != html::kNoNode && dom_[node].tag != Tag::Ul && dom_[node].tag != Tag::Ol &&
           dom_[node].tag != Tag::Dl) {
      node = dom_[node].parent;
    }
    return node;
  }

  /// Lists whose items are mostly text may have items that are links.
  void find_text_lists() {
    std::unordered_map<NodeId, std::pair<std::size_t, std::size_t>> lists;
    for (const TextBlock& block : blocks_) {
      if (block.kind != BlockKind::ListItem) continue;
      auto& [bytes, links] = lists[list_of(block)];
      bytes += block.text.size();
      links += block.link_bytes;
    }
    for (const auto& [list, sums] : lists) {
      if (sums.second * 2 < sums.first) text_lists_.insert(list);
    }
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      if (blocks_[i].kind == BlockKind::ListItem && introduces_list(blocks_[i - 1])) {
        text_lists_.insert(list_of(blocks_[i]));
      }
    }
  }

  /// A heading, or "Many patches were sent:", makes the list behind it part of the text, be it links and nothing else.
  bool introduces_list(const TextBlock& block) const {
    const bool is_opening =
        block.kind == BlockKind::Heading || (block.kind == BlockKind::Paragraph && block.text.ends_with(':'));
    return is_opening && is_in_flow(block) && link_share(block) < 0.5 && !is_furniture(block) &&
           !is_end_mark(block.text);
  }

  bool is_in_text_list(const TextBlock& block) const {
    return block.kind == BlockKind::ListItem && text_lists_.contains(list_of(block));
  }

  void drop_single_blocks() {
    find_text_lists();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const TextBlock& block = blocks_[i];
      const bool is_code = block.kind == BlockKind::Code;
      const bool is_link_line = !is_scattered() && link_share(block) > 0.75 && !is_code && !is_in_text_list(block) &&
                                !is_reference(block) && !heads_paragraph(i);
      if (is_figure_caption(dom_, block) || (!is_code && (is_leftover_markup(block.text) || is_furniture(block))) ||
          (is_link_line && !known_.is_forum && block.kind != BlockKind::Row)) {
        kept_[i] = false;
      }
    }
  }

  /// Newsletters and reviews head each paragraph with a link to what it is about.
  bool heads_paragraph(std::size_t i) const {
    return blocks_[i].kind == BlockKind::Heading && is_in_flow(blocks_[i]) && i + 1 < blocks_.size() &&
           is_in_flow(blocks_[i + 1]) && is_running(blocks_[i + 1]);
  }

  /// "[3] Normalizing flows by Eric Jang": a reference is text, be it a link and nothing else.
  bool is_reference(const TextBlock& block) const {
    const std::size_t digits = block.text.find_first_not_of("0123456789", 1);
    return block.text.front() == '[' && digits > 1 && digits < block.text.size() && block.text[digits] == ']' &&
           is_in_flow(block);
  }

  static bool is_long_sentence(const TextBlock& block) {
    return block.text.size() > 120 && link_share(block) < 0.3 && ends_sentence(block.text);
  }

  /// "Next, install the package." between the paragraphs is no button.
  bool is_sentence_of_flow(const TextBlock& block) const {
    return block.text.size() >= 40 && is_in_flow(block) && link_share(block) < 0.5 && ends_sentence(block.text) &&
           may_begin_sentence(block.text);
  }

  bool is_furniture(const TextBlock& block) const {
    if (block.kind == BlockKind::Paragraph && !known_.is_forum && !is_scattered() && is_imprint(block.text))
      return true;
    // "Next steps" heads a section.
    if (block.kind == BlockKind::Heading && is_in_flow(block) && may_begin_sentence(block.text)) return false;
    return is_furniture_line(block.text) && !is_long_sentence(block) && !is_sentence_of_flow(block);
  }

  /// The same block twice in one page is a teaser, a quote box or a second rendering, unless the author repeats
  /// himself: single blocks in the flow, or short ones in the same place, as the question of an interview. Several in
  /// a row are a second rendering even there.
  void drop_repetitions() {
    std::unordered_map<std::string, std::size_t> places; // where a text stood first
    std::vector<std::size_t> run;                        // repetitions that follow each other
    const auto end_run = [&] {
      if (run.size() >= (is_in_flow(blocks_[run.empty() ? 0 : run.front()]) ? 3 : 2)) {
        for (const std::size_t i : run) kept_[i] = false;
      }
      run.clear();
    };
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const TextBlock& block = blocks_[i];
      if (!kept_[i] || block.text.size() < kComparable || block.kind == BlockKind::Code) continue;
      const std::size_t place = place_of(dom_, block);
      const auto [first, is_new] = places.emplace(letters_of(block.text), place);
      if (is_new) {
        end_run();
      } else if (is_in_flow(block)) {
        if (block.kind == BlockKind::ListItem) run.push_back(i);
      } else if (first->second == place && block.text.size() < kRefrain) {
        run.push_back(i);
      } else {
        kept_[i] = false;
      }
    }
    end_run();
  }

  std::size_t running_bytes(std::size_t from, std::size_t to) const {
    std::size_t bytes = 0;
    for (std::size_t i = from; i < to; ++i) {
      if (kept_[i] && is_running(blocks_[i])) bytes += blocks_[i].text.size();
    }
    return bytes;
  }

  /// Running text without that of teasers, which begin with a link.
  std::size_t linkless_bytes(std::size_t from, std::size_t to) const {
    std::size_t bytes = 0;
    for (std::size_t i = from; i < to; ++i) {
      if (kept_[i] && is_running(blocks_[i]) && link_share(blocks_[i]) < 0.15) bytes += blocks_[i].text.size();
    }
    return bytes;
  }

  /// Footnotes come last, even behind lists of other articles.
  void drop_from(std::size_t from) {
    for (std::size_t i = from; i < blocks_.size(); ++i) kept_[i] = kept_[i] && is_in_footnotes(dom_, blocks_[i].node);
  }

  /// In a discussion only what stands where the posts stand is text; ranks, dates and buttons stand beside.
  void keep_places_of_posts() {
    std::unordered_map<std::size_t, std::size_t> bytes_at;
    for (const TextBlock& block : blocks_) {
      if (is_running(block)) bytes_at[place_of(dom_, block)] += block.text.size();
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const bool is_text = is_running(blocks_[i]) ||
                           (bytes_at.contains(place_of(dom_, blocks_[i])) && blocks_[i].kind != BlockKind::Heading);
      kept_[i] = kept_[i] && is_text && !is_byline(blocks_[i].text);
    }
  }

  /// A shop's, product's or overview page: text in many small boxes, of which none is the article, and no date. There
  /// short lines and links are text as well, and there is no head or tail to cut.
  bool is_scattered() const { return flow_ == html::kNoNode && !known_.is_dated; }

  bool is_in_flow(const TextBlock& block) const {
    return flow_ != html::kNoNode && (block.node == flow_ || box_of(dom_, block) == flow_);
  }

  /// The last blocks may tell who wrote the others, which have `before` bytes of running text.
  bool is_about_author(const TextBlock& block, std::size_t before) const {
    if (before < 4 * block.text.size()) return false;
    return std::ranges::any_of(known_.authors,
                               [&](const std::string& name) { return is_about_person(block.text, name); });
  }

  static bool says_end(const TextBlock& block) {
    return is_end_mark(block.text) && (block.kind == BlockKind::Heading || !ends_sentence(block.text));
  }

  /// Cuts at the first end mark behind which the article does not go on, then what is no sentence at the very end.
  void cut_tail() {
    TextPlaces places;
    const auto is_counted = [&](std::size_t i) { return kept_[i] && is_running(blocks_[i]); };
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (is_counted(i)) places.add_behind(place_of(dom_, blocks_[i]), blocks_[i].text.size());
    }
    const std::size_t all = running_bytes(0, blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::size_t place = place_of(dom_, blocks_[i]), before = places.bytes_before();
      if (is_counted(i)) places.take_from_behind(place, blocks_[i].text.size());
      const bool is_other_title =
          blocks_[i].kind == BlockKind::Heading && link_share(blocks_[i]) > 0.8 && !heads_paragraph(i);
      const bool may_end = (says_end(blocks_[i]) && before * 5 >= all) || (is_other_title && before * 2 >= all);
      if (may_end && before >= 200) {
        if (!places.goes_on()) {
          drop_from(i);
          break;
        }
        kept_[i] = false;
      }
      if (is_counted(i)) places.add_before(place, blocks_[i].text.size());
    }
    std::size_t before = running_bytes(0, blocks_.size());
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      if (!kept_[i]) continue;
      const TextBlock& block = blocks_[i];
      if (is_running(block)) before -= block.text.size();
      const bool is_text = is_running(block) || block.kind == BlockKind::ListItem || block.kind == BlockKind::Row;
      const bool is_last_word = is_in_flow(block) && block.kind == BlockKind::Paragraph && ends_sentence(block.text);
      if (is_reference(block) ||
          ((is_text || is_last_word) && link_share(block) < 0.5 && !is_about_author(block, before)))
        break;
      kept_[i] = false;
    }
  }

  bool repeats_title(const TextBlock& block) const {
    if (known_.title.empty() || block.text.size() > known_.title.size() * 2 + 20) return false;
    const std::string title = letters_of(known_.title), line = letters_of(block.text);
    if (line.empty()) return true;
    return line == title || (line.size() >= 12 && title.find(line) != std::string::npos) ||
           (title.size() >= 12 && line.find(title) != std::string::npos);
  }

  /// Short text that stands where the paragraphs stand, and is neither title nor byline.
  bool opens_article(const TextBlock& block) const {
    // An article may begin with a sentence full of links; a short line of them is a menu.
    const double most_links = block.text.size() >= kComparable && ends_sentence(block.text) ? 0.6 : 0.3;
    if (!is_in_flow(block) || link_share(block) > most_links || is_byline(block.text) || repeats_title(block))
      return false;
    if (block.kind == BlockKind::Heading) return block.node != first_heading_;
    const auto blanks = std::ranges::count(block.text, ' ');
    return block.kind == BlockKind::ListItem || block.kind == BlockKind::Row || blanks >= 5 ||
           ends_sentence(block.text);
  }

  /// A page of a few words has no paragraphs to go by.
  void drop_title_and_byline() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (repeats_title(blocks_[i]) || is_byline(blocks_[i].text)) kept_[i] = false;
    }
  }

  /// What stands before the article's own heading is of the page, unless it is most of the text.
  void cut_before_title() {
    const std::string title = letters_of(known_.title);
    if (title.size() < 12) return;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i].kind != BlockKind::Heading || link_share(blocks_[i]) > 0.8 || letters_of(blocks_[i].text) != title)
        continue;
      kept_[i] = false;
      if (linkless_bytes(0, i) * 2 >= linkless_bytes(i, blocks_.size())) return;
      for (std::size_t before = 0; before < i; ++before) {
        if (!is_in_flow(blocks_[before])) kept_[before] = false;
      }
      return;
    }
  }

  /// Before the first paragraph only sentences and the headings right above it stay.
  void cut_head() {
    std::size_t first = 0;
    while (first < blocks_.size() && !(kept_[first] && is_running(blocks_[first]) && !is_byline(blocks_[first].text) &&
                                       !repeats_title(blocks_[first])))
      ++first;
    if (first == blocks_.size()) return;
    bool is_heading_run = true;
    for (std::size_t i = first; i-- > 0;) {
      if (!kept_[i]) continue;
      const TextBlock& block = blocks_[i];
      const bool is_subheading =
          block.kind == BlockKind::Heading && is_heading_run && !repeats_title(block) && block.node != first_heading_;
      is_heading_run = is_heading_run && block.kind == BlockKind::Heading;
      if (!is_subheading && !opens_article(block)) kept_[i] = false;
    }
  }

  std::vector<TextBlock> result() {
    std::vector<TextBlock> out;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (kept_[i]) out.push_back(std::move(blocks_[i]));
    }
    return out;
  }

  const Dom& dom_;
  std::vector<TextBlock> blocks_;
  const KnownAbout& known_;
  std::vector<bool> kept_;
  std::unordered_set<NodeId> text_lists_;
  NodeId first_heading_;        ///< the page's first h1, which is its title or its site's
  NodeId flow_ = html::kNoNode; ///< where the paragraphs follow each other
};

} // namespace

std::vector<TextBlock> clean(const Dom& dom, std::vector<TextBlock> blocks, const KnownAbout& known) {
  return Cleaner(dom, std::move(blocks), known).run();
}

} // namespace trawl::extract
