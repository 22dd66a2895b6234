// SPDX-License-Identifier: GPL-3.0-or-later
/// What one request reads: a snapshot of the index with the labels of its sources.
#pragma once

#include "shared/article/article_id.h"
#include "shared/index/index_reader.h"
#include "shared/query/parse_query.h"
#include "shared/search/index_view.h"
#include "shared/search/match/filters.h"
#include "shared/search/response.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

class Matcher;

struct Snapshot {
  std::shared_ptr<index::IndexReader> index;
  std::vector<index::SourceNote> notes;
  std::map<std::string, std::string, std::less<>> labels; ///< source id to label
  std::shared_ptr<const Snapshot> with_gone;              ///< also the articles that are gone; null if there are none

  /// What a query is asked of: only one that names them finds articles that are gone.
  const Snapshot& for_query(const query::ParsedQuery& query) const;

  const index::Columns& columns() const { return index->columns(); }
  IndexView view() const { return {columns(), index->words()}; }
  /// What looks for articles in it.
  std::unique_ptr<Matcher> matcher(Deadline deadline) const;
  IndexState state() const { return {index->generation(), index->revision(), index->identity()}; }

  /// The document of an article; 0 if there is none.
  std::uint32_t find(std::string_view id) const { return index->find(id); }
  /// The label of a source; its id if there is none.
  std::string label(std::string_view source) const {
    const auto it = labels.find(source);
    return it == labels.end() || it->second.empty() ? std::string(source) : it->second;
  }

  /// Maps the values of a facet field to labels; empty if they are their own labels. Borrows the snapshot.
  LabelOf labels_of(std::string_view field) const {
    if (field != "source") return {};
    return [this](std::string_view source) { return label(source); };
  }
};

/// Of an open reader. Fails with what reading the source notes fails with.
Result<Snapshot> make_snapshot(std::shared_ptr<index::IndexReader> reader);

} // namespace trawl::search
