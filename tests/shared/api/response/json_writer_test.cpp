// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/json_writer.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::api;
using nlohmann::json;

namespace {

std::string written(auto write) {
  std::string out;
  JsonWriter writer(out);
  write(writer);
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  append_json_escaped(out, text);
  return out;
}

/// A value of any shape, written by both writers.
void write_random(std::mt19937& random, int depth, JsonWriter& writer, json& twin) {
  switch (random() % (depth > 0 ? 7 : 5)) {
  case 0:
    writer.null();
    twin = nullptr;
    break;
  case 1: {
    const bool value = random() % 2 == 0;
    writer.boolean(value);
    twin = value;
    break;
  }
  case 2: {
    const auto number = static_cast<std::int64_t>(random()) - 2'000'000'000;
    writer.number(number);
    twin = number;
    break;
  }
  case 3:
    writer.string("a\"\\\n\x1f é😀");
    twin = "a\"\\\n\x1f é😀";
    break;
  case 4:
    writer.string("");
    twin = "";
    break;
  case 5:
    twin = json::array();
    writer.begin_array();
    for (auto i = random() % 4; i > 0; --i) write_random(random, depth - 1, writer, twin.emplace_back());
    writer.end_array();
    break;
  default:
    twin = json::object();
    writer.begin_object();
    for (std::uint64_t i = 0, members = random() % 4; i < members; ++i) {
      const std::string key = "key" + std::to_string(i);
      write_random(random, depth - 1, writer.key(key), twin[key]);
    }
    writer.end_object();
  }
}

} // namespace

TEST_CASE("json writer: values of any shape are written as by another writer", "[api]") {
  std::mt19937 random(231);
  for (int round = 0; round < 1'000; ++round) {
    json twin;
    const std::string out = written([&](JsonWriter& writer) { write_random(random, 4, writer, twin); });
    CAPTURE(round, out);
    REQUIRE(json::parse(out) == twin);
    REQUIRE(out == twin.dump());
  }
}

TEST_CASE("json writer: quotes, backslashes and control characters are escaped, and nothing else", "[api]") {
  // RFC 8259 §7.
  CHECK(escaped("\"\\/") == "\\\"\\\\/");
  CHECK(escaped("\n\r\t") == "\\n\\r\\t");
  CHECK(escaped("\b\f\x1f") == "\\u0008\\u000c\\u001f");
  CHECK(escaped(std::string_view("a\0b", 3)) == "a\\u0000b");
  CHECK(escaped("\x7f é 漢 😀 \u2028") == "\x7f é 漢 😀 \u2028");
  CHECK(escaped("") == "");
  for (int c = 0; c < 0x20; ++c) CHECK(json::accept("\"" + escaped(std::string(1, static_cast<char>(c))) + "\""));
}

TEST_CASE("json writer: bytes that are no UTF-8, as of a forged index, are written as U+FFFD", "[api]") {
  CHECK(escaped("a\xFF\"b") == "a\uFFFD\\\"b");
  CHECK(escaped("漢\xE6\xBC") == "漢\uFFFD");
  CHECK(escaped("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD"); // a surrogate
  CHECK(escaped("\uFFFD") == "\uFFFD");
}

TEST_CASE("json writer: integers of every type, at their limits", "[api]") {
  CHECK(written([](auto& w) { w.number(std::numeric_limits<std::int64_t>::min()); }) == "-9223372036854775808");
  CHECK(written([](auto& w) { w.number(std::numeric_limits<std::int64_t>::max()); }) == "9223372036854775807");
  CHECK(written([](auto& w) { w.number(std::numeric_limits<std::uint64_t>::max()); }) == "18446744073709551615");
  CHECK(written([](auto& w) { w.number(-1); }) == "-1");
  CHECK(written([](auto& w) { w.number(0U); }) == "0");
  CHECK(written([](auto& w) { w.number(static_cast<short>(-7)); }) == "-7");
}

TEST_CASE("json writer: decimals are those of printf without trailing zeros", "[api]") {
  std::mt19937_64 random(232);
  for (int round = 0; round < 3'000; ++round) {
    const double value =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -static_cast<int>(random() % 80));
    const int decimals = static_cast<int>(random() % 6);
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
    std::string truth = buffer;
    if (truth.find('.') != std::string::npos) {
      truth.erase(truth.find_last_not_of('0') + 1);
      if (truth.ends_with('.')) truth.pop_back();
    }
    if (truth == "-0") truth = "0";
    CAPTURE(round, value, decimals);
    REQUIRE(written([&](auto& w) { w.decimal(value, decimals); }) == truth);
  }
}

TEST_CASE("json writer: infinity, NaN and empty values are null", "[api]") {
  CHECK(written([](auto& w) { w.string_or_null(""); }) == "null");
  CHECK(written([](auto& w) { w.string_or_null("x"); }) == "\"x\"");
  CHECK(written([](auto& w) { w.decimal(-std::numeric_limits<double>::infinity(), 2); }) == "null");
  CHECK(written([](auto& w) { w.begin_array().decimal(NAN, 2).number(1).end_array(); }) == "[null,1]");
}
