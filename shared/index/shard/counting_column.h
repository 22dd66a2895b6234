// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of one field, laid out for counting how many documents of a set have each. Most documents have few
/// values, so those of a document are in one place. The most frequent values have bitmaps, with which the documents of
/// a large set are counted 64 at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trawl::index {

class CountingColumn {
 public:
  /// More values than this are too many for the layout.
  static constexpr std::size_t kMaxValues = 60'000;

  /// `documents`: one more than the highest document number. `of(document)`: its ordinals, below `values`, each once.
  template <typename Of>
  CountingColumn(std::size_t documents, std::size_t values, Of of) : values_(values), none_(documents / 64 + 1) {
    std::vector<std::uint32_t> frequencies(values);
    Beyond beyond{};
    for (std::uint32_t document = 0; document < documents; ++document) {
      const auto ordinals = of(document);
      for (std::size_t slots = 1; slots < std::min(ordinals.size(), beyond.size()); ++slots) ++beyond[slots];
      for (const std::uint32_t ordinal : ordinals) ++frequencies[ordinal];
    }
    begin(documents, beyond, frequencies);
    for (std::uint32_t document = 0; document < documents; ++document) {
      std::size_t slot = 0;
      for (const std::uint32_t ordinal : of(document)) add(document, slot++, ordinal);
    }
  }

  struct Counts {
    std::vector<std::uint32_t> by_ordinal;
    std::vector<std::uint32_t> ordinals; ///< those with a count above 0, in any order
    std::size_t missing = 0;             ///< documents without a value

    void add(std::uint32_t ordinal, std::uint32_t number = 1) {
      if (by_ordinal[ordinal] == 0) ordinals.push_back(ordinal);
      by_ordinal[ordinal] += number;
    }
  };

  /// Adds how many documents of the bitmap have each value. `counts` has room for all ordinals.
  void count(std::span<const std::uint64_t> documents, Counts& counts) const;

 private:
  using Beyond = std::array<std::size_t, 8>; ///< [k]: how many documents have more than k values
  struct Frequent {
    std::uint32_t ordinal;
    std::vector<std::uint64_t> documents;
  };
  struct Overflow {
    std::uint32_t document, ordinal;
  };
  struct Rare {
    std::uint32_t document, number;
  };

  void begin(std::size_t documents, const Beyond& beyond, std::span<const std::uint32_t> frequencies);
  void add(std::uint32_t document, std::size_t slot, std::uint32_t ordinal);
  template <typename Visit>
  std::size_t for_each_value(std::span<const std::uint64_t> documents, Visit visit) const;
  void count_rare(std::span<const std::uint64_t> documents, Counts& counts) const;

  std::size_t values_;
  std::size_t slots_ = 1;             ///< values of a document in `packed_`
  std::vector<std::uint16_t> packed_; ///< ordinals by document and slot, or that a slot is empty
  std::vector<Overflow> overflow_;    ///< values beyond the slots, by document
  std::vector<Frequent> frequent_;
  std::vector<Rare> rare_;                   ///< the values that are not frequent, by document
  std::vector<std::uint32_t> rare_ordinals_; ///< by the numbers in `rare_`
  std::vector<std::uint32_t> number_;        ///< by ordinal: in `frequent_`; of a rare one in `rare_`, after them
  std::vector<std::uint64_t> none_;          ///< documents without a value
};

} // namespace trawl::index
