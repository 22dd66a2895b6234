// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/attribute_sets.h"

#include "shared/base/whole_number.h"

#include <algorithm>
#include <functional>

namespace trawl::html {
namespace {

constexpr std::size_t kMaxAttributes = 1 << 17; ///< 4 MB; the largest real pages need a tenth of that

} // namespace

std::optional<std::string> AttributeSets::placeholder_for(std::string_view source,
                                                          std::span<const Attribute> attributes) {
  Slot& slot = seen_[std::hash<std::string_view>{}(source) % seen_.size()];
  if (slot.source != source) {
    if (attributes_.size() + attributes.size() > kMaxAttributes) return std::nullopt;
    slot = {source, add(attributes)};
  }
  return kPlaceholder + std::to_string(slot.number);
}

std::uint32_t AttributeSets::add(std::span<const Attribute> attributes) {
  const std::size_t first = attributes_.size();
  for (const Attribute& attribute : attributes) {
    const auto begin = attributes_.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::ranges::find(begin, attributes_.end(), attribute.name, &Attribute::name) == attributes_.end())
      attributes_.push_back(attribute);
  }
  sets_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint16_t>(attributes_.size() - first)});
  return static_cast<std::uint32_t>(sets_.size() - 1);
}

std::optional<AttributeRange> AttributeSets::find(std::string_view placeholder) const {
  if (!placeholder.starts_with(kPlaceholder)) return std::nullopt;
  const auto number = whole_number<std::size_t>(placeholder.substr(1));
  return number && *number < sets_.size() ? std::optional(sets_[*number]) : std::nullopt;
}

} // namespace trawl::html
