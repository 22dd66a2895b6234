// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian_guard.h"

#include <cerrno>
#include <new>
#include <stdexcept>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

TEST_CASE("xapian guard: each kind of exception becomes its error", "[index]") {
  const auto code_of = [](const auto& error) { return guarded([&] { throw error; }).error().code; };
  CHECK(code_of(Xapian::DatabaseNotFoundError("x")) == ErrorCode::IndexDamaged);
  CHECK(code_of(Xapian::DatabaseLockError("x")) == ErrorCode::Locked);
  CHECK(code_of(Xapian::DatabaseCorruptError("x")) == ErrorCode::IndexDamaged);
  CHECK(code_of(Xapian::DatabaseVersionError("x")) == ErrorCode::IndexDamaged);
  CHECK(code_of(Xapian::DatabaseError("Error writing block 7")) == ErrorCode::Disk);
  CHECK(code_of(Xapian::InvalidArgumentError("x")) == ErrorCode::Internal);
  CHECK(code_of(Xapian::DatabaseModifiedError("x")) == ErrorCode::IndexDamaged);
}

TEST_CASE("xapian guard: values and results of the work are passed on", "[index]") {
  CHECK(guarded([] { return 7; }) == 7);
  CHECK(guarded([] {}).has_value());
  CHECK(guarded([]() -> Result<std::string> { return "text"; }) == "text");
  CHECK(guarded([]() -> Result<std::string> { return fail(ErrorCode::Disk, "full"); }).error().code == ErrorCode::Disk);
}

TEST_CASE(
    "xapian guard: what the system refuses is not taken for damage by the words of the first failure and of later ones",
    "[index]") {
  struct Row {
    const char* message;
    int system_error;
    ErrorCode code;
  };
  for (const Row& row : {Row{"Error writing block 7", 0, ErrorCode::Disk}, Row{"Couldn't write", 0, ErrorCode::Disk},
                         Row{"No space left on device", 0, ErrorCode::Disk}, Row{"commit", ENOSPC, ErrorCode::Disk},
                         Row{"commit", EDQUOT, ErrorCode::Disk}, Row{"commit", EIO, ErrorCode::Disk},
                         Row{"open", EACCES, ErrorCode::Permission}, Row{"open", EMFILE, ErrorCode::Exhausted},
                         Row{"read", ENOMEM, ErrorCode::Exhausted}, Row{"open", ENOENT, ErrorCode::IndexDamaged},
                         Row{"Error reading block 7", 0, ErrorCode::IndexDamaged}}) {
    INFO(row.message << " " << row.system_error);
    const Error error = to_error(Xapian::DatabaseError(row.message, row.system_error));
    CHECK(error.code == row.code);
    CHECK(error.what.contains(row.message));
    CHECK_FALSE(error.hint.empty());
  }
}

TEST_CASE("xapian guard: a lock that the system refuses is not another writer", "[index]") {
  const Error error = to_error(Xapian::DatabaseLockError("Unable to get write lock on /x: too many open files"));
  CHECK(error.code == ErrorCode::Exhausted);
}

TEST_CASE("xapian guard: the cause that Xapian hides behind an undo is the system's last error", "[index]") {
  errno = ENOSPC;
  const Error error = to_error(Xapian::InvalidOperationError("cancel() not supported under Xapian::DB_DANGEROUS"));
  CHECK(error.code == ErrorCode::Disk);
  CHECK(error.what.contains("No space left"));
}

TEST_CASE("xapian guard: every error of a database says what to do", "[index]") {
  for (const Error& error : {to_error(Xapian::DatabaseNotFoundError("x")), to_error(Xapian::DatabaseLockError("x")),
                             to_error(Xapian::DatabaseCorruptError("x")), to_error(Xapian::DatabaseOpeningError("x")),
                             to_error(Xapian::DatabaseModifiedError("x")), to_error(Xapian::DatabaseClosedError("x")),
                             to_error(Xapian::DocNotFoundError("x")), to_error(Xapian::FeatureUnavailableError("x"))}) {
    INFO(error.what);
    CHECK_FALSE(error.hint.empty());
    CHECK(error.where.empty());
  }
  CHECK(to_error(Xapian::RangeError("x")).code == ErrorCode::Internal);
}

TEST_CASE("xapian guard: lengths that Xapian believes of a damaged block are damage, exceptions of others pass through",
          "[index]") {
  CHECK(guarded([] { throw std::length_error("basic_string::append"); }).error().code == ErrorCode::IndexDamaged);
  CHECK_THROWS_AS(guarded([] { throw std::runtime_error("ours"); }), std::runtime_error);
  CHECK_THROWS_AS(guarded([]() -> Result<int> { throw std::bad_alloc(); }), std::bad_alloc);
}
