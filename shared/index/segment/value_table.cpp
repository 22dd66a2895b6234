// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/value_table.h"

#include "shared/index/segment/section_names.h"

namespace trawl::index {
namespace {

std::uint32_t count_of_values(const SegmentFile& file, std::string_view field) {
  const SectionEntry* ends = file.find(section_name(field, kValueEnds));
  if (ends == nullptr || ends->width == 0) return 0;
  return static_cast<std::uint32_t>(ends->size / ends->width / 2);
}

} // namespace

ValueTable::ValueTable(const SegmentFile& file, std::string_view field)
    : size_(count_of_values(file, field)), ends_(file, section_name(field, kValueEnds), std::size_t{size_} * 2),
      order_(file, section_name(field, kValueOrder), size_), text_(file, section_name(field, kValueText)) {
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

} // namespace trawl::index
