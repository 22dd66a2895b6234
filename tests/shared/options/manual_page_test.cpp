// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/manual_page.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl::options;

namespace {

/// A command whose texts have every special character.
CommandHelp special_command() {
  OptionHelp option{{"--odd", "-o"}, "VALUE", "it's [odd]: a\\b \"c\" $d `e`", {"one", "two"}, "", false, true};
  return {"find", ".It isn't: easy — \\fB", "'quoted\n.dotted\nplain", {option}, {}};
}

} // namespace

TEST_CASE("manual: special characters are literal, and text never begins a roff request", "[options]") {
  const std::string page = command_page(special_command(), kTrawl).text;
  CHECK(page.starts_with(".TH TRAWL\\-FIND 1 "));
  CHECK(page.contains("\ntrawl\\-find \\- \\&.It isn't: easy \\[u2014] \\efB\n"));
  CHECK(page.contains("\n\\&'quoted\n\\&.dotted\nplain\n"));
  CHECK(page.contains("\\fB\\-\\-odd\\fR, \\fB\\-o\\fR \\fIVALUE\\fR\nit's [odd]: a\\eb \"c\" $d `e` (one, two)\n"));
}

TEST_CASE("manual: an ellipsis has a form for terminals without Unicode", "[options]") {
  CHECK(command_page(special_command(), kTrawl).text.contains(".fchar \\[u2026] ...\n"));
}

TEST_CASE("manual: every page has files, environment and exit status, those of its program", "[options]") {
  for (const Users user : {kTrawl, kIndexer, kSearchd}) {
    const std::string page = command_page(special_command(), user).text;
    for (const char* section :
         {"NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"}) {
      INFO(section);
      CHECK(page.contains(std::string("\n.SH ") + section + "\n"));
    }
    CHECK(page.contains("NOTIFY_SOCKET") == (user == kSearchd));
    CHECK(page.contains("TRAWL_PAGER") == (user == kTrawl));
    CHECK(page.contains("TRAWL_DATA"));
  }
}

TEST_CASE("manual: the text is ASCII, so troff needs no preprocessor", "[options]") {
  CommandHelp command = special_command();
  command.footer = "\u00e9 \U0001F600 \U0010FFFF";
  const std::string page = command_page(command, kTrawl).text;
  CHECK(page.contains("\\[u00E9] \\[u1F600] \\[u10FFFF]"));
  CHECK(std::ranges::all_of(page, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}
