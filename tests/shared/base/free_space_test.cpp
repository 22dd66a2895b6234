// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/free_space.h"

#include "tests/support/temporary_directory.h"

#include <cstdint>
#include <limits>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("free space: less than the limit is an error that says how much there is", "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  CHECK(check_free_space(root, 1));
  const auto refused = check_free_space(root, std::numeric_limits<std::uint64_t>::max());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Disk);
  CHECK(refused.error().what.contains("MB are free"));
  CHECK(refused.error().where == root.string());
  CHECK(refused.error().hint.contains("--min-free"));
}

TEST_CASE("free space: without a limit, and for a folder that does not exist, the check passes", "[base]") {
  const test::TemporaryDirectory directory;
  CHECK(check_free_space(directory.data().root, 0));
  CHECK(check_free_space(directory.data().root / "missing", std::numeric_limits<std::uint64_t>::max()));
}
