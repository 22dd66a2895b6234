// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index in memory, for tests of matching and ranking.
#pragma once

#include "shared/base/packed.h"
#include "shared/index/columns/columns.h"
#include "shared/index/document.h"
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/search/index_view.h"
#include "shared/search/match/match_query.h"
#include "shared/search/rank/ranking.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::search::test {

struct SmallArticle {
  std::string title, text;
  std::string source = "made";
  std::int64_t published = index::kUndated;
  std::uint64_t id = 0; ///< 0: the document number
  std::vector<std::string> authors = {}, tags = {};
  std::string language = {};
};

using Numbers = std::set<std::uint32_t>;

/// Articles are numbered from 1 in the order given.
class SmallIndex {
 public:
  explicit SmallIndex(const std::vector<SmallArticle>& articles) : database_("", Xapian::DB_BACKEND_INMEMORY) {
    columns_.last_document = static_cast<std::uint32_t>(articles.size());
    columns_.live.resize(articles.size() / 64 + 1);
    columns_.id = columns_.stored_offset = {0};
    columns_.published = {index::kUndated};
    columns_.words = columns_.title_words = {0};
    source_column().offsets = {0, 0};
    for (const SmallArticle& article : articles) add(article);
    for (index::ValueColumn& column : columns_.fields) column.offsets.resize(source_column().offsets.size());
    columns_.average_words = average(columns_.words);
    columns_.average_title_words = average(columns_.title_words);
    columns_.document_store = {*records_, records_};
    database_.commit();
  }

  IndexView view() { return {database_, columns_}; }
  Xapian::Database& database() { return database_; }

  MatchResult match(std::string_view q, MatchMode mode = MatchMode::Most) {
    return *match_query(*query::parse_query(q, Moment{}, false), view(), mode, never());
  }

  Numbers found(std::string_view q, MatchMode mode = MatchMode::All) {
    Numbers out;
    match(q, mode).documents.for_each([&](std::uint32_t document) { out.insert(document); });
    return out;
  }

  std::vector<RankedDocument> ranked(std::string_view q, RankRequest request = {}) {
    const query::ParsedQuery query = *query::parse_query(q, Moment{}, false);
    return *rank(query, view(), match(q, MatchMode::Any).documents, request, never());
  }

  static Deadline never() { return {std::chrono::steady_clock::time_point::max()}; }

 private:
  index::ValueColumn& source_column() { return columns_.fields[index::kSourceColumn]; }

  static double average(const std::vector<std::uint32_t>& lengths) {
    return std::accumulate(lengths.begin(), lengths.end(), 0.0) /
           std::max(1.0, static_cast<double>(lengths.size()) - 1);
  }

  void add_value(index::ValueColumn& column, const std::string& value) {
    column.offsets.resize(columns_.id.size(), static_cast<std::uint32_t>(column.ids.size()));
    if (!value.empty()) {
      column.ids.push_back(column.dictionary.intern(value, column.values));
      column.documents.resize(column.values.size());
      ++column.documents[column.ids.back()];
    }
    column.offsets.push_back(static_cast<std::uint32_t>(column.ids.size()));
  }

  void add(const SmallArticle& article) {
    const text::AnalyzedArticle analyzed = text::analyze_article(article.title, article.text, article.language);
    Xapian::Document document;
    for (const text::TermOccurrence& occurrence : analyzed.terms) {
      document.add_term(occurrence.term);
    }
    Article fields;
    fields.title = article.title;
    fields.authors = article.authors;
    fields.tags = article.tags;
    index::add_field_words(fields, document);
    columns_.stored_offset.push_back(records_->size());
    for (const std::string& part :
         {index::pack_positions(analyzed.terms), index::pack_forward_index(analyzed), index::pack_stored_fields(fields),
          index::pack_text(article.text, analyzed.landmarks)}) {
      packed::put_text(*records_, part);
    }
    const Xapian::docid number = database_.add_document(document);
    columns_.live[number / 64] |= std::uint64_t{1} << (number % 64);
    columns_.published.push_back(article.published);
    columns_.id.push_back(article.id == 0 ? number : article.id);
    columns_.words.push_back(analyzed.words);
    columns_.title_words.push_back(analyzed.title_words);
    add_value(source_column(), article.source);
    add_value(columns_.fields[*schema::filter_index("language")], article.language);
  }

  Xapian::WritableDatabase database_;
  index::Columns columns_;
  std::shared_ptr<std::string> records_ = std::make_shared<std::string>();
};

} // namespace trawl::search::test
