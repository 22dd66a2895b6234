// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/value_table.h"

#include "shared/index/segment/first_letters.h"
#include "shared/index/segment/section_names.h"
#include "shared/schema/fields.h"
#include "shared/text/unicode.h"

#include <algorithm>

namespace trawl::index {
namespace {

std::uint32_t count_of_values(const SegmentFile& file, std::string_view field) {
  const SectionEntry* ends = file.find(section_name(field, kValueEnds));
  if (ends == nullptr || ends->width == 0) return 0;
  return static_cast<std::uint32_t>(ends->size / ends->width / 2);
}

bool is_folded(std::string_view field) {
  const schema::Field* row = schema::find_filter(field);
  return row != nullptr && row->ignores_case;
}

} // namespace

ValueTable::ValueTable(const SegmentFile& file, std::string_view field)
    : size_(count_of_values(file, field)), ends_(file, section_name(field, kValueEnds), std::size_t{size_} * 2),
      order_(file, section_name(field, kValueOrder), size_), text_(file, section_name(field, kValueText)),
      has_folded_keys_(is_folded(field)) {
  if (const SectionEntry* text = file.find(section_name(field, kValueText))) {
    first_ = static_cast<std::uint32_t>(text->least);
  }
}

std::string_view ValueTable::part(std::uint64_t i) const {
  const std::uint64_t begin = i == 0 ? 0 : ends_.raw(i - 1), end = ends_.raw(i);
  if (begin > end) {
    text_.note_damage();
    return {};
  }
  return text_.view(begin, end - begin);
}

std::string_view ValueTable::key(std::uint32_t i) const { return part(std::uint64_t{i} * 2); }

std::string_view ValueTable::shown(std::uint32_t i) const {
  const std::string_view own = part(std::uint64_t{i} * 2 + 1);
  return own.empty() ? key(i) : own;
}

std::optional<std::uint32_t> ValueTable::find(std::string_view wanted) const {
  std::size_t begin = 0, end = size_;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const auto value = static_cast<std::uint32_t>(order_.raw(middle));
    if (value >= size_) return std::nullopt;
    const std::string_view held = key(value);
    if (held == wanted) return first_ + value;
    if (held < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return std::nullopt;
}

ValueTable::Words ValueTable::sort_words() const {
  Words out;
  for (std::uint32_t value = 0; value < size_; ++value) {
    const std::size_t begin = out.texts.size();
    out.texts += has_folded_keys_ ? key(value) : std::string_view(text::fold(key(value)));
    const std::string_view text = std::string_view(out.texts).substr(begin);
    text::for_each_word_beginning(text, [&](std::size_t at) {
      out.sorted.push_back({first_letters(text.substr(at)), static_cast<std::uint32_t>(begin + at), value});
    });
    out.texts += '\0';
  }
  std::ranges::sort(out.sorted, {}, &Words::Place::letters);
  return out;
}

void ValueTable::add_with_word(std::string_view prefix, std::vector<std::uint32_t>& ordinals) const {
  const Words& words = words_.get([this] { return sort_words(); });
  const std::uint64_t first = first_letters(prefix);
  const std::uint64_t beyond = prefix.size() < kFirstLetters ? ~std::uint64_t{0} >> 8 * prefix.size() : 0;
  std::vector<bool> is_known(size_);
  for (auto it = std::ranges::lower_bound(words.sorted, first, {}, &Words::Place::letters);
       it != words.sorted.end() && it->letters <= (first | beyond); ++it) {
    const bool is_same =
        prefix.size() <= kFirstLetters || std::string_view(words.texts).substr(it->at, prefix.size()) == prefix;
    if (!is_same || is_known[it->value]) continue;
    is_known[it->value] = true;
    ordinals.push_back(first_ + it->value);
  }
}

} // namespace trawl::index
