// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/markup.h"

#include <string>

#include <catch2/catch.hpp>

TEST_CASE("markup: what means something in HTML and XML is written as a reference", "[markup]") {
  CHECK(trawl::escape_markup("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  CHECK(trawl::escape_markup("Zürich\n\t") == "Zürich\n\t");
}

TEST_CASE("markup: characters that reorder text are left out, the others of their kind stay", "[markup]") {
  CHECK(trawl::escape_markup("a\u202Ab\u202Ec\u2066d\u2069<") == "abcd&lt;");
  CHECK(trawl::escape_markup("\u2029\u202F\u2065\u206A\u200F…") == "\u2029\u202F\u2065\u206A\u200F…");
  CHECK(trawl::escape_markup("\xE2\x80") == "\xE2\x80");
}

TEST_CASE("markup: control characters are left out", "[markup]") {
  CHECK(trawl::escape_markup(std::string("a\0b\x1f\x7f\r", 6)) == "ab");
}
