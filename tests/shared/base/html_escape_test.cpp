// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/html_escape.h"

#include <string>

#include <catch2/catch.hpp>

TEST_CASE("html escape: what means something in HTML and XML is written as a reference", "[html_escape]") {
  CHECK(trawl::html_escape("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  CHECK(trawl::html_escape("Zürich\n\t") == "Zürich\n\t");
}

TEST_CASE("html escape: characters that reorder text are left out, the others of their kind stay", "[html_escape]") {
  CHECK(trawl::html_escape("a\u202Ab\u202Ec\u2066d\u2069<") == "abcd&lt;");
  CHECK(trawl::html_escape("\u2029\u202F\u2065\u206A\u200F…") == "\u2029\u202F\u2065\u206A\u200F…");
  CHECK(trawl::html_escape("\xE2\x80") == "\xE2\x80");
}

TEST_CASE("html escape: control characters are left out", "[html_escape]") {
  CHECK(trawl::html_escape(std::string("a\0b\x1f\x7f\r", 6)) == "ab");
}
