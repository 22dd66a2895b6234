// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/code_text.h"

#include "indexer/extract/structure/notes.h"
#include "indexer/extract/words/words.h"
#include "indexer/html/text_forms.h"
#include "shared/base/ascii.h"
#include "shared/content/content.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace trawl::extract {

namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

bool is_left_out(const Dom& dom, NodeId node, const html::NodeSet& left_out, html::Hidden hidden) {
  if (left_out.contains(node) || html::is_invisible(dom[node].tag)) return true;
  if (dom[node].attribute_count == 0) return false;
  return html::is_line_numbering(dom, node) || (hidden == html::Hidden::LeftOut && html::is_hidden(dom, node));
}

void append_code(std::string& out, std::string_view raw) {
  for (std::size_t at = 0; at < raw.size(); ++at) {
    const std::string_view three = raw.substr(at, 3);
    if (raw[at] == '\r') continue;
    if (raw.substr(at, 2) == "\xC2\xA0") {
      out += ' ', ++at;
    } else if (three == "\xE2\x80\x8B" || three == "\xEF\xBB\xBF") {
      at += 2;
    } else if (raw[at] == '\n' || raw[at] == '\t' || static_cast<unsigned char>(raw[at]) >= ' ') {
      out += raw[at];
    }
  }
}

void end_line(std::string& out) {
  if (!out.empty() && out.back() != '\n') out += '\n';
}

void append_code(std::string& out, const Dom& dom, NodeId node, const html::NodeSet& left_out, html::Hidden hidden) {
  std::vector<NodeId> blocks; // the ends of open blocks inside the code
  for (NodeId at = node + 1; at < dom[node].end; ++at) {
    while (!blocks.empty() && at >= blocks.back()) end_line(out), blocks.pop_back();
    const Tag tag = dom[at].tag;
    if (tag == Tag::Text) {
      append_code(out, dom[at].text);
    } else if (is_left_out(dom, at, left_out, hidden)) {
      at = dom[at].end - 1;
    } else if (tag == Tag::Br) {
      out += '\n';
    } else if (html::is_block(tag)) {
      end_line(out);
      blocks.push_back(dom[at].end);
    }
  }
}

/// Keeps the indentation of the first line; removes blank lines before it and white space after the last line.
std::string without_outer_blank_lines(std::string code) {
  while (!code.empty() && ascii::is_space(code.back())) code.pop_back();
  const std::size_t first = code.find_first_not_of(" \t\n\f");
  const std::size_t line = first == std::string::npos ? first : code.find_last_of('\n', first);
  if (line != std::string::npos) code.erase(0, line + 1);
  return code;
}

/// The language in "language-python", "lang-py", "highlight-source-shell", "brush: js"; empty if there is none.
std::string language_in(std::string_view names) {
  bool is_next = false; // "sourceCode python": the word after it
  std::string found;
  const auto is_language = [&](std::string_view name) {
    const std::string word = ascii::to_lower(name);
    found.clear();
    const auto* const prefix =
        std::ranges::find_if(words::kStructureLanguagePrefixes, [&](auto one) { return word.starts_with(one); });
    if (prefix != std::end(words::kStructureLanguagePrefixes)) found = word.substr(prefix->size());
    if (is_next && found.empty() && word != "brush:") found = word;
    is_next = words::has(words::kStructureBeforeLanguages, word);
    while (found.ends_with(';')) found.pop_back();
    if (found.starts_with("src-")) found.erase(0, 4);
    const bool is_name = !found.empty() && found.size() <= 24 && std::ranges::all_of(found, [](char c) {
      return ascii::is_alnum(c) || std::string_view("+#._-").contains(c);
    });
    return is_name && !words::has(words::kStructureNoLanguages, found);
  };
  return html::any_word(names, is_language) ? found : std::string();
}

std::string language_at(const Dom& dom, NodeId node) {
  for (const std::string_view name : {"data-lang", "data-language", "data-enlighter-language", "language", "lang"}) {
    const bool is_human_language = name == "lang" && dom[node].tag != Tag::Pre && dom[node].tag != Tag::Code;
    if (const std::string_view value = dom.attribute(node, name); !value.empty() && !is_human_language) {
      if (std::string found = language_in("language-" + std::string(value)); !found.empty()) return found;
    }
  }
  return language_in(dom.attribute(node, "class"));
}

/// How many numbers the cell contains; 0 if it contains anything else.
std::size_t numbers_in(const Dom& dom, NodeId cell) {
  std::size_t numbers = 0;
  for (NodeId at = cell; at < dom[cell].end; ++at) {
    bool is_in_number = false;
    for (const char c : dom[at].tag == Tag::Text ? dom[at].text : std::string_view()) {
      if (!ascii::is_digit(c) && !ascii::is_space(c)) return 0;
      if (ascii::is_digit(c) && !is_in_number) ++numbers;
      is_in_number = ascii::is_digit(c);
    }
  }
  return numbers;
}

std::vector<NodeId> cells_of(const Dom& dom, NodeId row) {
  std::vector<NodeId> cells;
  for (NodeId cell = dom[row].first_child; cell != kNoNode; cell = dom[cell].next_sibling) {
    if (dom[cell].tag == Tag::Td) cells.push_back(cell);
  }
  return cells;
}

} // namespace

std::string code_text(const Dom& dom, NodeId node, const html::NodeSet& left_out, html::Hidden hidden) {
  std::string code;
  append_code(code, dom, node, left_out, hidden);
  return without_outer_blank_lines(std::move(code));
}

std::string code_language(const Dom& dom, NodeId node) {
  constexpr int kLevels = 8;
  constexpr NodeId kFrame =
      100; // nodes of a box around code that are not code: a head with the file's name, line numbers
  if (std::string found = language_at(dom, node); !found.empty()) return found;
  if (const NodeId code = dom.first(Tag::Code, node); code != kNoNode) {
    if (std::string found = language_at(dom, code); !found.empty()) return found;
  }
  const NodeId largest = 4 * (dom[node].end - node) + kFrame;
  NodeId around = dom[node].parent;
  for (int level = 0; level < kLevels && around != kNoNode && around != dom.body(); ++level) {
    if (dom[around].end - around > largest || dom.first(Tag::P, around) != kNoNode) break;
    if (std::string found = language_at(dom, around); !found.empty()) return found;
    around = dom[around].parent;
  }
  return {};
}

bool is_code_table(const Dom& dom, NodeId table) {
  std::size_t rows = 0, lines = 0;
  bool is_named = has_name_word(dom.attribute(table, "class"), words::kStructureCodeTables);
  for (NodeId at = table + 1; at < dom[table].end; ++at) {
    if (dom[at].tag == Tag::Table || dom[at].tag == Tag::Pre || dom[at].tag == Tag::Th) return false;
    if (dom[at].tag != Tag::Tr) continue;
    const std::vector<NodeId> cells = cells_of(dom, at);
    if (cells.size() != 2) return false;
    const std::size_t numbers = numbers_in(dom, cells[0]);
    if (numbers == 0 && !html::is_line_numbering(dom, cells[0])) return false;
    is_named = is_named || has_name_word(dom.attribute(cells[1], "class"), words::kStructureCodeTables);
    lines += numbers;
    ++rows;
    at = dom[at].end - 1;
  }
  // Rows with a number each may be data. A single cell with all the numbers, beside one other cell, is line numbers.
  return rows > 0 && (is_named || (rows == 1 && lines > 2));
}

std::string code_table_text(const Dom& dom, NodeId table, const html::NodeSet& left_out, html::Hidden hidden) {
  std::string code;
  for (NodeId at = table + 1; at < dom[table].end; ++at) {
    if (dom[at].tag != Tag::Tr) continue;
    if (const auto cells = cells_of(dom, at); cells.size() == 2) {
      append_code(code, dom, cells[1], left_out, hidden);
      if (!code.ends_with('\n')) code += '\n';
    }
    at = dom[at].end - 1;
  }
  return without_outer_blank_lines(std::move(code));
}

} // namespace trawl::extract
