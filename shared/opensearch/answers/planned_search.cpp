// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/planned_search.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/near_words.h"
#include "shared/search/plan/node_match.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMostRespelt = 20;

/// A cluster takes at most 1,024 clauses; a word of ten letters has five halves.
constexpr std::ptrdiff_t kMostSplitWords = 8;

/// What a plan is told of a cluster's words: nothing, for every question would be a request. Each word, name and phrase
/// may be there, and what is not there matches nothing; if nothing at all was found, it is told that names and phrases
/// are not there, so that their words are looked for. Only values of filters are asked for, and remembered.
/// For one query; borrows the session.
class ClusterVocabulary final : public search::TermStatistics {
 public:
  /// `plain_words`: of the query. Only in short ones is each word also looked for in two.
  ClusterVocabulary(const Session& session, std::string_view plain_words, bool found_nothing);

  std::size_t articles() override { return kPlenty; }
  std::size_t df(const std::string& term) override;
  std::size_t count(const search::MatchPtr& match) override;
  void for_each_value(std::string_view field, const search::MatchPtr& within,
                      const std::function<void(std::string_view value, std::size_t articles)>& visit) override;
  std::vector<search::TermCount> near(const std::string&, const search::NearWordsWanted&) override { return {}; }
  std::string label(std::string_view source) override { return session_.label(source); }

  /// Why values could not be read. The plan must not be used then.
  const Result<void>& state() const { return state_; }

 private:
  static constexpr std::size_t kPlenty = 1'000'000;

  const std::vector<KnownValue>& values(std::string_view field, const search::Match& within);

  const Session& session_;
  bool is_short_ = false, found_nothing_ = false;
  Result<void> state_;
};

ClusterVocabulary::ClusterVocabulary(const Session& session, std::string_view plain_words, bool found_nothing)
    : session_(session), is_short_(std::ranges::count(plain_words, ' ') < kMostSplitWords),
      found_nothing_(found_nothing) {}

/// Words in authors' names are not looked for one by one: all articles of those who have them would be read.
std::size_t ClusterVocabulary::df(const std::string& term) {
  const bool is_word = !term.empty() && !(term.front() >= 'A' && term.front() <= 'Z');
  return (is_word && !is_short_) || term.starts_with('A') ? 0 : 1;
}

std::size_t ClusterVocabulary::count(const search::MatchPtr& match) {
  if (match->kind != search::MatchKind::Value) return found_nothing_ ? 0 : kPlenty;
  const bool are_many = match->field == "author";
  std::size_t articles = 0;
  for (const KnownValue& one : values(match->field, are_many ? *match : *search::everything())) {
    const bool is_asked = std::ranges::any_of(match->terms, [&](const std::string& value) {
      const std::string key = index::value_key(match->field, value);
      return one.key == key || one.key == ascii::to_lower(key);
    });
    if (is_asked) articles += one.count;
  }
  return articles;
}

void ClusterVocabulary::for_each_value(std::string_view field, const search::MatchPtr& within,
                                       const std::function<void(std::string_view, std::size_t)>& visit) {
  for (const KnownValue& one : values(field, *within)) visit(one.shown, one.count);
}

const std::vector<KnownValue>& ClusterVocabulary::values(std::string_view field, const search::Match& within) {
  static const std::vector<KnownValue> kNone;
  const auto read = session_.values(field, match_query(within));
  if (!read) state_ = std::unexpected(read.error());
  return read ? **read : kNone;
}

/// The words of a query without operators, with their places in it, that may be misspelt.
std::vector<text::Token> words_to_respell(const std::string& q) {
  if (!utf8::is_valid(q) || q.find_first_of("+-:\"()*~") != std::string::npos) return {};
  std::vector<text::Token> words = text::tokenize(q);
  std::erase_if(words, [](const text::Token& token) {
    return token.kind != text::TokenKind::Word || !search::has_near_words(token.folded);
  });
  if (words.size() > kMostRespelt) words.clear(); // nobody typed that
  return words;
}

} // namespace

Result<PlannedSearch> plan_search(const search::SearchRequest& request, const Session& session, Moment now,
                                  bool found_nothing) {
  ClusterVocabulary statistics(session, request.parsed(now).plain_words, found_nothing);
  PlannedSearch out;
  TRAWL_TRY(out.plan, search::plan_request(request, statistics, now));
  out.filters = search::matches_of_filters(out.plan.filters);
  out.marks = search::highlight_terms(
      out.plan.query.tree, {out.plan.words->languages(), out.plan.words.get(), out.plan.has_words_of_phrases});
  out.warnings = out.plan.warnings;
  std::ranges::move(search::unknown_values(out.plan.filters, statistics), std::back_inserter(out.warnings));
  TRAWL_CHECK(statistics.state());
  out.plan.words = nullptr; // borrows the statistics
  return out;
}

Result<std::optional<std::string>> respelt(const std::string& q, const Session& session) {
  const std::vector<text::Token> words = words_to_respell(q);
  if (words.empty()) return std::nullopt;
  Json body = {{"size", 0}, {"track_total_hits", false}};
  Json& known = body["aggs"]["known"]["filters"]["filters"] = Json::array();
  for (std::size_t i = 0; i < words.size(); ++i) {
    known.push_back(term_query(field::kWords, words[i].folded));
    body["suggest"][std::to_string(i)] = {
        {"text", words[i].folded},
        {"term", {{"field", std::string(field::kWords)}, {"analyzer", "keyword"}, {"min_word_length", 3}}}};
  }
  TRAWL_TRY(const Json answer, session.search(body));
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Json& near = buckets_of(answer, "/suggest/" + std::to_string(i) + "/0/options");
    const bool is_known = number_at(answer, "/aggregations/known/buckets/" + std::to_string(i) + "/doc_count") > 0;
    if (is_known || near.empty()) continue;
    out.append(q, copied, words[i].begin - copied).append(near.front().value("text", words[i].folded));
    copied = words[i].end;
  }
  if (copied == 0) return std::nullopt;
  return out.append(q, copied);
}

} // namespace trawl::opensearch
