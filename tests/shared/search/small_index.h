// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index in memory, for tests of matching and ranking.
#pragma once

#include "shared/article/article_id.h"
#include "shared/index/article_document.h"
#include "shared/index/columns/columns.h"
#include "shared/index/columns/field_values.h"
#include "shared/search/index_view.h"
#include "shared/search/match/matcher.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/rank/ranking.h"
#include "tests/support/columns_of.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
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
  Matcher matcher(view, deadline);
  const QueryPlan plan = plan_query(query, mode, matcher);
  MatchResult out{matcher.find(plan.match), {}, plan.warnings, true};
  out.listed = plan.listed == plan.match ? out.documents : matcher.find(plan.listed);
  if (matcher.is_over()) return fail(ErrorCode::Timeout, "the query took too long");
  out.is_exact = matcher.is_exact();
  std::ranges::copy(matcher.warnings(), std::back_inserter(out.warnings));
  return out;
}

inline RankTerms rank_terms_of(const query::ParsedQuery& query, const IndexView& view) {
  Matcher matcher(view, never());
  QueryWords words(query.plain_words, matcher);
  return rank_terms(query, words);
}

/// The order of `within` by a query.
inline Result<std::vector<RankedDocument>> rank_query(const query::ParsedQuery& query, const IndexView& view,
                                                      const DocSet& within, const RankRequest& request,
                                                      const RankingParameters& parameters = {}) {
  Matcher matcher(view, never());
  return rank(plan_query(query, MatchMode::Any, matcher).rank, matcher, within, request, parameters);
}

/// Articles are numbered from 1 in the order given.
class SmallIndex {
 public:
  explicit SmallIndex(const std::vector<SmallArticle>& articles) {
    text::TermTable table;
    std::uint64_t number = 0;
    for (const SmallArticle& article : articles) put(article, ++number, table);
    columns_ = database_.columns();
  }

  IndexView view() const { return {*columns_}; }

  MatchResult match(std::string_view q, MatchMode mode = MatchMode::Most) {
    return *match_query(query::parse_query(q, Moment{}), view(), mode, never());
  }

  Numbers found(std::string_view q, MatchMode mode = MatchMode::All) { return numbers_of(match(q, mode).documents); }
  Numbers listed(std::string_view q) { return numbers_of(match(q).listed); }

  std::vector<RankedDocument> ranked(std::string_view q, RankRequest request = {}) {
    const query::ParsedQuery query = query::parse_query(q, Moment{});
    return *rank_query(query, view(), match(q, MatchMode::Any).documents, request);
  }

  static Deadline never() { return test::never(); }

 private:
  static Numbers numbers_of(const DocSet& documents) {
    Numbers out;
    documents.for_each([&](std::uint32_t document) { out.insert(document); });
    return out;
  }

  void put(const SmallArticle& small, std::uint64_t number, text::TermTable& table) {
    Article article;
    article.id = article_id_of(small.id == 0 ? number : small.id);
    article.title = small.title;
    article.text = small.text;
    article.source = small.source;
    article.authors = small.authors;
    article.tags = small.tags;
    article.language = small.language;
    if (small.published != index::kUndated)
      article.published = Date{Moment(std::chrono::seconds(small.published)), DatePrecision::Second};
    database_.add(index::article_document(article, table).document);
  }

  trawl::test::MadeDatabase database_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::search::test
