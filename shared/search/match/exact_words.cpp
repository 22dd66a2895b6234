// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/exact_words.h"

#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace trawl::search {
namespace {

using index::TextBlock;
using index::TextBlocks;

/// More candidates are not all read: it takes some six microseconds each.
constexpr std::size_t kMostRead = 1000;

/// Looks for the words in one text after the other.
class TextScanner {
 public:
  TextScanner(std::span<const std::string> words, std::span<const std::string> stems) : words_(words), stems_(stems) {}

  /// Whether the stems follow each other behind the text of the last document that did not have the words.
  bool is_perhaps_behind() const { return is_perhaps_behind_; }

  bool has_words(const index::Columns& columns, std::uint32_t document) {
    is_perhaps_behind_ = false;
    find_starts(columns, document);
    if (starts_.empty()) return false;
    const index::StoredDocument stored = columns.stored_document(document);
    const TextBlocks blocks(stored.text);
    const bool has_text = !blocks.blocks().empty();
    const std::uint32_t text_begin = has_text ? blocks.blocks().front().first_position : UINT32_MAX;
    const auto in_text = std::ranges::lower_bound(starts_, text_begin);
    if (in_text != starts_.begin() && is_in_title(stored.stored_fields)) return true;
    return is_in_text(blocks.blocks(), static_cast<std::size_t>(in_text - starts_.begin()));
  }

 private:
  /// The positions at which the stems begin to follow each other.
  void find_starts(const index::Columns& columns, std::uint32_t document) {
    columns.read_positions(document, stems_.front(), starts_);
    for (std::size_t i = 1; i < stems_.size() && !starts_.empty(); ++i) {
      columns.read_positions(document, stems_[i], next_);
      std::erase_if(starts_, [&](std::uint32_t start) {
        return !std::ranges::binary_search(next_, start + static_cast<std::uint32_t>(i));
      });
    }
  }

  bool is_in_title(const Piece& stored_fields) const {
    Article article;
    if (!index::unpack_stored_fields(stored_fields, article)) return false;
    const std::vector<text::WordPlace> places = text::word_places(article.title);
    return std::ranges::any_of(starts_, [&](std::uint32_t start) { return are_at(article.title, places, start - 1); });
  }

  /// Whether the words begin at one of the starts from number `i` on, all of which are in the text.
  bool is_in_text(std::span<const TextBlock> blocks, std::size_t i) {
    std::string text;
    std::vector<text::WordPlace> places;
    std::uint32_t begin = 0, end = 0; // positions of the text that is read
    for (; i < starts_.size(); ++i) {
      const std::uint32_t start = starts_[i];
      if (start < begin || start + words_.size() > end) {
        const auto next = std::ranges::upper_bound(blocks, start, {}, &TextBlock::first_position);
        const TextBlock& block = *std::prev(next);
        text = TextBlocks::read(block);
        const bool goes_on = next != blocks.end() && next->first_position < start + words_.size();
        if (goes_on) text += TextBlocks::read(*next);
        places = text::word_places(text);
        begin = block.first_position;
        end = begin + static_cast<std::uint32_t>(places.size());
        // Captions follow the text in positions, but cannot be read here.
        const bool is_last = next == blocks.end() || next->first_position == UINT32_MAX;
        if (is_last && start >= end) {
          is_perhaps_behind_ = true;
          return false;
        }
      }
      if (are_at(text, places, start - begin)) return true;
    }
    return false;
  }

  bool are_at(std::string_view text, std::span<const text::WordPlace> places, std::size_t at) const {
    if (at + words_.size() > places.size()) return false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const text::WordPlace& place = places[at + i];
      if (text::fold(text.substr(place.begin, place.end - place.begin)) != words_[i]) return false;
    }
    return true;
  }

  std::span<const std::string> words_, stems_;
  std::vector<std::uint32_t> starts_, next_;
  bool is_perhaps_behind_ = false;
};

/// Removes from `documents` those that have no other inflection of the words; returns them.
DocSet take_sure(DocSet& documents, std::span<const std::string> words, std::span<const std::string> stems,
                 const IndexView& view) {
  std::vector<std::uint32_t> numbers;
  documents.for_each([&](std::uint32_t document) { numbers.push_back(document); });
  std::vector<bool> is_sure(numbers.size(), true);
  for (std::size_t word = 0; word < words.size(); ++word) {
    const auto exact = term_frequencies(view, words[word], numbers);
    const auto any = term_frequencies(view, stems[word], numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) is_sure[i] = is_sure[i] && exact[i] == any[i];
  }
  DocSet sure(view.columns.last_document);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (is_sure[i]) sure.add(numbers[i]);
  }
  documents -= sure;
  return sure;
}

} // namespace

WrittenWords find_written_words(std::span<const std::string> words, std::span<const std::string> stems,
                                const DocSet* exclude, const WrittenContext& context) {
  const IndexView& view = context.view;
  const DocSet with_words = documents_with_all(view, {words.begin(), words.end()}, context.budget);
  DocSet candidates =
      context.positional.in_order({stems.begin(), stems.end()}, 1, {.exclude = exclude, .within = &with_words});
  WrittenWords out{DocSet(view.columns.last_document), candidates.count(), 0};
  if (out.candidates > kMostRead) out.documents = take_sure(candidates, words, stems, view);
  TextScanner scanner(words, stems);
  DocSet behind(view.columns.last_document);
  candidates.for_each([&](std::uint32_t document) {
    if (out.unread > 0 || context.reading.spent_now()) {
      ++out.unread;
    } else if (scanner.has_words(view.columns, document)) {
      out.documents.add(document);
    } else if (scanner.is_perhaps_behind()) {
      behind.add(document);
    }
  });
  out.documents |= take_sure(behind, words, stems, view);
  return out;
}

} // namespace trawl::search
