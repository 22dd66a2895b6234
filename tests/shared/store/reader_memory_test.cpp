// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/reader_memory.h"

#include "shared/base/file.h"
#include "tests/support/temporary_directory.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trawl;
using namespace trawl::store;

namespace {

const Moment kNow{std::chrono::seconds(1'700'000'000)};

std::string id_of(std::size_t number) {
  std::string digits = std::to_string(number);
  return "1" + std::string(15 - digits.size(), '0') + digits;
}

std::vector<std::string> ids_of(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(id_of(i));
  return ids;
}

ReaderMemory open(const test::TemporaryDirectory& directory) { return ReaderMemory::open(directory.data()).value(); }

} // namespace

TEST_CASE("reader memory: there is none until something is remembered, and it is the user's alone", "[store]") {
  test::TemporaryDirectory directory;
  CHECK_FALSE(ReaderMemory::open_for_reading(directory.data()).value());
  auto memory = open(directory);
  const auto mode = std::filesystem::status(directory.data().reader_db()).permissions();
  CHECK((mode & std::filesystem::perms{0077}) == std::filesystem::perms::none);
  CHECK(ReaderMemory::open_for_reading(directory.data()).value());
}

TEST_CASE("reader memory: marks of 100,000 articles are there for the next program, in order", "[store]") {
  test::TemporaryDirectory directory;
  auto ids = ids_of(100'000);
  CHECK(open(directory).set(ReaderMark::Read, ids, true, kNow) == 100'000);
  auto memory = ReaderMemory::open_for_reading(directory.data()).value().value();
  const auto marks = memory.marks().value();
  CHECK(marks->with(ReaderMark::Read) == ids);
  CHECK(marks->with(ReaderMark::Starred).empty());
  CHECK(memory.marks().value() == marks); // kept
  CHECK(open(directory).set(ReaderMark::Read, std::vector{id_of(7), id_of(8)}, false, kNow) == 2);
  CHECK(memory.marks().value()->with(ReaderMark::Read).size() == 99'998);
}

TEST_CASE("reader memory: undo takes back what several articles were marked with last, and nothing else", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  CHECK(memory.set(ReaderMark::Read, std::vector{id_of(3)}, true, kNow) == 1);
  CHECK(memory.set(ReaderMark::Read, ids_of(10), true, kNow) == 9);
  CHECK(memory.set(ReaderMark::Starred, std::vector{id_of(4)}, true, kNow) == 1);
  CHECK(memory.undo() == 9);
  CHECK(memory.marks().value()->with(ReaderMark::Read) == std::vector{id_of(3)});
  CHECK(memory.marks().value()->with(ReaderMark::Starred) == std::vector{id_of(4)});
  CHECK(memory.undo() == 0);
}

TEST_CASE("reader memory: an article is noted as long as it has a note", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  CHECK(memory.set_note(id_of(3), "compare with the paper"));
  CHECK(memory.set(ReaderMark::Starred, std::vector{id_of(4)}, true, kNow) == 1);
  CHECK(memory.marks().value()->with(ReaderMark::Noted) == std::vector{id_of(3)});
  CHECK(memory.marks().value()->with(ReaderMark::Starred) == std::vector{id_of(4)});
  CHECK(memory.set_note(id_of(3), ""));
  CHECK(memory.marks().value()->with(ReaderMark::Noted).empty());
}

TEST_CASE("reader memory: two writers at once lose nothing", "[store]") {
  test::TemporaryDirectory directory;
  open(directory);
  const auto write = [&](std::size_t first) {
    auto memory = open(directory);
    for (std::size_t i = 0; i < 50; ++i) {
      if (!memory.set(ReaderMark::Starred, std::vector{id_of(first + i)}, true, kNow)) return;
    }
  };
  std::thread other([&] { write(1'000); });
  write(0);
  other.join();
  CHECK(open(directory).marks().value()->with(ReaderMark::Starred).size() == 100);
}

TEST_CASE("reader memory: a thread that opens it takes no locks of another thread away", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  REQUIRE(memory.set_note(id_of(1), "first"));
  open(directory);              // closes it again
  const pid_t child = ::fork(); // a process that is the last to close it empties its log
  if (child == 0) {
    ::execlp("python3", "python3", "-c",
             "import sqlite3, sys; m = sqlite3.connect(sys.argv[1]); m.execute('DELETE FROM article'); m.commit(); "
             "m.close()",
             directory.data().reader_db().c_str(), nullptr);
    ::_exit(1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  CHECK(std::filesystem::exists(directory.data().reader_db().string() + "-wal"));
  CHECK(memory.note(id_of(1)) == "");
}

TEST_CASE("reader memory: what was committed survives a kill", "[store]") {
  test::TemporaryDirectory directory;
  const pid_t child = ::fork();
  if (child == 0) {
    auto memory = ReaderMemory::open(directory.data());
    const bool done =
        memory && memory->set(ReaderMark::Later, ids_of(20), true, kNow) && memory->set_note(id_of(1), "kept");
    ::kill(::getpid(), done ? SIGKILL : SIGTERM);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WTERMSIG(status) == SIGKILL);
  auto memory = open(directory);
  CHECK(memory.marks().value()->with(ReaderMark::Later).size() == 20);
  CHECK(memory.note(id_of(1)) == "kept");
}

TEST_CASE("reader memory: wherever the program is killed that makes the file, there is none or a whole one",
          "[store]") {
  for (rlim_t most = 0; most <= 65'536; most += 1'024) {
    INFO("killed by what it writes beyond " << most << " bytes of a file");
    test::TemporaryDirectory directory;
    const pid_t child = ::fork();
    if (child == 0) {
      const rlimit limit{most, most};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      ReaderMemory::open(directory.data());
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE((WIFSIGNALED(status) || most > 16'384));
    const auto file = directory.data().reader_db();
    if (std::filesystem::exists(file))
      CHECK(Database::open(file, OpenMode::Immutable).value().number("SELECT count(*) FROM article") == 0);
    CHECK(open(directory).set(ReaderMark::Read, ids_of(2), true, kNow) == 2);
    const auto left = entries_of(directory.data().root).value();
    CHECK(std::ranges::none_of(left, [](const auto& path) { return path.extension() == ".new"; }));
  }
}

TEST_CASE("reader memory: who makes the file second keeps what is in it", "[store]") {
  test::TemporaryDirectory directory;
  REQUIRE(write_file_atomic(directory.data().reader_db(), "first", Existing::Kept));
  REQUIRE(write_file_atomic(directory.data().reader_db(), "second", Existing::Kept));
  CHECK(read_file(directory.data().reader_db()) == "first");
  CHECK(entries_of(directory.data().root).value().size() == 1);
}

TEST_CASE("reader memory: notes have limits and may be removed", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  CHECK(memory.set_note(id_of(1), "> a passage\nwhat I think of it"));
  CHECK(memory.note(id_of(1)) == "> a passage\nwhat I think of it");
  CHECK(memory.set_note(id_of(1), std::string(20'001, 'x')).error().code == ErrorCode::TooLarge);
  CHECK(memory.set_note(id_of(1), "caf\xE9").error().code == ErrorCode::Malformed);
  CHECK(memory.set_note(id_of(1), ""));
  CHECK(memory.note(id_of(1)) == "");
}

TEST_CASE("reader memory: a saved search remembers what it has shown until it is saved again", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  CHECK(memory.save({"mine", "q=agents", {}}));
  CHECK(memory.add_shown("mine", ids_of(3), kNow));
  CHECK(memory.search("mine").value()->seen == kNow);
  CHECK(memory.shown("mine").value().size() == 3);
  CHECK(memory.save({"mine", "q=agents", {}}));
  CHECK(memory.shown("mine").value().empty());
  CHECK(memory.add_shown("", ids_of(2), kNow)); // of every article, which needs no name
  CHECK(memory.searches().value().size() == 1);
  CHECK(memory.forget("mine") == true);
  CHECK(memory.forget("mine") == false);
}

TEST_CASE("reader memory: a search can be saved again when there are as many as there may be", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  CHECK(memory.add_shown("", ids_of(1), kNow));
  for (std::size_t i = 0; i < ReaderMemory::kMaxSearches; ++i) REQUIRE(memory.save({std::to_string(i), "q=a", {}}));
  CHECK(memory.save({"7", "q=b", {}}));
  CHECK(memory.save({"another", "q=a", {}}).error().code == ErrorCode::TooLarge);
}

TEST_CASE("reader memory: the name of a search can be typed again", "[store]") {
  test::TemporaryDirectory directory;
  auto memory = open(directory);
  for (const char* name : {"", " ", "a\nb", "\x1B[2J", "caf\xE9"})
    CHECK(memory.save({name, "q=a", {}}).error().code == ErrorCode::Usage);
  CHECK(memory.searches().value().empty());
}

TEST_CASE("reader memory: who has it open sees that another one took its place", "[store]") {
  test::TemporaryDirectory directory, other;
  auto memory = open(directory), taken = open(other);
  CHECK(memory.set(ReaderMark::Starred, std::vector{id_of(1)}, true, kNow) == 1);
  CHECK(taken.set(ReaderMark::Read, ids_of(2), true, kNow) == 2);
  auto reader = ReaderMemory::open_for_reading(directory.data()).value().value();
  CHECK(reader.marks().value()->with(ReaderMark::Starred).size() == 1);
  const auto before = reader.revision().value();
  const std::string copy = (directory.data().root / "copy").string();
  REQUIRE(Database::open(other.data().reader_db(), OpenMode::ReadOnly)->run("VACUUM INTO ?", {std::string_view(copy)}));
  REQUIRE(open(directory).take_all_from(copy));
  CHECK(reader.revision().value() > before);
  CHECK(reader.marks().value()->with(ReaderMark::Starred).empty());
  CHECK(reader.marks().value()->with(ReaderMark::Read) == ids_of(2));
  CHECK(memory.undo() == 0); // what was undoable elsewhere
}

TEST_CASE("reader memory: a file of another program is refused, and not changed", "[store]") {
  test::TemporaryDirectory directory;
  const auto file = directory.data().reader_db();
  REQUIRE(write_file_atomic(file, "nonsense"));
  CHECK(ReaderMemory::open(directory.data()).error().code == ErrorCode::StoreDamaged);
  CHECK(read_file(file) == "nonsense");
  REQUIRE(remove_file(file));
  REQUIRE(Database::open(file, OpenMode::SingleFile).value().execute("PRAGMA user_version = 99"));
  CHECK(ReaderMemory::open(directory.data()).error().what.contains("version"));
}
