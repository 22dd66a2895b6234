// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/tokens.h"

#include <new>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include "shared/base/utf8.h"

namespace trawl::text::dates {
namespace {

/// ICU gives an empty string when there is no memory for it: a date would be lost without a word. Its forms are part of
/// the library, so they lack nothing else.
void check_memory(const icu::UnicodeString& text, UErrorCode status = U_ZERO_ERROR) {
  if (U_FAILURE(status) || text.isBogus()) throw std::bad_alloc();
}

/// Compatibility decomposition: combining marks become separate characters, which can be dropped.
icu::UnicodeString decompose(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* form = icu::Normalizer2::getNFKDInstance(status);
  auto source = icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  check_memory(source, status);
  auto decomposed = form->normalize(source, status);
  check_memory(decomposed, status);
  return decomposed;
}

/// Composes again, so that a Hangul syllable is one character rather than its letters.
std::string compose(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* form = icu::Normalizer2::getNFCInstance(status);
  check_memory(text, status);
  const auto composed = form->normalize(text, status);
  check_memory(composed, status);
  std::string out;
  return composed.toUTF8String(out);
}

bool is_han(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  return c > 0x2E00 && uscript_getScript(c, &status) == USCRIPT_HAN;
}

bool is_dropped(UChar32 c) {
  const auto type = u_charType(c);
  return type == U_NON_SPACING_MARK || type == U_FORMAT_CHAR;
}

/// Gathers characters into tokens.
class Tokenizer {
 public:
  void add(UChar32 c) {
    if (is_dropped(c)) return;
    if (u_isUWhiteSpace(c) || u_iscntrl(c)) return space();
    if (const auto digit = u_charDigitValue(c); digit >= 0) return add_digit(digit);
    if (is_han(c)) return add_alone(TokenKind::Word, c);
    if (u_isalpha(c) || u_charType(c) == U_COMBINING_SPACING_MARK) return add_letter(u_tolower(c));
    add_alone(TokenKind::Sign, c);
  }

  std::vector<Token> finish() {
    close();
    return std::move(tokens_);
  }

 private:
  void space() {
    close();
    space_pending_ = true;
  }

  Token& open(TokenKind kind) {
    close();
    tokens_.push_back({kind, space_pending_, 0, 0, {}});
    space_pending_ = false;
    return tokens_.back();
  }

  void close() {
    if (!letters_.isEmpty()) tokens_.back().word = compose(letters_);
    letters_.remove();
    in_number_ = false;
  }

  void add_digit(int digit) {
    if (!in_number_) open(TokenKind::Number);
    in_number_ = true;
    Token& token = tokens_.back();
    token.value = ++token.digits > 18 ? -1 : token.value * 10 + digit;
  }

  void add_letter(UChar32 c) {
    if (letters_.isEmpty()) open(TokenKind::Word);
    check_memory(letters_.append(c));
  }

  void add_alone(TokenKind kind, UChar32 c) {
    Token& token = open(kind);
    icu::UnicodeString(c).toUTF8String(token.word);
  }

  std::vector<Token> tokens_;
  icu::UnicodeString letters_;
  bool in_number_ = false;
  bool space_pending_ = false;
};

const Token kNothing{};

} // namespace

std::vector<Token> tokenize(std::string_view text) {
  Tokenizer tokenizer;
  const auto chars = decompose(utf8::truncate_bytes(text, kMaxDateText));
  for (std::int32_t i = 0; i < chars.length(); i = chars.moveIndex32(i, 1)) tokenizer.add(chars.char32At(i));
  return tokenizer.finish();
}

std::string fold(std::string_view word) {
  const auto tokens = tokenize(word);
  return tokens.empty() ? std::string{} : tokens.front().word;
}

const Token& Cursor::peek(std::size_t ahead) const {
  return position_ + ahead < tokens_->size() ? (*tokens_)[position_ + ahead] : kNothing;
}

bool Cursor::is_number(int min_digits, int max_digits) const {
  const Token& token = peek();
  return token.kind == TokenKind::Number && token.digits >= min_digits && token.digits <= max_digits;
}

bool Cursor::is_word(std::string_view word) const { return peek().kind == TokenKind::Word && peek().word == word; }

bool Cursor::is_sign(std::string_view sign) const {
  return !at_end() && peek().kind == TokenKind::Sign && peek().word == sign;
}

bool Cursor::take_word(std::string_view word) {
  if (!is_word(word)) return false;
  advance();
  return true;
}

bool Cursor::take_sign(std::string_view sign) {
  if (!is_sign(sign)) return false;
  advance();
  return true;
}

int Cursor::take_value() {
  const auto value = static_cast<int>(peek().value);
  advance();
  return value;
}

} // namespace trawl::text::dates
