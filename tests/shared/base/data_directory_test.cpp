// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/data_directory.h"

#include "tests/support/temporary_directory.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("lock: a second writer is refused, and told who holds it", "[base]") {
  const test::TemporaryDirectory directory;
  const DataDirectory data{directory.data().root / "data"};
  {
    auto first = WriterLock::acquire(data);
    REQUIRE(first);
    const auto second = WriterLock::acquire(data);
    REQUIRE_FALSE(second);
    CHECK(second.error().code == ErrorCode::Locked);
    CHECK(exit_code_of(second.error().code) == 5);
    CHECK(second.error().what.find("pid ") != std::string::npos);
  }
  CHECK(WriterLock::acquire(data));
}

TEST_CASE("lock: it moves with its owner", "[base]") {
  const test::TemporaryDirectory directory;
  auto first = WriterLock::acquire(directory.data());
  REQUIRE(first);
  {
    const WriterLock moved = std::move(*first);
    CHECK(WriterLock::acquire(directory.data()).error().code == ErrorCode::Locked);
  }
  CHECK(WriterLock::acquire(directory.data()));
}
