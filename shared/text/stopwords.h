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

/// Whether a word beside others says what kind of article is wanted and not what about: guide, explained, best. Such a
/// word ranks articles, but no article must have it. `folded`: as above.
bool is_filler_word(std::string_view folded);

} // namespace trawl::text
