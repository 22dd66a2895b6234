// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/passage_formulas.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <ranges>

namespace trawl::content {
namespace {

constexpr std::size_t kMostBetween = 8; // words without a command between two of a formula

/// "\alpha": a backslash and a letter.
bool has_command(std::string_view word) {
  for (std::size_t at = word.find('\\'); at != std::string_view::npos; at = word.find('\\', at + 1)) {
    if (at + 1 < word.size() && ascii::is_alpha(word[at + 1])) return true;
  }
  return false;
}

/// Whether a word without a command may stand inside a formula: "=", "1", "(x", "x_t", "&=".
bool is_between(std::string_view word) {
  const auto is_sign = [](char c) { return std::string_view("+-=*/|&<>(){}[].,;:!'^_~\\").contains(c); };
  const auto letters = std::ranges::count_if(word, [](char c) { return ascii::is_alpha(c); });
  const bool has_index = word.contains('_') || word.contains('^');
  return std::ranges::all_of(word, [&](char c) { return is_sign(c) || ascii::is_alnum(c); }) &&
         letters <= (has_index ? 4 : 1);
}

/// Braces and environments that the word opens, less those that it closes.
int depth_of(std::string_view word) {
  const int environments = static_cast<int>(word.contains("\\begin{")) - static_cast<int>(word.contains("\\end{"));
  return environments + static_cast<int>(std::ranges::count(word, '{') - std::ranges::count(word, '}'));
}

/// Whether this can only be TeX, even if it is cut or uses a command of its author's: a command with an argument.
/// "\n{" is rather code.
bool has_argument(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const std::size_t end =
        std::min(text.size(), at + 1 +
                                  static_cast<std::size_t>(std::ranges::distance(
                                      text.substr(at + 1) | std::views::take_while(ascii::is_alpha))));
    const std::string_view after = ascii::trim(text.substr(end));
    if (end > at + 2 && after.starts_with('{')) return true;
  }
  return false;
}

/// The end of the word that begins at `begin`: a space, or where ASCII begins or ends, as TeX does between words of
/// Chinese and after an ellipsis.
std::size_t end_of_word(std::string_view text, std::size_t begin) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  std::size_t end = begin;
  while (end < text.size() && text[end] != ' ' && is_ascii(text[end]) == is_ascii(text[begin])) ++end;
  return end;
}

/// The word behind the one that ends at `end`.
std::size_t next_word(std::string_view text, std::size_t end) {
  return std::min(text.find_first_not_of(' ', end), text.size());
}

/// The end of the formula that begins at `begin` with a command.
std::size_t end_of_formula(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  int depth = 0;
  std::size_t between = 0;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t past = end_of_word(text, at);
    const std::string_view word = text.substr(at, past - at);
    const bool is_inside = depth > 0 || has_command(word);
    if (!is_inside && (!is_between(word) || ++between > kMostBetween)) break;
    depth = std::max(0, depth + depth_of(word));
    if (is_inside) end = past, between = 0;
    at = next_word(text, past);
  }
  return end;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// TeX that stands on its own: a passage may begin and end within a formula, and within a table of equations.
std::string repaired(std::string tex) {
  for (const std::string_view environment : {"\\begin{", "\\end{", "\\tag{", "\\label{"}) {
    for (std::size_t at = tex.find(environment); at != std::string::npos; at = tex.find(environment))
      tex.erase(at, std::min(tex.find('}', at), tex.size() - 1) + 1 - at);
  }
  replace_all(tex, "\\\\", " ");
  replace_all(tex, "&", " ");
  std::string out;
  int depth = 0;
  for (const char c : tex) {
    if (c == '}' && depth == 0) continue;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    out += c;
  }
  return out.append(static_cast<std::size_t>(depth), '}');
}

/// Replaces a part of the text and moves the marks.
void replace(MarkedText& passage, std::size_t begin, std::size_t end, const std::string& by) {
  passage.text.replace(begin, end - begin, by);
  const auto moved = [&](std::size_t at, bool is_begin) {
    if (at <= begin) return at;
    if (at >= end) return at - (end - begin) + by.size();
    return is_begin ? begin : begin + by.size();
  };
  std::vector<TextRange> marks;
  for (const TextRange& mark : passage.marks) {
    TextRange one{moved(mark.begin, true), moved(mark.end, false)};
    if (!marks.empty() && one.begin < marks.back().end) {
      marks.back().end = std::max(marks.back().end, one.end);
    } else {
      marks.push_back(one);
    }
  }
  passage.marks = std::move(marks);
}

} // namespace

MarkedText with_formulas_as_text(MarkedText passage, const FormulaText& write) {
  for (std::size_t begin = 0; begin < passage.text.size();) {
    if (passage.text.find('\\', begin) == std::string::npos) break;
    const std::size_t end_of_first = end_of_word(passage.text, begin);
    if (!has_command(std::string_view(passage.text).substr(begin, end_of_first - begin))) {
      begin = next_word(passage.text, end_of_first);
      continue;
    }
    std::size_t end = end_of_formula(passage.text, begin);
    if (std::string_view(passage.text).substr(0, end).ends_with("…")) end -= 3;
    const std::string tex = repaired(passage.text.substr(begin, end - begin));
    std::string text = write(tex);
    std::ranges::replace(text, '\n', ' ');
    const bool is_known = text != tex;
    if (!is_known && !has_argument(std::string_view(passage.text).substr(begin, end - begin))) {
      begin = next_word(passage.text, end_of_first); // no TeX: perhaps a path
      continue;
    }
    if (text.empty() || !is_known) text = "[formula]";
    replace(passage, begin, end, text);
    begin += text.size();
  }
  return passage;
}

} // namespace trawl::content
