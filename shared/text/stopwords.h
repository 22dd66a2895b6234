// SPDX-License-Identifier: GPL-3.0-or-later
/// Words of a query that say nothing about what is looked for: question words, auxiliaries, pronouns. They are indexed
/// like any other, so that phrases hold; ranking leaves them out. The list is also schema/stopwords/english.txt.
#pragma once

#include <span>
#include <string_view>

namespace trawl::text {

/// `folded` as the tokenizer gives it.
bool is_stop_word(std::string_view folded);

/// Sorted.
std::span<const std::string_view> stop_words();

} // namespace trawl::text
