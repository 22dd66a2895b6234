// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset/declaration.h"

#include <algorithm>
#include <vector>

#include "indexer/html/charset/labels.h"
#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;

// Choice: the standard prescans 1,024 bytes and then finds a later meta while parsing. We do not reparse, and pages
// with long scripts before their meta are common.
constexpr std::size_t kMetaReach = 16 * 1024;
constexpr std::size_t kXmlReach = 1024;

void skip_spaces(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_space(text[at])) ++at;
}

/// "Extract a character encoding from a meta element" (HTML Standard §2.7.5): the value after "charset" and "=", quoted
/// or up to a space or semicolon.
std::string_view charset_parameter(std::string_view text) {
  const std::string folded = to_lower(text);
  for (std::size_t at = folded.find("charset"); at != std::string::npos; at = folded.find("charset", at)) {
    at += 7;
    skip_spaces(text, at);
    if (at >= text.size() || text[at] != '=') continue;
    skip_spaces(text, ++at);
    if (at >= text.size()) return {};
    if (text[at] == '"' || text[at] == '\'') {
      const auto end = text.find(text[at], at + 1);
      return end == std::string_view::npos ? std::string_view{} : text.substr(at + 1, end - at - 1);
    }
    const auto end = text.find_first_of("; \t\r\n\f", at);
    return text.substr(at, end == std::string_view::npos ? end : end - at);
  }
  return {};
}

struct Attribute {
  std::string name, value;
};

/// Reads one attribute of a tag ("get an attribute"); false at the end of the tag.
bool next_attribute(std::string_view text, std::size_t& at, Attribute& out) {
  while (at < text.size() && (is_space(text[at]) || text[at] == '/')) ++at;
  if (at >= text.size() || text[at] == '>') return false;
  const auto begin = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '/' && text[at] != '>' &&
         (text[at] != '=' || at == begin)) {
    ++at;
  }
  out = {to_lower(text.substr(begin, at - begin)), {}};
  auto equals = at;
  skip_spaces(text, equals);
  if (equals >= text.size() || text[equals] != '=') return true;
  skip_spaces(text, at = equals + 1);
  if (at >= text.size()) return true;
  const char quote = text[at];
  if (quote == '"' || quote == '\'') {
    const auto end = std::min(text.find(quote, at + 1), text.size());
    out.value = to_lower(text.substr(at + 1, end - at - 1));
    at = std::min(end + 1, text.size());
    return true;
  }
  const auto value = at;
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  out.value = to_lower(text.substr(value, at - value));
  return true;
}

/// The encoding that one `<meta …>` names, or empty. Moves `at` from the end of the tag's name to that of its
/// attributes.
std::string encoding_of_one_meta(std::string_view text, std::size_t& at) {
  std::vector<std::string> seen;
  bool got_pragma = false, needs_pragma = false;
  std::string label;
  Attribute attribute;
  while (next_attribute(text, at, attribute)) {
    if (std::find(seen.begin(), seen.end(), attribute.name) != seen.end()) continue;
    seen.push_back(attribute.name);
    if (attribute.name == "http-equiv") {
      got_pragma = attribute.value == "content-type";
    } else if (attribute.name == "content" && label.empty()) {
      label = charset_parameter(attribute.value);
      needs_pragma = true;
    } else if (attribute.name == "charset") {
      label = attribute.value;
      needs_pragma = false;
    }
  }
  if (needs_pragma && !got_pragma) return {};
  std::string encoding = encoding_for_label(label);
  // The prescan read ASCII, so the text is not UTF-16.
  if (encoding.starts_with("UTF-16")) return "UTF-8";
  if (encoding == "x-user-defined") return "windows-1252";
  return encoding == "replacement" ? std::string{} : encoding;
}

void skip_tag(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  Attribute attribute;
  while (next_attribute(text, at, attribute)) {
  }
}

} // namespace

ByteOrderMark byte_order_mark(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return {"UTF-8", 3};
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return {"UTF-32LE", 4};
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return {"UTF-32BE", 4};
  if (bytes.starts_with("\xFF\xFE"sv)) return {"UTF-16LE", 2};
  if (bytes.starts_with("\xFE\xFF"sv)) return {"UTF-16BE", 2};
  return {};
}

std::string_view encoding_of_zeros(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("<\0\0\0"sv)) return "UTF-32LE";
  if (bytes.starts_with("\0\0\0<"sv)) return "UTF-32BE";
  // In Latin text in UTF-16 every other byte is zero.
  const std::string_view head = bytes.substr(0, kXmlReach & ~std::size_t{1});
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < head.size(); ++i) (i % 2 ? odd : even) += head[i] == '\0' ? 1u : 0u;
  const std::size_t pairs = head.size() / 2;
  if (pairs < 2) return {};
  if (odd * 2 > pairs && even * 20 < pairs) return "UTF-16LE";
  if (even * 2 > pairs && odd * 20 < pairs) return "UTF-16BE";
  return {};
}

std::string encoding_of_content_type(std::string_view content_type) {
  const std::string encoding = encoding_for_label(charset_parameter(content_type));
  return encoding == "replacement" ? std::string{} : encoding;
}

std::string encoding_of_meta(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, kMetaReach);
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      // "<!-->" is a whole comment.
      const auto end = text.find("-->", at + 2);
      if (end == std::string_view::npos) return {};
      at = end + 3;
    } else if (rest.size() > 5 && to_lower(rest.substr(1, 4)) == "meta" && (is_space(rest[5]) || rest[5] == '/')) {
      at += 5;
      if (auto encoding = encoding_of_one_meta(text, at); !encoding.empty()) return encoding;
    } else if (rest.size() > 1 && (is_alpha(rest[1]) || (rest[1] == '/' && rest.size() > 2 && is_alpha(rest[2])))) {
      skip_tag(text, ++at);
    } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
      at = std::min(text.find('>', at), text.size());
    } else {
      ++at;
    }
  }
  return {};
}

std::string encoding_of_xml_declaration(std::string_view bytes) {
  std::string_view text = bytes.substr(0, kXmlReach);
  std::size_t at = 0;
  skip_spaces(text, at);
  if (!text.substr(at).starts_with("<?xml")) return {};
  text = text.substr(at);
  text = text.substr(0, text.find("?>"));
  at = text.find("encoding");
  if (at == std::string_view::npos) return {};
  at += 8;
  skip_spaces(text, at);
  if (at >= text.size() || text[at] != '=') return {};
  skip_spaces(text, ++at);
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return {};
  const auto end = text.find(text[at], at + 1);
  if (end == std::string_view::npos) return {};
  std::string encoding = encoding_for_label(text.substr(at + 1, end - at - 1));
  // The declaration was read as ASCII, so the text is not UTF-16.
  return encoding.starts_with("UTF-16") || encoding == "replacement" ? std::string{} : encoding;
}

} // namespace trawl::html
