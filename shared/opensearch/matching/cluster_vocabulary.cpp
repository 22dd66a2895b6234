// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/cluster_vocabulary.h"

#include "shared/base/ascii.h"
#include "shared/index/columns/value_key.h"
#include "shared/opensearch/matching/match_query.h"

#include <algorithm>

namespace trawl::opensearch {
namespace {

/// A cluster takes at most 1,024 clauses; a word of ten letters has five halves.
constexpr std::ptrdiff_t kMostSplitWords = 8;

} // namespace

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

} // namespace trawl::opensearch
