// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/usage_mistake.h"

#include <catch2/catch.hpp>

using trawl::api::to_sentence;
using trawl::api::UsageMistake;

TEST_CASE("usage: a mistyped option, choice or command gets the nearest valid one as a suggestion", "[api]") {
  UsageMistake mistake{
      "The following argument was not expected", {"x", "--delya=3"}, "trawl crawl", {"--delay", "--data"}, {}};
  CHECK(to_sentence(mistake) == "unknown option --delya; did you mean --delay? (see `trawl crawl --help`)");
  mistake.leftover = {"--nothing-like-it"};
  CHECK(to_sentence(mistake).starts_with("unknown option --nothing-like-it ("));
  mistake.leftover = {"-x", "word"};
  CHECK(to_sentence(mistake).starts_with("unknown option -x ("));
  mistake.leftover = {"--data", "folder"};
  CHECK(to_sentence(mistake).starts_with("--data belongs after the command: trawl crawl --data … ("));
  mistake = {"--sort: newst not in {relevance,newest}", {}, "trawl search", {}, {}};
  CHECK(to_sentence(mistake) ==
        "--sort newst: must be one of relevance, newest; did you mean newest? (see `trawl search --help`)");
  mistake = {"A subcommand is required", {"ad", "http://x"}, "trawl sources", {}, {"add", "list"}};
  CHECK(to_sentence(mistake).starts_with("unknown command ad; did you mean add? ("));
  mistake.leftover = {"ad", "--data", "folder"}; // which may be an option of the command that was meant
  CHECK(to_sentence(mistake).starts_with("unknown command ad; did you mean add? ("));
  mistake.leftover = {"frobnicate"};
  CHECK(to_sentence(mistake).starts_with("unknown command frobnicate; the commands are add, list ("));
  mistake.leftover.clear();
  CHECK(to_sentence(mistake).starts_with("no command given; the commands are add, list ("));
  mistake = {"The following arguments were not expected: coding for", {"for", "coding"}, "trawl stats", {}, {}};
  CHECK(to_sentence(mistake) == "takes nothing more: for coding (see `trawl stats --help`)");
  mistake = {"FILE is required", {}, "trawl import", {}, {}};
  CHECK(to_sentence(mistake) == "FILE is required (see `trawl import --help`)");
}

TEST_CASE("usage: what the parser says of a value is said in our words, whichever of its versions says it", "[api]") {
  const auto sentence = [](const char* what) { return to_sentence({what, {}, "trawl", {}, {}}); };
  CHECK(sentence("--limit: 1 required N missing") == "--limit needs a value: N (see `trawl --help`)");
  CHECK(sentence("--delay: Value 9 not in range 0 to 5") == "--delay 9: must be from 0 to 5 (see `trawl --help`)");
  CHECK(sentence("--delay: Value 9 not in range [0 - 5]") == "--delay 9: must be from 0 to 5 (see `trawl --help`)");
  CHECK(sentence("--delay: Value x not in range [0.000000 - 3600.500000]") ==
        "--delay x: must be from 0 to 3600.5 (see `trawl --help`)");
  CHECK(sentence("ID: At Most 1 required but received 4") == "takes one ID, not 4 (see `trawl --help`)");
  CHECK(sentence("Could not convert: --jobs = many") == "--jobs many: must be a number (see `trawl --help`)");
}
