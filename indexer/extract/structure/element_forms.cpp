// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/element_forms.h"

#include "indexer/extract/structure/name_words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace trawl::extract {
namespace {

using content::TaskState;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

/// The number of <td> and <th> in the row.
std::size_t cells_in(const Dom& dom, NodeId row) {
  std::size_t cells = 0;
  for (NodeId cell = dom[row].first_child; cell != kNoNode; cell = dom[cell].next_sibling) {
    cells += dom[cell].tag == Tag::Td || dom[cell].tag == Tag::Th ? 1 : 0;
  }
  return cells;
}

} // namespace

TaskState task_state(const Dom& dom, NodeId item) {
  constexpr NodeId kNear = 8; // nodes between the item and its box
  for (NodeId at = item; at < std::min<NodeId>(dom[item].end, item + kNear); ++at) {
    if (dom[at].tag == Tag::Text && !ascii::trim(dom[at].text).empty()) break;
    if (dom[at].tag == Tag::Input && ascii::equals_ignoring_case(dom.attribute(at, "type"), "checkbox")) {
      return dom.has_attribute(at, "checked") ? TaskState::Done : TaskState::Open;
    }
    if (dom.attribute(at, "role") == "checkbox") {
      return dom.attribute(at, "aria-checked") == "true" ? TaskState::Done : TaskState::Open;
    }
    const std::string_view names = dom.attribute(at, "class");
    static constexpr std::string_view kBox[] = {"checkbox"}, kOn[] = {"on", "checked", "done"};
    if (at != item && has_name_word(names, kBox)) return has_name_word(names, kOn) ? TaskState::Done : TaskState::Open;
  }
  return TaskState::NoTask;
}

bool is_layout_table(const Dom& dom, NodeId table) {
  const std::string_view role = dom.attribute(table, "role");
  if (role == "presentation" || role == "none") return true;
  std::size_t rows = 0, widest = 0;
  bool has_names = false;
  for (NodeId at = table + 1; at < dom[table].end; ++at) {
    const Tag tag = dom[at].tag;
    if (tag == Tag::Table || html::heading_level(tag) > 0) return true;
    if (tag == Tag::Pre && html::raw_text(dom, at).find('\n') != std::string::npos) return true;
    has_names = has_names || tag == Tag::Th || tag == Tag::Caption;
    if (tag == Tag::Tr) ++rows, widest = std::max(widest, cells_in(dom, at));
  }
  return !has_names && (widest < 2 || rows < 2);
}

bool is_head_row(const Dom& dom, NodeId row) {
  if (dom[dom[row].parent].tag == Tag::Thead) return true;
  bool has_name = false;
  for (NodeId cell = dom[row].first_child; cell != kNoNode; cell = dom[cell].next_sibling) {
    if (dom[cell].tag == Tag::Td) return false;
    has_name = has_name || dom[cell].tag == Tag::Th;
  }
  return has_name;
}

std::uint32_t number_of(const Dom& dom, NodeId node, std::string_view name, std::uint32_t least, std::uint32_t most) {
  const std::string_view value = ascii::trim(dom.attribute(node, name));
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() ? std::clamp(number, least, most) : least;
}

bool is_monospaced(const Dom& dom, NodeId node) {
  if (dom[node].tag != Tag::Span && dom[node].tag != Tag::Font) return false;
  const std::string style = ascii::to_lower(dom.attribute(node, dom[node].tag == Tag::Font ? "face" : "style"));
  const std::size_t family = dom[node].tag == Tag::Font ? 0 : style.find("font-family:");
  return family != std::string::npos && style.substr(family, style.find(';', family) - family).contains("monospace");
}

bool is_verse(const Dom& dom, NodeId pre) {
  static constexpr std::string_view kWords[] = {"verse", "poem", "poetry"};
  return has_name_word(dom.attribute(pre, "class"), kWords);
}

} // namespace trawl::extract
