// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

namespace synonyms_test {

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

namespace {

/// Names of schema/synonyms.txt: asr|speech recognition, agi|artificial general intelligence.
SmallIndex articles() {
  return SmallIndex({{"", "asr systems"},
                     {"", "speech recognition systems"},
                     {"", "speech for recognition systems"},
                     {"", "agi soon"},
                     {"", "artificial general intelligence soon"},
                     {"", "general artificial intelligence soon"}});
}

} // namespace

TEST_CASE("synonyms: an abbreviation finds its long form, as a phrase", "[match]") {
  SmallIndex index = articles();
  CHECK(index.found("asr") == Numbers{1, 2});
  CHECK(index.found("agi soon") == Numbers{4, 5});
}

TEST_CASE("synonyms: the words of a long form find the abbreviation, where all of them are side by side", "[match]") {
  SmallIndex index = articles();
  CHECK(index.found("speech recognition") == Numbers{1, 2, 3});
  CHECK(index.found("recognition speech") == Numbers{2, 3});
  CHECK(index.found("speech") == Numbers{2, 3});
  CHECK(index.found("artificial general intelligence") == Numbers{4, 5, 6});
}

TEST_CASE("synonyms: a word that only has the stem of an abbreviation is not it", "[match]") {
  SmallIndex index({{"", "ragged tensors"},
                    {.title = "", .text = "rag of tensors", .tags = {"rag"}},
                    {"", "rags and tensors"},
                    {"", "retrieval augmented generation of tensors"},
                    {"", "mapping the maps"}});
  CHECK(index.found("ragged") == Numbers{1});
  CHECK(index.found("title:ragged").empty());
  CHECK(index.found("rags") == index.found("rag"));
  CHECK(index.found("rag retrieval") == index.found("rags retrieval"));
  CHECK(index.found("ragged generation").empty());
  CHECK(index.found("\"ragged tensors\"") == Numbers{1});
  CHECK(index.found("mapped") == Numbers{5}); // its stem is a word
}

TEST_CASE("synonyms: a word that is to be found as typed has none", "[match]") {
  SmallIndex index = articles();
  CHECK(index.found("+asr") == Numbers{1});
  CHECK(index.found("\"speech recognition\"") == Numbers{2});
  CHECK(index.found("title:asr").empty());
}

} // namespace synonyms_test
