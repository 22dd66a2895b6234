// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/lexer.h"

#include <algorithm>

#include "shared/base/utf8.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

constexpr int kMaxDistance = 100;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_blank(char32_t c) {
  if (c < 0x80) return c <= ' ';
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_quote(char32_t c) { return c == '"' || c == 0x201C || c == 0x201D || c == 0x201E || c == 0x201F; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Lexeme> run() {
    while (at_ < text_.size()) {
      const std::size_t known = lexemes_.size();
      step();
      if (lexemes_.size() > known) lexemes_.back().end = at_;
    }
    return std::move(lexemes_);
  }

 private:
  /// The character at `at`, and its size; 0 and 0 at the end.
  char32_t peek(std::size_t at, std::size_t* size = nullptr) const {
    std::size_t next = at;
    const char32_t c = at < text_.size() ? utf8::next(text_, next) : 0;
    if (size != nullptr) *size = next - at;
    return c;
  }

  bool ends_word(std::size_t at) const {
    const char32_t c = peek(at);
    return at >= text_.size() || is_blank(c) || is_quote(c) || c == '(' || c == ')';
  }

  Lexeme& add(LexemeKind kind, std::string_view text, std::size_t begin) {
    Lexeme lexeme;
    lexeme.kind = kind;
    lexeme.text = text;
    lexeme.begin = begin;
    lexemes_.push_back(std::move(lexeme));
    return lexemes_.back();
  }

  void step() {
    std::size_t size = 0;
    const char32_t c = peek(at_, &size);
    if (is_blank(c)) {
      at_ += size;
      after_blank_ = true;
      return;
    }
    if (c == '(' || c == ')') {
      add(c == '(' ? LexemeKind::Open : LexemeKind::Close, {}, at_);
      at_ += size;
    } else if (is_quote(c)) {
      phrase(size);
    } else if ((c == '-' || c == '+') && is_sign()) {
      add(c == '-' ? LexemeKind::Not : LexemeKind::Plus, {}, at_);
      at_ += size;
    } else if (!field()) {
      word();
    }
    after_blank_ = false;
  }

  /// Whether the minus or plus at `at_`, which begins a chunk, is an operator: not in --option, -19, C ++ or alone.
  bool is_sign() const {
    if (at_ > 0 && text_[at_ - 1] != '(' && !after_blank_) return false;
    const char32_t next = peek(at_ + 1);
    if (ends_word(at_ + 1)) return next == '(' || is_quote(next);
    if (next == '-' || next == '+') return false;
    if (text_[at_] == '+') return true;
    std::size_t end = at_ + 1;
    while (!ends_word(end)) ++end;
    const std::string_view chunk = text_.substr(at_ + 1, end - at_ - 1);
    return std::ranges::any_of(chunk,
                               [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
  }

  void phrase(std::size_t quote_size) {
    const std::size_t begin = at_;
    at_ += quote_size;
    const std::size_t inner = at_;
    std::size_t size = 0;
    while (at_ < text_.size() && !is_quote(peek(at_, &size))) at_ += size;
    Lexeme& lexeme = add(LexemeKind::Phrase, text_.substr(inner, at_ - inner), begin);
    if (at_ >= text_.size()) {
      lexeme.closed = false;
      return;
    }
    peek(at_, &size);
    at_ += size;
    if (at_ + 1 < text_.size() && text_[at_] == '~' && is_digit(text_[at_ + 1])) {
      ++at_;
      lexeme.distance = number();
    }
  }

  int number() {
    int value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_)
      value = std::min(value * 10 + (text_[at_] - '0'), kMaxDistance);
    return value;
  }

  /// name:value, where value follows at once and does not begin like the rest of an address or a C++ name.
  bool field() {
    std::size_t colon = at_;
    while (colon < text_.size() && is_ascii_letter(text_[colon])) ++colon;
    if (colon == at_ || colon >= text_.size() || text_[colon] != ':') return false;
    const std::size_t after = colon + 1;
    const char32_t next = peek(after);
    if (next == ':' || next == '/' || next == '(' || (ends_word(after) && !is_quote(next))) return false;
    Lexeme lexeme;
    lexeme.kind = LexemeKind::Field;
    lexeme.text = text::fold(text_.substr(at_, colon - at_));
    lexeme.begin = at_;
    at_ = after;
    do {
      lexeme.values.push_back(value(lexeme.quoted));
    } while (at_ < text_.size() && text_[at_] == ',' && ++at_ < text_.size());
    lexeme.quoted = lexeme.quoted && lexeme.values.size() == 1;
    lexemes_.push_back(std::move(lexeme));
    return true;
  }

  std::string value(bool& quoted) {
    std::size_t size = 0;
    std::size_t begin = at_;
    if (is_quote(peek(at_, &size))) {
      quoted = true;
      begin = at_ += size;
      while (at_ < text_.size() && !is_quote(peek(at_, &size))) at_ += size;
      const std::size_t end = at_;
      if (at_ < text_.size()) at_ += size;
      return std::string(text_.substr(begin, end - begin));
    }
    while (!ends_word(at_) && text_[at_] != ',') {
      peek(at_, &size);
      at_ += size;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  void word() {
    const std::size_t begin = at_;
    std::size_t size = 0;
    while (!ends_word(at_) && text_[at_] != '*') {
      peek(at_, &size);
      at_ += size;
    }
    const std::string_view chunk = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && text_[at_] == '*') {
      ++at_;
      if (!chunk.empty()) add(ends_word(at_) ? LexemeKind::Prefix : LexemeKind::Word, chunk, begin);
      return;
    }
    if (!operator_word(chunk, begin)) add(LexemeKind::Word, chunk, begin);
  }

  bool operator_word(std::string_view chunk, std::size_t begin) {
    if (chunk == "AND")
      add(LexemeKind::And, chunk, begin);
    else if (chunk == "OR")
      add(LexemeKind::Or, chunk, begin);
    else if (chunk == "NOT")
      add(LexemeKind::Not, chunk, begin);
    else if (chunk == "NEAR")
      add(LexemeKind::Near, chunk, begin);
    else if (chunk.starts_with("NEAR/") && chunk.size() > 5 && std::ranges::all_of(chunk.substr(5), is_digit)) {
      const std::size_t end = at_;
      at_ = begin + 5;
      const int distance = number();
      at_ = end;
      add(LexemeKind::Near, chunk, begin).distance = distance;
    } else {
      return false;
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool after_blank_ = true;
  std::vector<Lexeme> lexemes_;
};

} // namespace

std::vector<Lexeme> lex_query(std::string_view text) { return Lexer(text).run(); }

} // namespace trawl::search
