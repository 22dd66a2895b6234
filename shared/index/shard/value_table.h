// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of one filter field that a shard introduced: a run of the index's ordinals, which count up from shard to
/// shard. So an ordinal means the same value in all of them.
#pragma once

#include "shared/index/shard/number_array.h"
#include "shared/index/shard/on_demand.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

/// Values that a shard introduces, in the order of their ordinals.
struct NewValues {
  std::uint32_t first = 0;                                 ///< ordinal
  std::vector<std::pair<std::string, std::string>> values; ///< key and shown form
};

/// The bytes of a table, which `ValueTable::read` reads.
std::string pack_values(const NewValues& values);

class ValueTable {
 public:
  /// `field`: of schema::kFilterFields. nullopt if the bytes do not fit.
  static std::optional<ValueTable> read(std::string_view bytes, std::string_view field);

  std::uint32_t first() const { return first_; } ///< the ordinal of the first value
  std::uint32_t size() const { return size_; }

  /// Of a value of this table: the form in which it is compared, and the one that is shown. `i`: its ordinal less
  /// first().
  std::string_view key(std::uint32_t i) const { return part(std::size_t{i} * 2); }
  std::string_view shown(std::uint32_t i) const;

  /// The ordinal of a key.
  std::optional<std::uint32_t> find(std::string_view key) const;

  /// Adds the ordinals of the values that have, when folded, a word that begins with `prefix`
  /// (text::for_each_word_beginning), each once. The first call sorts all beginnings of words.
  void add_with_word(std::string_view prefix, std::vector<std::uint32_t>& ordinals) const;

 private:
  /// The beginnings of words in all values.
  struct Words {
    struct Place {
      std::uint64_t letters;   ///< the first ones
      std::uint32_t at, value; ///< in `texts`; its ordinal less first()
    };
    std::string texts;         ///< folded values, each with a NUL behind it
    std::vector<Place> sorted; ///< by `letters`
  };
  Words sort_words() const;
  std::string_view part(std::size_t i) const;

  std::uint32_t first_ = 0, size_ = 0;
  NumberArray ends_;  ///< two for each value: of its key, of its shown form, which is empty if it is the key
  NumberArray order_; ///< values by key
  std::string texts_;
  bool has_folded_keys_ = false;
  OnDemand<Words> words_;
};

} // namespace trawl::index
