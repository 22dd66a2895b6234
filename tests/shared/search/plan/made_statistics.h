// SPDX-License-Identifier: GPL-3.0-or-later
/// Statistics of an index that does not exist, for tests of plans.
#pragma once

#include "shared/search/plan/term_statistics.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trawl::search::test {

class MadeStatistics final : public TermStatistics {
 public:
  std::map<std::string, std::size_t> terms;                                            ///< df by term
  std::map<std::string, std::size_t> matches;                                          ///< by printed match; else 0
  std::map<std::string, std::vector<std::pair<std::string, std::size_t>>> values = {}; ///< by field
  std::map<std::string, std::string> labels = {};                                      ///< by source
  std::size_t times_all_values_were_read = 0;

  std::size_t articles() override { return 1'000; }
  std::size_t df(const std::string& term) override { return terms.contains(term) ? terms[term] : 0; }
  std::size_t count(const MatchPtr& match) override {
    const std::string printed = print(*match);
    return matches.contains(printed) ? matches[printed] : 0;
  }
  void for_each_value(std::string_view field, const MatchPtr&,
                      const std::function<void(std::string_view, std::size_t)>& visit) override {
    ++times_all_values_were_read;
    for (const auto& [value, count] : values[std::string(field)]) {
      if (count > 0) visit(value, count);
    }
  }
  std::vector<TermCount> near(const std::string&, const NearWordsWanted&) override { return {}; }
  std::string label(std::string_view source) override {
    const auto found = labels.find(std::string(source));
    return found == labels.end() ? std::string(source) : found->second;
  }
};

} // namespace trawl::search::test
