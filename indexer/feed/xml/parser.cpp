// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/tree.h"

#include <algorithm>

#include "indexer/feed/xml/doctype.h"
#include "indexer/feed/xml/namespaces.h"
#include "indexer/feed/xml/text.h"
#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

using ascii::is_space;
using ascii::to_lower;

bool is_name_start(char c) {
  return ascii::is_alpha(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

class Parser {
 public:
  Parser(std::string_view text, const XmlRules& rules, std::size_t max_nodes)
      : text_(text), rules_(rules), max_nodes_(max_nodes), scope_(rules) {}

  XmlTree read() {
    while (at_ < text_.size() && tree_.nodes.size() < max_nodes_) step();
    tree_.is_cut = at_ < text_.size();
    if (!open_.empty() || tree_.is_cut || !decoder_.is_clean()) not_well_formed();
    return std::move(tree_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  void not_well_formed() { tree_.well_formed = false; }

  void step() {
    const std::string_view here = rest();
    if (here.front() != '<') return read_text();
    if (here.starts_with("<!--")) return skip_to("-->", 4);
    if (here.starts_with("<![CDATA[")) return read_cdata();
    if (here.starts_with("<!")) return read_doctype();
    if (here.starts_with("<?")) {
      // "<?xml" is a declaration only at the very beginning (XML 1.0 §2.8).
      if (here.starts_with("<?xml ") && at_ != 0) not_well_formed();
      return skip_to("?>", 2);
    }
    if (here.size() > 1 && here[1] == '/') return read_end_tag();
    if (here.size() > 1 && is_name_start(here[1])) return read_start_tag();
    not_well_formed();
    add_text("<");
    ++at_;
  }

  void skip_to(std::string_view mark, std::size_t from) {
    const auto end = text_.find(mark, at_ + from);
    if (end == std::string_view::npos) not_well_formed();
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size();
  }

  void read_cdata() {
    const auto end = text_.find("]]>", at_);
    if (end == std::string_view::npos) not_well_formed();
    const auto stop = std::min(end, text_.size());
    add_text(decoder_.without_controls(text_.substr(at_ + 9, stop - std::min(stop, at_ + 9))));
    at_ = end == std::string_view::npos ? text_.size() : end + 3;
  }

  void read_doctype() {
    const Doctype doctype = read_xml_doctype(rest());
    decoder_.declare(doctype.entities);
    at_ += doctype.length;
  }

  void read_text() {
    const auto end = std::min(text_.find('<', at_), text_.size());
    add_text(decoder_.decode(text_.substr(at_, end - at_)));
    at_ = end;
  }

  void add_text(std::string text) {
    if (text.empty()) return;
    if (open_.empty()) {
      // Outside the root element only white space is allowed (XML 1.0 §2.1).
      if (!std::all_of(text.begin(), text.end(), is_space)) not_well_formed();
      return;
    }
    const NodeId last = tree_[open_.back()].last_child;
    if (last != kNoNode && !tree_[last].is_element) {
      tree_.nodes[last].text += text;
      return;
    }
    XmlNode node;
    node.text = std::move(text);
    append(std::move(node));
  }

  NodeId append(XmlNode node) {
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    node.parent = open_.empty() ? kNoNode : open_.back();
    NodeId& last = node.parent == kNoNode ? last_root_ : tree_.nodes[node.parent].last_child;
    if (last != kNoNode)
      tree_.nodes[last].next_sibling = id;
    else if (node.parent == kNoNode)
      tree_.first_root = id;
    else
      tree_.nodes[node.parent].first_child = id;
    last = id;
    tree_.nodes.push_back(std::move(node));
    return id;
  }

  std::string_view take_name(std::string_view stops) {
    const auto begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && !stops.contains(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  void read_start_tag() {
    ++at_;
    XmlNode node;
    node.is_element = true;
    node.name = take_name("/><");
    const bool empty = read_attributes(node);
    node.local = to_lower(local_of(node.name));
    if (rules_.is_repeated(node.local))
      close_repeated(node.local);
    else
      close_implied(node.local);
    if (open_.size() >= kMaxXmlDepth) {
      not_well_formed();
      if (!empty) ++too_deep_;
      return;
    }
    if (!scope_.enter(node, open_.size())) not_well_formed();
    if (open_.empty() && tree_.first_root != kNoNode) not_well_formed();
    const NodeId id = append(std::move(node));
    open_.push_back(id);
    if (empty) close();
  }

  /// Reads to the end of the tag; true if it is "/>".
  bool read_attributes(XmlNode& node) {
    for (;;) {
      skip_spaces();
      if (at_ >= text_.size() || text_[at_] == '<') return not_well_formed(), false;
      if (text_[at_] == '>') return ++at_, false;
      if (rest().starts_with("/>")) return at_ += 2, true;
      if (text_[at_] == '/') {
        ++at_;
        continue;
      }
      read_attribute(node);
    }
  }

  void read_attribute(XmlNode& node) {
    XmlAttribute attribute;
    attribute.name = take_name("=></");
    if (attribute.name.empty()) {
      not_well_formed();
      ++at_;
      return;
    }
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '=') {
      ++at_;
      skip_spaces();
      attribute.value = read_value();
    } else {
      not_well_formed();
    }
    const auto same = [&](const XmlAttribute& other) { return other.name == attribute.name; };
    if (std::any_of(node.attributes.begin(), node.attributes.end(), same)) return not_well_formed();
    if (node.attributes.size() < kMaxXmlAttributes) node.attributes.push_back(std::move(attribute));
  }

  std::string read_value() {
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const auto end = text_.find(text_[at_], at_ + 1);
      if (end != std::string_view::npos) {
        const auto raw = text_.substr(at_ + 1, end - at_ - 1);
        if (raw.find('<') != std::string_view::npos) not_well_formed();
        at_ = end + 1;
        return decoder_.decode(raw);
      }
    }
    not_well_formed();
    const auto begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
    return decoder_.decode(text_.substr(begin, at_ - begin));
  }

  void read_end_tag() {
    at_ += 2;
    const std::string local = to_lower(local_of(take_name("><")));
    const auto end = text_.find_first_of("<>", at_);
    if (end == std::string_view::npos || text_[end] == '<') not_well_formed();
    at_ = end == std::string_view::npos ? text_.size() : end + (text_[end] == '>' ? 1 : 0);
    if (too_deep_ > 0) {
      --too_deep_;
      return;
    }
    close_named(local);
  }

  void close_named(std::string_view local) {
    const auto same = [&](NodeId id) { return tree_[id].local == local; };
    const auto found = std::find_if(open_.rbegin(), open_.rend(), same);
    if (found == open_.rend()) return not_well_formed();
    if (found != open_.rbegin()) not_well_formed();
    close_through(*found);
  }

  /// Closes `element` and what is open inside it.
  void close_through(NodeId element) {
    while (open_.back() != element) close();
    close();
  }

  void close() {
    open_.pop_back();
    scope_.leave(open_.size());
  }

  /// The end tag of an "<item>" is missing if another "<item>" begins inside it.
  void close_repeated(std::string_view local) {
    too_deep_ = 0;
    const auto same = [&](NodeId id) { return tree_[id].local == local; };
    const auto found = std::find_if(open_.begin(), open_.end(), same);
    const auto is_foreign = [&](NodeId id) { return rules_.holds_foreign_content(tree_[id]); };
    if (found == open_.end() || std::any_of(found, open_.end(), is_foreign)) return;
    not_well_formed();
    close_through(*found);
  }

  void close_implied(std::string_view next) {
    if (open_.size() < 2) return;
    const std::string& parent = tree_[open_[open_.size() - 2]].local;
    if (!rules_.implies_end_tag(parent, tree_[open_.back()].local, next)) return;
    not_well_formed();
    close();
  }

  std::string_view text_;
  const XmlRules& rules_;
  std::size_t max_nodes_;
  std::size_t at_ = 0;
  XmlTree tree_;
  NodeId last_root_ = kNoNode;
  std::vector<NodeId> open_;
  NamespaceScope scope_;
  XmlTextDecoder decoder_;
  std::size_t too_deep_ = 0; ///< open elements beyond kMaxXmlDepth
};

} // namespace

XmlTree read_xml(std::string_view text, const XmlRules& rules, std::size_t max_nodes) {
  return Parser(text, rules, max_nodes).read();
}

} // namespace trawl::feed
