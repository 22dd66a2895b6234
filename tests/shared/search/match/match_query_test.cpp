// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <catch2/catch.hpp>

#include "shared/search/plan/match_policy.h"
#include "tests/shared/search/small_index.h"

namespace match_query_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::match_query;
using trawl::search::test::MatchResult;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

namespace {

bool warned(const MatchResult& result, std::string_view code) {
  return std::ranges::any_of(result.warnings, [&](const Warning& warning) { return warning.code == code; });
}

/// Names as articles about machine learning write them.
SmallIndex names() {
  return SmallIndex({
      {"Compiling", "Speed up with torch.compile today"},                         // 1
      {"Compiling", "Torch.Compile and Torch.compile again"},                     // 2
      {"Apart", "A torch lights the cave while we compile notes"},                // 3
      {"Internals", "The _IMPL_REGISTRY holds rowwise_with_gw_hp and run_op"},    // 4
      {"Files", "See `_device_daemon.py` and _aten_impl.py for more"},            // 5
      {"Models", "We tried deepseek-ai/DeepSeek-V3 with GPT-5.5"},                // 6
      {"Models", "Served deepseek v3 and Llama-3.2-11B"},                         // 7
      {"2.10+TorchAO", "TorchAO\u2019s kernels; torchao is fast"},                // 8
      {"Metro", "The stop \u7D22\u5BB6\u575F lies in Beijing"},                   // 9
      {"Languages", "Written in C++ and C#, not for .NET"},                       // 10
      {"Languages", "The C compiler came first"},                                 // 11
      {"Numbers", "Float8 and FP8 beside INT4"},                                  // 12
      {"Numbers", "Float 8 once"},                                                // 13
      {"Numbers", "MXFP8 blocks of 2\u00D72 on 8xH200"},                          // 14
      {"Numbers", "PyTorch 2.7 needs CUDA 12.8 and 2x2 tiles"},                   // 15
      {"Chips", "Intel\u00AE Core\u2122 Ultra laptops"},                          // 16
      {"Attention", "*torch.nn.functional.scaled_dot_product_attention() *call"}, // 17
      {"Tuning", "Fine-tuning for everyone"},                                     // 18
      {"Tuning", "How finetuning works"},                                         // 19
      {"Tuning", "fine tuning, step by step"},                                    // 20
      {"FlexAttention", "LLMs and a Q&A at caf\u00E9 na\u00EFve"},                // 21
      {"Flex Attention", "An LLM answers"},                                       // 22
      {"Модели", "Обучение моделей \u6A21\u578B\u8BAD\u7EC3\u65B9\u6CD5"},        // 23
  });
}

} // namespace

TEST_CASE("match: names with punctuation are found as written and by their parts side by side", "[match]") {
  SmallIndex index = names();
  CHECK(index.found("torch.compile") == Numbers{1, 2});
  CHECK(index.found("+torch.compile") == Numbers{1, 2});
  CHECK(index.found("Torch.Compile") == Numbers{1, 2});
  CHECK(index.found("_IMPL_REGISTRY") == Numbers{4});
  CHECK(index.found("IMPL_REGISTRY") == Numbers{4});
  CHECK(index.found("impl_registry") == Numbers{4});
  CHECK(index.found("gw_hp") == Numbers{4});
  CHECK(index.found("rowwise_with_gw_hp") == Numbers{4});
  CHECK(index.found("run_op") == Numbers{4});
  CHECK(index.found("_device_daemon.py") == Numbers{5});
  CHECK(index.found("_aten_impl.py") == Numbers{5});
  CHECK(index.found("DeepSeek-V3") == Numbers{6, 7});
  CHECK(index.found("deepseek v3") == Numbers{6, 7});
  CHECK(index.found("+deepseek-ai/DeepSeek-V3") == Numbers{6});
  CHECK(index.found("GPT-5.5") == Numbers{6});
  CHECK(index.found("Llama-3.2-11B") == Numbers{7});
  CHECK(index.found("TorchAO") == Numbers{8});
  CHECK(index.found("torchao's") == Numbers{8});
  CHECK(index.found("2.10+TorchAO") == Numbers{8});
  CHECK(index.found("torch.nn.functional.scaled_dot_product_attention") == Numbers{17});
  CHECK(index.found("scaled_dot_product_attention") == Numbers{17});
  CHECK(index.found("Intel Core Ultra") == Numbers{16});
}

TEST_CASE("match: a version is found by its first number, not the other way round", "[match]") {
  SmallIndex index = names();
  CHECK(index.found("Llama 3") == Numbers{7});
  CHECK(index.found("GPT 5") == Numbers{6});
  CHECK(index.found("Llama 2").empty());
  CHECK(index.found("PyTorch 2.7.1").empty());
}

TEST_CASE("match: a name is not another that it resembles", "[match]") {
  SmallIndex index = names();
  CHECK(index.found("C++") == Numbers{10});
  CHECK(index.found("c#") == Numbers{10});
  CHECK(index.found(".NET") == Numbers{10});
  CHECK(index.found("C") == Numbers{11});
  CHECK(index.found("fp8") == Numbers{12});
  CHECK(index.found("mxfp8") == Numbers{14});
  CHECK(index.found("2.7") == Numbers{15});
  CHECK(index.found("2") == Numbers{14, 15});
  CHECK(index.found("5.5") == Numbers{6});
  CHECK(index.found("XSRCopenai").empty());
}

TEST_CASE("match: spellings find each other", "[match]") {
  SmallIndex index = names();
  for (const char* q : {"fine-tuning", "finetuning", "fine tuning", "Fine-Tuned"}) {
    INFO(q);
    CHECK(index.found(q) == Numbers{18, 19, 20});
  }
  for (const char* q : {"FlexAttention", "flex attention", "flexattention"}) {
    INFO(q);
    CHECK(index.found(q) == Numbers{21, 22});
  }
  CHECK(index.found("float8") == Numbers{12, 13});
  CHECK(index.found("Float 8") == Numbers{12, 13});
  CHECK(index.found("2x2") == Numbers{14, 15});
  CHECK(index.found("2\u00D72") == Numbers{14, 15});
  CHECK(index.found("8xH200") == Numbers{14});
  CHECK(index.found("H200") == Numbers{14});
  CHECK(index.found("llm") == Numbers{21, 22});
  CHECK(index.found("LLMs") == Numbers{21, 22});
  CHECK(index.found("Q&A") == Numbers{21});
  CHECK(index.found("cafe NAIVE") == Numbers{21});
}

TEST_CASE("match: Chinese of 1, 2, 3 and 5 characters, with a field and without", "[match]") {
  SmallIndex index({{"\u7D22\u5BB6\u575F\u8F66\u7AD9", "text"},
                    {"title", "\u7D22\u5BB6\u575F\u8F66\u7AD9"},
                    {"x", "\u5BB6 \u7D22"}});
  for (const char* q : {"\u5BB6\u575F", "\u7D22\u5BB6\u575F", "\u7D22\u5BB6\u575F\u8F66\u7AD9"}) {
    INFO(q);
    CHECK(index.found(q) == Numbers{1, 2});
    CHECK(index.found("title:" + std::string(q)) == Numbers{1});
  }
  CHECK(index.found("\u5BB6") == Numbers{1, 2, 3});
  CHECK(index.found("title:\u5BB6") == Numbers{1});
  CHECK(index.found("\"\u7D22\u5BB6\u575F\"") == Numbers{1, 2});
  CHECK(index.found("\u575F\u5BB6").empty());
  CHECK(names().found("модели обучение") == Numbers{23});
}

TEST_CASE("match: AND, OR, NOT and NEAR combine as documented", "[match]") {
  SmallIndex index({{"", "alpha beta gamma"}, {"", "beta alpha"}, {"", "alpha one two beta"}, {"", "gamma alphabet"}});
  CHECK(index.found("alpha beta") == Numbers{1, 2, 3});
  CHECK(index.found("\"alpha beta\"") == Numbers{1});
  CHECK(index.found("\"alpha beta\"~3") == Numbers{1, 3});
  CHECK(index.found("alpha NEAR/1 beta") == Numbers{1, 2});
  CHECK(index.found("alpha NEAR/3 beta") == Numbers{1, 2, 3});
  CHECK(index.found("alpha OR gamma") == Numbers{1, 2, 3, 4});
  CHECK(index.found("alpha -gamma") == Numbers{2, 3});
  CHECK(index.found("-alpha") == Numbers{4});
  CHECK(index.found("alph*") == Numbers{1, 2, 3, 4});
  CHECK(index.found("(alpha OR alphabet) gamma") == Numbers{1, 4});
  CHECK(index.found("+alphas").empty());
  CHECK(index.found("alphas") == Numbers{1, 2, 3});
  CHECK(index.found("source:made -source:other alpha") == Numbers{1, 2, 3});
  CHECK(index.found("source:other OR alphabet") == Numbers{4});
  CHECK(index.found("").size() == 4);
}

TEST_CASE("match: stop words do not count unless there is nothing else", "[match]") {
  SmallIndex index({{"", "the model"}, {"", "a model"}, {"", "the end"}});
  CHECK(index.found("what is the model") == Numbers{1, 2});
  CHECK(index.found("the") == Numbers{1, 3});
  CHECK(index.found("\"the model\"") == Numbers{1});
}

TEST_CASE("match: a phrase without matches is relaxed to its words, with a warning", "[match]") {
  SmallIndex index({{"", "beta alpha"}, {"", "alpha"}});
  const MatchResult result = index.match("\"alpha beta\"");
  CHECK(result.documents.count() == 1);
  CHECK(result.listed.count() == 2);
  CHECK(warned(result, "phrase_relaxed"));
  CHECK(index.found("\"alpha beta\"", MatchMode::All).empty());
}

TEST_CASE("match: the parts of a name apart are found only if no article has the name", "[match]") {
  SmallIndex index({{"", "k-means clusters"},       // 1
                    {"", "kmeans and k means"},     // 2
                    {"", "what k usually means"},   // 3
                    {"", "SEO for beginners"},      // 4
                    {"", "friendly advice on SEO"}, // 5
                    {"", "a friendly cave"}});      // 6
  CHECK(index.found("k-means", MatchMode::Most) == Numbers{1, 2});
  CHECK(index.found("k-means") == Numbers{1, 2});
  CHECK_FALSE(warned(index.match("k-means"), "name_relaxed"));
  CHECK(index.listed("SEO-friendly") == Numbers{4, 5, 6});
  CHECK(index.found("SEO-friendly", MatchMode::All).empty());
  CHECK(warned(index.match("SEO-friendly"), "name_relaxed"));
  CHECK(warned(index.match("k-mean"), "name_relaxed")); // only in other inflections
  CHECK(index.match("SEO-friendly advice").documents.count() == 1);
  CHECK(index.found("\"SEO-friendly\"").empty());
  CHECK(index.found("advice -SEO-friendly") == Numbers{5});
}

TEST_CASE("match: a name that is the whole query is found in other inflections only if no article has it", "[match]") {
  SmallIndex index({{"", "tree-structured data"}, // 1
                    {"", "a tree structure"},     // 2
                    {"", "tree structured"}});    // 3
  CHECK(index.found("tree-structured", MatchMode::Most) == Numbers{1, 3});
  CHECK(index.found("tree-structures", MatchMode::Most) == Numbers{1, 2, 3});
  CHECK(index.match("tree-structured data").documents.count() == 1);
  CHECK(index.found("tree-structured OR nowhere") == Numbers{1, 2, 3});
}

TEST_CASE("match: Chinese in quotes is found as it was typed, not where its pairs of characters stand apart",
          "[match]") {
  SmallIndex index({{"", "\u7D22\u5BB6\u575F"},               // 1: suojiafen
                    {"", "\u7D22\u5BB6\u7684\u5BB6\u575F"}}); // 2: both pairs, apart
  CHECK(index.found("\"\u7D22\u5BB6\u575F\"") == Numbers{1});
  CHECK(index.found("\u7D22\u5BB6\u575F") == Numbers{1, 2});
}

TEST_CASE("match: all words of a long phrase are looked for, before and after it is relaxed", "[match]") {
  SmallIndex index({{"", "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"}, // 1
                    {"", "one two three four five six seven eight nine ten eleven twelve zero"},              // 2
                    {"", "thirteen fifteen"}});                                                               // 3
  CHECK(index.found("\"one two three four five six seven eight nine ten eleven twelve thirteen fourteen\"") ==
        Numbers{1});
  const MatchResult relaxed = index.match(
      "\"nowhere nothing never one two three four five six seven eight nine ten eleven twelve thirteen fifteen\"",
      MatchMode::Any);
  CHECK(relaxed.documents.count() == 3);
  CHECK(warned(relaxed, "phrase_relaxed"));
}

TEST_CASE("match: words are looked for in the names of authors and in tags too, without accents", "[match]") {
  SmallIndex index({{"Plots", "alpha", "made", 0, 0, {"Sigrid Keydana", "Jos\u00E9 Garc\u00EDa"}},      // 1
                    {"Notes", "a talk by Keydana", "made", 0, 0, {"Someone"}, {"machine learning"}},    // 2
                    {"Other", "alpha beta", "made", 0, 0, {"Sigrid Nobody"}, {"mixture-of-experts"}}}); // 3
  CHECK(index.found("keydana") == Numbers{1, 2});
  CHECK(index.found("Sigrid Keydana") == Numbers{1});
  CHECK(index.found("\"Sigrid Keydana\"") == Numbers{1});
  CHECK(index.found("keydana alpha") == Numbers{1});
  CHECK(index.found("garcia") == Numbers{1});
  CHECK(index.found("-keydana") == Numbers{3});
  CHECK(index.found("machine") == Numbers{2});
  CHECK(index.found("experts beta") == Numbers{3});
  CHECK(index.found("title:keydana").empty());
}

TEST_CASE("match: names have no inflections, tags do", "[match]") {
  SmallIndex index({{"Bias", "alpha", "made", 0, 0, {"Erik Learned-Miller"}},             // 1
                    {"Talk", "alpha", "made", 0, 0, {"Christopher Manning"}, {"agents"}}, // 2
                    {"Plots", "alpha learns", "made"}});                                  // 3
  CHECK(index.found("learning") == Numbers{3});
  CHECK(index.found("learned miller") == Numbers{1});
  CHECK(index.found("man").empty());
  CHECK(index.found("Manning's") == Numbers{2});
  CHECK(index.found("agent") == Numbers{2});
}

TEST_CASE("match: words of an article in another language match in the inflections of that language", "[match]") {
  SmallIndex index({{"Modelle", "Die Modelle wurden trainiert", "made", 0, 0, {}, {}, "de"}, // 1
                    {"Models", "The models were trained", "made", 0, 0, {}, {}, "en"},       // 2
                    {"Les chevaux", "Des chevaux sauvages", "made", 0, 0, {}, {}, "fr"},     // 3
                    {"\u041C\u043E\u0434\u0435\u043B\u0438",
                     "\u043E\u0431\u0443\u0447\u0435\u043D\u0438\u0435 "
                     "\u043C\u043E\u0434\u0435\u043B\u0435\u0439",
                     "made",
                     0,
                     0,
                     {},
                     {},
                     "ru"}}); // 4
  CHECK(index.found("Modellen") == Numbers{1});
  CHECK(index.found("title:Modellen") == Numbers{1});
  CHECK(index.found("\"die Modellen\"") == Numbers{1});
  CHECK(index.found("wurden die Modellen trainiert") == Numbers{1});
  CHECK(index.found("training models") == Numbers{2});
  CHECK(index.found("trained model") == Numbers{2});
  CHECK(index.found("sauvage") == Numbers{3});
  CHECK(index.found("\u043C\u043E\u0434\u0435\u043B\u044C") == Numbers{4});
}

TEST_CASE("match: a deadline that has passed is a timeout", "[match]") {
  SmallIndex index(std::vector<trawl::search::test::SmallArticle>(2000, {"", "alpha beta"}));
  const Deadline past{std::chrono::steady_clock::now() - std::chrono::seconds(1)};
  const auto result = match_query(query::parse_query("alpha beta", Moment{}), index.view(), MatchMode::Most, past);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::Timeout);
}

TEST_CASE("match: a Chinese question without blanks finds articles with some of its words", "[match]") {
  SmallIndex index({{"", "消费级显卡上的微调"}, {"", "训练大模型"}, {"", "今天的天气"}});
  CHECK(index.listed("一张消费级显卡能不能训练大模型") == Numbers{1, 2});
  CHECK(index.found("一张消费级显卡能不能训练大模型", MatchMode::All).empty());
  CHECK(index.found("大模型", MatchMode::All) == Numbers{2});
}

} // namespace match_query_test
