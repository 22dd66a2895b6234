// SPDX-License-Identifier: GPL-3.0-or-later
/// What an index learns of its articles beside their words (shared/meaning): a table of words in its metadata, and in a
/// value slot of each document what its passages are about. It orders results only: without it, the words alone do.
/// Calls throw as Xapian does.
#pragma once

#include "shared/article/article.h"
#include "shared/meaning/word_table.h"

#include <cstdint>
#include <memory>
#include <string>

#include <xapian.h>

namespace trawl::index {

/// From how many articles the words were learnt; 0: not yet.
std::uint64_t articles_learnt_from(const Xapian::Database& database);

/// The table of words; null if there is none, or it does not fit.
std::shared_ptr<const meaning::WordTable> read_words(const Xapian::Database& database);

/// The value of an article's passages; empty if none of its words is known.
std::string passages_value(const Article& article, const meaning::WordTable& words);

/// Learns the words from all articles if there are enough, and twice as many as when they were learnt last, and sets
/// the passages of all documents. False if nothing was to do. Within the caller's transaction.
bool learn_words(Xapian::WritableDatabase& database);

} // namespace trawl::index
