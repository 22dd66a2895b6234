// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/main_content.h"

#include "indexer/extract/content/container.h"
#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/block_removal.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/content/removal/element_removal.h"
#include "indexer/extract/metadata/page_metadata.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/extract/site/site_reading.h"
#include "indexer/extract/structure/page_structure.h"
#include "indexer/extract/words/words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/content/stored_content.h"
#include "shared/text/reading_time.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace trawl::extract {

namespace {

using html::Dom;
using html::NodeId;

constexpr std::size_t kExcerptWords = 60;   ///< a shorter feed text is an excerpt: too little to compare with
constexpr std::size_t kMostCompared = 5000; ///< words; more would not change the answer
constexpr std::size_t kRunLength = 3;

/// The distinct runs of three words, or characters in scripts without spaces.
std::unordered_set<std::string_view> runs_of(std::string_view text) {
  std::unordered_set<std::string_view> runs;
  std::array<std::size_t, kRunLength> begins{};
  std::size_t count = 0;
  for (auto unit = text::next_unit(text, 0); unit && count < kMostCompared; unit = text::next_unit(text, unit->end)) {
    begins[count++ % kRunLength] = unit->begin;
    if (count < kRunLength) continue;
    const auto begin = begins[count % kRunLength];
    runs.insert(text.substr(begin, unit->end - begin));
  }
  return runs;
}

/// Whether the page has a part of the feed's text, perhaps with words that ask to subscribe.
bool is_part_of(std::string_view page_text, std::string_view feed_text) {
  const auto page = runs_of(page_text), feed = runs_of(feed_text);
  return 2 * std::ranges::count_if(page, [&](std::string_view run) { return feed.contains(run); }) >= std::ssize(page);
}

constexpr std::size_t kMinBytes = 40, kMaxBytes = 600;

bool is_named_standfirst(const Dom& dom, NodeId node) {
  for (int level = 0; level < 3 && node != html::kNoNode; ++level, node = dom[node].parent) {
    if (dom[node].tag == html::Tag::Header) return false;
    const std::string names = ascii::to_lower(dom.attribute(node, "class"));
    if (std::ranges::any_of(words::kNamesStandfirsts,
                            [&](std::string_view name) { return names.find(name) != std::string::npos; }))
      return true;
  }
  return false;
}

bool may_be_standfirst(const html::TextBlock& block, std::size_t least = kMinBytes) {
  return block.text.size() >= least && block.text.size() <= kMaxBytes && link_density(block) < 0.2 &&
         block.kind != html::BlockKind::Caption && !is_byline(block.text) && !is_boilerplate_line(block.text);
}

constexpr std::size_t kShort = 500;         ///< bytes of text below which the page is read again, less strictly
constexpr std::size_t kNearlyNothing = 150; ///< bytes below which even comments and noscript may be the text

using Blocks = std::vector<html::TextBlock>;

/// All nodes inside any of `tops`, which are in document order and not inside each other.
html::NodeSet all_inside(const Dom& dom, const std::vector<NodeId>& tops) {
  html::NodeSet inside(dom);
  for (const NodeId top : tops) {
    for (NodeId node = top; node < dom[top].end; ++node) inside.insert(node);
  }
  return inside;
}

std::vector<ElementStats> stats_without(const Dom& dom, Blocks blocks, const html::NodeSet& left_out) {
  std::erase_if(blocks, [&](const html::TextBlock& block) { return left_out.contains(block.node); });
  return element_stats(dom, blocks);
}

/// The container of a page that may not be an article. If the chosen one has less than half of the text, it is
/// spread over the whole page.
NodeId widened(const Dom& dom, NodeId container, const std::vector<ElementStats>& stats) {
  const NodeId body = dom.body(), main = dom.first(html::Tag::Main, body);
  if (stats[container].bytes * 2ull >= stats[body].bytes) return container;
  return main != html::kNoNode && stats[main].bytes * 2ull > stats[body].bytes ? main : body;
}

constexpr RemovalReason kOutside = {"outside", "outside the element with the main text"};

void add_outside(const Dom& dom, NodeId container, const Blocks& blocks, std::vector<Removal>& removals) {
  for (const html::TextBlock& block : blocks) {
    if (!dom.contains(container, block.node)) removals.push_back({block.node, &kOutside, block.text});
  }
}

/// The settings of one reading of the page.
struct Reading {
  const ContentHints& hints;
  Strictness strictness = Strictness::Strict;
  bool is_discussion = false;
  html::Hidden hidden = html::Hidden::Shown;
};

/// The blocks of the page; blocks in elements with the name of a caption become captions.
Blocks blocks_of(const Dom& dom, const ElementRemovals& page, html::Hidden hidden) {
  Blocks blocks = html::text_blocks(dom, dom.body(), page.removed, hidden);
  auto caption = page.captions.begin();
  for (html::TextBlock& block : blocks) {
    while (caption != page.captions.end() && dom[*caption].end <= block.node) ++caption;
    if (caption != page.captions.end() && *caption <= block.node) block.kind = html::BlockKind::Caption;
  }
  return blocks;
}

/// The captions that the rules removed from the text, as blocks or as inline elements.
std::vector<Caption> captions_among(const Dom& dom, NodeId container, const std::vector<Removal>& removals) {
  std::vector<Caption> captions;
  for (const Removal& removal : removals) {
    if (removal.reason->basis != Basis::Caption || !dom.contains(container, removal.node)) continue;
    captions.push_back({removal.node, removal.text.empty() ? html::line_text(dom, removal.node) : removal.text});
  }
  std::ranges::stable_sort(captions, {}, &Caption::node);
  return captions;
}

/// The result of one reading. The structure is built for the chosen reading.
struct Found {
  std::string text;
  Blocks blocks;
  std::vector<TextSpan> spans; ///< of all blocks in the container
  NodeId container = html::kNoNode;
  ElementRemovals page;
  html::Hidden hidden = html::Hidden::Shown;
  bool is_by_site = false; ///< the site's other pages show what the text is
};

Found read_once(const Dom& dom, NameLookup& names, const Reading& reading) {
  ElementRemovals page = remove_elements(dom, names, reading.strictness, reading.is_discussion);
  Blocks blocks = blocks_of(dom, page, reading.hidden);

  const std::vector<ElementStats> stats = element_stats(dom, blocks);
  const bool may_have_teasers = reading.strictness == Strictness::Strict && !reading.is_discussion;
  const std::vector<NodeId> teasers = may_have_teasers ? find_teasers(dom, stats) : std::vector<NodeId>{};
  const html::NodeSet in_teasers = all_inside(dom, teasers);
  NodeId container =
      choose_container(dom, page.roles, teasers.empty() ? stats : stats_without(dom, blocks, in_teasers));
  const bool is_overview = !reading.hints.is_dated && !reading.is_discussion;
  if (is_overview) container = widened(dom, container, stats);

  const auto is_before = [&](const html::TextBlock& block) { return block.node < container; };
  if (restore_parts_of_text(
          {dom, names, blocks, in_teasers, container, reading.hidden, reading.is_discussion, is_overview}, page)) {
    blocks = blocks_of(dom, page, reading.hidden);
  }
  if (reading.hints.is_explained) add_outside(dom, container, blocks, page.removals);
  Blocks before(blocks.begin(), std::ranges::find_if_not(blocks, is_before));
  std::erase_if(before, [&](const html::TextBlock& block) { return in_teasers.contains(block.node); });
  std::erase_if(blocks, [&](const html::TextBlock& block) { return !dom.contains(container, block.node); });
  const ArticleFacts facts{reading.hints.title, reading.is_discussion, reading.hints.is_dated,
                           url::site(reading.hints.url), &in_teasers};
  std::vector<TextSpan> spans = spans_of(blocks);
  BlockRemovals cleaned = remove_blocks(dom, std::move(blocks), facts);

  Blocks text = find_standfirst(dom, before);
  std::ranges::move(cleaned.kept, std::back_inserter(text));
  std::ranges::move(cleaned.removals, std::back_inserter(page.removals));
  std::string joined = html::join(text);
  return {std::move(joined), std::move(text), std::move(spans), container, std::move(page), reading.hidden};
}

/// The text as the site's other pages show it; nullopt if they do not.
std::optional<Found> read_as_site(const Dom& dom, const ContentHints& hints) {
  if (hints.site == nullptr || hints.outline == nullptr || is_discussion(dom, hints.url)) return std::nullopt;
  auto reading = read_by_site(dom, *hints.outline, *hints.site, hints.title, hints.url);
  if (!reading || reading->kept.empty()) return std::nullopt;
  ElementRemovals page{html::NodeSet(dom), {}, {}, {}, {}, {}};
  for (const NodeId node : reading->removed) page.removed.insert(node);
  page.removals = std::move(reading->removals);
  for (const html::TextBlock& block : hints.is_explained ? hints.outline->blocks : Blocks{}) {
    const auto kept = std::ranges::lower_bound(reading->kept, block.first, {}, &html::TextBlock::first);
    const bool is_standfirst = kept != reading->kept.end() && kept->first == block.first;
    if (!dom.contains(reading->root, block.node) && !is_standfirst) {
      page.removals.push_back({block.node, &kOutsideRoot, block.text, reading->witness});
    }
  }
  std::string joined = html::join(reading->kept);
  return Found{std::move(joined),
               std::move(reading->kept),
               spans_of(reading->all),
               reading->root,
               std::move(page),
               html::Hidden::Shown,
               true};
}

/// The elements with the name of a caption. Those that are not part of the text still follow their figure.
html::NodeSet show_captions(const Dom& dom, Found& found) {
  html::NodeSet captions(dom);
  for (const NodeId node : found.page.captions) captions.insert(node);
  for (const Removal& removal : found.page.removals) {
    const bool is_element = removal.node != html::kNoNode && found.page.removed.contains(removal.node);
    if (!is_element || removal.reason->basis != Basis::Caption || !dom.contains(found.container, removal.node))
      continue;
    found.page.removed.erase(removal.node);
    captions.insert(removal.node);
    found.spans.push_back({removal.node, dom[removal.node].end - 1, true});
  }
  std::ranges::sort(found.spans, {}, &TextSpan::first);
  return captions;
}

/// The page's description, as readers see it between the headline and the first node of the text. It may be part of
/// what was left out, such as a header: what a page says of itself in both places is its author's standfirst. On a page
/// alone it must be a sentence.
std::string shown_description(const Dom& dom, const ContentHints& hints, const Found& found, std::string_view text) {
  constexpr std::size_t kShortest = 20; // bytes
  std::string_view description = hints.description;
  bool is_cut = false;
  for (const std::string_view mark : {"...", "…"}) {
    if (!description.ends_with(mark)) continue;
    description.remove_suffix(mark.size());
    is_cut = true;
  }
  if (description.size() < kShortest || found.blocks.empty()) return {};
  const std::string wanted = html::letters_of(description), title = html::letters_of(hints.title);
  html::NodeSet not_before(dom);
  for (NodeId node = found.blocks.front().first; node < dom.size(); node = dom[node].end) not_before.insert(node);
  bool is_below_title = false;
  for (const html::TextBlock& block : html::text_blocks(dom, dom.body(), not_before)) {
    const std::string letters = html::letters_of(block.text);
    const bool is_description = letters == wanted || (is_cut && letters.starts_with(wanted));
    if (is_below_title && is_description && may_be_standfirst(block, kShortest)) {
      const bool is_meant = found.is_by_site || ends_sentence(block.text);
      return is_meant && !html::letters_of(text).contains(wanted) ? block.text : std::string();
    }
    const bool is_title = block.kind == html::BlockKind::Heading && letters == title;
    is_below_title = is_below_title || is_title || dom[block.node].tag == html::Tag::H1;
  }
  return {};
}

/// The text as far as the page itself shows it. If that is too little, the page is read again, less strictly.
Found read_alone(const Dom& dom, NameLookup& names, const ContentHints& hints) {
  Reading reading{hints, Strictness::Strict, is_discussion(dom, hints.url)};
  Found best = read_once(dom, names, reading);
  const auto read_again_below = [&](std::size_t bytes) {
    if (best.text.size() >= bytes) return;
    Found again = read_once(dom, names, reading);
    if (again.text.size() > 2 * best.text.size()) best = std::move(again);
  };
  reading.strictness = Strictness::Lenient;
  read_again_below(kShort);
  reading.is_discussion = true;
  read_again_below(kNearlyNothing);
  reading.hidden = html::Hidden::ShownWithNoscript;
  read_again_below(kNearlyNothing);
  return best;
}

} // namespace

bool is_feed_text_better(std::string_view page_text, std::string_view feed_text) {
  const std::size_t feed = text::measure(feed_text).words;
  if (feed == 0) return false;
  const std::size_t page = text::measure(page_text).words;
  if (page == 0) return true;
  const bool is_longer = feed < kExcerptWords ? page * 3 < feed : page * 2 < feed;
  return is_longer && is_part_of(page_text, feed_text);
}

std::vector<html::TextBlock> find_standfirst(const Dom& dom, const std::vector<html::TextBlock>& before) {
  std::vector<html::TextBlock> found;
  const auto title =
      std::ranges::find_if(before, [&](const auto& block) { return dom[block.node].tag == html::Tag::H1; });
  if (title == before.end()) return found;
  for (auto block = title + 1; block != before.end() && found.size() < 2; ++block) {
    if (may_be_standfirst(*block) && is_named_standfirst(dom, block->node)) {
      found.push_back(*block);
      found.back().kind = html::BlockKind::Paragraph;
    }
  }
  return found;
}

MainContent read_main_content(const Dom& dom, NameLookup& names, const ContentHints& hints) {
  if (dom.body() == html::kNoNode) return {};
  auto by_site = read_as_site(dom, hints);
  Found best = by_site ? std::move(*by_site) : read_alone(dom, names, hints);
  if (hints.article_body.size() >= kShort && hints.article_body.size() > 2 * best.text.size()) {
    // A script draws the text from the data in the page.
    return {content::of_text(hints.article_body), std::string(hints.article_body),
            captions_among(dom, best.container, best.page.removals), false, std::move(best.page.removals)};
  }
  const html::NodeSet captions = show_captions(dom, best);
  const KeptText kept(best.container, best.spans, best.blocks);
  content::Content content = page_structure({dom, kept, best.page.removed, captions, best.hidden, hints.base_url});
  std::string text = content::pack(content).text;
  if (const std::string description = shown_description(dom, hints, best, text); !description.empty()) {
    std::erase_if(best.page.removals, [&](const Removal& removal) { return removal.text == description; });
    content::Content standfirst = content::of_text(description);
    content.insert(content.begin(), std::make_move_iterator(standfirst.begin()),
                   std::make_move_iterator(standfirst.end()));
    text = content::pack(content).text;
  }
  return {std::move(content), std::move(text), captions_among(dom, best.container, best.page.removals), best.is_by_site,
          std::move(best.page.removals)};
}

} // namespace trawl::extract
