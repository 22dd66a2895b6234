// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/site/page_outline.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "indexer/extract/page/block_features.h"
#include "indexer/extract/page/page_decoder.h"
#include "indexer/extract/page/roles.h"
#include "indexer/extract/page/teasers.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;
using html::TextBlock;

constexpr std::uint64_t kSeed = 14695981039346656037ULL; // FNV-1a, 64 bits (RFC draft-eastlake-fnv)
constexpr std::size_t kShortestProse = 40;               ///< letters
constexpr std::size_t kShortestDated = 80;               ///< letters, unless a sentence ends the line: else a by-line
constexpr double kMostLinks = 0.5;                       ///< link density
constexpr std::size_t kOwnWords = 20;                    ///< bytes outside links that make a statement
constexpr std::size_t kArticleLetters = 1'000;           ///< of sentences: an article without its comments
constexpr std::size_t kMaxTitleBytes = 1'000;

std::uint64_t add(std::uint64_t hash, char c) { return (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL; }

std::uint64_t add(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = add(hash, c);
  return hash;
}

/// Adds the class words that have no digit. Those with digits are numbers of posts and hashes of style sheets; a list
/// of the post's categories differs from post to post, too.
std::uint64_t add_classes(std::uint64_t hash, std::string_view classes) {
  if (lists_categories(classes)) return add(hash, ".hentry");
  html::any_word(classes, [&](std::string_view word) {
    const bool is_of_post = word.starts_with("tag-") || word.starts_with("category-");
    if (!is_of_post && std::ranges::none_of(word, ascii::is_digit)) hash = add(add(hash, '.'), word);
    return false;
  });
  return hash;
}

/// The paths of the body's elements, by node.
std::vector<PathHash> read_paths(const Dom& dom) {
  std::vector<PathHash> paths(dom.size(), kSeed);
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!dom.is_element(node)) continue;
    const PathHash path = add(add(paths[dom[node].parent], '>'), dom[node].text);
    paths[node] = dom[node].attribute_count == 0 ? path : add_classes(path, dom.attribute(node, "class"));
  }
  return paths;
}

/// By node, whether readers cannot see it.
std::vector<bool> read_hidden(const Dom& dom) {
  std::vector<bool> hidden(dom.size());
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    hidden[node] = hidden[dom[node].parent] || (dom.is_element(node) && html::is_hidden(dom, node));
  }
  return hidden;
}

bool may_be_root(const Dom& dom, NodeId node) {
  switch (dom[node].tag) {
  case Tag::Section:
    return dom.closest(node, Tag::Article) == html::kNoNode && dom.closest(node, Tag::Main) == html::kNoNode;
  case Tag::Article:
  case Tag::Center:
  case Tag::Div:
  case Tag::Main:
  case Tag::Td:
  case Tag::Unknown:
    return true;
  default:
    return false;
  }
}

/// The letters of a text; characters of three bytes, as of Chinese, count twice.
std::size_t count_letters(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    letters += ascii::is_alnum(c) || (byte >= 0xC2 && byte < 0xE0) ? 1 : 0;
    letters += byte >= 0xE0 ? 2 : 0;
  }
  return letters;
}

bool has_year(std::string_view text) {
  for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
    const std::string_view year = text.substr(at, 4);
    if ((year.starts_with("19") || year.starts_with("20")) && ascii::is_digit(year[2]) && ascii::is_digit(year[3]) &&
        (at == 0 || !ascii::is_digit(text[at - 1])) && (at + 4 == text.size() || !ascii::is_digit(text[at + 4])))
      return true;
  }
  return false;
}

PageProfile::Line line_of(const Dom& dom, const TextBlock& block, PathHash path, bool is_hidden) {
  PageProfile::Line line;
  line.words = words_hash(block.text);
  line.path = path;
  const std::size_t letters = count_letters(block.text);
  line.letters = static_cast<std::uint16_t>(std::min<std::size_t>(letters, 0xFFFF));
  line.is_heading = block.kind == BlockKind::Heading;
  line.is_item = block.kind == BlockKind::ListItem;
  const bool is_mostly_link = link_density(block) >= kMostLinks;
  const std::size_t own_words = block.text.size() - block.link_bytes;
  line.is_statement = own_words >= kOwnWords && (is_mostly_link || ends_sentence(block.text));
  line.is_link = is_mostly_link && !line.is_statement;
  line.is_plain = block.kind == BlockKind::Paragraph || block.kind == BlockKind::ListItem ||
                  (block.kind == BlockKind::Row && line.is_link);
  line.has_year = has_year(block.text);
  const bool ends = ends_sentence(block.text) && !block.text.ends_with(':'); // a label of what follows ends in a colon
  const bool may_be_byline = line.has_year && letters < kShortestDated && !ends;
  const bool may_be_prose =
      line.is_plain || (line.is_heading && dom[block.node].tag != Tag::H1); // a title is often outside the root
  line.is_sentence_like = may_be_prose && letters >= kShortestProse && !may_be_byline && !is_mostly_link && !is_hidden;
  return line;
}

void add_boxes(const Dom& dom, const std::vector<PathHash>& paths, PageOutline& outline) {
  PageProfile& profile = outline.profile;
  std::unordered_map<PathHash, std::size_t> first; // box with this path
  std::uint32_t line = 0;
  for (NodeId node = dom.body(); node < dom[dom.body()].end; ++node) {
    while (line < outline.blocks.size() && outline.blocks[line].first < node) ++line;
    if (!dom.is_element(node) || !may_be_root(dom, node)) continue;
    const auto end = std::ranges::lower_bound(outline.blocks.begin() + line, outline.blocks.end(), dom[node].end, {},
                                              &TextBlock::first);
    const auto last = static_cast<std::uint32_t>(end - outline.blocks.begin());
    const auto [known, is_first] = first.try_emplace(paths[node], profile.boxes.size());
    if (!is_first) {
      profile.boxes[known->second].is_only = false;
      continue;
    }
    profile.boxes.push_back({paths[node], line, last, true});
    outline.boxes.push_back(node);
  }
}

/// Marks the lines beside the text: in an element that says so (an aside, or one named as comments, share bar, related
/// articles, banner), unless it has most of the page's sentences or its title, and in lists of teasers.
void mark_beside(const Dom& dom, PageOutline& outline) {
  std::vector<PageProfile::Line>& lines = outline.profile.lines;
  std::vector<std::size_t> letters{0}; // of sentences before each line
  for (const PageProfile::Line& line : lines) {
    letters.push_back(letters.back() + (line.is_sentence_like ? line.letters : 0));
  }
  const auto line_at = [&](NodeId node) {
    const auto found = std::ranges::lower_bound(outline.blocks, node, {}, &TextBlock::first);
    return static_cast<std::size_t>(found - outline.blocks.begin());
  };
  const auto mark = [&](NodeId node) {
    for (std::size_t i = line_at(node); i < line_at(dom[node].end); ++i) {
      lines[i].is_beside = true;
      lines[i].is_sentence_like = false;
    }
  };
  NameLookup names;
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    const Tag tag = dom[node].tag;
    const bool is_box = dom.is_element(node) && html::is_block(tag) && html::heading_level(tag) == 0 && tag != Tag::P;
    if (!is_box) continue;
    const std::uint8_t roles = roles_of(dom, names, node);
    if ((roles & (kBoilerplate | kComments)) == 0 || (roles & kNotice) != 0 || is_in_footnotes(dom, node) ||
        dom.closest(node, Tag::Blockquote) != html::kNoNode || dom.first(Tag::H1, node) != html::kNoNode)
      continue;
    const std::size_t inside = letters[line_at(dom[node].end)] - letters[line_at(node)];
    const bool is_beside_article = (roles & kComments) != 0 && letters.back() - inside >= kArticleLetters;
    if (inside * 2 > letters.back() && !is_beside_article) continue;
    mark(node);
    node = dom[node].end - 1;
  }
  for (const NodeId teaser : find_teasers(dom, element_stats(dom, outline.blocks))) mark(teaser);
}

void add_headings(const Dom& dom, const std::vector<PathHash>& paths, PageOutline& outline) {
  std::vector<std::uint32_t> sentences{0}; // before each line
  for (const PageProfile::Line& line : outline.profile.lines) {
    sentences.push_back(sentences.back() + (line.is_sentence_like && !line.is_heading ? 1 : 0));
  }
  const auto line_at = [&](NodeId node) {
    const auto found = std::ranges::lower_bound(outline.blocks, node, {}, &TextBlock::first);
    return static_cast<std::uint32_t>(found - outline.blocks.begin());
  };
  for (const NodeId node : dom.all(Tag::H1, dom.body())) {
    PageProfile::Heading heading{paths[node], words_hash(html::line_text(dom, node)), paths[node], line_at(node),
                                 line_at(dom[node].end)};
    for (NodeId box = dom[node].parent; box != dom.body(); box = dom[box].parent) {
      const std::uint32_t begin = line_at(box), end = line_at(dom[box].end);
      if (sentences[end] != sentences[begin] && dom[box].tag != Tag::Header) break; // which may hold a standfirst
      heading.box = paths[box], heading.begin = begin, heading.end = end;
    }
    outline.profile.headings.push_back(heading);
    outline.headings.push_back(node);
  }
}

} // namespace

std::uint64_t words_hash(std::string_view text) {
  std::uint64_t hash = kSeed;
  for (const char c : text) {
    if (ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80) hash = add(hash, ascii::to_lower(c));
  }
  return hash;
}

PageOutline outline_page(const Dom& dom) {
  PageOutline outline;
  if (dom.body() == html::kNoNode) return outline;
  PageProfile& profile = outline.profile;
  const std::vector<PathHash> paths = read_paths(dom);
  const std::vector<bool> hidden = read_hidden(dom);
  outline.blocks = html::text_blocks(dom, dom.body(), {}, html::Hidden::Shown);
  for (const TextBlock& block : outline.blocks) {
    profile.lines.push_back(line_of(dom, block, paths[block.node], hidden[block.first]));
  }
  mark_beside(dom, outline);
  add_boxes(dom, paths, outline);
  add_headings(dom, paths, outline);
  if (const NodeId title = dom.first(Tag::Title, dom.head()); title != html::kNoNode) {
    profile.title = html::squeeze(utf8::truncate_bytes(html::raw_text(dom, title), kMaxTitleBytes));
  }
  return outline;
}

Result<PageProfile> profile_page(std::string_view bytes, const std::string& content_type) {
  TRAWL_TRY(const Dom dom, Dom::parse(decode_page(bytes, content_type)));
  return outline_page(dom).profile;
}

} // namespace trawl::extract
