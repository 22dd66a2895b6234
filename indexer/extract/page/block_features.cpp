// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/block_features.h"

#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/json.h"

#include <algorithm>
#include <array>

namespace trawl::extract {

namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::size_t kParagraph = 80; ///< bytes from which a block is running text whatever its end
constexpr std::size_t kSentence = 30;  ///< bytes from which a block that ends like a sentence is running text
constexpr double kFewLinks = 0.3;      ///< link density

constexpr double kMostlyLink = 0.75;       ///< link density
constexpr std::size_t kFewestContents = 2; ///< entries

/// "#part", or the same behind the end of the page's address: "guide.html#part" on ".../guide.html".
bool is_address_inside(std::string_view href, std::string_view url) {
  const std::size_t hash = href.find('#');
  if (hash == 0 || hash == std::string_view::npos) return hash == 0;
  const std::string_view before = href.substr(0, hash);
  return url.ends_with(before) &&
         (url.size() == before.size() || before[0] == '/' || url[url.size() - hash - 1] == '/');
}

bool leads_into_page(const html::Dom& dom, const html::TextBlock& block, std::string_view url) {
  if (link_density(block) <= kMostlyLink) return false;
  for (html::NodeId at = block.node; at < dom[block.node].end; ++at) {
    if (dom[at].tag == html::Tag::A && !is_address_inside(dom.attribute(at, "href"), url)) return false;
  }
  return true;
}

/// The text of a box that holds nothing else; empty if the element is none.
std::string_view text_of_box(const html::Dom& dom, html::NodeId node) {
  using html::Tag;
  const html::NodeId child = dom[node].first_child;
  const Tag tag = dom[node].tag;
  const bool is_box = tag == Tag::Div || tag == Tag::Span || tag == Tag::Figure;
  const bool is_text =
      child != html::kNoNode && dom[child].tag == Tag::Text && dom[child].next_sibling == html::kNoNode;
  return is_box && is_text ? ascii::trim(dom[child].text) : std::string_view{};
}

/// An element without text and without children that could have any, such as an anchor.
bool is_empty(const html::Dom& dom, html::NodeId node) {
  return dom[node].first_child == html::kNoNode && dom[node].tag != html::Tag::Text;
}

} // namespace

std::string_view first_class(const Dom& dom, NodeId node) {
  const std::string_view classes = ascii::trim(dom.attribute(node, "class"));
  return classes.substr(0, classes.find(' '));
}

bool is_outline_section(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag != Tag::Section && (tag != Tag::Div || first_class(dom, node) != "section")) return false;
  NodeId first = dom[node].first_child;
  while (first != html::kNoNode && (!dom.is_element(first) || is_empty(dom, first))) first = dom[first].next_sibling;
  if (first == html::kNoNode || html::heading_level(dom[first].tag) < 2) return false;
  const NodeId link = dom.first(Tag::A, first);
  return link == html::kNoNode || dom.attribute(link, "href").empty() || dom.attribute(link, "href").starts_with('#');
}

bool is_in_footnotes(const Dom& dom, NodeId node) {
  constexpr int kLevels = 5; // between a note's paragraph and the box of all notes
  for (int level = 0; level < kLevels && node != dom.body() && node != html::kNoNode;
       ++level, node = dom[node].parent) {
    const std::string_view first = first_class(dom, node);
    if (dom.attribute(node, "role") == "doc-endnotes" || first == "footnotes" || first == "footnote") return true;
  }
  return false;
}

double link_density(const html::TextBlock& block) {
  return static_cast<double>(block.link_bytes) / static_cast<double>(block.text.size());
}

bool is_running_text(const html::TextBlock& block) {
  if (block.kind == BlockKind::Heading || block.kind == BlockKind::Caption || link_density(block) > 0.5) return false;
  if (block.kind == BlockKind::Code) return true;
  return block.text.size() >= kParagraph || (block.text.size() >= kSentence && ends_sentence(block.text));
}

bool ends_sentence(std::string_view text) {
  static constexpr std::array<std::string_view, 17> kClosers = {"\"", "'",  ")", "]", "”", "’", "»",  "“", "」",
                                                                "』", "）", "›", "*", "‘", "„", "】", "«"};
  static constexpr std::array<std::string_view, 17> kEnds = {".",  "!", "?", "…", ":", ";",  "。", "！", "？",
                                                             "：", "؟", "۔", "।", "։", "．", "｡",  "；"};
  for (bool again = true; again;) {
    again = false;
    for (const auto closer : kClosers) {
      if (text.ends_with(closer)) text.remove_suffix(closer.size()), again = true;
    }
  }
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return text.ends_with(end); });
}

bool has_several_words(std::string_view text) {
  constexpr int kBlanks = 5, kWideLetters = 8;
  int blanks = 0, wide = 0;
  for (const char c : text) {
    blanks += c == ' ' ? 1 : 0;
    const auto byte = static_cast<unsigned char>(c);
    wide += byte >= 0xE3 && byte <= 0xED ? 1 : 0; // begins a letter of U+3000 to U+DFFF: kana, Han, Hangul
  }
  return blanks >= kBlanks || wide >= kWideLetters;
}

bool contains_url(const html::TextBlock& block) {
  return block.text.contains("http://") || block.text.contains("https://");
}

double content_score(const html::TextBlock& block) {
  const double length = static_cast<double>(block.text.size());
  const double links = link_density(block);
  switch (block.kind) {
  case BlockKind::Heading:
    return links > 0.5 ? -length : 0;
  case BlockKind::Caption:
    return 0;
  case BlockKind::Code:
    return 0.5 * length;
  case BlockKind::Row:
    return links > 0.5 ? -length : 0.2 * length;
  case BlockKind::ListItem:
  case BlockKind::Paragraph:
    break;
  }
  if (links > 0.5) return block.kind == BlockKind::ListItem ? -0.25 * length : -length;
  if (length >= 100 || (length >= 40 && ends_sentence(block.text))) return length * (1 - links);
  return block.kind == BlockKind::ListItem ? 0 : -0.2 * length;
}

std::vector<std::pair<std::size_t, std::size_t>> find_contents_lists(const html::Dom& dom,
                                                                     const std::vector<html::TextBlock>& blocks,
                                                                     std::initializer_list<BlockKind> kinds,
                                                                     std::string_view url) {
  std::vector<std::pair<std::size_t, std::size_t>> lists;
  const auto is_entry = [&](const html::TextBlock& block) {
    return std::ranges::find(kinds, block.kind) != kinds.end() && leads_into_page(dom, block, url);
  };
  for (std::size_t begin = 0; begin < blocks.size(); ++begin) {
    std::size_t end = begin;
    while (end < blocks.size() && is_entry(blocks[end])) ++end;
    if (end - begin < kFewestContents) continue;
    lists.emplace_back(begin, end);
    begin = end;
  }
  return lists;
}

RolePurpose role_purpose(std::string_view role) {
  using enum RolePurpose;
  struct Row {
    std::string_view role;
    RolePurpose purpose;
  };
  static constexpr auto kRows = std::to_array<Row>({{"alert", Beside},
                                                    {"complementary", Beside},
                                                    {"navigation", Navigation},
                                                    {"contentinfo", Navigation},
                                                    {"dialog", Dialog},
                                                    {"alertdialog", Dialog},
                                                    {"search", Search},
                                                    {"banner", Chrome},
                                                    {"menu", Chrome},
                                                    {"menubar", Chrome},
                                                    {"toolbar", Chrome},
                                                    {"tooltip", Chrome}});
  const auto* row = std::ranges::find(kRows, role, &Row::role);
  return row == kRows.end() ? None : row->purpose;
}

bool is_data_of_embed(const html::Dom& dom, html::NodeId node) {
  constexpr std::size_t kShortest = 80; // bytes
  using html::Tag;
  const std::string_view text = text_of_box(dom, node);
  if (text.size() < kShortest || (!text.starts_with("{\"") && !text.starts_with("[{"))) return false;
  for (const Tag outer : {Tag::P, Tag::Pre, Tag::Code, Tag::Li, Tag::Td}) {
    if (dom.closest(node, outer) != html::kNoNode) return false;
  }
  return !parse_json(text).is_discarded();
}

bool is_copy_of_code(const html::Dom& dom, html::NodeId node) {
  const std::string_view text = text_of_box(dom, node);
  html::NodeId before = text.empty() ? html::kNoNode : dom[node].previous_sibling;
  while (before != html::kNoNode && dom[before].tag == html::Tag::Text && ascii::trim(dom[before].text).empty()) {
    before = dom[before].previous_sibling;
  }
  return before != html::kNoNode && dom.first(html::Tag::Pre, before) != html::kNoNode &&
         ascii::trim(html::raw_text(dom, before)) == text;
}

bool is_cell_number(const html::Dom& dom, html::NodeId node) {
  constexpr html::NodeId kLargest = 8;    // nodes
  constexpr std::size_t kLongestWord = 6; // bytes
  html::NodeId cell = dom[node].next_sibling;
  while (cell != html::kNoNode && !dom.is_element(cell)) cell = dom[cell].next_sibling;
  const bool is_beside_box = cell != html::kNoNode && dom[cell].tag == html::Tag::Div;
  if (dom[node].tag != html::Tag::Div || dom[node].end - node > kLargest || !is_beside_box) return false;
  const std::string text = html::raw_text(dom, node);
  std::string_view rest = ascii::trim(text);
  const auto skip = [&](std::string_view bytes) {
    rest.remove_prefix(std::min(rest.find_first_not_of(bytes), rest.size()));
  };
  const std::size_t word = static_cast<std::size_t>(std::ranges::find_if_not(rest, ascii::is_alpha) - rest.begin());
  rest.remove_prefix(word);
  skip(" \xC2\xA0"); // a no-break space
  if (word > kLongestWord || !rest.starts_with('[')) return false;
  rest.remove_prefix(1);
  skip("0123456789* \xC2\xA0");
  return rest == "]:" && (word > 0 || dom.first(html::Tag::Pre, cell) != html::kNoNode);
}

} // namespace trawl::extract
