// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topic_words.h"

#include <unicode/uchar.h>

#include "shared/base/utf8.h"

namespace trawl::enrich {
namespace {

bool stands_alone(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

/// "kernel" for "kernels". Words that end in -ss, -us, -is, -os or -as stay: "class", "status", "gpus".
void drop_plural(std::string& word) {
  if (word.size() < 4 || word.back() != 's') return;
  const char before = word[word.size() - 2];
  if (before == 's' || before == 'u' || before == 'i' || before == 'o' || before == 'a') return;
  word.pop_back();
}

enum class Kind { Letter, Digit, Alone, Other };

Kind kind_of(char32_t c) {
  if (c < 0x80) {
    if (c >= '0' && c <= '9') return Kind::Digit;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? Kind::Letter : Kind::Other;
  }
  if (stands_alone(c)) return Kind::Alone;
  return u_isalnum(static_cast<UChar32>(c)) != 0 ? Kind::Letter : Kind::Other;
}

void append_folded(std::string& word, char32_t c) {
  if (c < 0x80) {
    word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  } else {
    utf8::append(word, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT)));
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

bool TopicWords::next(std::string& word) {
  word.clear();
  Kind inside = Kind::Other;
  while (at_ < text_.size()) {
    const std::size_t begin = at_;
    const auto byte = static_cast<unsigned char>(text_[at_]);
    const char32_t c = byte < 0x80 ? (++at_, char32_t{byte}) : utf8::next(text_, at_);
    const Kind kind = kind_of(c);
    if (kind == Kind::Other) {
      if (word.empty()) continue;
      const bool is_point = c == '.' && inside == Kind::Digit && at_ < text_.size() && is_digit(text_[at_]);
      if (is_point) {
        word += '.';
        continue;
      }
      if (c == '\'' || c == 0x2019) skip_genitive();
      break;
    }
    if (!word.empty() && kind != inside) { // "gpt4" is "gpt 4"
      at_ = begin;
      break;
    }
    append_folded(word, c);
    inside = kind;
    if (kind == Kind::Alone) return true;
  }
  if (inside == Kind::Letter) drop_plural(word);
  return !word.empty();
}

void TopicWords::skip_genitive() {
  if (at_ >= text_.size() || text_[at_] != 's') return;
  const bool ends = at_ + 1 == text_.size() || kind_of(static_cast<unsigned char>(text_[at_ + 1])) == Kind::Other;
  if (ends) ++at_;
}

} // namespace trawl::enrich
