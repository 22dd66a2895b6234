// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/scanner.h"

#include "shared/base/utf8.h"
#include "shared/query/limits.h"
#include "shared/text/stopwords.h"
#include "shared/text/unicode.h"

#include <algorithm>

namespace trawl::query {
namespace {

/// Whether an option of a command stands somewhere outside quotes, as nobody types a word to leave out: --gpus, -m.
bool has_option(std::string_view text) {
  bool is_quoted = false;
  const auto ends = [&](std::size_t at) { return at >= text.size() || is_blank(text[at]) || text[at] == ')'; };
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    is_quoted = is_quoted != (text[i] == '"');
    const bool begins = i == 0 || is_blank(text[i - 1]) || text[i - 1] == '(';
    if (is_quoted || !begins || text[i] != '-') continue;
    const std::size_t name = text[i + 1] == '-' ? i + 2 : i + 1;
    if (name < text.size() && is_ascii_letter(text[name]) && (name == i + 2 || ends(name + 1))) return true;
  }
  return false;
}

} // namespace

Scanner::Scanner(std::string_view text) : text_(text), is_command_(has_option(text)) {}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_blank(char32_t c) {
  if (c < 0x80) return c <= ' ';
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_quote(char32_t c) { return c == '"' || c == 0x201C || c == 0x201D || c == 0x201E || c == 0x201F; }

char32_t Scanner::peek(std::size_t position) const { return position < text_.size() ? utf8::next(text_, position) : 0; }

bool Scanner::ends_word(std::size_t position) const {
  const char32_t c = peek(position);
  return position >= text_.size() || is_blank(c) || is_quote(c) || c == '(' || c == ')';
}

void Scanner::skip_character() {
  if (!at_end()) utf8::next(text_, at_);
}

void Scanner::skip_blanks() {
  if (at_end() || !is_blank(peek())) return;
  while (!at_end() && is_blank(peek())) skip_character();
  chunk_ = at_;
}

bool Scanner::take(char c) {
  const bool is_next = !at_end() && text_[at_] == c;
  at_ += is_next ? 1 : 0;
  return is_next;
}

bool Scanner::is_sign() const {
  if (at_ != chunk_ && text_[at_ - 1] != '(') return false;
  const char32_t next = peek(at_ + 1);
  if (ends_word(at_ + 1)) return next == '(' || is_quote(next);
  if (next == '-' || next == '+') return false;
  if (text_[at_] == '+') return true;
  std::size_t end = at_ + 1;
  while (!ends_word(end)) ++end;
  const std::string_view chunk = text_.substr(at_ + 1, end - at_ - 1);
  const auto is_of_option = [](char c) { return is_ascii_letter(c) || is_digit(c); };
  if ((is_command_ && std::ranges::all_of(chunk, is_of_option)) || text::is_stop_word(text::fold(chunk))) return false;
  return std::ranges::any_of(chunk, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

bool Scanner::take_sign(char sign) { return !at_end() && text_[at_] == sign && is_sign() && take(sign); }

std::string_view Scanner::word() const {
  Scanner end = *this;
  while (!end.ends_word(end.at_) && text_[end.at_] != '*') end.skip_character();
  return text_.substr(at_, end.at_ - at_);
}

std::string_view Scanner::read_quoted(bool& closed) {
  skip_character();
  const std::size_t begin = at_;
  while (!at_end() && !is_quote(peek())) skip_character();
  const std::string_view inner = text_.substr(begin, at_ - begin);
  closed = !at_end();
  skip_character();
  return inner;
}

int Scanner::read_number() {
  int value = 0;
  for (; !at_end() && is_digit(text_[at_]); ++at_) value = std::min(value * 10 + (text_[at_] - '0'), kMaxDistance);
  return value;
}

} // namespace trawl::query
