// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/document_page.h"

#include <catch2/catch.hpp>

using namespace trawl::options;

namespace {

/// The page after its description.
std::string body_of(std::string_view markdown) {
  const std::string text = document_page({"trawl-x", 7, {}}, "things", markdown, {"trawl(1)"}).text;
  const std::string begin = ".SH DESCRIPTION\n", end = ".SH SEE ALSO\n.BR trawl (1)\n";
  REQUIRE(text.ends_with(end));
  const std::size_t at = text.find(begin) + begin.size();
  return text.substr(at, text.size() - end.size() - at);
}

} // namespace

TEST_CASE("document page: headings, paragraphs, lists and tables", "[options]") {
  CHECK(body_of("# Name\n\nOne\nline.\n\nTwo.\n\n## Part two\n\nThree.\n\n- a\n- b\n  more\n\nEnd.\n") ==
        "One\nline.\n.PP\nTwo.\n.SH PART TWO\nThree.\n.IP \\(bu 2\na\n.IP \\(bu 2\nb\nmore\n.PP\nEnd.\n");
  CHECK(body_of("| query | means |\n| --- | --- |\n| `a b` | both |\n| c | d | e |\n") ==
        ".TP\nquery\nmeans\n.TP\n\\fBa b\\fR\nboth\n.TP\nc\nd; e\n");
}

TEST_CASE("document page: code is bold, links are their text, and nothing is a request of roff", "[options]") {
  CHECK(body_of("see [this](a.md#b) and `x-y`\n") == "see this and \\fBx\\-y\\fR\n");
  CHECK(body_of(".so a file\n") == "\\&.so a file\n");
  CHECK(body_of("`.net` and \\n\n") == "\\fB\\&.net\\fR and \\en\n");
  CHECK(body_of("a [ b ` c\n") == "a [ b ` c\n");
  CHECK(body_of("||\n|\n") == "||\n|\n");
}
