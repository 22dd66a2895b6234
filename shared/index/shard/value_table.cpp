// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/value_table.h"

#include "shared/base/ascii.h"
#include "shared/base/packed.h"
#include "shared/schema/fields.h"
#include "shared/text/unicode.h"

#include <algorithm>

namespace trawl::index {
namespace {

bool is_folded(std::string_view field) {
  const schema::Field* row = schema::find_filter(field);
  return row != nullptr && row->ignores_case;
}

/// The key that nearly every value has where case is ignored, and many have elsewhere.
void append_lowered(std::string_view shown, std::string& out) {
  for (const char c : shown) out += ascii::to_lower(c);
}

constexpr std::size_t kFirstLetters = sizeof(std::uint64_t);

/// The first eight bytes, NUL where there are fewer: orders as the text does. Most texts that are sorted differ in
/// them, and numbers compare quickly.
std::uint64_t first_letters(std::string_view text) {
  std::uint64_t letters = 0;
  for (std::size_t i = 0; i < kFirstLetters; ++i)
    letters = letters << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return letters;
}

} // namespace

std::string pack_values(const NewValues& introduced) {
  const auto& values = introduced.values;
  std::string texts;
  std::vector<std::uint32_t> sizes, order(values.size());
  for (const auto& [key, shown] : values) {
    std::string lowered;
    append_lowered(shown, lowered);
    const std::string_view own = key == lowered ? std::string_view() : key;
    texts.append(shown).append(own);
    sizes.push_back(static_cast<std::uint32_t>(shown.size()));
    sizes.push_back(static_cast<std::uint32_t>(own.size()));
  }
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::string_view(values[i].first); });
  std::string out;
  packed::put_number(out, introduced.first);
  NumberArray(sizes).put(out);
  NumberArray(order).put(out);
  return out + texts;
}

std::optional<ValueTable> ValueTable::read(std::string_view in, std::string_view field) {
  ValueTable table;
  std::uint64_t first = 0;
  NumberArray sizes;
  if (!packed::take_number(in, first) || first > UINT32_MAX || !NumberArray::take(in, sizes) ||
      !NumberArray::take(in, table.order_) || sizes.size() != table.order_.size() * 2 || in.size() > UINT32_MAX / 2)
    return std::nullopt;
  if (table.order_.size() > 0 && table.order_.greatest_raw() >= table.order_.size()) return std::nullopt;
  const auto counts_from_zero = [](const NumberArray& numbers) {
    return numbers.size() == 0 || numbers[0] == static_cast<std::int64_t>(numbers.raw(0));
  };
  if (!counts_from_zero(sizes) || !counts_from_zero(table.order_)) return std::nullopt;
  std::string texts;
  texts.reserve(2 * in.size());
  std::vector<std::uint32_t> ends;
  ends.reserve(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); i += 2) {
    const std::uint64_t shown_size = sizes.raw(i), own_size = sizes.raw(i + 1);
    if (shown_size > in.size() || own_size > in.size() - shown_size) return std::nullopt;
    const std::string_view shown = in.substr(0, shown_size), own = in.substr(shown_size, own_size);
    in.remove_prefix(shown_size + own_size);
    const std::size_t begin = texts.size();
    own.empty() ? append_lowered(shown, texts) : void(texts += own);
    ends.push_back(static_cast<std::uint32_t>(texts.size()));
    if (shown != std::string_view(texts).substr(begin)) texts += shown;
    ends.push_back(static_cast<std::uint32_t>(texts.size()));
  }
  if (!in.empty()) return std::nullopt;
  table.ends_ = NumberArray(ends);
  table.first_ = static_cast<std::uint32_t>(first);
  table.size_ = static_cast<std::uint32_t>(table.order_.size());
  table.has_folded_keys_ = is_folded(field);
  table.texts_ = std::move(texts);
  return table;
}

std::string_view ValueTable::part(std::size_t i) const {
  const std::uint64_t begin = i == 0 ? 0 : ends_.raw(i - 1);
  return std::string_view(texts_).substr(begin, ends_.raw(i) - begin);
}

std::string_view ValueTable::shown(std::uint32_t i) const {
  const std::string_view own = part(std::size_t{i} * 2 + 1);
  return own.empty() ? key(i) : own;
}

std::optional<std::uint32_t> ValueTable::find(std::string_view wanted) const {
  std::size_t begin = 0, end = size_;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const auto value = static_cast<std::uint32_t>(order_.raw(middle));
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
