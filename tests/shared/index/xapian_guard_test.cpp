// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian_guard.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

TEST_CASE("xapian guard: each kind of exception becomes its error", "[index]") {
  const auto code_of = [](const auto& error) { return guarded([&] { throw error; }).error().code; };
  CHECK(code_of(Xapian::DatabaseNotFoundError("x")) == ErrorCode::NoIndex);
  CHECK(code_of(Xapian::DatabaseLockError("x")) == ErrorCode::Locked);
  CHECK(code_of(Xapian::DatabaseCorruptError("x")) == ErrorCode::IndexDamaged);
  CHECK(code_of(Xapian::DatabaseVersionError("x")) == ErrorCode::IndexDamaged);
  CHECK(code_of(Xapian::DatabaseError("Error writing block 7")) == ErrorCode::Disk);
  CHECK(code_of(Xapian::InvalidArgumentError("x")) == ErrorCode::Internal);
  CHECK(is_overtaken(guarded([] { throw Xapian::DatabaseModifiedError("x"); }).error()));
  CHECK_FALSE(is_overtaken(Error{ErrorCode::Interrupted, "stopped", {}, {}}));
}

TEST_CASE("xapian guard: values and results of the work are passed on", "[index]") {
  CHECK(guarded([] { return 7; }) == 7);
  CHECK(guarded([] {}).has_value());
  CHECK(guarded([]() -> Result<std::string> { return "text"; }) == "text");
  CHECK(guarded([]() -> Result<std::string> { return fail(ErrorCode::Disk, "full"); }).error().code == ErrorCode::Disk);
}
