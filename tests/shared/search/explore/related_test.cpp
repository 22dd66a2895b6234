// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/explore/disk_index.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace related_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

const std::string kKernels =
    "speculative decoding drafts tokens for serving large models with vllm kernels, which a smaller "
    "one proposes and the bigger one accepts or refuses all at once";

/// Any word is in two articles.
class CountingIndex final : public ExploreStatistics, public TermStatistics {
 public:
  std::size_t asked = 0;
  SimilarityQuestion question;

  TermStatistics& terms() override { return *this; }
  std::size_t articles() override { return 1'000; }
  std::size_t df(const std::string&) override { return ++asked, 2; }
  std::size_t count(const MatchPtr&) override { return 0; }
  void for_each_value(std::string_view, const MatchPtr&,
                      const std::function<void(std::string_view, std::size_t)>&) override {}
  std::vector<TermCount> near(const std::string&, const NearWordsWanted&) override { return {}; }
  std::string label(std::string_view) override { return {}; }
  std::vector<TitledArticle> newest(const MatchPtr&, std::size_t) override { return {}; }
  std::optional<Moment> date_of_newest(const MatchPtr&, std::size_t) override { return {}; }
  std::vector<std::string> continuations(const std::string&, const MatchPtr&) override { return {}; }
  std::vector<TermCount> values_with_word(std::string_view, const std::string&, const MatchPtr&, std::size_t) override {
    return {};
  }
  std::optional<std::string> nearest_beginning(const std::string&) override { return {}; }
  std::map<std::string, std::size_t> title_words(const MatchPtr&, std::size_t) override { return {}; }
  std::vector<WordUses> uses(const std::vector<std::string>&, const MatchPtr&) override { return {}; }
  std::vector<SimilarArticle> similar(const SimilarityQuestion& asked_for) override {
    return question = asked_for, std::vector<SimilarArticle>();
  }
  std::vector<std::string> sources_of(std::uint32_t) override { return {}; }
  double average_words() override { return 500; }
};

TEST_CASE("related: other sources first, never the article itself, nothing if none is similar", "[suggest]") {
  DiskIndex index(
      {{"Speculative decoding", kKernels, "a"},
       {"Speculative decoding again", kKernels + " once more", "a"},
       {"Speculative decoding elsewhere", "speculative decoding drafts tokens for serving large models", "b"},
       {"Gardens", "roses tulips soil water", "c"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  CHECK(index.related(1, 4) == std::vector<std::uint32_t>{3, 2});
  CHECK(index.related(1, 1) == std::vector<std::uint32_t>{3});
  CHECK(index.related(4, 4).empty());
}

TEST_CASE("related: a one-line article has no related articles", "[suggest]") {
  const std::string line = "speculative decoding drafts tokens for serving large models with vllm kernels on gpus";
  DiskIndex index({{"Decoding", line, "a"}, {"Decoding again", line + " " + line + " " + line, "b"}});
  CHECK(index.related(1, 4).empty());
  CHECK(index.related(2, 4) == std::vector<std::uint32_t>{1});
}

TEST_CASE("related: other sources come first only among nearly equal scores", "[suggest]") {
  DiskIndex index(
      {{"Speculative decoding", kKernels, "a"},
       {"Speculative decoding again", kKernels + " once more", "a"},
       {"Gardens", "serving tokens with drafts on large tables under roses and tulips all summer long", "b"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  const auto found = index.related(1, 4);
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == 2);
}

TEST_CASE("related: what shares less follows if there are not enough others", "[suggest]") {
  DiskIndex index(
      {{"Speculative decoding", kKernels, "a"},
       {"Speculative decoding again", kKernels + " once more", "a"},
       {"Roses", "roses tulips soil water; speculative kernels of corn, long rows of them, and tokens", "c"},
       {"Gardens", "roses tulips soil water", "c"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  CHECK(index.related(1, 1) == std::vector<std::uint32_t>{2});
  CHECK(index.related(1, 4) == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("related: of a text of any length, no more words are looked up than a long article has", "[suggest]") {
  Article article;
  article.title = "Speculative decoding";
  for (int i = 0; i < 150'000; ++i) article.text += "w" + std::to_string(i) + "x ";
  article.text.insert(0, kKernels + " " + kKernels + " ");
  CountingIndex index;
  related_articles(article, 1, 150'000, index, 4);
  CHECK(index.asked <= 1'000);
  REQUIRE_FALSE(index.question.terms.empty());
  const auto first = std::ranges::max_element(index.question.terms, {}, &SimilarityQuestion::Weighted::weight);
  CHECK((first->term == "Zspecul" || first->term == "Zdecod")); // what it says more than once counts
}

} // namespace related_test
