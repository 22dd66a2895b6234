// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/tree.h"

#include <algorithm>

#include "indexer/feed/markup.h"
#include "indexer/feed/xml/doctype.h"
#include "indexer/feed/xml/scope.h"
#include "indexer/feed/xml/text.h"

namespace trawl::feed {
namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view kLines[] = {"title", "link", "guid", "pubdate", "id", "published", "updated"};
constexpr std::string_view kSiblings[] = {"title",   "link",    "guid",    "pubdate",     "id",       "published",
                                          "updated", "summary", "content", "description", "category", "author"};

/// Whether `next` cannot stand inside `open`, an element of one line whose end tag must be missing.
bool ends_line(std::string_view open, std::string_view next) {
  return std::find(std::begin(kLines), std::end(kLines), open) != std::end(kLines) &&
         std::find(std::begin(kSiblings), std::end(kSiblings), next) != std::end(kSiblings);
}

/// Elements that hold the others of their kind side by side: an open one ends where the next begins.
bool is_repeated(std::string_view local) { return local == "item" || local == "entry"; }

class Reader {
 public:
  Reader(std::string_view text, std::size_t max_nodes) : text_(text), max_nodes_(max_nodes) {}

  XmlTree read() {
    while (at_ < text_.size() && tree_.nodes.size() < max_nodes_) step();
    tree_.is_cut = at_ < text_.size();
    if (!open_.empty() || tree_.is_cut || !decoder_.is_clean()) spoiled();
    return std::move(tree_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  void spoiled() { tree_.well_formed = false; }

  void step() {
    const std::string_view here = rest();
    if (here.front() != '<') return read_text();
    if (here.starts_with("<!--")) return skip_to("-->", 4);
    if (here.starts_with("<![CDATA[")) return read_cdata();
    if (here.starts_with("<!")) return read_doctype();
    if (here.starts_with("<?")) {
      // The declaration may stand at the very beginning only.
      if (here.starts_with("<?xml ") && at_ != 0) spoiled();
      return skip_to("?>", 2);
    }
    if (here.size() > 1 && here[1] == '/') return read_end_tag();
    if (here.size() > 1 && is_name_start(here[1])) return read_start_tag();
    spoiled();
    add_text("<");
    ++at_;
  }

  void skip_to(std::string_view mark, std::size_t from) {
    const auto end = text_.find(mark, at_ + from);
    if (end == std::string_view::npos) spoiled();
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size();
  }

  void read_cdata() {
    const auto end = text_.find("]]>", at_);
    if (end == std::string_view::npos) spoiled();
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
      // Around the root only white space may stand.
      if (!std::all_of(text.begin(), text.end(), is_space)) spoiled();
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
    if (is_repeated(node.local))
      end_unclosed(node.local);
    else
      end_unclosed_line(node.local);
    if (open_.size() >= kMaxXmlDepth) {
      spoiled();
      if (!empty) ++too_deep_;
      return;
    }
    if (!scope_.enter(node, open_.size())) spoiled();
    if (open_.empty() && tree_.first_root != kNoNode) spoiled();
    const NodeId id = append(std::move(node));
    open_.push_back(id);
    if (empty) close();
  }

  /// Up to and with ">"; true for "/>".
  bool read_attributes(XmlNode& node) {
    for (;;) {
      skip_spaces();
      if (at_ >= text_.size() || text_[at_] == '<') return spoiled(), false;
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
      spoiled();
      ++at_;
      return;
    }
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '=') {
      ++at_;
      skip_spaces();
      attribute.value = read_value();
    } else {
      spoiled();
    }
    const auto same = [&](const XmlAttribute& other) { return other.name == attribute.name; };
    if (std::any_of(node.attributes.begin(), node.attributes.end(), same)) return spoiled();
    if (node.attributes.size() < kMaxXmlAttributes) node.attributes.push_back(std::move(attribute));
  }

  std::string read_value() {
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const auto end = text_.find(text_[at_], at_ + 1);
      if (end != std::string_view::npos) {
        const auto raw = text_.substr(at_ + 1, end - at_ - 1);
        if (raw.find('<') != std::string_view::npos) spoiled();
        at_ = end + 1;
        return decoder_.decode(raw);
      }
    }
    spoiled();
    const auto begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
    return decoder_.decode(text_.substr(begin, at_ - begin));
  }

  void read_end_tag() {
    at_ += 2;
    const std::string local = to_lower(local_of(take_name("><")));
    const auto end = text_.find_first_of("<>", at_);
    if (end == std::string_view::npos || text_[end] == '<') spoiled();
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
    if (found == open_.rend()) return spoiled();
    if (found != open_.rbegin()) spoiled();
    const NodeId target = *found;
    while (open_.back() != target) close();
    close();
  }

  void close() {
    open_.pop_back();
    scope_.leave(open_.size());
  }

  /// An "<item>" inside an "<item>" follows one whose end tag is missing.
  void end_unclosed(std::string_view local) {
    too_deep_ = 0;
    const auto same = [&](NodeId id) { return tree_[id].local == local; };
    const auto found = std::find_if(open_.begin(), open_.end(), same);
    if (found == open_.end() || in_foreign_markup(*found)) return;
    spoiled();
    const NodeId target = *found;
    while (open_.back() != target) close();
    close();
  }

  /// "<title>Words<link>…": the title ends where the link begins.
  void end_unclosed_line(std::string_view next) {
    if (open_.size() < 2 || !ends_line(tree_[open_.back()].local, next)) return;
    const std::string& above = tree_[open_[open_.size() - 2]].local;
    if (!is_repeated(above) && above != "channel" && above != "feed") return;
    spoiled();
    close();
  }

  /// Inside bodies of HTML an element of that name is somebody else's.
  bool in_foreign_markup(NodeId above) const {
    const auto from = std::find(open_.begin(), open_.end(), above);
    return std::any_of(from, open_.end(), [&](NodeId id) {
      return tree_[id].vocabulary == Vocabulary::Xhtml || tree_[id].local == "content" || tree_[id].local == "items";
    });
  }

  std::string_view text_;
  std::size_t max_nodes_;
  std::size_t at_ = 0;
  XmlTree tree_;
  NodeId last_root_ = kNoNode;
  std::vector<NodeId> open_;
  NamespaceScope scope_;
  XmlTextDecoder decoder_;
  std::size_t too_deep_ = 0;
};

} // namespace

XmlTree read_xml(std::string_view text, std::size_t max_nodes) { return Reader(text, max_nodes).read(); }

} // namespace trawl::feed
