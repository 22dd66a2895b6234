// SPDX-License-Identifier: GPL-3.0-or-later
/// Removes boilerplate blocks from the chosen container: what comes before the article's beginning, after its end, and
/// between its paragraphs without belonging to them.
#pragma once

#include "indexer/extract/page/removal.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trawl::extract {

/// How the text is laid out on the page. Values are bits, so that a rule can name several.
enum Layout : std::uint8_t {
  kArticle = 1,    ///< most paragraphs follow each other in one box, or the page is dated
  kScattered = 2,  ///< an undated overview or product page: text in many small boxes, with neither head nor tail
  kDiscussion = 4, ///< posts
  kFewWords = 8,   ///< no running text
};

/// Facts about the article besides its text. Views must outlive the call.
struct ArticleFacts {
  std::string_view title; ///< its repetitions before the text are removed
  bool is_discussion = false;
  bool is_dated = true;                      ///< the page has a publication date, as articles do
  std::string site = {};                     ///< of the page: its registrable domain or host
  const html::NodeSet* in_teasers = nullptr; ///< nodes inside lists of teasers (block_rules.h); may be null
};

struct BlockRemovals {
  std::vector<html::TextBlock> kept;
  std::vector<Removal> removals; ///< in the order in which the rules removed them
};

class ArticleBlocks {
 public:
  ArticleBlocks(const html::Dom& dom, std::vector<html::TextBlock> blocks, const ArticleFacts& facts);

  const html::Dom& dom() const { return dom_; }
  const ArticleFacts& facts() const { return facts_; }

  const std::vector<html::TextBlock>& blocks() const { return blocks_; }
  std::size_t size() const { return blocks_.size(); }
  const html::TextBlock& operator[](std::size_t i) const { return blocks_[i]; }
  bool is_kept(std::size_t i) const { return is_kept_[i]; }

  /// Removes block `i` for the current rule, unless an earlier rule has removed it.
  void remove(std::size_t i);
  /// Removes the blocks inside `nodes` as if they had never been on the page: no later rule sees them, and the
  /// paragraph box is found anew. Only before the first remove().
  void erase_inside(const html::NodeSet& nodes);

  void begin_rule(const RemovalReason& reason) { current_ = &reason; }
  BlockRemovals take();

  Layout layout() const { return layout_; }
  /// Sets the layout to kFewWords if the line rules left no running text.
  void find_layout_after_line_rules();

  /// Whether the block is a child of the paragraph box (paragraph_box.h). False if there is no such box.
  bool is_among_paragraphs(const html::TextBlock& block) const;
  /// Whether the block is anywhere inside the paragraph box.
  bool is_inside_paragraph_box(const html::TextBlock& block) const;
  /// Whether the element is the paragraph box or contains it.
  bool is_around_paragraphs(html::NodeId node) const;
  /// The outermost element around the block that is beside the paragraph box. kNoNode if the block is inside or around
  /// that box, or there is none.
  html::NodeId beside_paragraph_box(const html::TextBlock& block) const;

 private:
  html::NodeId find_box() const;
  Layout layout_without_few_words() const;

  const html::Dom& dom_;
  const ArticleFacts& facts_;
  std::vector<html::TextBlock> blocks_;
  std::vector<bool> is_kept_;
  std::vector<Removal> erased_;
  std::vector<std::pair<std::size_t, const RemovalReason*>> removals_; ///< indexes of blocks
  const RemovalReason* current_ = nullptr;
  html::NodeId paragraph_box_;
  Layout layout_;
};

/// Bytes of running text in the kept blocks of [from, to), of blocks with a link density of less than `max_links`.
std::size_t text_bytes(const ArticleBlocks& article, std::size_t from, std::size_t to, double max_links = 1);

/// The lists that a heading or paragraph makes a part of the text, even if they are lists of links; with the lists
/// inside them. `article` must outlive this.
class IntroducedLists {
 public:
  explicit IntroducedLists(const ArticleBlocks& article);
  bool contain(std::size_t i) const; ///< block `i`

 private:
  html::NodeId list_of(std::size_t i) const;

  const ArticleBlocks& article_;
  std::unordered_set<html::NodeId> lists_; ///< the outermost
};

/// Whether block `i` is a heading right above a paragraph: newsletters head each paragraph with a link.
bool heads_paragraph(const ArticleBlocks& article, std::size_t i);

/// Whether block `i` is a heading without a link, with running text directly below it in the same box.
bool heads_text(const ArticleBlocks& article, std::size_t i);

/// Whether block `i` is among the paragraphs and most of its links lead to other sites: papers, code, sources. A site's
/// own boxes advertise its own pages.
bool points_outward(const ArticleBlocks& article, std::size_t i);

/// Whether block `i` is in a link with a sentence, on an undated page: a card, of which overviews consist.
bool is_in_card(const ArticleBlocks& article, std::size_t i);

/// Whether block `i` is boilerplate by its wording. Code never is.
bool is_boilerplate_text(const ArticleBlocks& article, std::size_t i);
bool is_publisher_paragraph(const ArticleBlocks& article, const html::TextBlock& block);

/// Whether the block repeats the title, or a part of it of at least 12 letters.
bool repeats_title(const ArticleBlocks& article, const html::TextBlock& block);

/// Applies all rules in order. Never removes all blocks if some of them are running text.
BlockRemovals remove_blocks(const html::Dom& dom, std::vector<html::TextBlock> blocks, const ArticleFacts& facts);

/// The reasons of all rules, in the order in which the rules are applied.
std::vector<const RemovalReason*> block_removal_reasons();

} // namespace trawl::extract
