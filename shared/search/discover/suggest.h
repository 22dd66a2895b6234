// SPDX-License-Identifier: GPL-3.0-or-later
/// Completions as one types: articles by the words of their titles, phrases that several titles share or words of the
/// index that go on from what is typed, tags, sources.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/search/query.h"
#include "shared/search/response.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// What suggestions need beyond terms and columns.
struct SuggestSources {
  std::function<std::string(std::uint32_t document)> title;  ///< of an article
  std::function<std::string(std::uint32_t document)> id;     ///< of an article
  std::function<std::string(std::string_view source)> label; ///< of a source id
};

/// At most `limit`, of mixed kinds, best first within a kind; the last word of `typed` is taken as a beginning. Empty
/// for fewer than two letters. Exceptions of Xapian pass through.
std::vector<Suggestion> suggest(std::string_view typed, index::IndexReader& reader, const SuggestSources& sources,
                                std::size_t limit, Deadline deadline);

} // namespace trawl::search
