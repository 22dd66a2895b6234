// SPDX-License-Identifier: GPL-3.0-or-later
/// title:flash, source:pytorch,openai, date:2026-04, is:long: a condition on one field of an article.
#include "shared/base/edit_distance.h"
#include "shared/base/utf8.h"
#include "shared/query/date_filter.h"
#include "shared/query/fields.h"
#include "shared/query/limits.h"
#include "shared/query/operators/phrase.h"
#include "shared/query/parser.h"
#include "shared/query/scanner.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trawl::query::operators {
namespace {

std::string read_value(Scanner& scanner, bool& is_quoted) {
  if (is_quote(scanner.peek())) {
    is_quoted = true;
    bool is_closed = false;
    return std::string(scanner.read_quoted(is_closed));
  }
  const std::size_t begin = scanner.position();
  while (!scanner.ends_word(scanner.position()) && scanner.peek() != ',') scanner.skip_character();
  return std::string(scanner.text().substr(begin, scanner.position() - begin));
}

/// name:value, where the value follows directly and does not look like the rest of a URL or a C++ name.
bool read_field(Scanner& scanner, Lexeme& lexeme) {
  const std::size_t begin = scanner.position();
  std::size_t colon = begin;
  while (colon < scanner.text().size() && is_ascii_letter(scanner.text()[colon])) ++colon;
  if (colon == begin || scanner.peek(colon) != ':') return false;
  const char32_t next = scanner.peek(colon + 1);
  if (next == ':' || next == '/' || next == '(' || (scanner.ends_word(colon + 1) && !is_quote(next))) return false;
  lexeme.text = text::fold(scanner.text().substr(begin, colon - begin));
  scanner.move_to(colon + 1);
  do {
    lexeme.values.push_back(read_value(scanner, lexeme.is_quoted));
  } while (scanner.take(',') && !scanner.at_end());
  lexeme.is_quoted = lexeme.is_quoted && lexeme.values.size() == 1;
  return true;
}

QueryTree field_node(std::string_view name) {
  QueryTree node;
  node.kind = NodeKind::Field;
  node.field = name;
  return node;
}

/// A field that could not be read as one, as the words that were typed.
QueryTree as_words(Parser& parser, std::size_t here, bool with_name) {
  std::vector<QueryTree> parts;
  if (with_name) parts.push_back(parser.words().words(here, NodeKind::Word));
  for (const std::string& value : parser.lexeme(here).values) {
    parts.push_back(parser.words().words(here, value, NodeKind::Word));
  }
  return flattened(std::move(parts));
}

/// A value of title: a prefix if it is one word with a star, else a phrase.
QueryTree title_value(Parser& parser, std::size_t here, const std::string& value) {
  if (value.size() > 1 && value.ends_with('*') && !parser.lexeme(here).is_quoted) {
    const std::vector<std::string> units = word_units(value);
    if (units.size() == 1 && utf8::length(units[0]) >= kMinPrefixLetters) {
      QueryTree prefix = parser.words().word(here, units[0], NodeKind::Prefix);
      if (!prefix.empty()) return prefix;
    }
  }
  QueryTree phrase = read_phrase(parser.words(), here, value, 0);
  if (phrase.children.size() != 1 || parser.lexeme(here).is_quoted) return phrase;
  QueryTree name = std::move(phrase.children.front()); // title:k-means
  return name;
}

QueryTree title(Parser& parser, std::size_t here) {
  std::vector<QueryTree> branches;
  for (const std::string& value : parser.lexeme(here).values) branches.push_back(title_value(parser, here, value));
  QueryTree inner = group(NodeKind::Or, std::move(branches));
  if (inner.empty()) return {};
  QueryTree node = field_node("title");
  node.children.push_back(std::move(inner));
  return node;
}

QueryTree values(Parser& parser, std::size_t here) {
  const Lexeme& lexeme = parser.lexeme(here);
  QueryTree node = field_node(canonical_name(lexeme.text));
  for (const std::string& value : lexeme.values) {
    if (value.empty()) continue;
    node.children.push_back(leaf(NodeKind::Word, keeps_case(lexeme.text) ? value : text::fold(value)));
  }
  if (!node.children.empty()) return node;
  parser.words().warn("empty_value", "Field '" + lexeme.text + "' needs a value; left out.", here);
  return {};
}

QueryTree date(Parser& parser, std::size_t here) {
  QueryTree node = field_node("date");
  for (const std::string& value : parser.lexeme(here).values) {
    const auto range = parse_date_filter(parser.lexeme(here).text, text::fold(value), parser.now());
    if (!range) {
      parser.words().warn("bad_date", "'" + value + "' is not a date; searched as words.", here);
      return as_words(parser, here, false);
    }
    node.children.push_back(leaf(NodeKind::Word, date_value(*range)));
  }
  return node;
}

QueryTree property(Parser& parser, std::size_t here) {
  QueryTree node = field_node("is");
  for (const std::string& value : parser.lexeme(here).values) {
    if (!is_property(text::fold(value))) {
      parser.words().warn("unknown_value",
                          "is: takes duplicate, gone, later, long, noted, read, starred, undated or unread, "
                          "not '" +
                              value + "'; searched as words.",
                          here);
      return as_words(parser, here, false);
    }
    node.children.push_back(leaf(NodeKind::Word, text::fold(value)));
  }
  return node;
}

QueryTree parse_field(Parser& parser, QueryTree) {
  const std::size_t here = parser.take();
  const Lexeme& lexeme = parser.lexeme(here);
  switch (field_kind(lexeme.text)) {
  case FieldKind::Words:
    return title(parser, here);
  case FieldKind::Value:
    return values(parser, here);
  case FieldKind::Date:
    return date(parser, here);
  case FieldKind::Property:
    return property(parser, here);
  case FieldKind::Unknown:
    break;
  }
  const std::string_view near = nearest(lexeme.text, all_names());
  std::string known = near.empty() ? "fields:" : "did you mean " + std::string(near) + ":?";
  for (const std::string_view name : near.empty() ? all_names() : std::vector<std::string_view>())
    known += (known.ends_with(':') ? " " : ", ") + std::string(name);
  parser.words().warn("unknown_field", "No field '" + lexeme.text + "' (" + known + "); searched as a word.", here);
  return as_words(parser, here, true);
}

std::string print_value(const std::string& value) {
  const bool is_plain = std::ranges::none_of(value, [](char c) {
    return c == ',' || c == '(' || c == ')' || c == '"' || c == '*' || static_cast<unsigned char>(c) <= ' ' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  // The lexer does not take name:: and name:/ for fields.
  const bool is_bare = is_plain && !value.empty() && value.front() != ':' && value.front() != '/';
  return is_bare ? value : '"' + value + '"';
}

std::string print_title_value(const QueryTree& tree) {
  return tree.kind == NodeKind::Word ? print_value(tree.text) : query::print(tree);
}

std::string print_field(const QueryTree& tree) {
  const bool is_title = tree.field == "title";
  const QueryTree& values = is_title && tree.children.front().kind == NodeKind::Or ? tree.children.front() : tree;
  std::string out = tree.field + ":";
  for (std::size_t i = 0; i < values.children.size(); ++i) {
    out += i == 0 ? "" : ",";
    out += is_title ? print_title_value(values.children[i]) : print_value(values.children[i].text);
  }
  return out;
}

bool searches_words(const QueryTree& tree) { return tree.field == "title"; }

} // namespace

const Operator kField{.read = read_field,
                      .parse = parse_field,
                      .node = NodeKind::Field,
                      .print = print_field,
                      .has_words = searches_words};

} // namespace trawl::query::operators
