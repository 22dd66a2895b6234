// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/workspace.h"

#include <catch2/catch.hpp>

using namespace trawl::commands;

TEST_CASE("sources status: an old error does not hide that a source is silent", "[commands]") {
  SourceState state;
  CHECK(trouble_of(state).empty());
  state.note.last_error = "/sitemap.xml: the server answered 404";
  CHECK(trouble_of(state) == "/sitemap.xml: the server answered 404");
  state.silence = "no new article for 60 days";
  CHECK(trouble_of(state) == "no new article for 60 days; /sitemap.xml: the server answered 404");
}
