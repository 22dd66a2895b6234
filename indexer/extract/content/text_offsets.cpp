// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/text_offsets.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "indexer/extract/content/text_flow.h"

namespace trawl::extract {

std::size_t place_of(const html::Dom& dom, const html::TextBlock& block) {
  const html::NodeId parent = dom[block.node].parent;
  std::size_t place = static_cast<std::size_t>(dom[block.node].tag);
  for (const std::string_view part : {first_class(dom, block.node), dom[parent].text, first_class(dom, parent)}) {
    place = place * 1000003 + std::hash<std::string_view>{}(part);
  }
  return place;
}

void TextPlaces::add_before(std::size_t place, std::size_t bytes) {
  places_[place].before += bytes;
  before_ += bytes;
  if (std::ranges::find(main_, place) == main_.end()) main_.push_back(place);
  std::erase_if(main_, [&](std::size_t at) { return !holds_much(at); });
}

bool TextPlaces::goes_on() const {
  std::size_t behind = 0;
  for (const std::size_t place : main_) behind += places_.at(place).behind;
  return behind >= 200 || behind * 10 > before_;
}

} // namespace trawl::extract
