// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline_split.h"

#include <algorithm>
#include <array>

#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

// Words that separate two names, with the spaces around them. Compared without case, except single letters: a capital
// one is an initial.
constexpr std::array<std::string_view, 9> kJoiningWords = {" and ", " und ", " et ", " y ",   " e ",
                                                           " och ", " og ",  " en ", " with "};

bool begins_with_word(std::string_view text, std::string_view word) {
  return word.size() == 3 ? text.starts_with(word) : ascii::equals_ignoring_case(text.substr(0, word.size()), word);
}

/// The length of the separator at `at`, or 0.
std::size_t separator_at(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("& Co") || text.substr(at).starts_with("&Co")) return 0; // "Lee GmbH & Co. KG"
  if (std::string_view(",;|&/\n").contains(text[at])) return 1;
  for (const std::string_view sign : {"、", "，", "；", "•", "·", "｜"}) {
    if (text.substr(at).starts_with(sign)) return sign.size();
  }
  for (const std::string_view word : kJoiningWords) {
    if (text.size() - at > word.size() && begins_with_word(text.substr(at), word)) {
      return word.size() - 1; // the space after it may begin the next separator
    }
  }
  return 0;
}

/// Whether another name must follow: "Ann Lee and", "Ann Lee,".
bool is_open(std::string_view line) {
  return std::string_view(",;|&/").contains(line.back()) ||
         std::ranges::any_of(kJoiningWords,
                             [&](std::string_view word) { return line.ends_with(word.substr(0, word.size() - 1)); });
}

} // namespace

std::vector<std::string_view> split_names(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') depth = std::max(0, depth - 1);
    const std::size_t length = depth == 0 ? separator_at(text, at) : 0;
    if (length > 0) {
      parts.push_back(text.substr(from, at - from));
      from = at + length;
    }
    at += std::max<std::size_t>(length, 1);
  }
  parts.push_back(text.substr(from));
  return parts;
}

std::vector<std::string> joined_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    const bool goes_on = !lines.empty() && (separator_at(" " + std::string(line) + " ", 0) > 0 ||
                                            separator_at(line, 0) > 0 || is_open(lines.back()));
    if (goes_on) {
      lines.back().append(" ").append(line);
    } else {
      lines.emplace_back(line);
    }
  }
  return lines;
}

} // namespace trawl::extract
