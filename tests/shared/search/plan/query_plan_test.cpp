// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/query_plan.h"

#include "tests/shared/search/plan/made_statistics.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace query_plan_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::MadeStatistics;

namespace {

QueryPlan plan_of(const std::string& q, MadeStatistics statistics = {}, MatchMode mode = MatchMode::Most) {
  SearchRequest request;
  request.q = q;
  request.match = mode;
  return plan_request(request, statistics, Moment{}).value();
}

std::string match_of(const std::string& q, MadeStatistics statistics = {}, MatchMode mode = MatchMode::Most) {
  return print(*plan_of(q, std::move(statistics), mode).match);
}

const std::string kFlash = "(stem:flash OR (author-word:flash OR tag-word:flash))",
                  kAttention = "(stem:attent OR (author-word:attention OR tag-word:attent))";

} // namespace

TEST_CASE("query plan: of four words or more, articles with most of them come first if there are enough", "[plan]") {
  MadeStatistics statistics;
  const char* const q = "one two three four five six seven";
  const QueryPlan few = plan_of(q, statistics);
  CHECK_FALSE(few.rank.preferred);
  for (const std::size_t least : {2U, 3U}) {
    const std::string most = print(*match_at_least(least, few.match->parts));
    statistics.matches[most] = 499;
    CHECK((plan_of(q, statistics).rank.preferred != nullptr) == (least > 2));
    statistics.matches[most] = 500;
    const QueryPlan many = plan_of(q, statistics);
    REQUIRE(many.rank.preferred);
    CHECK(print(*many.rank.preferred) == most);
  }
}

TEST_CASE("query plan: a filler word ranks articles, but none must have it", "[plan]") {
  for (const char* q : {"guide to attention", "attention explained", "best attention tutorial"}) {
    CAPTURE(q);
    CHECK(match_of(q) == kAttention);
    CHECK(plan_of(q).rank.terms.stems.size() > 1);
    CHECK(match_of(q, {}, MatchMode::All) != kAttention);
  }
  CHECK(match_of("guide").contains("stem:guid"));
  CHECK(match_of("best guide").contains("stem:best"));
}

TEST_CASE("query plan: what was searched is said, not what was typed", "[plan]") {
  const auto understood = [](const char* q, MatchMode mode = MatchMode::Most) {
    return plan_of(q, {}, mode).understood;
  };
  CHECK(understood("what is the attention") == "attention");
  CHECK(understood("flash attention") == "(flash AND attention)");
  CHECK(understood("flash attention", MatchMode::Any) == "(flash OR attention)");
  CHECK(understood("flash attention", MatchMode::All) == "(flash AND attention)");
  CHECK(understood("guide to attention -memory") == "(attention AND NOT memory)");
  CHECK(understood("\"flash attention\" memory") == "(memory AND flash AND attention)");
  CHECK(understood("\"flash attention\" memory", MatchMode::All) == "(memory AND \"flash attention\")");
  CHECK(understood("训练大模型", MatchMode::All) == "(训练 AND 练大 AND 大模 AND 模型)");
  CHECK(understood("the of") == "(the AND of)");
  CHECK(understood("").empty());
  CHECK(understood("source:a tag:b").empty());
  CHECK(understood("a OR attention") == "(a OR attention)");
}

TEST_CASE("query plan: two words that the index has as one are found as one, and one as two", "[plan]") {
  MadeStatistics statistics;
  statistics.terms = {{"flashattention", 3}, {"flash", 5}, {"attention", 9}};
  CHECK(match_of("flash attention", statistics, MatchMode::All) ==
        "((stem:flash OR (author-word:flash OR tag-word:flash) OR stem:flashattent) AND "
        "(stem:attent OR (author-word:attention OR tag-word:attent) OR stem:flashattent))");
  CHECK(match_of("flashattention", statistics).contains("(stem:flashattent OR \"stem:flash stem:attent\")"));
}

TEST_CASE("query plan: an article with what must match is listed without the other words, too", "[plan]") {
  MadeStatistics statistics;
  const std::string phrase = print(*plan_of("\"flash attention\"", {}, MatchMode::All).match);
  statistics.matches[phrase] = 1;
  for (const auto& [required, match] : std::vector<std::pair<std::string, std::string>>{
           {"\"flash attention\"", phrase},
           {"+flash", "word:flash"},
           {"title:flash", "title-stem:flash"},
           {"(flash OR attention)", "(" + kFlash + " OR " + kAttention + ")"}}) {
    for (const std::string words : {" memory", " memory kernel"}) {
      CAPTURE(required, words);
      const QueryPlan plan = plan_of(required + words, statistics);
      CHECK(print(*plan.listed) == match);
      CHECK(print(*plan.match).starts_with("(" + match + " AND "));
      CHECK(print(*plan_of(required + words, statistics, MatchMode::Any).listed) != match);
    }
  }
  // What is no word is not enough, nor a phrase that no article has.
  for (const std::string q :
       {"-flash memory", "is:long memory", "(is:long OR is:undated) memory", "\"flash kernel\" memory"}) {
    CAPTURE(q);
    const QueryPlan plan = plan_of(q + " kernel", statistics);
    CHECK(print(*plan.listed).contains("stem:memori"));
  }
}

TEST_CASE("query plan: operators, filters and dates are parts of it", "[plan]") {
  CHECK(match_of("(flash OR attention) -memory", {}, MatchMode::All) ==
        "((" + kFlash + " OR " + kAttention + ") AND NOT (stem:memori OR (author-word:memory OR tag-word:memori)))");
  CHECK(match_of("flash NEAR/3 attention") == "NEAR/3(stem:flash stem:attent)");
  CHECK(match_of("is:long OR is:undated") == "(is:(long) OR is:(undated))");
  const QueryPlan filtered = plan_of("attention source:pytorch tag:gpu");
  CHECK(print(*filtered.match) == kAttention);
  CHECK(filtered.filters.fields.size() == 2);
}

TEST_CASE("query plan: the same query over the same statistics gives the same plan", "[plan]") {
  MadeStatistics statistics;
  statistics.terms = {{"flash", 5}, {"attention", 9}};
  for (const char* q : {"flash attention", "k-means of a b c d", "\"a b\"~4 c", "title:(a OR b) -cd"}) {
    CAPTURE(q);
    CHECK(explain_plan(plan_of(q, statistics)) == explain_plan(plan_of(q, statistics)));
  }
}

TEST_CASE("query plan: an initial in a name may be missing", "[plan]") {
  CHECK(print(*plan_of("Martin J. Hetz").match) == print(*plan_of("Martin Hetz").match));
  CHECK(print(*plan_of("J. Hetz").match) == print(*plan_of("Hetz").match));
  CHECK(match_of("Martin J. Hetz", {}, MatchMode::All).contains("stem:j "));
  for (const char* q : {"train a C compiler", "plan B", "C++ J", "J"}) {
    CAPTURE(q);
    CHECK(print(*plan_of(q).match) == print(*plan_of(q, {}, MatchMode::All).match));
  }
}

TEST_CASE("query plan: only of a pasted text, a part of three words or more puts articles first", "[plan]") {
  MadeStatistics statistics;
  for (const char* stem : {"overview", "of", "semi", "supervis", "learn", "cuda", "out", "memori", "runtimeerror"})
    statistics.terms["Z" + std::string(stem)] = 1;
  statistics.matches = {{"\"stem:overview stem:of stem:semi stem:supervis\"", 1},
                        {"\"stem:out stem:of stem:memori\"", 1}};
  const auto part_of = [&](const char* typed) {
    const QueryPlan plan = plan_of(typed, statistics);
    const auto part = std::ranges::find(plan.rank.first_places, kLongestPart, &PlannedFirstPlace::name);
    return part == plan.rank.first_places.end() ? std::string() : part->reason;
  };
  for (const char* typed :
       {"overview of semi supervised learning", "CUDA out of memory", "learning semi supervised CUDA out of memory"}) {
    CAPTURE(typed);
    CHECK(part_of(typed).empty());
  }
  CHECK(part_of("RuntimeError: CUDA out of memory learning") ==
        "'out of memory' is the longest part of it that occurs");
  statistics.matches = {{"\"stem:out stem:of stem:memori\"", 50}}; // says nothing about the rest
  CHECK(part_of("RuntimeError: CUDA out of memory learning").empty());
}

TEST_CASE("query plan: the stop words of the query's language are looked for no more than English ones", "[plan]") {
  struct Row {
    const char *typed, *plain;
  };
  for (const Row& row : {Row{"Wie funktioniert ein Transformer", "funktioniert Transformer"},
                         {"Was ist die Aufmerksamkeit", "Aufmerksamkeit"},
                         {"¿Qué es un transformer?", "transformer"},
                         {"Comment sont entraînés les modèles", "entraînés modèles"},
                         {"Que são os modelos de linguagem", "modelos linguagem"},
                         {"che cosa sono i modelli", "modelli"},
                         {"hoe werkt een transformer", "werkt transformer"}}) {
    CAPTURE(row.typed);
    CHECK(match_of(row.typed) == match_of(row.plain));
    const auto stems = [](const char* q) { return plan_of(q).rank.terms.stems.size(); };
    CHECK(stems(row.typed) == stems(row.plain));
  }
  CHECK(match_of("die casting").contains("stem:die")); // nothing tells the language
  CHECK(match_of("wie ein").contains("stem:wie"));     // there is nothing else
}

TEST_CASE("query plan: a word is looked for in the names of authors unless its case says that it is none", "[plan]") {
  MadeStatistics statistics;
  statistics.values["author"] = {{"Nan Jiang", 2}};
  statistics.terms = {{"Anan", 2}, {"Aopenai", 1}}; // the second is an affiliation
  const auto has_name = [&](const char* q, const char* word) {
    return match_of(q, statistics).contains("author-word:" + std::string(word));
  };
  CHECK(has_name("keydana", "keydana"));
  CHECK(has_name("Posts by keydana", "keydana")); // every sentence begins so
  CHECK(has_name("RAG by keydana", "keydana"));
  CHECK(has_name("loss by Nan Jiang", "nan"));
  CHECK_FALSE(has_name("loss by Nan Jiang", "loss"));
  CHECK_FALSE(has_name("why is the loss nan with Adam", "nan"));
  CHECK_FALSE(has_name("loss is NaN", "nan"));
  CHECK(has_name("papers of OpenAI", "openai"));
  CHECK_FALSE(has_name("\"loss is nan\"", "nan")); // in quotes every word is as it was written
  CHECK(has_name("\"Nan loss\"", "nan"));
  CHECK(match_of("why is the loss nan with Adam").contains("tag-word:nan"));
}

TEST_CASE("query plan: a pasted error message is looked for word for word, and the answer says if no article has it",
          "[plan]") {
  const char* const q = "RuntimeError: CUDA out of memory, tried to allocate 2 GiB (GPU 0)";
  const QueryPlan none = plan_of(q);
  CHECK(query::has_warning(none.warnings, "not_word_for_word"));
  CHECK(none.rank.first_places.empty());
  MadeStatistics statistics;
  const std::string whole = "stem:runtimeerror stem:cuda stem:out stem:of stem:memori stem:tri stem:to stem:alloc "
                            "stem:2 stem:gib stem:gpu stem:0";
  for (const char* stem : {"runtimeerror", "cuda", "out", "of", "memori", "tri", "to", "alloc", "2", "gib", "gpu", "0"})
    statistics.terms["Z" + std::string(stem)] = 1;
  statistics.matches['"' + whole + '"'] = 1;
  const QueryPlan found = plan_of(q, statistics);
  CHECK_FALSE(query::has_warning(found.warnings, "not_word_for_word"));
  statistics.matches = {{"\"stem:out stem:of stem:memori\"", 5}};
  const QueryPlan part = plan_of(q, statistics);
  REQUIRE(part.rank.first_places.size() == 1);
  CHECK(print(*part.rank.first_places.front().match) == "\"stem:out stem:of stem:memori\"");
  CHECK(part.rank.preferred == nullptr);
  CHECK(query::has_warning(part.warnings, "not_word_for_word"));
  REQUIRE(found.rank.first_places.size() == 1);
  CHECK(print(*found.rank.first_places.front().match) == '"' + whole + '"');
  for (const char* typed :
       {"how do I fix CUDA out of memory in this (my) case?", "\"RuntimeError: CUDA out of memory\" fix now",
        "(cuda OR rocm) out of memory error", "cuda out of memory when training large models"}) {
    CAPTURE(typed);
    CHECK_FALSE(query::has_warning(plan_of(typed).warnings, "not_word_for_word"));
  }
}

} // namespace query_plan_test
