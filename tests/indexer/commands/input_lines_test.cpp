// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/input_lines.h"
#include "shared/base/file.h"

#include <filesystem>
#include <fstream>

#include <lzma.h>
#include <sys/resource.h>

#include <catch2/catch.hpp>

#include "tests/support/gzip.h"
#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::commands;

namespace {

std::string xz_packed(const std::string& text) {
  std::string out(text.size() + 1000, '\0');
  std::size_t size = 0;
  REQUIRE(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                  text.size(), reinterpret_cast<std::uint8_t*>(out.data()), &size,
                                  out.size()) == LZMA_OK);
  out.resize(size);
  return out;
}

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

TEST_CASE("input lines: plain, gzip and xz give the same lines", "[commands]") {
  std::string text = "one\r\ntwo\n\n";
  for (int i = 0; i < 40'000; ++i) text += "line " + std::to_string(i) + "\n";
  text += "last without end";
  const auto plain = lines_of(text);
  REQUIRE(plain.size() == 40'004);
  CHECK(plain[0] == "one");
  CHECK(plain[2].empty());
  CHECK(plain.back() == "last without end");
  CHECK(lines_of(gzip(text)) == plain);
  CHECK(lines_of(xz_packed(text)) == plain);
  CHECK(lines_of(gzip("a\nb\n") + gzip("c\n")) == std::vector<std::string>{"a", "b", "c"});
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

TEST_CASE("input lines: truncated or damaged compressed data is an error", "[commands]") {
  for (const auto& packed : {gzip(std::string(5000, 'x')), xz_packed(std::string(5000, 'x'))}) {
    const File file(packed.substr(0, packed.size() / 2));
    auto input = InputLines::open(file.path).value();
    std::string line;
    const auto result = input.next(line, 100'000);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("input lines: a few bytes that unpack to many are read piece by piece", "[commands]") {
  for (const auto& packed : {gzip(std::string(50'000'000, '\0')), xz_packed(std::string(50'000'000, '\0'))}) {
    REQUIRE(packed.size() < 100'000); // one piece of input
    const File file(packed);
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    CHECK(InputLines::open(file.path).value().rest(1'000'000).error().code == ErrorCode::TooLarge);
    CHECK(InputLines::open(file.path).value().peek().value().size() == 512);
    ::getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 10'000); // KB
  }
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
}
