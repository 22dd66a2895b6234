// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/markup_keys.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "indexer/extract/content/paragraph_box.h"

namespace trawl::extract {

std::size_t markup_key(const html::Dom& dom, const html::TextBlock& block) {
  const html::NodeId parent = dom[block.node].parent;
  std::size_t key = static_cast<std::size_t>(dom[block.node].tag);
  for (const std::string_view part : {first_class(dom, block.node), dom[parent].text, first_class(dom, parent)}) {
    key = key * 1000003 + std::hash<std::string_view>{}(part);
  }
  return key;
}

void TextByMarkup::add_before(std::size_t key, std::size_t bytes) {
  sums_[key].before += bytes;
  before_ += bytes;
  if (std::ranges::find(frequent_, key) == frequent_.end()) frequent_.push_back(key);
  std::erase_if(frequent_, [&](std::size_t one) { return !is_frequent(one); });
}

bool TextByMarkup::continues() const {
  std::size_t after = 0;
  for (const std::size_t key : frequent_) after += sums_.at(key).after;
  return after >= 200 || after * 10 > before_;
}

} // namespace trawl::extract
