// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/code_colours.h"

#include "shared/base/ascii.h"
#include "shared/content/code_language.h"

#include <algorithm>
#include <array>
#include <string>

namespace trawl::content {
namespace {

constexpr std::size_t kLongestChar = 12, kLongestExpression = 200, kLongestVariable = 100, kLongestPrompt = 60,
                      kLongestPrefix = 3;
constexpr int kFailedSearches = 4; ///< for an end that is not there; after so many, none is looked for

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Words after which a name follows that is being made or extended.
constexpr std::array<std::string_view, 20> kIntroducers{
    "class",   "struct", "enum",   "interface", "trait", "def",  "function",   "fn",    "func",    "fun",
    "extends", "new",    "module", "namespace", "impl",  "type", "implements", "macro", "message", "service"};

class CodeLexer {
 public:
  CodeLexer(std::string_view code, const CodeLanguage& language) : code_(code), language_(language) {}

  std::vector<CodeRun> runs() {
    while (at_ < code_.size()) step();
    return std::move(runs_);
  }

 private:
  bool has(CodeTrait trait) const { return language_.has(trait); }
  std::string_view rest() const { return code_.substr(at_); }
  char ahead(std::size_t offset) const { return at_ + offset < code_.size() ? code_[at_ + offset] : '\0'; }
  char before() const { return at_ == 0 ? '\n' : code_[at_ - 1]; }
  std::size_t line_length() const { return std::min(code_.find('\n', at_), code_.size()) - at_; }

  /// Goes on by `bytes`, at least one.
  void add(CodeStyle style, std::size_t bytes) {
    bytes = std::min(std::max<std::size_t>(bytes, 1), code_.size() - at_);
    for (const char c : code_.substr(at_, bytes)) {
      is_first_ = c == '\n' || (is_first_ && is_blank(c));
      if (!is_blank(c)) last_ = c;
      if (!is_blank(c))
        may_begin_ = style == CodeStyle::Keyword ||
                     (style == CodeStyle::Plain && !is_word(c) && !std::string_view(")]}").contains(c));
    }
    at_ += bytes;
    if (!runs_.empty() && runs_.back().style == style)
      runs_.back().bytes += bytes;
    else
      runs_.push_back({bytes, style});
  }

  void step() {
    const bool is_text = has(CodeTrait::OnlyTags) && !is_in_tag_;
    if (before() == '\n' && line()) return;
    if (comment() || (!is_text && (string() || beside_words()))) return;
    if (has(CodeTrait::Tags) && tag()) return;
    if (is_text || has(CodeTrait::Prose)) return entity();
    const bool is_part =
        has(CodeTrait::Dashes) && std::string_view("-./").contains(before()); // of a file's name or an option
    if (is_digit(ahead(0)) && !is_part) return number();
    if (is_letter(ahead(0))) return word();
    add(CodeStyle::Plain, 1);
  }

  /// What only the beginning of a line tells.
  bool line() {
    const std::string_view text = code_.substr(at_, line_length());
    if (has(CodeTrait::Signs)) {
      const bool is_place = text.starts_with("+++") || text.starts_with("---");
      const CodeStyle style = is_place || text.empty() ? CodeStyle::Plain
                              : text.front() == '+'    ? CodeStyle::Added
                              : text.front() == '-'    ? CodeStyle::Removed
                                                       : CodeStyle::Plain;
      return add(style, text.size() + 1), true;
    }
    if (has(CodeTrait::Prompts)) {
      const std::size_t end = text.substr(0, kLongestPrompt).find_first_of("$#%>");
      const bool is_command = end < text.size() && (end + 1 == text.size() || text[end + 1] == ' ');
      add(CodeStyle::Plain, is_command ? end + 1 : text.size() + 1);
      last_ = '\n'; // a command begins
      return true;
    }
    if (has(CodeTrait::Prose) && text.starts_with('#')) return add(CodeStyle::Keyword, text.size()), true;
    if (!has(CodeTrait::KeysBeforeEquals) || text.empty()) return false;
    if (text.front() == '[') return add(CodeStyle::Keyword, text.size()), true;
    const std::size_t equals = text.find('='), other = text.find_first_of("\"'#;{[");
    if (equals == std::string_view::npos || equals == 0 || other < equals) return false;
    return add(CodeStyle::Name, equals), true;
  }

  bool comment() {
    for (const auto& [open, close] : language_.block_comments) {
      if (rest().starts_with(open)) return add(CodeStyle::Comment, block_length(open, close)), true;
    }
    for (const std::string_view mark : language_.line_comments) {
      const bool is_one = rest().starts_with(mark) && (!has(CodeTrait::AtLineStart) || is_first_) &&
                          (!has(CodeTrait::HashAlone) || before() == '\n' || is_blank(before()));
      if (is_one) return add(CodeStyle::Comment, line_length()), true;
    }
    return false;
  }

  /// To the end of the code if it does not end before.
  std::size_t block_length(std::string_view open, std::string_view close) const {
    int depth = 0;
    for (std::size_t at = at_; at < code_.size();) {
      const std::string_view here = code_.substr(at);
      const bool is_close = depth > 0 && here.starts_with(close);
      if (is_close && (--depth == 0)) return at + close.size() - at_;
      const bool is_open = !is_close && here.starts_with(open) && (depth == 0 || has(CodeTrait::Nested));
      depth += is_open ? 1 : 0;
      at += is_close ? close.size() : is_open ? open.size() : 1;
    }
    return code_.size() - at_;
  }

  /// How long a string is that has begun with `skip` bytes; 0 if `close` does not come before `end`.
  std::size_t string_length(std::size_t skip, std::string_view close, std::size_t end) const {
    for (std::size_t at = at_ + skip; at < end; ++at) {
      if (code_.substr(at, end - at).starts_with(close)) return at + close.size() - at_;
      if (code_[at] == '\\' && !has(CodeTrait::NoEscapes)) ++at;
    }
    return 0;
  }

  bool string(std::size_t prefix = 0) {
    for (std::size_t i = 0; i < language_.long_strings.size(); ++i) {
      const auto& [open, close] = language_.long_strings[i];
      if (!code_.substr(at_ + prefix).starts_with(open) || at_ < unclosed_long_.at(i)) continue;
      const std::size_t length = string_length(prefix + open.size(), close, code_.size());
      if (length > 0) return colour_string(length);
      unclosed_long_.at(i) = code_.size();
    }
    const char quote = ahead(prefix);
    if (quote == '\'' && has(CodeTrait::CharQuote) && prefix == 0 && !language_.quotes.contains(quote))
      return character();
    if (quote == '\0' || !language_.quotes.contains(quote)) return false;
    const bool is_transposed = has(CodeTrait::CharQuote) && quote == '\'' &&
                               (is_word(before()) || std::string_view(")]}'.").contains(before()));
    std::size_t& unclosed = unclosed_.at(language_.quotes.find(quote));
    if (is_transposed || at_ < unclosed) return false;
    const std::size_t end = at_ + line_length();
    const std::size_t length = string_length(prefix + 1, std::string_view(&quote, 1), end);
    if (length == 0) unclosed = end; // so is each that follows on this line
    return length > 0 && colour_string(length);
  }

  bool colour_string(std::size_t length) {
    const std::size_t end = code_.find_first_not_of(" \t", at_ + length);
    const bool is_key = has(CodeTrait::Keys) && end < code_.size() && code_[end] == ':';
    return add(is_key ? CodeStyle::Name : CodeStyle::String, length), true;
  }

  bool character() {
    const std::size_t begin = at_ + 1, end = std::min(begin + kLongestChar, at_ + line_length());
    std::size_t close = begin + 1;
    if (ahead(1) == '\\')
      close = std::min(code_.find('\'', begin + 2), code_.size());
    else
      while (close < end && (code_[close] & 0xC0) == 0x80) ++close;
    const bool is_one = close < end && code_[close] == '\'';
    return is_one && (add(CodeStyle::String, close + 1 - at_), true);
  }

  /// What begins with a sign.
  bool beside_words() {
    const char c = ahead(0), next = ahead(1);
    if (c == '@' && is_letter(next) && !is_word(before())) {
      if (!has(CodeTrait::Decorators) && !has(CodeTrait::AtRules)) return false;
      return add(has(CodeTrait::AtRules) ? CodeStyle::Keyword : CodeStyle::Name, 1 + word_length(1, ".-")), true;
    }
    if (c == '#' && has(CodeTrait::Directives) && is_first_) return directive(), true;
    if (c == '\\' && has(CodeTrait::Backslash))
      return add(CodeStyle::Name, std::max<std::size_t>(2, 1 + word_length(1, "*"))), true;
    if (c == '$' && has(CodeTrait::Dollar)) return variable();
    if (c == '/' && has(CodeTrait::RegularExpressions) && may_begin_ && next != '/' && next != '*') return expression();
    return c == '<' && next == '<' && has(CodeTrait::Heredocs) && heredoc();
  }

  std::size_t word_length(std::size_t skip, std::string_view also = {}) const {
    std::size_t end = at_ + skip;
    while (end < code_.size() &&
           (is_word(code_[end]) || (also.contains(code_[end]) && end + 1 < code_.size() && is_word(code_[end + 1]))))
      ++end;
    return end - at_ - skip;
  }

  void directive() {
    std::size_t skip = 1;
    while (is_blank(ahead(skip))) ++skip;
    const std::size_t length = word_length(skip);
    const bool is_include = code_.substr(at_ + skip, length) == "include";
    add(CodeStyle::Keyword, skip + length);
    if (!is_include) return;
    while (at_ < code_.size() && is_blank(ahead(0))) add(CodeStyle::Plain, 1);
    const std::size_t close = code_.substr(at_, line_length()).find('>');
    if (ahead(0) == '<' && close != std::string_view::npos) add(CodeStyle::String, close + 1);
  }

  bool variable() {
    const std::size_t close = ahead(1) == '{' ? code_.substr(at_, kLongestVariable).find('}') : std::string_view::npos;
    const std::size_t length = close != std::string_view::npos ? close + 1 : 1 + word_length(1);
    return length > 1 && (add(CodeStyle::Number, length), true);
  }

  bool expression() {
    const std::size_t end = at_ + std::min(line_length(), kLongestExpression);
    bool is_in_class = false;
    for (std::size_t at = at_ + 1; at < end; ++at) {
      if (code_[at] == '\\')
        ++at;
      else if (code_[at] == '[')
        is_in_class = true;
      else if (code_[at] == ']')
        is_in_class = false;
      else if (code_[at] == '/' && !is_in_class)
        return add(CodeStyle::String, at + 1 - at_ + word_length(at + 1 - at_)), true;
    }
    return false;
  }

  /// What is between `open` and `close`, if that is there.
  bool raw(std::size_t open, const std::string& close) {
    if (failed_searches_ >= kFailedSearches) return false;
    const std::size_t end = code_.find(close, at_ + open);
    if (end == std::string_view::npos) return ++failed_searches_, false;
    return add(CodeStyle::String, end + close.size() - at_), true;
  }

  bool heredoc() {
    std::size_t skip = ahead(2) == '-' || ahead(2) == '~' ? 3 : 2;
    while (is_blank(ahead(skip))) ++skip;
    skip += ahead(skip) == '\'' || ahead(skip) == '"' ? 1 : 0;
    const std::string name(code_.substr(at_ + skip, word_length(skip)));
    return !name.empty() && name.size() < kLongestVariable &&
           raw(skip, "\n" + name + (code_.ends_with("\n" + name) ? "" : "\n"));
  }

  /// A string whose end is said at its beginning: r#"…"# of Rust, R"x(…)x" of C++.
  bool raw_string(std::size_t prefix) {
    std::size_t skip = prefix;
    if (has(CodeTrait::RawHash)) {
      while (ahead(skip) == '#' && skip < kLongestChar) ++skip;
      return skip > prefix && ahead(skip) == '"' && raw(skip + 1, "\"" + std::string(skip - prefix, '#'));
    }
    const std::size_t open = has(CodeTrait::Directives) && ahead(prefix) == '"'
                                 ? code_.substr(at_, kLongestChar * 2).find('(')
                                 : std::string_view::npos;
    return open != std::string_view::npos &&
           raw(open + 1, ")" + std::string(code_.substr(at_ + prefix + 1, open - prefix - 1)) + "\"");
  }

  bool tag() {
    if (is_in_tag_ && ahead(0) == '>') return is_in_tag_ = false, add(CodeStyle::Plain, 1), true;
    if (ahead(0) != '<') return false;
    const std::size_t skip = ahead(1) == '/' || ahead(1) == '!' || ahead(1) == '?' ? 2 : 1;
    if (!is_letter(ahead(skip))) return false;
    is_in_tag_ = true;
    add(CodeStyle::Plain, skip);
    return add(CodeStyle::Name, word_length(0, "-:.")), true;
  }

  /// A character reference, or text.
  void entity() {
    const std::size_t end = ahead(0) == '&' ? code_.substr(at_, kLongestChar).find(';') : std::string_view::npos;
    if (end != std::string_view::npos && has(CodeTrait::OnlyTags)) return add(CodeStyle::Number, end + 1);
    add(CodeStyle::Plain, 1);
  }

  void number() {
    std::size_t end = at_;
    const bool is_hex = rest().starts_with("0x") || rest().starts_with("0X");
    for (; end < code_.size(); ++end) {
      const char c = code_[end], next = end + 1 < code_.size() ? code_[end + 1] : '\0';
      const bool is_sign =
          (c == '+' || c == '-') && !is_hex && (code_[end - 1] == 'e' || code_[end - 1] == 'E') && is_digit(next);
      const bool is_inside = (c == '.' && is_digit(next)) || (c == '\'' && has(CodeTrait::CharQuote) && is_digit(next));
      if (!is_word(c) && !is_inside && !is_sign) break;
    }
    add(CodeStyle::Number, end - at_);
  }

  void word() {
    const bool is_path = has(CodeTrait::Keys) && has(CodeTrait::Dashes) && !has(CodeTrait::AtRules);
    const std::size_t length = word_length(0, is_path ? "-./" : has(CodeTrait::Dashes) ? "-" : "");
    if (prefixed(length)) return;
    const std::string_view text = code_.substr(at_, length);
    const std::string folded = has(CodeTrait::IgnoresCase) ? ascii::to_lower(text) : std::string(text);
    const bool is_member = before() == '.' || (has(CodeTrait::Dashes) && before() == '-');
    const bool is_introduced = std::exchange(is_introduced_, false);
    if (!is_member && (language_.constants.contains(text) || language_.constants.contains(folded)))
      return add(CodeStyle::Number, length);
    if (is_key(length)) return add(CodeStyle::Name, length);
    if (!is_member && language_.keywords.contains(folded)) {
      is_introduced_ = std::ranges::find(kIntroducers, folded) != kIntroducers.end();
      return add(CodeStyle::Keyword, length);
    }
    const bool is_call = has(CodeTrait::Calls) && ahead(length) == '(';
    const bool is_command = has(CodeTrait::Commands) && !is_member && std::string_view("\n|&;(`").contains(last_);
    const bool is_attribute = is_in_tag_ && ahead(length) == '=';
    const bool is_name =
        is_introduced || is_call || is_command || is_attribute || (has(CodeTrait::Types) && is_type(text));
    add(is_name ? CodeStyle::Name : CodeStyle::Plain, length);
  }

  /// A string with letters in front of it.
  bool prefixed(std::size_t length) {
    if (!has(CodeTrait::Prefixes) || length > kLongestPrefix) return false;
    const bool is_character = ahead(length) == '\'' && has(CodeTrait::CharQuote);
    return raw_string(length) || (!is_character && string(length));
  }

  static bool is_type(std::string_view word) {
    return word.front() >= 'A' && word.front() <= 'Z' &&
           std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  }

  /// Whether the word is followed by a colon that makes it one: as a value, "https:" is not.
  bool is_key(std::size_t length) const {
    if (!has(CodeTrait::Keys)) return false;
    std::size_t end = at_ + length;
    while (end < code_.size() && is_blank(code_[end])) ++end;
    if (end == code_.size() || code_[end] != ':') return false;
    const char next = end + 1 < code_.size() ? code_[end + 1] : '\n';
    return has(CodeTrait::AtRules) || next == '\n' || is_blank(next) || next == '=' || next == ':';
  }

  std::string_view code_;
  const CodeLanguage& language_;
  std::size_t at_ = 0;
  std::vector<CodeRun> runs_;
  bool is_first_ = true;  ///< only blanks were on the line
  bool may_begin_ = true; ///< an operand may: what was before is none
  char last_ = '\n';      ///< the last that is no blank
  bool is_in_tag_ = false, is_introduced_ = false;
  int failed_searches_ = 0;
  std::array<std::size_t, 4> unclosed_{}, unclosed_long_{}; ///< up to where a quote, or an opener, has no other end
};

} // namespace

std::vector<CodeRun> code_runs(std::string_view code, std::string_view language) {
  const CodeLanguage* const known = code_language(ascii::to_lower(language));
  return known == nullptr ? std::vector<CodeRun>{} : CodeLexer(code, *known).runs();
}

} // namespace trawl::content
