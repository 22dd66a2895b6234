// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/start_tag.h"

#include <algorithm>

#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::is_space;

/// Reads the attribute at `at`; returns the position after it.
std::size_t read_attribute(std::string_view html, std::size_t at, StartTag::Attribute& attribute) {
  const std::size_t begin = at;
  ++at; // a name may begin with '='
  while (at < html.size() && !is_space(html[at]) && html[at] != '=' && html[at] != '>' && html[at] != '/') ++at;
  attribute.name = attribute.source = html.substr(begin, at - begin);
  attribute.value = {};
  std::size_t value = at;
  while (value < html.size() && is_space(html[value])) ++value;
  if (value == html.size() || html[value] != '=') return at;
  ++value;
  while (value < html.size() && is_space(html[value])) ++value;
  std::size_t end = value;
  if (value < html.size() && (html[value] == '"' || html[value] == '\'')) {
    end = std::min(html.find(html[value], value + 1), html.size());
    ++value;
    at = std::min(end + 1, html.size());
  } else {
    while (end < html.size() && !is_space(html[end]) && html[end] != '>') ++end;
    at = end;
  }
  attribute.value = html.substr(value, end - value);
  attribute.source = html.substr(begin, at - begin);
  return at;
}

} // namespace

std::string_view read_tag_name(std::string_view html, std::size_t at) {
  std::size_t end = at;
  while (end < html.size() && !is_space(html[end]) && html[end] != '>' && html[end] != '/') ++end;
  return html.substr(at, end - at);
}

std::size_t read_start_tag(std::string_view html, std::size_t at, std::size_t max_attributes, StartTag& tag) {
  tag.name = read_tag_name(html, at + 1);
  tag.attributes.clear();
  tag.is_self_closing = false;
  at += 1 + tag.name.size();
  const std::size_t begin = at;
  while (at < html.size() && html[at] != '>' && tag.attributes.size() <= max_attributes) {
    if (is_space(html[at]) || html[at] == '/') {
      tag.is_self_closing = html[at] == '/';
      ++at;
      continue;
    }
    tag.is_self_closing = false;
    at = read_attribute(html, at, tag.attributes.emplace_back());
  }
  tag.has_end = at < html.size() && html[at] == '>';
  tag.attributes_source = html.substr(begin, at - begin);
  return tag.has_end ? at + 1 : at;
}

} // namespace trawl::html
