// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/output.h"

#include "tests/support/captured_output.h"

#include <catch2/catch.hpp>

namespace output_test {

using namespace trawl;
using namespace trawl::cli;

TEST_CASE("output: the notes of an answer are harmless lines", "[cli]") {
  const Answer answer = {{"warnings",
                          {{{"code", "proximity_cut"}, {"message", "Time ran \x1b[2Jout."}},
                           {{"code", "phrase_relaxed"}, {"message", "Two words were enough."}},
                           {{"code", "index_damaged"}, {"message", "A file is damaged."}}}}};
  CHECK(test::captured_errors([&] { write_notes({}, answer); }) ==
        "note: Time ran [2Jout.\nnote: Two words were enough.\nnote: A file is damaged.\n");
  CHECK(test::captured_errors([&] { write_notes({}, Answer::object()); }).empty());
  const Answer corrected = {{"query", {{"q", "atten\x1b[2Jton"}}},
                            {"correction", {{"q", "attention"}, {"typed_total", 0}}},
                            {"did_you_mean", {{"q", "atention"}, {"total", 1}}}};
  CHECK(test::captured_errors([&] { write_notes({}, corrected); }) ==
        "note: these are results for 'attention'; 'atten[2Jton' has 0 hits: --as-typed\n"
        "note: did you mean 'atention' (1 hit)?\n");
}

TEST_CASE("output: --quiet silences what is said of the query, not what an answer lacks", "[cli]") {
  Answer answer = {{"did_you_mean", {{"q", "atention"}, {"total", 1}}},
                   {"warnings", {{{"code", "phrase_relaxed"}, {"message", "Two words were enough."}}}}};
  Settings quiet;
  quiet.quiet = true;
  CHECK(test::captured_errors([&] { write_notes(quiet, answer); }).empty());
  answer["total_relation"] = "at_least";
  answer["warnings"].push_back({{"code", "index_damaged"}, {"message", "A file is damaged."}});
  CHECK(test::captured_errors([&] { write_notes(quiet, answer); }).contains("note: A file is damaged.\n"));
}

} // namespace output_test
