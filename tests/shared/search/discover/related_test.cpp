// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/related.h"
#include "tests/shared/search/discover/disk_index.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace related_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

TEST_CASE("related: other sources first, never the article itself, nothing if none is similar", "[suggest]") {
  const std::string kernels =
      "speculative decoding drafts tokens for serving large models with vllm kernels, which a smaller "
      "one proposes and the bigger one accepts or refuses all at once";
  DiskIndex index(
      {{"Speculative decoding", kernels, "a"},
       {"Speculative decoding again", kernels + " once more", "a"},
       {"Speculative decoding elsewhere", "speculative decoding drafts tokens for serving large models", "b"},
       {"Gardens", "roses tulips soil water", "c"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  CHECK(related_documents(1, view_of(index.reader()), 4, unhurried()) == std::vector<std::uint32_t>{3, 2});
  CHECK(related_documents(1, view_of(index.reader()), 1, unhurried()) == std::vector<std::uint32_t>{3});
  CHECK(related_documents(4, view_of(index.reader()), 4, unhurried()).empty());
}

TEST_CASE("related: a one-line article has no related articles", "[suggest]") {
  const std::string line = "speculative decoding drafts tokens for serving large models with vllm kernels on gpus";
  DiskIndex index({{"Decoding", line, "a"}, {"Decoding again", line + " " + line + " " + line, "b"}});
  CHECK(related_documents(1, view_of(index.reader()), 4, unhurried()).empty());
  CHECK(related_documents(2, view_of(index.reader()), 4, unhurried()) == std::vector<std::uint32_t>{1});
}

TEST_CASE("related: other sources come first only among nearly equal scores", "[suggest]") {
  const std::string kernels = "speculative decoding drafts tokens for serving large models with vllm kernels on gpus, "
                              "which a smaller one proposes and the bigger one accepts or refuses all at once";
  DiskIndex index(
      {{"Speculative decoding", kernels, "a"},
       {"Speculative decoding again", kernels + " once more", "a"},
       {"Gardens", "serving tokens with drafts on large tables under roses and tulips all summer long", "b"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  const auto found = related_documents(1, view_of(index.reader()), 4, unhurried());
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == 2);
}

} // namespace related_test
