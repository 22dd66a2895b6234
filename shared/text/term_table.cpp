// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/term_table.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

namespace trawl::text {
namespace {

constexpr std::size_t kFirstCells = 1'024;
constexpr std::size_t kFirstBlock = 16 * 1'024, kLargestBlock = 1'024 * 1'024;

} // namespace

TermTable::Term& TermTable::add(std::string_view prefix, std::string_view rest) {
  joined_.assign(prefix).append(rest);
  return add(joined_);
}

TermTable::Term& TermTable::add(std::string_view term) {
  if ((terms_.size() + 1) * 2 > cells_.size()) grow();
  const std::uint32_t hash = hash_of(term);
  Cell& cell = cells_[cell_of(term, hash)];
  if (cell.term == nullptr) {
    cell = {keep(term), hash};
    terms_.push_back(cell.term);
  }
  return *cell.term;
}

const TermTable::Term* TermTable::find(std::string_view term) const {
  return cells_.empty() ? nullptr : cells_[cell_of(term, hash_of(term))].term;
}

std::uint32_t TermTable::hash_of(std::string_view term) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(term));
}

std::size_t TermTable::cell_of(std::string_view term, std::uint32_t hash) const {
  std::size_t at = hash & (cells_.size() - 1);
  while (cells_[at].term != nullptr && (cells_[at].hash != hash || cells_[at].term->text != term))
    at = (at + 1) & (cells_.size() - 1);
  return at;
}

TermTable::Term* TermTable::keep(std::string_view text) {
  constexpr std::size_t kAligned = alignof(Term);
  const std::size_t bytes = (sizeof(Term) + text.size() + kAligned - 1) / kAligned * kAligned;
  if (bytes > free_bytes_) {
    free_bytes_ = std::max(bytes, std::min(kFirstBlock << std::min<std::size_t>(blocks_.size(), 8), kLargestBlock));
    free_ = blocks_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(free_bytes_)).get();
  }
  char* const kept = reinterpret_cast<char*>(free_ + sizeof(Term));
  std::ranges::copy(text, kept);
  auto* const term = new (free_) Term{{kept, text.size()}, static_cast<std::uint32_t>(terms_.size()), nullptr};
  free_ += bytes;
  free_bytes_ -= bytes;
  return term;
}

void TermTable::grow() {
  std::vector<Cell> before = std::exchange(cells_, std::vector<Cell>(std::max(kFirstCells, cells_.size() * 2)));
  for (const Cell& cell : before) {
    if (cell.term == nullptr) continue;
    std::size_t at = cell.hash & (cells_.size() - 1);
    while (cells_[at].term != nullptr) at = (at + 1) & (cells_.size() - 1);
    cells_[at] = cell;
  }
}

} // namespace trawl::text
