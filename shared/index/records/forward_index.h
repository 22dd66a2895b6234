// SPDX-License-Identifier: GPL-3.0-or-later
/// The forward index: the stems of a short text and how often each occurs, without stop words. Relevance feedback
/// (shared/search/rank/signals/feedback.cpp) reads it for the best results of every query. A stem is the number of its
/// term in the segment's dictionary. A long text is about many things and a title alone adds nothing, so texts of fewer
/// than 20 or more than 200 words have none. docs/formats.md has the grammar.
#pragma once

#include "shared/base/packed.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

struct ForwardTerm {
  std::uint32_t number = 0; ///< of the term in the dictionary, from 0
  std::uint32_t tf = 0;     ///< how often it occurs in the text
  bool operator==(const ForwardTerm&) const = default;
};

/// Calls `visit(term)` for the stems in ascending order of number. Stops at the first damaged entry.
template <typename Visit>
void for_each_forward_term(std::string_view packed, Visit visit) {
  std::uint64_t number = 0, gap = 0, tf = 0;
  while (packed::take_number(packed, gap)) {
    tf = 1;
    if ((gap & 1) != 0 && !packed::take_number(packed, tf)) return;
    number += gap >> 1;
    if (number > std::numeric_limits<std::uint32_t>::max()) return;
    visit(ForwardTerm{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(tf)});
  }
}

/// Makes the forward index of all documents of a segment while its postings are written, term by term.
class ForwardIndexWriter {
 public:
  /// `words`: by local document.
  void begin(const std::vector<std::uint32_t>& words);
  /// A term is next; `number`: of it in the dictionary.
  void begin_term(std::string_view term, std::uint32_t number);
  void add(std::uint32_t document, std::uint32_t tf) {
    if (is_kept_ && has_index_[document]) put(document, tf);
  }

  /// The packed stems of a document.
  std::string_view of(std::uint32_t document) const { return packed_[document]; }

 private:
  void put(std::uint32_t document, std::uint32_t tf);

  std::vector<bool> has_index_;       ///< by document
  std::vector<std::string> packed_;   ///< by document
  std::vector<std::uint32_t> before_; ///< by document, its last number
  std::uint32_t number_ = 0;
  bool is_kept_ = false; ///< the current term is a stem that the index has
};

} // namespace trawl::index
