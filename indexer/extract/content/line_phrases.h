// SPDX-License-Identifier: GPL-3.0-or-later
/// The phrases by which lines of boilerplate are recognised, in about thirty languages. ASCII letters are in lower
/// case; other letters are written as pages usually write them.
#pragma once

#include "indexer/extract/content/phrase_table.h"

#include <span>
#include <string_view>

namespace trawl::extract {

/// Phrases that begin a line of boilerplate: "share this", "photo by", "advertisement".
const PhraseTable& boilerplate_phrases();

/// Phrases that occur anywhere in a paragraph in which the publisher writes about itself: "we may earn a commission".
const PhraseTable& publisher_phrases();

/// Phrases of a notice about the licence of a page, and words by which it names the page: "licensed under", "this
/// work".
const PhraseTable& rights_phrases();
const PhraseTable& licence_phrases();
const PhraseTable& page_phrases();

/// Phrases at the beginning of, and anywhere in, a call to report mistakes: "typo", "let me know".
const PhraseTable& mistake_phrases();
const PhraseTable& call_phrases();

/// Phrases that begin a line with the author or the date: "by", "updated".
const PhraseTable& byline_beginnings();

/// Names of months, mostly abbreviated to three letters, as they occur in dates.
std::span<const std::string_view> month_names();

} // namespace trawl::extract
