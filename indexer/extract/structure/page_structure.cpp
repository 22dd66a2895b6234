// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/page_structure.h"

#include "indexer/extract/structure/structure_walk.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace trawl::extract {

namespace {

using content::Kind;
using content::Node;
using html::Dom;
using html::NodeId;

/// The first span that ends at `node` or later.
auto first_reaching(const std::vector<TextSpan>& spans, html::NodeId node) {
  return std::ranges::lower_bound(spans, node, {}, &TextSpan::last);
}

bool is_formula_alone(const Node& node) {
  return node.kind == Kind::Paragraph && node.children.size() == 1 && node.children.front().kind == Kind::Formula;
}

/// Whether the list only displays sections, each with its heading. An author numbers steps; a template numbers
/// sections, and gives its items a class.
bool is_list_of_sections(const Node& node) {
  if (node.kind != Kind::List || (node.flag && node.attribute != kStyledItems)) return false;
  return std::ranges::all_of(node.children, [](const Node& item) {
    return item.children.size() > 1 && item.children.front().kind == Kind::Heading;
  });
}

void unwrap_sections(std::vector<Node>& nodes) {
  if (std::ranges::none_of(nodes, is_list_of_sections)) return;
  std::vector<Node> unwrapped;
  for (Node& node : nodes) {
    if (!is_list_of_sections(node)) {
      unwrapped.push_back(std::move(node));
      continue;
    }
    for (Node& item : node.children) std::ranges::move(item.children, std::back_inserter(unwrapped));
  }
  nodes = std::move(unwrapped);
}

/// Combines a picture and the caption below it into a figure.
void join_captions(std::vector<Node>& nodes) {
  std::size_t kept = 0;
  for (Node& node : nodes) {
    if (kept > 0 && node.kind == Kind::Caption && nodes[kept - 1].kind == Kind::Picture) {
      Node figure{.kind = Kind::Figure};
      figure.children.push_back(std::move(nodes[kept - 1]));
      figure.children.push_back(std::move(node));
      nodes[kept - 1] = std::move(figure);
    } else if (&nodes[kept++] != &node) {
      nodes[kept - 1] = std::move(node);
    }
  }
  nodes.resize(kept);
}

/// Whether the list only wraps another one: "<ul><ol>…</ol></ul>".
bool wraps_list(const Node& node) {
  if (node.kind != Kind::List || node.children.size() != 1) return false;
  const Node& item = node.children.front();
  return item.children.size() == 1 && item.children.front().kind == Kind::List && item.number == 0;
}

/// Normalises the different forms in which pages write the same content.
void settle(std::vector<Node>& nodes) {
  unwrap_sections(nodes);
  for (Node& node : nodes) {
    if (node.kind == Kind::List) node.attribute.clear();
    settle(node.children);
    if (wraps_list(node)) {
      Node inner = std::move(node.children.front().children.front());
      node = std::move(inner);
    } else if (is_formula_alone(node)) {
      Node formula = std::move(node.children.front());
      formula.flag = true;
      node = std::move(formula);
    } else if (node.kind == Kind::Figure && node.children.size() == 1 && node.children.front().kind != Kind::Caption) {
      Node only = std::move(node.children.front());
      node = std::move(only);
    }
    if (node.kind != Kind::Figure) join_captions(node.children);
  }
}

} // namespace

std::vector<TextSpan> spans_of(const std::vector<html::TextBlock>& blocks) {
  std::vector<TextSpan> spans;
  spans.reserve(blocks.size());
  for (const html::TextBlock& block : blocks) {
    spans.push_back({block.first, block.last, block.kind == html::BlockKind::Caption});
  }
  return spans;
}

KeptText::KeptText(html::NodeId container, const std::vector<TextSpan>& all, const std::vector<html::TextBlock>& kept)
    : container_(container), kept_(spans_of(kept)) {
  auto next = kept_.begin();
  for (const TextSpan& span : all) {
    while (next != kept_.end() && next->first < span.first) ++next;
    if (next != kept_.end() && next->first == span.first) continue;
    (span.is_caption ? captions_ : removed_).push_back(span);
  }
}

bool KeptText::is_most(const html::Dom& dom, html::NodeId node) const {
  const auto inside = first_reaching(kept_, dom[node].end) - first_reaching(kept_, node);
  return static_cast<std::size_t>(inside) * 2 > kept_.size();
}

bool KeptText::meets(const std::vector<TextSpan>& spans, html::NodeId begin, html::NodeId end) {
  const auto span = first_reaching(spans, begin);
  return span != spans.end() && span->first < end;
}

content::Content page_structure(const StructureInput& input) {
  content::Content content = StructureWalk(input).run();
  settle(content);
  join_captions(content);
  return content;
}

content::Content element_structure(const Dom& dom, NodeId node, std::string_view base_url) {
  const std::vector<html::TextBlock> blocks = html::text_blocks(dom, node);
  const KeptText kept(node, spans_of(blocks), blocks);
  return page_structure({dom, kept, {}, {}, html::Hidden::LeftOut, base_url});
}

content::Content fragment_structure(std::string_view html, std::string_view base_url) {
  const auto dom = Dom::parse(std::string(html));
  if (!dom || dom->body() == html::kNoNode) return {};
  return element_structure(*dom, dom->body(), base_url);
}

} // namespace trawl::extract
