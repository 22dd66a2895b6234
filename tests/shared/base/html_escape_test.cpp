// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/html_escape.h"

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

namespace {

/// Reads the five references back; any other '&' stays as it is.
std::string unescaped(std::string_view html) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kReferences{
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};
  std::string out;
  while (!html.empty()) {
    std::size_t size = 1;
    char c = html.front();
    for (const auto& [reference, meaning] : kReferences) {
      if (html.starts_with(reference)) size = reference.size(), c = meaning;
    }
    out += c;
    html.remove_prefix(size);
  }
  return out;
}

} // namespace

TEST_CASE("html escape: characters with a meaning in HTML and XML become references", "[html_escape]") {
  CHECK(trawl::html_escape("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  CHECK(trawl::html_escape("Zürich\n\t") == "Zürich\n\t");
}

TEST_CASE("html escape: characters that reorder text are left out, other format characters are kept", "[html_escape]") {
  CHECK(trawl::html_escape("a\u202Ab\u202Ec\u2066d\u2069<") == "abcd&lt;");
  CHECK(trawl::html_escape("\u2029\u202F\u2065\u206A\u200F…") == "\u2029\u202F\u2065\u206A\u200F…");
  CHECK(trawl::html_escape("\xE2\x80") == "\xE2\x80");
}

TEST_CASE("html escape: of the ASCII characters, five become references and control characters are left out",
          "[html_escape]") {
  for (int byte = 0; byte < 128; ++byte) {
    const char c = static_cast<char>(byte);
    INFO(byte);
    const std::string escaped = trawl::html_escape(std::string(1, c));
    const bool is_control = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
    if (is_control) {
      CHECK(escaped.empty());
    } else if (std::string_view("&<>\"'").contains(c)) {
      CHECK(escaped.size() >= 4);
      CHECK(unescaped(escaped) == std::string(1, c));
    } else {
      CHECK(escaped == std::string(1, c));
    }
  }
}

TEST_CASE("html escape: a browser reads the text back, and finds no markup in it", "[html_escape]") {
  constexpr unsigned kSeed = 23;
  std::mt19937 random(kSeed);
  constexpr std::string_view kAlphabet = "ab <>&\"';#3amplt\n\t=/";
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 30; left > 0; --left) text += kAlphabet[random() % kAlphabet.size()];
    INFO("seed " << kSeed << ", round " << round << ": " << text);
    const std::string escaped = trawl::html_escape(text);
    REQUIRE(unescaped(escaped) == text);
    REQUIRE(escaped.find_first_of("<>\"'") == std::string::npos);
  }
}

TEST_CASE("html escape: noncharacters are left out, their neighbours are kept", "[html_escape]") {
  for (const char* noncharacter :
       {"\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xEF\xB7\x90", "\xEF\xB7\xAF", "\xF0\x9F\xBF\xBE", "\xF4\x8F\xBF\xBF"}) {
    CHECK(trawl::html_escape(std::string("x") + noncharacter + "y") == "xy");
  }
  for (const char* character : {"\xEF\xBF\xBD", "\xEF\xB7\x8F", "\xEF\xB7\xB0", "\xF0\x9F\x98\x80"}) {
    CHECK(trawl::html_escape(character) == character);
  }
}
