// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/forward_index.h"

#include "shared/text/stopwords.h"

namespace trawl::index {
namespace {

constexpr std::uint32_t kLeastWords = 20, kMostWords = 200; // chosen by measured ranking quality

} // namespace

void ForwardIndexWriter::begin(const std::vector<std::uint32_t>& words) {
  packed_.resize(words.size());
  before_.resize(words.size());
  for (const std::uint32_t count : words) has_index_.push_back(count >= kLeastWords && count <= kMostWords);
}

void ForwardIndexWriter::begin_term(std::string_view term, std::uint32_t number) {
  number_ = number;
  // English stems are enough; those of other languages have a colon.
  is_kept_ = term.starts_with('Z') && !term.contains(':') && !text::is_stop_word(term.substr(1));
}

void ForwardIndexWriter::put(std::uint32_t document, std::uint32_t tf) {
  packed::put_number(packed_[document], std::uint64_t{number_ - before_[document]} << 1 | (tf == 1 ? 0 : 1));
  if (tf != 1) packed::put_number(packed_[document], tf);
  before_[document] = number_;
}

} // namespace trawl::index
