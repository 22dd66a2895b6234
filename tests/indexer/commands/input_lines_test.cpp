// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/input_lines.h"
#include "shared/base/file.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::commands;

namespace {

struct File {
  test::TemporaryDirectory folder;
  std::string path = (folder.data().root / "input").string();
  explicit File(const std::string& content) { std::ofstream(path, std::ios::binary) << content; }
};

std::vector<std::string> lines_of(const std::string& content) {
  const File file(content);
  auto input = InputLines::open(file.path).value();
  std::vector<std::string> lines;
  std::string line;
  while (input.next(line, 1'000'000).value()) lines.push_back(line);
  return lines;
}

} // namespace

TEST_CASE("input lines: lines end with any line break, the last also without", "[commands]") {
  std::string text = "one\r\ntwo\n\n";
  for (int i = 0; i < 40'000; ++i) text += "line " + std::to_string(i) + "\n";
  text += "last without end";
  const auto plain = lines_of(text);
  REQUIRE(plain.size() == 40'004);
  CHECK(plain[0] == "one");
  CHECK(plain[2].empty());
  CHECK(plain.back() == "last without end");
  CHECK(lines_of("").empty());
}

TEST_CASE("input lines: a line that is too long is skipped, the next one is read", "[commands]") {
  const File file("short\n" + std::string(2'000'000, 'x') + "\nnext\n");
  auto input = InputLines::open(file.path).value();
  std::string line;
  CHECK(input.next(line, 1000).value());
  const auto long_one = input.next(line, 1000);
  REQUIRE_FALSE(long_one);
  CHECK(long_one.error().code == ErrorCode::TooLarge);
  CHECK(input.next(line, 1000).value());
  CHECK(line == "next");
  CHECK_FALSE(input.next(line, 1000).value());
}

TEST_CASE("input lines: what is compressed is refused with the command that unpacks it", "[commands]") {
  for (const auto& [begins, command] :
       {std::pair{"\x1f\x8b\x08", "`zcat FILE | trawl import -`"}, {"\xfd\x37zXZ", "`xzcat FILE | trawl import -`"}}) {
    const File file(begins + std::string(3, '\0') + "\nline\n");
    std::string line;
    const auto next = InputLines::open(file.path).value().next(line, 1000);
    REQUIRE_FALSE(next);
    CHECK(next.error().code == ErrorCode::Usage);
    CHECK(to_sentence(next.error()).contains(command));
    CHECK_FALSE(InputLines::open(file.path).value().peek());
    CHECK_FALSE(InputLines::open(file.path).value().rest(1000));
  }
  CHECK(lines_of("a\n\x1f\x8b\n").size() == 2); // only at the beginning
}

TEST_CASE("input lines: a missing file and a directory are errors", "[commands]") {
  CHECK(InputLines::open("/nonexistent/file").error().code == ErrorCode::Usage);
  CHECK(InputLines::open("/tmp").error().code == ErrorCode::Usage);
}

TEST_CASE("input lines: how much of a file was read is known, and of a pipe it is not", "[commands]") {
  const File file(std::string(1'000'000, 'x') + "\n" + std::string(3'000'000, 'y') + "\n");
  auto input = InputLines::open(file.path).value();
  std::string line;
  CHECK(input.share_read() == 0.0);
  REQUIRE(input.next(line, 10'000'000).value());
  CHECK(input.share_read().value() == Approx(0.25).margin(0.1));
  REQUIRE(input.next(line, 10'000'000).value());
  CHECK(input.share_read() == 1.0);
  CHECK_FALSE(InputLines::open("/dev/null").value().share_read());
}

TEST_CASE("input lines: peeking consumes nothing", "[commands]") {
  const File file("{\"a\": 1}\nrest");
  auto input = InputLines::open(file.path).value();
  CHECK(input.peek().value().starts_with("{\"a\""));
  CHECK(input.rest(1000).value() == "{\"a\": 1}\nrest");
  CHECK(InputLines::open(file.path).value().rest(12).error().code == ErrorCode::TooLarge);
}
