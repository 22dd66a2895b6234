// SPDX-License-Identifier: GPL-3.0-or-later
/// How the languages that pages show are written, as far as their colours depend on it: a row for each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trawl::content {

/// What a language has beside comments, strings, numbers and words.
enum class CodeTrait : std::uint32_t {
  IgnoresCase = 1u << 0,       ///< of its keywords
  Nested = 1u << 1,            ///< block comments
  NoEscapes = 1u << 2,         ///< a backslash in a string is a backslash
  CharQuote = 1u << 3,         ///< ' is for one character, or something else
  Decorators = 1u << 4,        ///< @name is a name
  AtRules = 1u << 5,           ///< @name is a keyword
  Dollar = 1u << 6,            ///< $name and ${name} are variables
  Dashes = 1u << 7,            ///< in words
  Prefixes = 1u << 8,          ///< letters in front of a string belong to it: f"x"
  Directives = 1u << 9,        ///< # and a word at the beginning of a line
  HashAlone = 1u << 10,        ///< # begins a comment only after a blank
  AtLineStart = 1u << 11,      ///< comments begin lines only
  Keys = 1u << 12,             ///< a word or string before : is a name
  KeysBeforeEquals = 1u << 13, ///< the beginning of a line before = is a name, and [a] a section
  Heredocs = 1u << 14,         ///< <<END, up to a line END
  RegularExpressions = 1u << 15,
  Tags = 1u << 16,      ///< <name is a tag, and within it name= an attribute
  OnlyTags = 1u << 17,  ///< what is not in a tag is text
  Prompts = 1u << 18,   ///< only lines after $ are code
  Signs = 1u << 19,     ///< + and - at the beginning of a line are what the line is
  Backslash = 1u << 20, ///< \name is a name
  Prose = 1u << 21,     ///< Markdown
  RawHash = 1u << 22,   ///< r#"…"#
  Calls = 1u << 23,     ///< a word before ( is a name
  Types = 1u << 24,     ///< a word with a capital first and small letters is a name
  Commands = 1u << 25,  ///< the first word of a command is a name
};

struct CodeLanguage {
  using Words = std::unordered_set<std::string_view>;

  std::uint32_t traits = 0;
  Words keywords, constants;
  std::vector<std::string_view> line_comments;
  std::vector<std::pair<std::string_view, std::string_view>> block_comments, long_strings; ///< of any number of lines
  std::string_view quotes; ///< of strings that end with their line

  bool has(CodeTrait trait) const { return (traits & static_cast<std::uint32_t>(trait)) != 0; }
};

/// By the name that a page gives it, in lower case; null: it is not known. It lives as long as the program.
const CodeLanguage* code_language(std::string_view name);

} // namespace trawl::content
