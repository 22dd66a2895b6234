// SPDX-License-Identifier: GPL-3.0-or-later
/// Chooses the dictionary with which the stored documents of a new segment are compressed
/// (shared/base/piece.h). A small segment has none, because it would take more space than it saves. A larger
/// one uses that of its neighbours, so that merging copies records unchanged. The first large one trains its own.
#pragma once

#include "shared/index/records/stored_document.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace trawl::index {

/// Bytes of stored documents, before compression, that a segment must have for a dictionary.
inline constexpr std::size_t kLeastForDictionary = 1'000'000;

/// `document(i)`: StoredDocument `i` of `count`. `known`: a dictionary of the same generation, or null.
template <typename DocumentAt>
std::shared_ptr<const Dictionary> dictionary_for(std::size_t count, std::shared_ptr<const Dictionary> known,
                                                 DocumentAt document) {
  std::size_t bytes = 0;
  DictionaryTrainer trainer;
  for (std::size_t i = 0; i < count && bytes < kLeastForDictionary; ++i) {
    for_each_piece(document(i), [&](std::string_view piece) { bytes += piece.size(); });
  }
  if (bytes < kLeastForDictionary) return nullptr;
  if (known) return known;
  // Documents come in groups, so samples are taken from everywhere: one in `step`, then one in `step` more.
  constexpr std::size_t kRounds = 32;
  const std::size_t step = std::max<std::size_t>(1, std::min(count, kRounds));
  for (std::size_t round = 0; round < step && !trainer.is_full(); ++round) {
    for (std::size_t i = round; i < count && !trainer.is_full(); i += step) {
      for_each_piece(document(i), [&](std::string_view piece) { trainer.add(piece); });
    }
  }
  return trainer.train();
}

} // namespace trawl::index
