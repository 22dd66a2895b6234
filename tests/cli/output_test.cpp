// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/output.h"

#include "tests/support/captured_output.h"

#include <catch2/catch.hpp>

namespace output_test {

using namespace trawl;
using namespace trawl::cli;

TEST_CASE("output: what an answer lacks is noted for formats that have no place for it", "[cli]") {
  const Answer answer = {{"warnings",
                          {{{"code", "proximity_cut"}, {"message", "Time ran \x1b[2Jout."}},
                           {{"code", "phrase_relaxed"}, {"message", "Two words were enough."}},
                           {{"code", "index_damaged"}, {"message", "A file is damaged."}}}}};
  CHECK(test::captured_errors([&] { note_what_is_missing(answer); }) ==
        "note: Time ran [2Jout.\nnote: A file is damaged.\n");
  CHECK(test::captured_errors([&] { note_what_is_missing(Answer::object()); }).empty());
}

} // namespace output_test
