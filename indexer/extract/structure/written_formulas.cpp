// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/written_formulas.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <string>

namespace trawl::extract {
namespace {

constexpr std::size_t kLongest = 4'000;     ///< bytes of a formula
constexpr std::size_t kLongestInline = 400; ///< bytes between single dollars, which also are prices

struct Delimiters {
  std::string_view open, close;
  bool is_displayed;
};
constexpr Delimiters kDelimiters[] = {{"\\(", "\\)", false}, {"\\[", "\\]", true}, {"$$", "$$", true}};

/// Whether the text between two dollar signs and spaces, "$ x_i $", is TeX and not the text between two prices.
bool has_tex_marks(std::string_view inside) {
  return ascii::is_space(inside.back()) && inside.find_first_of("\\_^") != std::string_view::npos;
}

/// The end of the formula that begins with the dollar sign at `at`, or npos if it does not begin one. Apart from "$ x_i
/// $", a formula has no space just inside its dollar signs, and no digit after it.
std::size_t end_of_dollars(std::string_view raw, std::size_t at) {
  if (at + 1 >= raw.size() || raw[at + 1] == '$') return std::string_view::npos;
  const bool is_spaced = ascii::is_space(raw[at + 1]);
  if (at > 0 && (raw[at - 1] == '\\' || ascii::is_alnum(raw[at - 1]))) return std::string_view::npos;
  for (std::size_t end = at + 1; end < std::min(raw.size(), at + kLongestInline); ++end) {
    if (raw[end] == '\\')
      ++end;
    else if (raw[end] == '$') {
      const bool is_loose =
          is_spaced ? !has_tex_marks(raw.substr(at + 1, end - at - 1)) : ascii::is_space(raw[end - 1]);
      const bool is_price = is_loose || (end + 1 < raw.size() && ascii::is_digit(raw[end + 1]));
      return is_price ? std::string_view::npos : end;
    }
  }
  return std::string_view::npos;
}

} // namespace

std::vector<TextPart> divide_formulas(std::string_view raw, bool has_dollars) {
  std::vector<TextPart> parts;
  std::size_t begin = 0;
  const auto add = [&](std::size_t from, std::size_t inside, std::size_t inside_end, std::size_t end, bool displayed) {
    if (from > begin) parts.push_back({raw.substr(begin, from - begin)});
    parts.push_back({raw.substr(inside, inside_end - inside), true, displayed});
    begin = end;
  };
  // If a closing delimiter does not follow here, it will not follow later either, so each failed search is made only
  // once.
  bool is_unclosed[std::size(kDelimiters)] = {};
  for (std::size_t at = raw.find_first_of("\\$"); at != std::string_view::npos; at = raw.find_first_of("\\$", at)) {
    std::size_t next = at + 1;
    for (std::size_t i = 0; i < std::size(kDelimiters); ++i) {
      const auto& [open, close, is_displayed] = kDelimiters[i];
      if (is_unclosed[i] || raw.substr(at, 2) != open) continue;
      const std::size_t end = raw.find(close, at + 2);
      is_unclosed[i] = end == std::string_view::npos;
      if (is_unclosed[i] || end == at + 2 || end - at > kLongest) continue;
      add(at, at + 2, end, end + 2, is_displayed);
      next = end + 2;
      break;
    }
    if (next == at + 1 && has_dollars && raw[at] == '$') {
      if (const std::size_t end = end_of_dollars(raw, at); end != std::string_view::npos) {
        add(at, at + 1, end, end + 1, false);
        next = end + 1;
      }
    }
    if (next == at + 1 && raw[at] == '\\') ++next; // an escaped dollar
    at = next;
  }
  if (begin < raw.size()) parts.push_back({raw.substr(begin)});
  return parts;
}

bool renders_formulas(const html::Dom& dom) {
  for (html::NodeId node = 0; node < dom.size(); ++node) {
    if (dom[node].tag != html::Tag::Script && dom[node].tag != html::Tag::Link) continue;
    const std::string address =
        ascii::to_lower(dom.attribute(node, dom[node].tag == html::Tag::Script ? "src" : "href"));
    if (address.contains("mathjax") || address.contains("katex")) return true;
  }
  return false;
}

} // namespace trawl::extract
