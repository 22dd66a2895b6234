// SPDX-License-Identifier: GPL-3.0-or-later
/// The distinct terms of one or many texts, each kept once and with a number, so that a term that recurs is neither
/// copied nor stemmed again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text {

/// Not for two threads at once.
class TermTable {
 public:
  struct Term {
    std::string_view text;      ///< lives as long as the table
    std::uint32_t number = 0;   ///< from 0, in the order in which the terms were added
    const Term* stem = nullptr; ///< of a word: the term of its English stem, once the analyzer has added it
  };

  /// The term `prefix` + `rest`, which is added if it is new. Lives as long as the table.
  Term& add(std::string_view prefix, std::string_view rest);
  Term& add(std::string_view term);
  /// Null if the table does not have it.
  const Term* find(std::string_view term) const;

  std::size_t size() const { return terms_.size(); }
  const Term& operator[](std::uint32_t number) const { return *terms_[number]; }

 private:
  /// Open addressing; the hash spares reading most terms that are not the wanted one.
  struct Cell {
    Term* term = nullptr;
    std::uint32_t hash = 0;
  };
  static std::uint32_t hash_of(std::string_view term);
  /// The cell of the term, or the free one where it belongs. There are cells.
  std::size_t cell_of(std::string_view term, std::uint32_t hash) const;
  void grow();
  Term* keep(std::string_view text);

  std::vector<Cell> cells_;
  std::vector<Term*> terms_; ///< by number
  std::string joined_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_; ///< each term is followed by its text
  std::byte* free_ = nullptr;                        ///< of the last block
  std::size_t free_bytes_ = 0;
};

} // namespace trawl::text
