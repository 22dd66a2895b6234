// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/doctype.h"

#include <optional>
#include <string>
#include <utility>

namespace trawl::feed {
namespace {

constexpr std::size_t kMaxEntities = 32;
constexpr std::size_t kMaxEntityBytes = 256;
constexpr std::string_view kSpaces = " \t\r\n";

std::string_view take_word(std::string_view& text) {
  const auto begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  const auto end = std::min(text.find_first_of(kSpaces), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

/// The name and text of an entity declaration; `body` is what follows "<!ENTITY".
std::optional<std::pair<std::string, std::string>> plain_entity(std::string_view body) {
  const std::string_view name = take_word(body);
  const auto quote = body.find_first_not_of(kSpaces);
  if (name.empty() || name == "%" || quote == std::string_view::npos) return std::nullopt;
  if (body[quote] != '"' && body[quote] != '\'') return std::nullopt;
  const auto end = body.find(body[quote], quote + 1);
  if (end == std::string_view::npos || end - quote - 1 > kMaxEntityBytes) return std::nullopt;
  const std::string value = html::decode_references(body.substr(quote + 1, end - quote - 1));
  if (value.find_first_of("&<%") != std::string::npos) return std::nullopt;
  return std::pair{std::string(name), value};
}

/// The position of the ">" that ends the declaration at `at`; one inside quotes does not count.
std::size_t end_of_declaration(std::string_view text, std::size_t at) {
  for (char quote = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '>')
      return at;
  }
  return text.size();
}

} // namespace

Doctype read_xml_doctype(std::string_view text) {
  Doctype doctype;
  std::size_t at = 2;
  bool inside = false;
  while (at < text.size()) {
    const char c = text[at];
    if (!inside && c == '>') break;
    if (c == '[') inside = true;
    if (c == ']') inside = false;
    if (inside && text.substr(at).starts_with("<!--")) {
      at = std::min(text.find("-->", at + 4), text.size());
    } else if (inside && text.substr(at).starts_with("<!")) {
      const auto end = end_of_declaration(text, at);
      const std::string_view declaration = text.substr(at, end - at);
      if (declaration.starts_with("<!ENTITY") && doctype.entities.size() < kMaxEntities) {
        if (auto entity = plain_entity(declaration.substr(8))) doctype.entities.insert(std::move(*entity));
      }
      at = end;
    } else if (!inside && (c == '"' || c == '\'')) {
      at = std::min(text.find(c, at + 1), text.size());
    }
    ++at;
  }
  doctype.length = std::min(at + 1, text.size());
  return doctype;
}

} // namespace trawl::feed
