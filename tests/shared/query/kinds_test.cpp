// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/kinds.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::query;

namespace {

ParsedQuery parsed(const char* q) { return parse_query(q, Moment{}); }

} // namespace

TEST_CASE("kinds: a list without words begins with articles, unless it says what it wants", "[query]") {
  for (const char* q : {"", "source:pytorch", "is:unread", "since:7d -tag:gpu"}) {
    CAPTURE(q);
    CHECK(begins_with_articles(parsed(q)));
  }
  for (const char* q : {"kernel", "kind:entry", "-kind:digest", "kind:all", "kind:entry OR source:pytorch", "is:digest",
                        "is:entry", "is:starred", "is:later", "is:read", "\"a phrase\""}) {
    CAPTURE(q);
    CHECK_FALSE(begins_with_articles(parsed(q)));
  }
}

TEST_CASE("kinds: every kind filters nothing, and what is left out stays left out", "[query]") {
  Filters filters = parsed("kind:all source:pytorch").filters;
  drop_every_kind(filters);
  CHECK(filters == parsed("source:pytorch").filters);
  Filters without = parsed("kind:all,entry -kind:digest").filters;
  drop_every_kind(without);
  CHECK(without == parsed("-kind:digest").filters);
  Filters named = parsed("kind:entry").filters;
  drop_every_kind(named);
  CHECK(named == parsed("kind:entry").filters);
}
