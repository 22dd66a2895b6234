// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/text_construct.h"

#include <optional>

#include "indexer/feed/html_fragment.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"
#include "shared/base/utf8.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;

enum class Form { Text, Html };

struct Construct {
  Form form = Form::Html;
  std::string value;
};

std::optional<std::string> decode_base64(std::string_view text) {
  std::string out;
  unsigned bits = 0, value = 0;
  for (const char c : text) {
    unsigned digit = 0;
    if (c >= 'A' && c <= 'Z')
      digit = static_cast<unsigned>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      digit = static_cast<unsigned>(c - 'a') + 26;
    else if (c >= '0' && c <= '9')
      digit = static_cast<unsigned>(c - '0') + 52;
    else if (c == '+' || c == '-')
      digit = 62;
    else if (c == '/' || c == '_')
      digit = 63;
    else if (c == '=')
      break;
    else if (std::string_view(" \t\r\n").contains(c))
      continue;
    else
      return std::nullopt;
    value = value << 6 | digit;
    if ((bits += 6) >= 8) out += static_cast<char>(value >> (bits -= 8) & 0xFFu);
  }
  return out;
}

/// The markup inside a node, without the one <div> around it that only declares the namespace (RFC 4287 §3.1.1.3).
std::string markup_inside(const XmlTree& tree, NodeId node) {
  const auto children = child_elements(tree, node);
  if (children.size() == 1 && tree[children[0]].local == "div" &&
      trim(text_content(tree, node)).size() == trim(text_content(tree, children[0])).size()) {
    return inner_markup(tree, children[0]);
  }
  return inner_markup(tree, node);
}

bool is_base64_type(std::string_view type) {
  if (!type.contains('/')) return false;
  return !type.starts_with("text/") && !type.ends_with("+xml") && !type.ends_with("/xml");
}

/// "test" is both valid base64 and a word. Unless the mode says base64, it is taken for a word if the decoded bytes are
/// not text.
bool is_base64(std::string_view decoded, std::string_view mode) { return mode == "base64" || utf8::is_valid(decoded); }

Construct read_construct(const FeedDocument& document, NodeId node) {
  const XmlTree& tree = document.tree;
  const std::string type = to_lower(trim(attribute(tree, node, "type")));
  const std::string mode = to_lower(trim(attribute(tree, node, "mode")));
  const bool is_text = type == "text" || type == "text/plain" || type == "plain";
  if (mode == "base64" || (mode.empty() && is_base64_type(type))) {
    if (const auto bytes = decode_base64(text_content(tree, node)); bytes && is_base64(*bytes, mode)) {
      return {is_text ? Form::Text : Form::Html, html::decode(*bytes, "", html::Markup::Html).text};
    }
  }
  if (has_child_elements(tree, node)) return {Form::Html, markup_inside(tree, node)};
  std::string value = text_content(tree, node);
  if (is_text) return {Form::Text, std::move(value)};
  // XML without child elements is text, unless it holds escaped markup: then the author forgot to declare it as HTML.
  const bool is_xml = type.ends_with("xml") || type == "xhtml" || mode == "xml";
  return {is_xml && !looks_like_html(value) ? Form::Text : Form::Html, std::move(value)};
}

/// In Atom 1.0 a construct without a type is text (RFC 4287 §3.1.1).
bool is_undeclared_atom_text(const FeedDocument& document, NodeId node) {
  return document.tree[node].name_space == namespaces::Atom && attribute(document.tree, node, "type").empty() &&
         !has_child_elements(document.tree, node);
}

} // namespace

std::string html_of(const FeedDocument& document, NodeId node) {
  if (node == kNoNode) return {};
  const Construct construct = read_construct(document, node);
  // Choice: many Atom feeds forget the type of their content. If it looks like HTML, it is read as HTML.
  const bool undeclared = is_undeclared_atom_text(document, node) && !looks_like_html(construct.value);
  if (construct.form == Form::Text || undeclared) return html_escape(trim(construct.value));
  return with_absolute_links(trim(construct.value), document.base_of(node));
}

std::string title_of(const FeedDocument& document, NodeId node) {
  if (node == kNoNode) return {};
  const Construct construct = read_construct(document, node);
  if (construct.form == Form::Text || is_undeclared_atom_text(document, node)) return fold_spaces(construct.value);
  return plain_text(construct.value);
}

} // namespace trawl::feed
