// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/usage_mistake.h"

#include <catch2/catch.hpp>

using trawl::api::to_sentence;
using trawl::api::UsageMistake;

TEST_CASE("usage: a mistyped option, choice or command gets the nearest valid one as a suggestion", "[api]") {
  UsageMistake mistake{
      "The following argument was not expected", {"x", "--delya=3"}, "trawl crawl", {"--delay", "--data"}, {}};
  CHECK(to_sentence(mistake) == "unknown option --delya; did you mean --delay? (see 'trawl crawl --help')");
  mistake.leftover = {"--nothing-like-it"};
  CHECK(to_sentence(mistake).starts_with("unknown option --nothing-like-it ("));
  mistake.leftover = {"-x", "word"};
  CHECK(to_sentence(mistake).starts_with("unknown option -x ("));
  mistake.leftover = {"--data", "folder"};
  CHECK(to_sentence(mistake).starts_with("--data belongs after the command: trawl crawl --data … ("));
  mistake = {"--sort: newst not in {relevance,newest}", {}, "trawl search", {}, {}};
  CHECK(to_sentence(mistake).starts_with("--sort: newst not in {relevance,newest}; did you mean newest? ("));
  mistake = {"A subcommand is required", {"ad", "http://x"}, "trawl sources", {}, {"add", "list"}};
  CHECK(to_sentence(mistake).starts_with("unknown command ad; did you mean add? ("));
  mistake.leftover = {"frobnicate"};
  CHECK(to_sentence(mistake).starts_with("unknown command frobnicate; the commands are add, list ("));
  mistake.leftover.clear();
  CHECK(to_sentence(mistake).starts_with("no command given; the commands are add, list ("));
  mistake = {"FILE is required", {}, "trawl import", {}, {}};
  CHECK(to_sentence(mistake) == "FILE is required (see 'trawl import --help')");
}
