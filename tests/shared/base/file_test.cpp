// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/file.h"

#include "tests/support/temporary_directory.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

std::size_t files_in(const std::filesystem::path& directory) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory), {}));
}

/// The working directory of the program for the life of this object.
class WorkingDirectory {
 public:
  explicit WorkingDirectory(const std::filesystem::path& path) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  ~WorkingDirectory() { std::filesystem::current_path(before_); }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;

 private:
  std::filesystem::path before_;
};

} // namespace

TEST_CASE("file: a file is replaced whole, and private", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "note";
  REQUIRE(write_file_atomic(path, "one"));
  REQUIRE(write_file_atomic(path, "two"));
  CHECK(read_file(path) == "two");
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(read_file(path, 2).error().code == ErrorCode::TooLarge);
  CHECK(read_file(directory.data().root / "none").error().code == ErrorCode::Usage);
}

TEST_CASE("file: a failed replacement leaves nothing behind", "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::filesystem::create_directory(root / "taken");
  std::ofstream(root / "taken" / "file") << "x";
  CHECK_FALSE(write_file_atomic(root / "taken", "content"));
  CHECK(write_file_atomic(root / "none" / "file", "content").error().code == ErrorCode::Usage);
  CHECK(std::distance(std::filesystem::directory_iterator(root), {}) == 1);
}

TEST_CASE("file: a removed file is gone, and failing to remove one is an error", "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::ofstream(root / "file") << "x";
  CHECK(remove_file(root / "file"));
  CHECK_FALSE(std::filesystem::exists(root / "file"));
  CHECK(remove_file(root / "file")); // there is none
  CHECK(remove_file(root).error().where == root);
}

TEST_CASE("file: the next writer replaces the file that a killed writer left", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "note";
  std::ofstream(path.string() + ".new") << "half of a much longer content";
  REQUIRE(write_file_atomic(path, "whole"));
  CHECK(read_file(path) == "whole");
  CHECK(files_in(directory.data().root) == 1);
}

TEST_CASE("file: concurrent writers each replace the whole file, and leave no temporary file behind", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "note";
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> writers;
    for (char letter = 'a'; letter < 'i'; ++letter) {
      writers.emplace_back([&, letter] {
        const std::string content(1'000 * static_cast<std::size_t>(letter - 'a' + 1), letter);
        for (int i = 0; i < 20; ++i) {
          if (!write_file_atomic(path, content)) ++failed;
          const auto now = read_file(path);
          const bool is_whole = now && !now->empty() && now->find_first_not_of(now->front()) == std::string::npos &&
                                now->size() == 1'000 * static_cast<std::size_t>(now->front() - 'a' + 1);
          if (!is_whole) ++failed;
        }
      });
    }
  }
  CHECK(failed == 0);
  CHECK(files_in(directory.data().root) == 1);
}

TEST_CASE("file: the temporary file is not written through a symbolic link or into a file with a second name",
          "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "note", victim = directory.data().root / "victim";
  REQUIRE(write_file_atomic(victim, "precious"));
  std::filesystem::create_symlink(victim, path.string() + ".new");
  CHECK_FALSE(write_file_atomic(path, "content"));
  std::filesystem::remove(path.string() + ".new");
  std::filesystem::create_hard_link(victim, path.string() + ".new");
  CHECK(write_file_atomic(path, "content").error().code == ErrorCode::Permission);
  CHECK(read_file(victim) == "precious");
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("file: a private directory is created with its parents, but not in place of a file", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "a" / "b" / "c";
  REQUIRE(make_private_directory(path));
  REQUIRE(make_private_directory(path));
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        std::filesystem::perms::owner_all);
  std::ofstream(path / "file") << "x";
  CHECK(make_private_directory(path / "file").error().code == ErrorCode::Usage);
}

TEST_CASE("file: any bytes are read back, of any size", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "bytes";
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  std::string longer_than_a_buffer;
  while (longer_than_a_buffer.size() < 200'000) longer_than_a_buffer += every_byte + "x";
  for (const std::string& content : {std::string(), std::string("a"), every_byte, longer_than_a_buffer}) {
    INFO(content.size());
    REQUIRE(write_file_atomic(path, content));
    CHECK(read_file(path) == content);
  }
}

TEST_CASE("file: the limit is the largest size that is read", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "file";
  REQUIRE(write_file_atomic(path, std::string(100'000, 'x')));
  CHECK(read_file(path, 100'001));
  CHECK(read_file(path, 100'000));
  const auto refused = read_file(path, 99'999);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::TooLarge);
  CHECK(refused.error().what == "the file is larger than 99999 bytes");
  CHECK(refused.error().where == path.string());
}

TEST_CASE("file: shorter content replaces longer content completely", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "file";
  REQUIRE(write_file_atomic(path, "a long content"));
  REQUIRE(write_file_atomic(path, "short"));
  CHECK(read_file(path) == "short");
  CHECK(files_in(directory.data().root) == 1); // the temporary file has become the file
}

TEST_CASE("file: a reader that has the old file open continues to read it", "[base]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "file";
  REQUIRE(write_file_atomic(path, "old content"));
  std::ifstream reader(path);
  REQUIRE(write_file_atomic(path, "new content"));
  CHECK(std::string(std::istreambuf_iterator<char>(reader), {}) == "old content");
}

TEST_CASE("file: a name without a folder is one in the working directory", "[base]") {
  const test::TemporaryDirectory directory;
  const WorkingDirectory inside(directory.data().root);
  REQUIRE(write_file_atomic("plain-name", "content"));
  CHECK(read_file(directory.data().root / "plain-name") == "content");
  REQUIRE(make_private_directory("folder"));
  CHECK(std::filesystem::is_directory(directory.data().root / "folder"));
}

TEST_CASE("file: a folder cannot be read as a file", "[base]") {
  const test::TemporaryDirectory directory;
  const auto read = read_file(directory.data().root);
  REQUIRE_FALSE(read);
  CHECK(read.error().where == directory.data().root.string());
}

TEST_CASE("file: a directory is not made below a file, and an existing one keeps its mode", "[base]") {
  using std::filesystem::perms;
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::ofstream(root / "file") << "x";
  const auto below = make_private_directory(root / "file" / "folder");
  REQUIRE_FALSE(below);
  CHECK(below.error().code != ErrorCode::Internal);
  std::filesystem::create_directory(root / "open");
  std::filesystem::permissions(root / "open", perms::owner_all | perms::group_read);
  REQUIRE(make_private_directory(root / "open"));
  CHECK((std::filesystem::status(root / "open").permissions() & perms::mask) == (perms::owner_all | perms::group_read));
}

TEST_CASE("file: is_there says whether a path exists, or why that cannot be determined", "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::ofstream(root / "file") << "x";
  std::filesystem::create_symlink("nowhere", root / "dangling");
  CHECK(is_there(root / "file") == true);
  CHECK(is_there(root / "dangling") == true);
  CHECK(is_there(root / "missing") == false);
  CHECK(is_there(root / "file" / "below") == false);
  const auto unknown = is_there(root / std::string(300, 'x'));
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == ErrorCode::Disk);
}

TEST_CASE("file: a file that is moved replaces the other, and a missing one is an error that names the place",
          "[base]") {
  const test::TemporaryDirectory directory;
  const auto& root = directory.data().root;
  std::ofstream(root / "old") << "old";
  std::ofstream(root / "new") << "new";
  REQUIRE(move_file(root / "new", root / "old"));
  CHECK(read_file(root / "old") == "new");
  CHECK(is_there(root / "new") == false);
  CHECK(move_file(root / "new", root / "old").error().where == (root / "old").string());
}
