// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/signal.h"

#include "tests/shared/search/small_index.h"

#include <set>

#include <catch2/catch.hpp>

using namespace trawl::search;

TEST_CASE("signals: names are distinct and weights positive", "[rank]") {
  std::set<std::string_view> names;
  for (const Signal* signal : kSignals) {
    CHECK(names.insert(signal->name).second);
    CHECK(signal->settings.weight > 0);
    CHECK(signal->add != nullptr);
  }
}

TEST_CASE("signals: weight 0 switches a signal off", "[rank]") {
  std::string longer = "alpha beta ";
  for (int i = 0; i < 400; ++i) longer += i % 40 == 0 ? "alpha beta " : "filler ";
  trawl::search::test::SmallIndex index({{"Alpha", longer}, {"", "alpha beta"}, {"", "alpha"}, {"", "x"}});
  RankingParameters off;
  for (SignalSettings& settings : off.signals) settings.weight = 0;
  const auto query = trawl::query::parse_query("alpha beta", trawl::Moment{});
  const RankRequest request{10, true, 0, trawl::Moment{}};
  const DocSet all = index.match("alpha beta", MatchMode::Any).documents;
  for (const RankedDocument& one : *trawl::search::test::rank_query(query, index.view(), all, request, off)) {
    for (const ExplainPart& part : one.explain) {
      for (const Signal* signal : kSignals) CHECK(part.name != signal->name);
    }
  }
}
