// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks that HTML is balanced and has only the elements, attributes and addresses listed in docs/http-api.md.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::content {

/// Describes the first problem; empty if there is none.
inline std::string what_is_unsafe(std::string_view html) {
  static const std::set<std::string_view> kElements{
      "p",      "h2",         "h3",     "h4",         "h5",    "h6",      "ul", "ol",    "li",  "dl",   "dt",
      "dd",     "blockquote", "figure", "figcaption", "table", "caption", "tr", "th",    "td",  "pre",  "em",
      "strong", "del",        "sup",    "sub",        "code",  "br",      "a",  "aside", "div", "span", "img"};
  static const std::set<std::string_view> kAttributes{"class", "id",  "href", "rel",     "start",         "colspan",
                                                      "align", "src", "alt",  "loading", "referrerpolicy"};
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) return "a tag does not end";
    std::string_view tag = html.substr(at + 1, end - at - 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "not balanced: " + std::string(tag);
      open.pop_back();
      continue;
    }
    const std::string_view name = tag.substr(0, tag.find(' '));
    if (!kElements.contains(name)) return "element " + std::string(name);
    if (name != "br" && name != "img") open.emplace_back(name);
    tag.remove_prefix(name.size());
    while (!tag.empty()) {
      const std::size_t equals = tag.find("=\"");
      if (tag.front() != ' ' || equals == std::string_view::npos) return "attributes " + std::string(tag);
      const std::string_view attribute = tag.substr(1, equals - 1);
      const std::size_t quote = tag.find('"', equals + 2);
      if (!kAttributes.contains(attribute) || quote == std::string_view::npos) return "attribute " + std::string(tag);
      const std::string_view value = tag.substr(equals + 2, quote - equals - 2);
      const bool is_address = attribute == "href" || attribute == "src";
      if (is_address && !value.starts_with("https://") && !value.starts_with("http://") &&
          !value.starts_with("mailto:") && !value.starts_with('#')) {
        return "address " + std::string(value);
      }
      tag.remove_prefix(quote + 1);
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

} // namespace trawl::content
