// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/data_directory.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pwd.h>
#include <unistd.h>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

/// Sets a variable of the environment, or removes it, and restores it at the end.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~EnvironmentVariable() { set(before_); }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

 private:
  void set(const std::optional<std::string>& value) { value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_); }

  const char* name_;
  std::optional<std::string> before_;
};

} // namespace

TEST_CASE("data directory: the option, TRAWL_DATA, XDG_DATA_HOME and HOME decide, in this order", "[base]") {
  struct Row {
    std::string option;
    std::optional<std::string> trawl_data, xdg_data_home, home;
    std::string want;
  };
  for (const Row& row : std::vector<Row>{{"/o", "/t", "/x", "/h", "/o"},
                                         {"relative", "/t", "/x", "/h", "relative"},
                                         {"", "/t", "/x", "/h", "/t"},
                                         {"", "t", "/x", "/h", "t"},
                                         {"", "", "/x", "/h", "/x/trawl"},
                                         {"", std::nullopt, "/x", "/h", "/x/trawl"},
                                         {"", std::nullopt, "x", "/h", "/h/.local/share/trawl"}, // not absolute
                                         {"", std::nullopt, "", "/h", "/h/.local/share/trawl"},
                                         {"", std::nullopt, std::nullopt, "/h", "/h/.local/share/trawl"}}) {
    const EnvironmentVariable trawl_data("TRAWL_DATA", row.trawl_data);
    const EnvironmentVariable xdg_data_home("XDG_DATA_HOME", row.xdg_data_home);
    const EnvironmentVariable home("HOME", row.home);
    INFO(row.want);
    CHECK(choose_data_directory(row.option).root == row.want);
  }
}

TEST_CASE("data directory: without HOME, that of the user's account is the home", "[base]") {
  const EnvironmentVariable trawl_data("TRAWL_DATA", std::nullopt), xdg_data_home("XDG_DATA_HOME", std::nullopt),
      home("HOME", std::nullopt);
  const auto* const user = ::getpwuid(::geteuid());
  REQUIRE(user != nullptr);
  CHECK(choose_data_directory("").root == std::string(user->pw_dir) + "/.local/share/trawl");
}

TEST_CASE("data directory: its files have fixed places, and naming them creates nothing", "[base]") {
  const test::TemporaryDirectory directory;
  const DataDirectory data{directory.data().root / "data"};
  CHECK(data.crawl_db() == data.root / "crawl.db");
  CHECK(data.index_stub() == data.root / "index" / "xapian");
  CHECK(data.lock_file() == data.root / "lock");
  CHECK_FALSE(std::filesystem::exists(data.root));
}

TEST_CASE("data directory: nobody, not even root, writes to a directory of another user", "[base]") {
  if (::geteuid() != 0) {
    std::puts("skipped: only root can give a directory away");
    return;
  }
  const test::TemporaryDirectory directory;
  const DataDirectory data{directory.data().root / "data"};
  REQUIRE(make_data_directory(data));
  REQUIRE(::chown(data.root.c_str(), 65534, 65534) == 0);
  const auto lock = WriterLock::acquire(data);
  REQUIRE_FALSE(lock);
  CHECK(lock.error().code == ErrorCode::Permission);
  CHECK(lock.error().where == data.root.string());
  CHECK(to_sentence(lock.error()).contains("sudo -u nobody"));
  CHECK_FALSE(std::filesystem::exists(data.lock_file()));
}

TEST_CASE("lock: the file names the holder, and stays private", "[base]") {
  using std::filesystem::perms;
  const test::TemporaryDirectory directory;
  const DataDirectory data{directory.data().root / "data"};
  const auto lock = WriterLock::acquire(data);
  REQUIRE(lock);
  const auto note = read_file(data.lock_file());
  REQUIRE(note);
  CHECK(note->starts_with("pid " + std::to_string(::getpid()) + " on "));
  CHECK(note->ends_with("Z\n"));
  CHECK((std::filesystem::status(data.lock_file()).permissions() & perms::mask) ==
        (perms::owner_read | perms::owner_write));
  CHECK((std::filesystem::status(data.root).permissions() & perms::mask) == perms::owner_all);
}

TEST_CASE("lock: a longer note of an earlier holder is replaced completely", "[base]") {
  const test::TemporaryDirectory directory;
  REQUIRE(write_file_atomic(directory.data().lock_file(), std::string(1'000, '#') + "\n"));
  REQUIRE(WriterLock::acquire(directory.data()));
  CHECK(read_file(directory.data().lock_file())->find('#') == std::string::npos);
}

TEST_CASE("lock: a link in place of the lock file is not followed", "[base]") {
  const test::TemporaryDirectory directory;
  const auto victim = directory.data().root / "victim";
  REQUIRE(write_file_atomic(victim, "precious"));
  std::filesystem::create_symlink(victim, directory.data().lock_file());
  CHECK_FALSE(WriterLock::acquire(directory.data()));
  CHECK(read_file(victim) == "precious");
}

TEST_CASE("lock: assignment transfers the lock and releases the previous one", "[base]") {
  const test::TemporaryDirectory one, other;
  auto first = WriterLock::acquire(one.data());
  {
    auto second = WriterLock::acquire(other.data());
    REQUIRE((first && second));
    *first = std::move(*second);
  }
  CHECK(WriterLock::acquire(one.data()));
  CHECK(WriterLock::acquire(other.data()).error().code == ErrorCode::Locked);
}

TEST_CASE("lock: a second writer is rejected and told who holds it", "[base]") {
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
