// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/explore/disk_index.h"

#include <algorithm>
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

TEST_CASE("related: of a text of any length, what it says more than once counts", "[suggest]") {
  std::string text = kKernels + " " + kKernels + " ";
  for (int i = 0; i < 20'000; ++i) text += "w" + std::to_string(i) + "x ";
  DiskIndex index({{"Speculative decoding", text, "a"},
                   {"Speculative decoding again", kKernels + " once more", "b"},
                   {"Gardens", "w1x w2x w3x w4x w5x w6x roses tulips soil water", "c"},
                   {"Cooking", "bread flour yeast oven", "c"}});
  const auto found = index.related(1, 1);
  CHECK(found == std::vector<std::uint32_t>{2});
}

TEST_CASE("related: of a thousand words and more the most frequent count, in the first quarter of a megabyte",
          "[suggest]") {
  const std::string rare = "zebra yakut xenon walrus vulture umbra ";
  std::string many, few;
  for (int i = 0; i < 1'100; ++i) many += "w" + std::to_string(i) + "x w" + std::to_string(i) + "x ";
  for (int i = 0; i < 30'000; ++i) few += "tokens and ";
  const std::string other = rare + "are of a kind of which there is more to be said in an article of its own that has "
                                   "words enough for readers who look for others of that kind";
  DiskIndex index({{"Many words", many + rare, "a"},
                   {"Long", few + rare, "b"},
                   {"Another", other, "c"},
                   {"Words", many, "d"},
                   {"More words", many + " more", "e"},
                   {"Other words", many + " others", "f"}});
  CHECK(index.related(1, 5) == std::vector<std::uint32_t>{4, 5, 6});
  CHECK(index.related(2, 3).empty());
}

} // namespace related_test
