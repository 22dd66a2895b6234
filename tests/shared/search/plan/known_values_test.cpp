// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/known_values.h"

#include "shared/search/match/matcher.h"
#include "shared/search/plan/corrections.h"
#include "shared/search/plan/nearest_value.h"
#include "tests/shared/search/plan/made_statistics.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace known_values_test {

using namespace trawl;
using namespace trawl::search;

TEST_CASE("known values: an unknown value suggests the nearest", "[plan]") {
  std::vector<Article> articles{trawl::test::article(1), trawl::test::article(2)};
  articles[0].source = "pytorch";
  articles[1].source = "vllm";
  const trawl::test::TestIndex index(articles);
  const auto reader = index.reader();
  const auto label = [](std::string_view source) {
    return source == "vllm" ? std::string("The Fast Serving Blog") : std::string(source);
  };
  Filters filters;
  filters.fields["source"] = {{"pytorhc", "vllm"}, {}, {"the fast serving blog"}};
  filters.fields["author"] = {{"zzzzzzzz"}, {}, {}};
  Matcher matcher({reader->columns()}, {std::chrono::steady_clock::time_point::max()}, label);
  const auto warnings = unknown_values(filters, matcher);
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0].code == "unknown_value");
  CHECK(warnings[0].message == "No article has the author \"zzzzzzzz\".");
  CHECK(warnings[1].message == "No article has the source \"pytorhc\". The nearest is \"pytorch\".");
  CHECK(warnings[2].message == "No article has the source \"the fast serving blog\". The nearest is \"vllm\".");
}

TEST_CASE("known values: the beginning of one value or label means it", "[plan]") {
  trawl::search::test::MadeStatistics statistics;
  statistics.values = {{"source", {{"lilianweng", 5}, {"openai", 3}, {"openreview", 2}}}, {"tag", {{"gpu", 1}}}};
  statistics.labels = {{"lilianweng", "Lil'Log"}, {"openai", "News of OpenAI"}};
  const auto meant = [&](const char* field, const char* typed) {
    Filters filters;
    filters.fields[field] = {{typed}, {}, {}};
    return with_known_values(filters, statistics).fields.at(field).any_of;
  };
  using Values = std::vector<std::string>;
  CHECK(meant("source", "lilian") == Values{"lilianweng"});
  CHECK(meant("source", "Lil") == Values{"lilianweng"}); // its label begins so, too
  CHECK(meant("source", "news of") == Values{"openai"});
  CHECK(meant("source", "open") == Values{"open"}); // two begin so
  CHECK(meant("source", "l") == Values{"l"});
  CHECK(meant("source", "weng") == Values{"weng"});
  CHECK(meant("tag", "gp") == Values{"gpu"});
}

TEST_CASE("known values: all values of a field are read a few times, however many unknown ones a request has",
          "[plan]") {
  trawl::search::test::MadeStatistics statistics;
  statistics.values = {{"tag", {{"open-source", 1}}}, {"author", {{"Sigrid Keydana", 1}}}};
  Filters filters;
  std::string q;
  for (const std::string field : {"tag", "author"}) {
    for (int i = 0; i < 60; ++i) {
      filters.fields[field].any_of.push_back("unknown" + std::to_string(i));
      q += field + ":unknown" + std::to_string(i) + ' ';
    }
  }
  const auto times = [&](const auto& read) {
    statistics.times_all_values_were_read = 0;
    read();
    return statistics.times_all_values_were_read;
  };
  Filters tags;
  tags.fields["tag"] = filters.fields["tag"];
  CHECK(times([&] { with_known_values(tags, statistics); }) == 1);
  CHECK(times([&] { CHECK(unknown_values(filters, statistics).size() == 120); }) == kMaxCompared);
  CHECK(times([&] { CHECK_FALSE(corrected_query(q, statistics)); }) == kMaxCompared);
}

} // namespace known_values_test
