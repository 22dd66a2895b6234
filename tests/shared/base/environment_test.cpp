// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/environment.h"

#include <cstdlib>

#include <catch2/catch.hpp>

TEST_CASE("environment: a variable that is not set is empty", "[base]") {
  ::setenv("TRAWL_TEST_VARIABLE", "a b", 1);
  CHECK(trawl::environment("TRAWL_TEST_VARIABLE") == "a b");
  ::setenv("TRAWL_TEST_VARIABLE", "", 1);
  CHECK(trawl::environment("TRAWL_TEST_VARIABLE").empty());
  ::unsetenv("TRAWL_TEST_VARIABLE");
  CHECK(trawl::environment("TRAWL_TEST_VARIABLE").empty());
}
