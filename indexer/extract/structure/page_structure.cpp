// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/page_structure.h"

#include "indexer/extract/structure/structure_walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trawl::extract {
namespace {

using content::Kind;
using content::Node;
using html::Dom;
using html::NodeId;

void find_labels(const std::vector<Node>& nodes, std::set<std::string>& labels) {
  for (const Node& node : nodes) {
    if (node.kind == Kind::Footnote) labels.insert(node.attribute);
    find_labels(node.children, labels);
  }
}

/// "1. The note" and "[1] The note": the number is the note's label.
void trim_label(Node& footnote) {
  if (footnote.children.empty() || footnote.children.front().kind != Kind::Paragraph) return;
  std::vector<Node>& line = footnote.children.front().children;
  if (line.empty() || line.front().kind != Kind::Text) return;
  std::string_view text = line.front().text;
  const bool is_bracketed = text.starts_with('[');
  if (is_bracketed) text.remove_prefix(1);
  const bool has_label = text.starts_with(footnote.attribute);
  if (has_label) text.remove_prefix(footnote.attribute.size());
  if (is_bracketed != text.starts_with(']') && is_bracketed) return;
  const bool has_end = text.starts_with(']') || text.starts_with('.') || text.starts_with(':') || text.starts_with(')');
  if (!has_label && !has_end && !is_bracketed) return;
  if (has_label && !has_end && !text.starts_with(' ')) return;
  if (has_end) text.remove_prefix(1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  line.front().text = std::string(text);
  if (line.front().text.empty()) line.erase(line.begin());
}

bool is_formula_alone(const Node& node) {
  return node.kind == Kind::Paragraph && node.children.size() == 1 && node.children.front().kind == Kind::Formula;
}

/// A list of sections, each with its heading: a way to display them.
bool is_list_of_sections(const Node& node) {
  return node.kind == Kind::List && std::ranges::all_of(node.children, [](const Node& item) {
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

/// Brings to one form what pages write in several.
void settle(std::vector<Node>& nodes, const std::set<std::string>& labels) {
  unwrap_sections(nodes);
  for (Node& node : nodes) {
    settle(node.children, labels);
    if (node.kind == Kind::FootnoteMark && !labels.contains(node.attribute)) {
      node = {.kind = Kind::Text, .text = std::move(node.text)}; // its note is not part of the article
    } else if (is_formula_alone(node)) {
      Node formula = std::move(node.children.front());
      formula.flag = true;
      node = std::move(formula);
    } else if (node.kind == Kind::Figure && node.children.size() == 1 && node.children.front().kind != Kind::Caption) {
      Node only = std::move(node.children.front());
      node = std::move(only);
    } else if (node.kind == Kind::Footnote) {
      trim_label(node);
    }
  }
}

} // namespace

content::Content page_structure(const StructureInput& input) {
  content::Content content = StructureWalk(input).run();
  std::set<std::string> labels;
  find_labels(content, labels);
  settle(content, labels);
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
