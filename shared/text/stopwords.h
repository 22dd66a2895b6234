// SPDX-License-Identifier: GPL-3.0-or-later
/// Stop words: words of a query that do not say what it is about, such as auxiliaries and pronouns. They are indexed,
/// so that phrases match; ranking ignores them. schema/stopwords/english.txt publishes the list.
#pragma once

#include <span>
#include <string_view>

namespace trawl::text {

/// `folded`: a word as the tokenizer returns it.
bool is_stop_word(std::string_view folded);

/// Sorted.
std::span<const std::string_view> stop_words();

} // namespace trawl::text
