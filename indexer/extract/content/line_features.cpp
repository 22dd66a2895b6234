// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_features.h"

#include "indexer/extract/page/block_features.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace trawl::extract {

namespace {

/// Phrases that begin a line of boilerplate: "share this", "photo by", "advertisement".
const PhraseTable& boilerplate_phrases() {
  static const PhraseTable table(words::kLinesBoilerplate);
  return table;
}

/// Phrases that begin a line with the author or the date: "by", "updated".
const PhraseTable& byline_beginnings() {
  static const PhraseTable table(words::kLinesBylines);
  return table;
}

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

bool begins_with_any(std::string_view line, const PhraseTable& phrases) {
  return !line.empty() && std::ranges::any_of(phrases.beginning_with(line.front()),
                                              [&](std::string_view phrase) { return begins_with(line, phrase); });
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

PhraseTable::PhraseTable(std::span<const std::string_view> phrases) : phrases_(phrases.begin(), phrases.end()) {
  const auto first = [](std::string_view phrase) { return static_cast<unsigned char>(phrase.front()); };
  std::ranges::stable_sort(phrases_, {}, first);
  for (const std::string_view phrase : phrases_) ++begin_[first(phrase) + 1u];
  for (std::size_t byte = 0; byte + 1 < begin_.size(); ++byte) {
    begin_[byte + 1] = static_cast<std::uint16_t>(begin_[byte + 1] + begin_[byte]);
  }
}

bool PhraseTable::occurs_in(std::string_view text) const {
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const std::string_view phrase : beginning_with(text[at])) {
      if (text.substr(at).starts_with(phrase)) return true;
    }
  }
  return false;
}

const PhraseTable& publisher_phrases() {
  static const PhraseTable table(words::kLinesPublisher);
  return table;
}

bool is_boilerplate_line(std::string_view text) {
  return text.size() <= kMaxBoilerplateLine && begins_with_any(normalised(text), boilerplate_phrases());
}

bool is_publisher_notice(std::string_view text) {
  if (text.size() > kMaxPublisherNotice) return false;
  const std::string line = ascii::to_lower(text);
  return publisher_phrases().occurs_in(line);
}

bool is_byline(std::string_view text) {
  if (text.size() > 120 || (ends_sentence(text) && text.size() > 60)) return false;
  const std::string line = normalised(text);
  if (begins_with_any(line, byline_beginnings())) return true;
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
