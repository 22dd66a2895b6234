// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/parse_query.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/query/filter_lifting.h"
#include "shared/query/limits.h"
#include "shared/query/parser.h"
#include "shared/query/scanner.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace trawl::query {
namespace {

/// A name of a program before a colon, as before a message: RuntimeError:, torch.cuda.OutOfMemoryError:.
bool is_speaker(std::string_view word) {
  const auto is_inner_capital = [](char before, char c) { return ascii::is_alpha(before) && c >= 'A' && c <= 'Z'; };
  return word.ends_with(':') && std::ranges::adjacent_find(word, is_inner_capital) != word.end() &&
         std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Six words or more without quotes that have what nobody types in a question: a colon behind a word, brackets, a path;
/// or a message of a program with its name.
bool looks_pasted(const std::string& text) {
  constexpr std::size_t kLeastWords = 6, kLeastOfMessage = 4;
  if (text.find_first_of("\"?") != std::string::npos) return false;
  std::size_t words = 0;
  bool has_signs = text.find_first_of("()[]{}<>=;\\") != std::string::npos, has_speaker = false;
  std::istringstream in(text);
  for (std::string word; in >> word; ++words) {
    has_signs = has_signs || word.ends_with(':') || std::ranges::count(word, '/') > 1;
    has_speaker = has_speaker || is_speaker(word);
  }
  return has_signs && words >= (has_speaker ? kLeastOfMessage : kLeastWords);
}

/// Whether words are written as in a sentence with names: one behind the first has a capital and small letters.
bool has_capitals(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  in >> word; // every sentence begins with a capital
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  while (in >> word) {
    if (word.size() > 1 && is_capital(word.front()) && std::ranges::all_of(word.substr(1), is_small)) return true;
  }
  return false;
}

/// What to say of a word left out that begins with a digit, as in a name copied with a blank in it: GPT -4o.
std::optional<Warning> note_on_number(const QueryTree& tree, std::string_view text) {
  if (!has_words(tree)) return std::nullopt;
  for (const QueryTree& part : tree.children) {
    if (part.kind != NodeKind::Not || part.children.front().kind != NodeKind::Word) continue;
    const std::string typed = " -" + part.children.front().text;
    const std::size_t at = text.find(typed);
    if (at == std::string_view::npos || !ascii::is_digit(typed[2])) continue;
    return Warning{"number_left_out",
                   "\"" + typed.substr(1) + "\" leaves out articles with \"" + typed.substr(2) +
                       "\"; as part of a name it is written without the blank before it.",
                   utf8::length(text.substr(0, at)) + 1};
  }
  return std::nullopt;
}

} // namespace

ParsedQuery parse_query(std::string_view q, Moment now) {
  std::string text = utf8::repair(q);
  ParsedQuery out;
  if (text.size() > kMaxQueryBytes) {
    text = utf8::truncate_bytes(text, kMaxQueryBytes);
    out.warnings.push_back({"query_too_long",
                            "Only the first " + std::to_string(kMaxQueryBytes) + " bytes of the query were read.",
                            utf8::length(text)});
  }
  ParsedTree parsed = parse_tree(text, now);
  for (Warning& warning : parsed.warnings) out.warnings.push_back(std::move(warning));
  Scanner scanner(text);
  scanner.skip_blanks();
  out.has_nothing_to_search = parsed.tree.empty() && !scanner.at_end();
  if (out.has_nothing_to_search) {
    out.warnings.push_back({"nothing_to_search", "Nothing to search for: the query has no letters or digits.", 0});
  }
  if (auto note = note_on_number(parsed.tree, text)) out.warnings.push_back(std::move(*note)); // of what was understood
  out.filters = lift_filters(parsed.tree);
  out.tree = std::move(parsed.tree);
  out.has_words = has_words(out.tree);
  out.looks_pasted = looks_pasted(text);
  out.has_capitals = has_capitals(text);
  out.understood = print(out.tree);
  out.plain_words = text::plain_words(text);
  return out;
}

struct ParsedOnce::Known {
  std::string q;
  Moment now;
  ParsedQuery parsed;
};

const ParsedQuery& ParsedOnce::of(std::string_view q, Moment now) const {
  if (!known_ || known_->q != q || known_->now != now)
    known_ = std::make_shared<const Known>(Known{std::string(q), now, parse_query(q, now)});
  return known_->parsed;
}

} // namespace trawl::query
