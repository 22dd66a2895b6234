// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index of one segment, for tests of matching and ranking.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/columns/value_key.h"
#include "shared/index/field_words.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_document.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/index/segment/memory_segment.h"
#include "shared/index/segment_stack.h"
#include "shared/search/index_view.h"
#include "shared/search/match/segment_matcher.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/rank/ranking.h"
#include "shared/text/analyzer.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

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

inline Deadline never() { return {std::chrono::steady_clock::time_point::max()}; }

struct MatchResult {
  DocSet documents, listed;
  std::vector<Warning> warnings;
  bool is_exact = true;
};

/// What a query matches before any filter. Timeout.
inline Result<MatchResult> match_query(const query::ParsedQuery& query, const IndexView& view, MatchMode mode,
                                       Deadline deadline) {
  SegmentMatcher matcher(view, deadline);
  const QueryPlan plan = plan_query(query, mode, matcher);
  MatchResult out{matcher.find(plan.match), {}, plan.warnings, true};
  out.listed = plan.listed == plan.match ? out.documents : matcher.find(plan.listed);
  if (matcher.is_over()) return fail(ErrorCode::Timeout, "the query took too long");
  out.is_exact = matcher.is_exact();
  std::ranges::copy(matcher.warnings(), std::back_inserter(out.warnings));
  return out;
}

inline RankTerms rank_terms_of(const query::ParsedQuery& query, const IndexView& view) {
  SegmentMatcher matcher(view, never());
  QueryWords words(query.plain_words, matcher);
  return rank_terms(query, words);
}

/// The order of `within` by a query.
inline Result<std::vector<RankedDocument>> rank_query(const query::ParsedQuery& query, const IndexView& view,
                                                      const DocSet& within, const RankRequest& request,
                                                      const RankingParameters& parameters = {}) {
  SegmentMatcher matcher(view, never());
  return rank(plan_query(query, MatchMode::Any, matcher).rank, matcher, within, request, parameters);
}

/// Articles are numbered from 1 in the order given.
class SmallIndex {
 public:
  explicit SmallIndex(const std::vector<SmallArticle>& articles) {
    index::SegmentStack stack(directory_.data().root);
    index::MemorySegment memory;
    std::uint64_t number = 0;
    for (const SmallArticle& article : articles) memory.add(prepared(article, ++number, stack, memory.table()));
    if (!articles.empty() && !stack.append(memory, {})) throw std::runtime_error("cannot write the segment");
    columns_ = std::make_unique<const index::Columns>(stack.parts(), stack.manifest().summary());
  }

  IndexView view() const { return {*columns_}; }

  MatchResult match(std::string_view q, MatchMode mode = MatchMode::Most) {
    return *match_query(*query::parse_query(q, Moment{}, false), view(), mode, never());
  }

  Numbers found(std::string_view q, MatchMode mode = MatchMode::All) { return numbers_of(match(q, mode).documents); }
  Numbers listed(std::string_view q) { return numbers_of(match(q).listed); }

  std::vector<RankedDocument> ranked(std::string_view q, RankRequest request = {}) {
    const query::ParsedQuery query = *query::parse_query(q, Moment{}, false);
    return *rank_query(query, view(), match(q, MatchMode::Any).documents, request);
  }

  static Deadline never() { return test::never(); }

 private:
  static Numbers numbers_of(const DocSet& documents) {
    Numbers out;
    documents.for_each([&](std::uint32_t document) { out.insert(document); });
    return out;
  }

  static index::PreparedDocument prepared(const SmallArticle& article, std::uint64_t number, index::SegmentStack& stack,
                                          text::TermTable& table) {
    text::AnalyzedArticle analyzed = text::analyze_article(table, article.title, article.text, article.language);
    Article fields;
    fields.title = article.title;
    fields.authors = article.authors;
    fields.tags = article.tags;
    index::PreparedDocument document;
    document.id = article.id == 0 ? number : article.id;
    document.published = article.published;
    if (const Moment moment{std::chrono::seconds(article.published)}; article.published != index::kUndated)
      document.published_day = std::chrono::floor<std::chrono::days>(moment).time_since_epoch().count();
    document.words = analyzed.words;
    document.title_words = analyzed.title_words;
    const auto add_value = [&](const char* field, const std::string& value) {
      const std::size_t i = *schema::filter_index(field);
      if (!value.empty()) document.ordinals[i].push_back(stack.ordinal(i, index::value_key(field, value), value));
    };
    for (const std::string& author : article.authors) add_value("author", author);
    add_value("source", article.source);
    add_value("language", article.language);
    document.positions = index::pack_positions(analyzed.terms);
    const std::string stored_fields = index::pack_stored_fields(fields),
                      text = index::pack_text(article.text, analyzed.landmarks);
    index::put_plain_document(document.stored, {stored_fields, text, {}});
    document.terms = index::terms_of(fields, analyzed, table);
    return document;
  }

  trawl::test::TemporaryDirectory directory_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::search::test
