// SPDX-License-Identifier: GPL-3.0-or-later
/// The places where paragraphs stand: element and first class of a block and of its parent. Paragraphs of one article
/// have few such places; what is appended to it mostly has others.
#pragma once

#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace trawl::extract {

/// A hash of the block's place.
std::size_t place_of(const html::Dom& dom, const html::TextBlock& block);

/// How much text stands in each place before and behind a line that moves down the page, in constant time a block.
class TextPlaces {
 public:
  /// Text of `bytes` behind the line.
  void add_behind(std::size_t place, std::size_t bytes) { places_[place].behind += bytes; }
  void take_from_behind(std::size_t place, std::size_t bytes) { places_[place].behind -= bytes; }
  void add_before(std::size_t place, std::size_t bytes);

  std::size_t bytes_before() const { return before_; }

  /// Whether the article goes on behind the line: text in the places where it stood before.
  bool goes_on() const;

 private:
  struct Bytes {
    std::size_t before = 0, behind = 0;
  };

  bool holds_much(std::size_t place) const { return places_.at(place).before * 4 >= before_; }

  std::unordered_map<std::size_t, Bytes> places_;
  std::vector<std::size_t> main_; ///< those with a quarter of the text before, four at most
  std::size_t before_ = 0;
};

} // namespace trawl::extract
