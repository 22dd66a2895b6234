// SPDX-License-Identifier: GPL-3.0-or-later
/// One filter field of all documents of a revision, read from its value slot. A value has an ordinal, which means it
/// within the revision only.
#pragma once

#include "shared/base/on_demand.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Immutable once it is made; for any number of threads.
class ValueColumn {
 public:
  /// Reads the slot of the filter field schema::kFilterFields[field] of the documents that `is_live` has, a bitmap of
  /// the numbers up to `last`. Throws as Xapian does.
  ValueColumn(const Xapian::Database& database, std::size_t field, std::uint32_t last,
              std::span<const std::uint64_t> is_live);

  std::vector<std::string> values;      ///< by ordinal, in the form that most documents have
  std::vector<std::uint32_t> documents; ///< by ordinal, how many have it

  /// The ordinals of a document's values, in its order.
  std::span<const std::uint32_t> of(std::uint32_t document) const {
    return std::span(ordinals_).subspan(ends_[document - 1], ends_[document] - ends_[document - 1]);
  }

  /// The form in which a value is compared (value_key.h).
  const std::string& key(std::uint32_t ordinal) const { return keys_[ordinal]; }
  std::optional<std::uint32_t> find(std::string_view key) const;

  /// The ordinals of the values with a word that begins with `prefix`; both are folded.
  std::vector<std::uint32_t> with_word(std::string_view prefix) const;

 private:
  /// The beginning of a word of a value.
  struct Beginning {
    std::string text; ///< what follows in the folded value
    std::uint32_t value = 0;
  };
  std::vector<Beginning> beginnings() const;

  std::vector<std::string> keys_;
  std::unordered_map<std::string_view, std::uint32_t> by_key_; ///< views of `keys_`
  std::vector<std::uint32_t> ends_, ordinals_; ///< a document's are those from the end of the one before to its own
  OnDemand<std::vector<Beginning>> beginnings_;
};

} // namespace trawl::index
