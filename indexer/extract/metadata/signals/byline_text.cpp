// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/byline_text.h"

#include <algorithm>
#include <string_view>

#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/element_text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {

using html::NodeId;
using html::Tag;

namespace {

bool has_two_words(std::string_view text) { return ascii::trim(text).contains(' '); }

/// Whether two neighbouring texts are one word, as in "A<b>nn</b>". `one` and `other` are the tags around them.
bool is_one_word(std::string_view before, std::string_view after, Tag one, Tag other) {
  const auto sets_apart = [](Tag tag) { return is_spaced_inline(tag) || html::is_block(tag); };
  const auto is_blank = [](char c) { return ascii::trim(std::string_view(&c, 1)).empty(); };
  return !(sets_apart(one) && sets_apart(other)) && !is_blank(before.back()) && !is_blank(after.front());
}

/// Whether the next element may begin a new line. It may not after a cue ("Story by") or after a single word.
bool may_end_line(std::string_view line) {
  line = ascii::trim(line);
  line.remove_prefix(std::min(byline_cue_length(line), line.size()));
  if (!has_two_words(line) || line.ends_with(':')) return false;
  const std::string_view last_word = line.substr(line.find_last_of(' ') + 1);
  return byline_cue_length(std::string(last_word) + " X") < last_word.size();
}

/// The child of `outer` that contains `inner`.
NodeId child_towards(const html::Dom& dom, NodeId outer, NodeId inner) {
  while (dom[inner].parent != outer && inner > outer) inner = dom[inner].parent;
  return inner;
}

/// Whether both are in similar elements of one list: "<li>Ann Lee</li><li>Bo Ek</li>".
bool are_list_items(const html::Dom& dom, NodeId a, NodeId b) {
  NodeId common = dom[a].parent;
  while (dom[common].end <= b) common = dom[common].parent;
  a = child_towards(dom, common, a);
  b = child_towards(dom, common, b);
  constexpr NodeId kMaxItem = 10; // nodes of a name with its link
  const bool are_small = dom[a].end - a <= kMaxItem && dom[b].end - b <= kMaxItem;
  return are_small && dom.is_element(a) && dom.is_element(b) && dom[a].tag == dom[b].tag &&
         dom.attribute(a, "class") == dom.attribute(b, "class") && has_two_words(short_text(dom, a)) &&
         has_two_words(short_text(dom, b));
}

} // namespace

std::string byline_text(const html::Dom& dom, html::NodeId at) {
  if (dom[at].end - at > kMaxShortSubtree) return {};
  std::string lines, line;
  NodeId last = html::kNoNode; // the previous text node
  for (NodeId inner = at; inner < dom[at].end; ++inner) {
    const Tag tag = dom[inner].tag;
    if (tag == Tag::Script || tag == Tag::Style || tag == Tag::Svg || tag == Tag::Noscript) inner = dom[inner].end - 1;
    const bool is_blank = tag == Tag::Br || (tag == Tag::Text && ascii::trim(dom[inner].text).empty());
    if (is_blank) line += ' ';
    if (is_blank || tag != Tag::Text) continue;
    const bool is_next = last != html::kNoNode && dom[last].parent != dom[inner].parent &&
                         !is_one_word(line, dom[inner].text, dom[dom[last].parent].tag, dom[dom[inner].parent].tag);
    if (is_next && !may_end_line(line)) {
      line += ' ';
    } else if (is_next && are_list_items(dom, last, inner)) {
      line += ", ";
    } else if (is_next) {
      lines += squeeze(line) + '\n';
      line.clear();
    }
    line += dom[inner].text;
    last = inner;
    if (lines.size() + line.size() > 4 * kMaxShortText) return {};
  }
  lines += squeeze(line);
  if (lines.size() > kMaxShortText) lines.clear();
  return lines;
}

} // namespace trawl::extract
