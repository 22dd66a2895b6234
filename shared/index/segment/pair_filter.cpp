// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/pair_filter.h"

#include "shared/index/segment/section_names.h"

#include <bit>
#include <cstring>
#include <utility>

namespace trawl::index {
namespace {

/// Segments with fewer documents have no filter.
constexpr std::uint32_t kLeastDocuments = 64;

/// A row of a slice holds one bit for each of this many documents; the slices follow each other. The last slice is cut
/// to whole words.
constexpr std::size_t kSliceWords = 1024;

constexpr std::size_t kMostRows = 4096;

/// Rows per pair of a typical document. With two bits per pair, four to fifteen in a hundred documents without a pair
/// then seem to have it.
constexpr std::size_t kRowsPerPair = 4;

std::size_t words_of(std::uint32_t documents) { return documents / 64 + 1; }

/// The order of the stems matters.
std::uint64_t hash_of_pair(const StemKey& first, const StemKey& next) {
  std::uint64_t hash = (first.seeded(0) ^ std::rotl(next.seeded(1), 32)) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93;
  return hash ^ (hash >> 32);
}

/// The two rows of a pair. `rows` is a power of two.
std::pair<std::size_t, std::size_t> rows_of_pair(std::uint64_t hash, std::size_t rows) {
  return {hash & (rows - 1), (hash >> 32) & (rows - 1)};
}

} // namespace

PairFilter::PairFilter(const SegmentFile& file, std::uint32_t documents)
    : section_(file, kPairs), documents_(documents) {
  const std::uint64_t bytes_of_row = words_of(documents) * sizeof(std::uint64_t);
  const std::uint64_t rows = section_.size() / bytes_of_row;
  if (std::has_single_bit(rows) && rows * bytes_of_row == section_.size()) rows_ = rows;
}

void PairFilter::keep_row(std::size_t row, std::span<std::uint64_t> bitmap) const {
  const std::size_t words = words_of(documents_);
  for (std::size_t begin = 0; begin < words; begin += kSliceWords) {
    const std::size_t count = std::min(kSliceWords, words - begin);
    const std::uint64_t offset = (begin * rows_ + row * count) * sizeof(std::uint64_t);
    const std::string_view bytes = section_.view(offset, count * sizeof(std::uint64_t));
    if (bytes.empty()) continue; // damaged, which the file has noted
    const std::size_t end = std::min(begin + count, bitmap.size());
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + (i - begin) * sizeof word, sizeof word);
      bitmap[i] &= word;
    }
  }
}

void PairFilter::keep(const StemKey& first, const StemKey& next, std::span<std::uint64_t> bitmap) const {
  if (!is_there()) return;
  const auto [one, other] = rows_of_pair(hash_of_pair(first, next), rows_);
  keep_row(one, bitmap);
  keep_row(other, bitmap);
}

PairFilterWriter::PairFilterWriter(std::vector<StemKey> stems, std::uint32_t documents, PositionsOf positions)
    : stems_(std::move(stems)), documents_(documents), positions_(std::move(positions)) {
  if (documents_ >= kLeastDocuments && stems_.size() >= 2) rows_ = rows_for_documents();
}

const std::vector<PairFilterWriter::StemByHash>& PairFilterWriter::stems_by_hash(const PositionIndex& record) {
  const auto known = std::ranges::find(hashes_, record.hash_form(), &Hashes::form);
  if (known != hashes_.end()) return known->stems;
  Hashes& added = hashes_.emplace_back(Hashes{record.hash_form(), {}});
  for (std::uint32_t i = 0; i < stems_.size(); ++i) added.stems.push_back({record.hash_of(stems_[i]), i});
  std::ranges::sort(added.stems, {}, &StemByHash::hash);
  return added.stems;
}

/// A rare stem with the hash of a frequent one is taken for it, which only sets bits that are not needed.
void PairFilterWriter::read_places(const PositionIndex& record) {
  places_.clear();
  const std::vector<StemByHash>& stems = stems_by_hash(record);
  std::size_t number = 0;
  for (const auto& [hash, stem] : stems) {
    while (number < record.stems() && record.hash_at(number) < hash) ++number;
    if (number == record.stems()) break;
    if (record.hash_at(number) != hash) continue;
    record.positions_at(number, PositionIndex::Part::All, of_one_stem_);
    for (const std::uint32_t position : of_one_stem_) places_.emplace_back(position, stem);
  }
  std::ranges::sort(places_);
}

template <typename Visit>
void PairFilterWriter::for_each_pair(std::uint32_t document, Visit visit) {
  read_places(PositionIndex(positions_(document)));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place at = places_[i];
    for (std::size_t k = i + 1; k < places_.size() && places_[k].position() - at.position() <= 1; ++k) {
      visit(hash_of_pair(stems_[at.stem()], stems_[places_[k].stem()]));
      if (places_[k].position() > at.position()) continue;
      visit(hash_of_pair(stems_[places_[k].stem()], stems_[at.stem()])); // parts of one name
    }
  }
}

std::size_t PairFilterWriter::rows_for_documents() {
  constexpr std::uint32_t kSample = 200;
  std::vector<std::uint64_t> pairs;
  std::size_t total = 0, read = 0;
  for (std::uint32_t document = 1; document <= documents_; document += std::max(documents_ / kSample, 1U)) {
    pairs.clear();
    for_each_pair(document, [&](std::uint64_t hash) { pairs.push_back(hash); });
    std::ranges::sort(pairs);
    total += static_cast<std::size_t>(std::ranges::unique(pairs).begin() - pairs.begin());
    ++read;
  }
  return std::min(std::bit_ceil(total * kRowsPerPair / read), kMostRows);
}

void PairFilterWriter::write_to(const std::function<void(std::string_view)>& write) {
  const std::size_t words = words_of(documents_);
  std::vector<std::uint64_t> slice, column(rows_);
  for (std::size_t begin = 0; begin < words; begin += kSliceWords) {
    const std::size_t count = std::min(kSliceWords, words - begin);
    slice.assign(rows_ * count, 0);
    for (std::size_t word = 0; word < count; ++word) {
      // In groups of sixty-four documents, whose bits fit into a cache.
      std::ranges::fill(column, 0);
      const auto base = static_cast<std::uint32_t>((begin + word) * 64);
      for (std::uint32_t bit = base == 0 ? 1 : 0; bit < 64 && base + bit <= documents_; ++bit) {
        for_each_pair(base + bit, [&](std::uint64_t hash) {
          const auto [one, other] = rows_of_pair(hash, rows_);
          column[one] |= std::uint64_t{1} << bit;
          column[other] |= std::uint64_t{1} << bit;
        });
      }
      for (std::size_t row = 0; row < rows_; ++row) slice[row * count + word] = column[row];
    }
    write({reinterpret_cast<const char*>(slice.data()), slice.size() * sizeof(std::uint64_t)});
  }
}

} // namespace trawl::index
