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

TEST_CASE("query plan: a word is looked for by its stem, in texts, names of authors and tags", "[plan]") {
  CHECK(match_of("attention") == kAttention);
  CHECK(match_of("title:attention") == "title-stem:attent");
  CHECK(match_of("+attention") == "word:attention");
  CHECK(match_of("attention*") == "(word:attention* OR " + kAttention + " OR author-word:attention*)");
  CHECK(match_of("title:attention*") == "(title-word:attention* OR title-stem:attent)");
  CHECK(match_of("") == "everything");
  CHECK(match_of("???") == "nothing");
}

TEST_CASE("query plan: articles with both words are counted, those with one are listed too", "[plan]") {
  const std::string both = "(" + kFlash + " AND " + kAttention + ")", one = "(" + kFlash + " OR " + kAttention + ")";
  MadeStatistics statistics;
  for (const std::size_t with_both : {0U, 9U, 10U, 500U}) {
    CAPTURE(with_both);
    statistics.matches[both] = with_both;
    const QueryPlan plan = plan_of("flash attention", statistics);
    CHECK(print(*plan.match) == both);
    CHECK(print(*plan.listed) == one);
    // A page of articles with both comes before those with one.
    CHECK((plan.rank.preferred == plan.match) == (with_both >= 10));
  }
  const QueryPlan all = plan_of("flash attention", {}, MatchMode::All),
                  any = plan_of("flash attention", {}, MatchMode::Any);
  CHECK(print(*all.match) == both);
  CHECK(all.listed == all.match);
  CHECK(print(*any.match) == one);
  CHECK(any.listed == any.match);
}

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

TEST_CASE("query plan: in another order than by relevance only articles with all words are listed", "[plan]") {
  SearchRequest request;
  request.q = "flash attention";
  request.sort = SortOrder::Newest;
  MadeStatistics statistics;
  const QueryPlan plan = plan_request(request, statistics, Moment{}).value();
  CHECK(plan.listed == plan.match);
}

TEST_CASE("query plan: stop words are not required beside other words", "[plan]") {
  CHECK(match_of("the attention") == kAttention);
  CHECK(match_of("the of").contains("stem:the"));
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

TEST_CASE("query plan: of a phrase that no article has, the words are looked for", "[plan]") {
  const QueryPlan relaxed = plan_of("\"flash attention\"");
  CHECK(relaxed.has_words_of_phrases);
  CHECK(print(*relaxed.match) == "((stem:flash OR tag-word:flash) AND (stem:attent OR tag-word:attent))");
  MadeStatistics statistics;
  const std::string phrase = print(*plan_of("\"flash attention\"", {}, MatchMode::All).match);
  CHECK(phrase.starts_with("(\"stem:flash stem:attent\" OR author#"));
  statistics.matches[phrase] = 1;
  CHECK(match_of("\"flash attention\"", statistics) == phrase);
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

TEST_CASE("query plan: of a run of Chinese characters each pair is a word", "[plan]") {
  const auto pair = [](const std::string& two) {
    return "(stem:" + two + " OR (author-word:" + two + " OR tag-word:" + two + "))";
  };
  const QueryPlan plan = plan_of("训练大模型");
  const std::string pairs[] = {pair("训练"), pair("练大"), pair("大模"), pair("模型")};
  CHECK(print(*plan.match) == "(" + pairs[0] + " AND " + pairs[1] + " AND " + pairs[2] + " AND " + pairs[3] + ")");
  CHECK(print(*plan.listed) == "(" + pairs[0] + " OR " + pairs[1] + " OR " + pairs[2] + " OR " + pairs[3] + ")");
  CHECK(match_of("模型") == pair("模型"));
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

TEST_CASE("query plan: a query of a few words is looked for word for word, or as an author's name", "[plan]") {
  MadeStatistics statistics;
  for (const char* term : {"Zmartin", "Zj", "Zhetz", "Zmemori", "Zof", "Zout", "mamba", "Ahetz", "Amartin"})
    statistics.terms[term] = 1;
  statistics.values["author"] = {{"Martin Josef Hetz", 1}, {"Martin Other", 1}};
  const auto first = [&](const char* q) {
    const QueryPlan plan = plan_of(q, statistics);
    return plan.rank.first_places.empty() ? "" : print(*plan.rank.first_places.back().match);
  };
  CHECK(first("out of memory") == "\"stem:out stem:of stem:memori\"");
  CHECK(first("Martin Hetz") == "(\"stem:martin stem:hetz\" OR author:(Martin Josef Hetz))");
  CHECK(first("Martin J. Hetz") ==
        "(\"stem:martin stem:j stem:hetz\" OR \"stem:martin stem:hetz\"~2 OR author:(Martin Josef Hetz))");
  CHECK(first("Mamba") == "word:mamba");
  for (const char* q : {"mamba", "memory unknown", "memory OR hetz", "martin j hetz memory out", "of"}) {
    CAPTURE(q);
    CHECK(first(q).empty());
  }
}

TEST_CASE("query plan: what the whole query names comes first", "[plan]") {
  MadeStatistics statistics;
  statistics.terms["torch.compile"] = 2;
  const QueryPlan plan = plan_of("torch.compile", statistics);
  REQUIRE(plan.rank.first_places.size() == 1);
  CHECK(plan.rank.first_places.front().name == "as typed");
  CHECK(plan_of("torch.compile").rank.first_places.empty());
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
