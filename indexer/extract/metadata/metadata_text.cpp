// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/metadata_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <unicode/uchar.h>

#include "indexer/html/references.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/text/unicode.h"

namespace trawl::extract {
namespace {

constexpr std::array<std::string_view, 16> kInlineTags = {"a", "b",   "br",  "em",  "font",   "i",    "mark", "p",
                                                          "s", "sub", "sup", "div", "strong", "span", "u",    "wbr"};

struct InlineTag {
  std::size_t length = 0; ///< in bytes; 0: it is not an inline tag
  bool breaks_line = false;
};

/// The inline tag that `text` begins with ("<em>", "</a>", "<br />").
InlineTag read_inline_tag(std::string_view text) {
  const auto end = text.substr(0, 512).find('>');
  if (end == std::string_view::npos) return {};
  auto tag = text.substr(1, end - 1);
  if (tag.starts_with('/')) tag.remove_prefix(1);
  const std::string name = ascii::to_lower(tag.substr(0, tag.find_first_of(" /\t\n")));
  if (std::ranges::find(kInlineTags, name) == kInlineTags.end()) return {};
  return {end + 1, name == "br" || name == "p" || name == "div"};
}

std::string drop_inline_tags(std::string_view text) {
  if (!text.contains('<')) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const InlineTag tag = text[i] == '<' ? read_inline_tag(text.substr(i)) : InlineTag{};
    if (tag.length == 0) {
      out += text[i++];
      continue;
    }
    if (tag.breaks_line) out += ' ';
    i += tag.length;
  }
  return out;
}

bool is_visible_ascii(char c) { return c > ' ' && c <= '~'; }

/// The end of the run of bytes that begins at `at` and that `is_in_run` accepts.
std::size_t end_of_run(std::string_view text, std::size_t at, bool (&is_in_run)(char)) {
  while (at < text.size() && is_in_run(text[at])) ++at;
  return at;
}

bool is_word_character(char32_t c) {
  if (c < 0x80) return ascii::is_alnum(static_cast<char>(c));
  const auto code = static_cast<UChar32>(c);
  return u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK) != 0;
}

} // namespace

std::string squeeze(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = end_of_run(text, i, is_visible_ascii); end > i) {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      out.append(text, i, end - i);
      i = end;
      continue;
    }
    const char32_t c = utf8::next(text, i);
    if (c == ' ' || u_isUWhiteSpace(static_cast<UChar32>(c))) {
      blank = true;
      continue;
    }
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0xFEFF || c == 0x200B || (c >= 0x202A && c <= 0x202E))
      continue;
    if (blank && !out.empty()) out += ' ';
    blank = false;
    utf8::append(out, c);
  }
  return out;
}

std::string clean_value(std::string_view text) {
  std::string value = drop_inline_tags(text);
  for (int round = 0; round < 2 && value.contains('&'); ++round) {
    std::string decoded = html::decode_references(value);
    if (decoded == value) break;
    value = drop_inline_tags(decoded);
  }
  return squeeze(value);
}

std::string wording_key(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = end_of_run(text, i, ascii::is_alnum); end > i) {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      const std::size_t begin = out.size();
      out.append(text, i, end - i);
      std::transform(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                     out.begin() + static_cast<std::ptrdiff_t>(begin), [](char c) { return ascii::to_lower(c); });
      i = end;
      continue;
    }
    const char32_t c = utf8::next(text, i);
    if (c == '\'' || c == 0x2019 || c == 0x2018 || c == 0xAD) continue; // don't = dont
    if (!is_word_character(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    utf8::append(out, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT)));
  }
  return out;
}

bool contains_wording(std::string_view whole, std::string_view part) {
  if (part.empty() || part.size() > whole.size()) return false;
  for (std::size_t at = whole.find(part); at != std::string_view::npos; at = whole.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    if ((at == 0 || whole[at - 1] == ' ') && (end == whole.size() || whole[end] == ' ')) return true;
  }
  return false;
}

std::size_t words_in_key(std::string_view key) {
  if (key.empty()) return 0;
  std::size_t words = 1;
  std::size_t unspaced = 0;
  for (std::size_t i = 0; i < key.size();) {
    const char32_t c = utf8::next(key, i);
    if (c == ' ') ++words;
    if (text::is_unspaced(c)) ++unspaced;
  }
  return words + unspaced / 2;
}

} // namespace trawl::extract
