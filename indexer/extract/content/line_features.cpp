// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_features.h"

#include "indexer/extract/page/block_features.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace trawl::extract {

namespace {

// Longer texts are paragraphs, whatever they begin with or contain. In bytes.
constexpr std::size_t kMaxBoilerplateLine = 220;
constexpr std::size_t kMaxPublisherNotice = 500;

/// Whether `line` begins with `phrase`, and the phrase ends where a word ends.
bool begins_with(std::string_view line, std::string_view phrase) {
  if (!line.starts_with(phrase)) return false;
  if (line.size() == phrase.size() || !ascii::is_alpha(phrase.back())) return true;
  const char next = line[phrase.size()];
  return !ascii::is_alpha(next) && next != '-' && next != '_' && next != '\'' &&
         static_cast<unsigned char>(next) < 0x80;
}

bool begins_with_any(std::string_view line, std::span<const std::string_view> phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) { return begins_with(line, phrase); });
}

/// The line in lower case, without bullets, arrows and quotes before its first word.
std::string normalised(std::string_view text) {
  static constexpr std::array<std::string_view, 26> kSigns = {"*", "-",  "_",  "|",  ">", "+", "[", "#", ".",
                                                              " ", "\t", "\n", "\"", "'", "•", "·", "»", "›",
                                                              "→", "▶",  "►",  "●",  "–", "—", "“", "■"};
  const auto begins = [&](std::string_view sign) { return text.starts_with(sign); };
  for (auto sign = std::ranges::find_if(kSigns, begins); sign != kSigns.end();
       sign = std::ranges::find_if(kSigns, begins)) {
    text.remove_prefix(sign->size());
  }
  return ascii::to_lower(text.substr(0, kMaxBoilerplateLine));
}

} // namespace

bool is_boilerplate_line(std::string_view text) {
  return text.size() <= kMaxBoilerplateLine && begins_with_any(normalised(text), words::kLinesBoilerplate);
}

bool is_publisher_notice(std::string_view text) {
  if (text.size() > kMaxPublisherNotice) return false;
  const std::string line = ascii::to_lower(text);
  return std::ranges::any_of(words::kLinesPublisher, [&](std::string_view phrase) { return line.contains(phrase); });
}

bool is_byline(std::string_view text) {
  if (text.size() > 120 || (ends_sentence(text) && text.size() > 60)) return false;
  const std::string line = normalised(text);
  if (begins_with_any(line, words::kLinesBylines)) return true;
  const auto digits = std::ranges::count_if(line, [](char c) { return c >= '0' && c <= '9'; });
  if (digits == 0) return false;
  const auto has = [&](std::string_view phrase) { return line.contains(phrase); };
  if (std::ranges::any_of(words::kLinesReadingTimes, has)) return true;
  const bool is_numeric_date = digits >= 6 && std::ranges::count_if(line, [](char c) {
                                                return c == '.' || c == '/' || c == '-' || c == ':';
                                              }) >= 2;
  return line.size() <= 80 && (is_numeric_date || text::parse_page_date(line));
}

} // namespace trawl::extract
