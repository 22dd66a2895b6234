// SPDX-License-Identifier: GPL-3.0-or-later
/// What a plan is told of a cluster's words: nothing, for every question would be a request. Each word, name and phrase
/// may be there, and what is not there matches nothing; if nothing at all was found, it is told that names and phrases
/// are not there, so that their words are looked for. Only values of filters are asked for, and remembered.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/plan/term_statistics.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// For one query. Borrows the session.
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

} // namespace trawl::opensearch
