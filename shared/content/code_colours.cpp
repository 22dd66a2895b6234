// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/code_colours.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_set>

namespace trawl::content {
namespace {

/// The signs of a family of languages.
struct CodeSigns {
  std::string_view languages; ///< names, with a blank after each
  std::string_view line;      ///< begins a comment up to the end of the line, after white space
  std::string_view open, close;
  std::string_view quotes; ///< a backtick may span lines, as three equal ones may
  bool has_words = true;   ///< with numbers
  bool ignores_case = false;
};

constexpr CodeSigns kFamilies[] = {
    {"python py python3 ipython bash sh shell zsh console terminal shell-session yaml yml toml ruby rb r julia jl perl "
     "makefile make docker dockerfile cmake powershell ps1 ini cfg elixir ",
     "#", "", "", "\"'`"},
    {"c cpp c++ cuda cc hpp java javascript js jsx typescript ts tsx go golang rust rs swift kotlin kt scala csharp cs "
     "dart php protobuf proto json jsonc jsonl css scss less zig groovy clike ",
     "//", "/*", "*/", "\"'`"},
    {"sql mysql postgresql postgres sqlite plsql ", "--", "/*", "*/", "\"'`", true, true},
    {"lua ", "--", "--[[", "]]", "\"'"},
    {"haskell hs ", "--", "{-", "-}", "\""},
    {"matlab octave latex tex ", "%", "", "", ""},
    {"html xml svg markup vue markdown md ", "", "<!--", "-->", "\"", false},
    {"diff patch ", "", "", "", "", false},
};

constexpr std::string_view kKeptWords =
    "abstract and as async auto await begin bool boolean break by byte case catch char class const continue create "
    "def default defer del delete do double elif else end enum except export extends extern final finally float fn for "
    "from func function global group goto if impl implements import in include inline insert instanceof int interface "
    "into is join lambda let limit local long match mod module mut namespace new nonlocal not null nil None of on or "
    "order override package pass private protected protocol pub public raise range return select self set short sizeof "
    "static string struct super switch table template then this throw trait true True try type typedef typename union "
    "unsigned until update use using values var virtual void where while with yield false False undefined ";

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0, end = 0; (end = words.find(' ', at)) != std::string_view::npos; at = end + 1) {
    parts.push_back(words.substr(at, end - at));
  }
  return parts;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return ascii::is_alnum(c) || c == '_' || (c & 0x80) != 0; }

class CodeLexer {
 public:
  CodeLexer(std::string_view code, const CodeSigns& signs) : code_(code), signs_(signs) {}

  std::vector<CodeRun> runs() {
    while (at_ < code_.size()) step();
    return std::move(runs_);
  }

 private:
  std::string_view rest() const { return code_.substr(at_); }
  char before() const { return at_ == 0 ? '\n' : code_[at_ - 1]; }
  std::size_t line_length() const { return std::min(code_.find('\n', at_), code_.size()) - at_; }

  void add(CodeStyle style, std::size_t bytes) {
    bytes = std::min(bytes, code_.size() - at_);
    at_ += bytes;
    if (!runs_.empty() && runs_.back().style == style)
      runs_.back().bytes += bytes;
    else
      runs_.push_back({bytes, style});
  }

  void step() {
    if (signs_.languages.starts_with("diff ")) return add_line_of_diff();
    if (const std::size_t length = comment_length(); length > 0) return add(CodeStyle::Comment, length);
    if (const std::size_t length = string_length(); length > 0) return add(CodeStyle::String, length);
    if (signs_.has_words && is_word(code_[at_])) return add_word();
    add(CodeStyle::Plain, 1);
  }

  void add_line_of_diff() {
    const std::string_view line = rest();
    const bool is_name = line.starts_with("+++") || line.starts_with("---");
    const CodeStyle style = is_name || (line[0] != '+' && line[0] != '-') ? CodeStyle::Plain
                            : line[0] == '+'                              ? CodeStyle::Added
                                                                          : CodeStyle::Removed;
    add(style, line_length() + 1);
  }

  /// A comment that does not end goes to the end of the code.
  std::size_t comment_length() const {
    if (!signs_.open.empty() && rest().starts_with(signs_.open)) {
      const std::size_t end = code_.find(signs_.close, at_ + signs_.open.size());
      return end == std::string_view::npos ? code_.size() - at_ : end + signs_.close.size() - at_;
    }
    const bool is_line = !signs_.line.empty() && rest().starts_with(signs_.line) && ascii::is_space(before());
    return is_line ? line_length() : 0;
  }

  /// 0 if no string begins here. A quote after a letter, or without an end, is an apostrophe or a lifetime: 'a.
  std::size_t string_length() {
    const char quote = code_[at_];
    const std::size_t kind = signs_.quotes.find(quote);
    if (kind == std::string_view::npos || is_word(before()) || (quote == '\'' && (before() == '&' || before() == '<')))
      return 0;
    const std::string three(3, quote);
    if (rest().starts_with(three)) {
      const std::size_t end = code_.find(three, at_ + 3);
      return end == std::string_view::npos ? code_.size() - at_ : end + 3 - at_;
    }
    std::size_t& unclosed = unclosed_.at(kind);
    if (at_ < unclosed) return 0;
    const std::size_t end = quote == '`' ? code_.size() : at_ + line_length();
    std::size_t length = 0;
    for (std::size_t at = at_ + 1; at < end && length == 0; ++at) {
      if (code_[at] == quote) length = at + 1 - at_;
      if (code_[at] == '\\') ++at;
    }
    if (length == 0) unclosed = end; // so is each that follows on this line
    return length;
  }

  /// A word, or a number with its fraction and exponent.
  void add_word() {
    const bool is_number = is_digit(code_[at_]);
    std::size_t end = at_;
    while (end < code_.size()) {
      const bool is_inside = is_number && (code_[end] == '.' || code_[end] == '-' || code_[end] == '+') &&
                             end + 1 < code_.size() && is_digit(code_[end + 1]) &&
                             (code_[end] == '.' || ascii::to_lower(code_[end - 1]) == 'e');
      if (!is_word(code_[end]) && !is_inside) break;
      ++end;
    }
    static const std::vector<std::string_view> list = split(kKeptWords);
    static const std::unordered_set<std::string_view> kept(list.begin(), list.end());
    const std::string_view word = code_.substr(at_, end - at_);
    const bool is_member = before() == '.' || before() == '-' || before() == '$' || before() == '@';
    const bool is_kept = kept.contains(signs_.ignores_case ? std::string_view(ascii::to_lower(word)) : word);
    add(is_number ? CodeStyle::Number : is_kept && !is_member ? CodeStyle::Keyword : CodeStyle::Plain, word.size());
  }

  std::string_view code_;
  const CodeSigns& signs_;
  std::size_t at_ = 0;
  std::vector<CodeRun> runs_;
  std::array<std::size_t, 3> unclosed_{}; ///< by quote: up to where none that begins has an end
};

} // namespace

std::vector<CodeRun> code_runs(std::string_view code, std::string_view language) {
  static const auto families = [] {
    std::map<std::string_view, const CodeSigns*, std::less<>> by_name;
    for (const CodeSigns& signs : kFamilies) {
      for (const std::string_view name : split(signs.languages)) by_name.emplace(name, &signs);
    }
    return by_name;
  }();
  const auto found = families.find(ascii::to_lower(language));
  return found == families.end() ? std::vector<CodeRun>{} : CodeLexer(code, *found->second).runs();
}

} // namespace trawl::content
