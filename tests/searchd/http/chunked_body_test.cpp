// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/chunked_body.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

using trawl::searchd::ChunkedBody;

namespace {

constexpr std::size_t kMaxBytes = 1'000;

/// The decoded body; "incomplete", or the status of the refusal.
std::string decoded(std::string_view bytes, std::size_t max_bytes = kMaxBytes) {
  ChunkedBody body(max_bytes);
  const auto read = body.feed(bytes);
  if (!read) return std::to_string(read.error().status);
  return body.is_complete() ? "'" + body.take() + "'" : "incomplete";
}

std::string hex(std::size_t number, bool upper) {
  std::string out;
  do {
    out.insert(0, 1, (upper ? "0123456789ABCDEF" : "0123456789abcdef")[number % 16]);
  } while ((number /= 16) > 0);
  return out;
}

} // namespace

TEST_CASE("chunked body: sizes are hexadecimal, and extensions are ignored", "[searchd]") {
  struct Row {
    const char* bytes;
    const char* result;
  };
  for (const Row& row : {
           Row{"0\r\n\r\n", "''"},
           {"000\r\n\r\n", "''"},
           {"3\r\nabc\r\n0\r\n\r\n", "'abc'"},
           {"03\r\nabc\r\n0\r\n\r\n", "'abc'"},
           {"A\r\n0123456789\r\n0\r\n\r\n", "'0123456789'"},
           {"a\r\n0123456789\r\n0\r\n\r\n", "'0123456789'"},
           {"1\r\na\r\n1\r\nb\r\n0\r\n\r\n", "'ab'"},
           {"2\r\n\r\n\r\n0\r\n\r\n", "'\r\n'"},
           {"1;x\r\na\r\n0;y=\"z\"\r\n\r\n", "'a'"},
           {"1 ; x=y\r\na\r\n0\r\n\r\n", "'a'"},
           {"1;x;y=z \t; v = \"a;\\\"\t\\\\\"\r\na\r\n0\r\n\r\n", "'a'"},
           {"3\r\nab", "incomplete"},
           {"3\r\nabc", "incomplete"},
           {"3\r\nabc\r\n", "incomplete"},
           {"0\r\n", "incomplete"},
           {"0\r\n\r", "incomplete"},
           {"3\r\nabcd\r\n", "400"},
           {"3\r\nab\r\n0\r\n\r\n", "400"},
           {"1\r\na\n0\r\n\r\n", "400"},
           {"1\na\r\n", "400"},
           {"x\r\n", "400"},
           {"+1\r\na\r\n", "400"},
           {"0x1\r\na\r\n", "400"},
           {"1g\r\na\r\n", "400"},
           {";x\r\n", "400"},
           {"1 \r\na\r\n0\r\n\r\n", "400"},
           {"1\t\r\na\r\n", "400"},
           {" 1\r\na\r\n", "400"},
           {"1;\r\na\r\n", "400"},
           {"1;x \r\na\r\n", "400"},
           {"1;x=\r\na\r\n", "400"},
           {"1;x y\r\na\r\n", "400"},
           {"1;x=\"y\r\na\r\n", "400"},
           {"1;x=\"y\\\"\r\na\r\n", "400"},
           {"1;x=\"\x01\"\r\na\r\n", "400"},
           {"1;x=\"y\"z\r\na\r\n", "400"},
           {"1 2\r\na\r\n", "400"},
           {"1\t2\r\na\r\n", "400"},
           {"0\r\nTrailer: 1\r\n\r\n", "400"},
           {"3e9\r\n", "413"},
           {"10000000000000000\r\n", "413"},
       }) {
    INFO(row.bytes);
    CHECK(decoded(row.bytes) == row.result);
  }
}

TEST_CASE("chunked body: the limit counts decoded bytes of all chunks", "[searchd]") {
  CHECK(decoded("4\r\nabcd\r\n0\r\n\r\n", 4) == "'abcd'");
  CHECK(decoded("3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n", 4) == "'abcd'");
  CHECK(decoded("3\r\nabc\r\n2\r\n", 4) == "413");
  CHECK(decoded("0\r\n\r\n", 0) == "''");
  CHECK(decoded("1\r\n", 0) == "413");
}

TEST_CASE("chunked body: a framing line is bounded", "[searchd]") {
  CHECK(decoded("1;" + std::string(200, 'x') + "\r\na\r\n0\r\n\r\n") == "'a'");
  CHECK(decoded("1;" + std::string(300, 'x') + "\r\na\r\n0\r\n\r\n") == "413");
}

TEST_CASE("chunked body: any cut into chunks and packets gives the same bytes", "[searchd]") {
  const unsigned seed = 20260702;
  std::mt19937 random(seed);
  for (int round = 0; round < 2'000; ++round) {
    INFO("seed " << seed << ", round " << round);
    std::string text, wire;
    for (auto chunks = random() % 6; chunks > 0; --chunks) {
      std::string chunk;
      for (auto size = 1 + random() % 40; size > 0; --size) chunk += static_cast<char>(random() % 256);
      text += chunk;
      wire += hex(chunk.size(), random() % 2 == 0) + (random() % 3 == 0 ? ";a=b" : "") + "\r\n" + chunk + "\r\n";
    }
    wire += "0\r\n\r\n";
    const std::string next = "GET / HTTP/1.1\r\n";
    std::string rest = wire + next;
    ChunkedBody body(kMaxBytes);
    std::size_t consumed = 0;
    while (!body.is_complete()) {
      REQUIRE_FALSE(rest.empty());
      const auto packet = rest.substr(0, 1 + random() % 17);
      const auto read = body.feed(packet);
      REQUIRE(read);
      consumed += *read;
      rest.erase(0, *read);
    }
    REQUIRE(consumed == wire.size());
    REQUIRE(rest == next);
    REQUIRE(body.take() == text);
  }
}

TEST_CASE("chunked body: one changed byte never gives more than the limit", "[searchd]") {
  const std::string wire = "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n";
  for (std::size_t at = 0; at < wire.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = wire;
      changed[at] = static_cast<char>(value);
      ChunkedBody body(20);
      const auto read = body.feed(changed);
      if (read && body.is_complete()) REQUIRE(body.take().size() <= 20);
      if (!read) REQUIRE((read.error().status == 400 || read.error().status == 413));
    }
  }
}
