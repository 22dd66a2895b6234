// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that cli/process.h starts: pager, browser and siblings. Each is a small script that notes what it got.
#include "cli/process.h"

#include "shared/base/file.h"
#include "tests/support/captured_output.h"
#include "tests/support/environment.h"
#include "tests/support/temporary_directory.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::cli;
using trawl::test::captured_output;
using trawl::test::Environment;
namespace fs = std::filesystem;

namespace {

/// A folder with shell scripts.
class Scripts {
 public:
  std::string add(const std::string& name, const std::string& body) const {
    const auto path = folder_.data().root / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(path, fs::perms{0755});
    return path.string();
  }
  std::string file(const std::string& name) const { return (folder_.data().root / name).string(); }
  std::string content(const std::string& name) const { return read_file(file(name)).value_or("(none)"); }

 private:
  test::TemporaryDirectory folder_;
};

} // namespace

TEST_CASE("pager: it gets the text on its standard input, with LESS set for it", "[cli]") {
  const Scripts scripts;
  const std::string pager = scripts.add("pager", "cat > '" + scripts.file("got") + "'; echo \"LESS=$LESS $*\"");
  const Environment own("TRAWL_PAGER", pager + " -a b"), less("LESS", nullptr);
  const std::string out = captured_output([] { CHECK(write_output("one\ntwo\n", true)); });
  CHECK(scripts.content("got") == "one\ntwo\n");
  CHECK(out == "LESS=FRX -a b\n");
}

TEST_CASE("pager: the user's LESS is kept", "[cli]") {
  const Scripts scripts;
  const Environment own("TRAWL_PAGER", scripts.add("pager", "cat >/dev/null; echo $LESS")), less("LESS", "-i");
  CHECK(captured_output([] { CHECK(write_output("x", true)); }) == "-i\n");
}

TEST_CASE("pager: TRAWL_PAGER comes before PAGER, and an empty one does not count", "[cli]") {
  const Scripts scripts;
  const std::string first = scripts.add("first", "cat >/dev/null; echo first");
  const std::string second = scripts.add("second", "cat >/dev/null; echo second");
  const Environment pager("PAGER", second);
  const Environment own("TRAWL_PAGER", first);
  CHECK(captured_output([] { CHECK(write_output("x", true)); }) == "first\n");
  const Environment empty("TRAWL_PAGER", "");
  CHECK(captured_output([] { CHECK(write_output("x", true)); }) == "second\n");
}

TEST_CASE("pager: without a usable pager the text goes to standard output", "[cli]") {
  const Environment own("TRAWL_PAGER", "/nonexistent/pager");
  CHECK(captured_output([] { CHECK(write_output("one\n", true)); }) == "one\n");
  const Environment blank("TRAWL_PAGER", "   ");
  CHECK(captured_output([] { CHECK(write_output("two\n", true)); }) == "two\n");
}

TEST_CASE("pager: one that is left before the end is not an error", "[cli]") {
  const Environment own("TRAWL_PAGER", "true");
  captured_output([] { CHECK(write_output(std::string(1 << 20, 'x'), true)); });
}

TEST_CASE("pager: output that is not paged starts none", "[cli]") {
  const Environment own("TRAWL_PAGER", "false");
  CHECK(captured_output([] { CHECK(write_output("plain\n", false)); }) == "plain\n");
}

TEST_CASE("browser: BROWSER gets the address as one word, whatever is in it", "[cli]") {
  const Scripts scripts;
  const std::string browser = scripts.add("browser", "printf '%s\\n' \"$@\" > '" + scripts.file("got") + "'");
  const Environment chosen("BROWSER", browser + " --new");
  const std::string url = "https://e.org/?q=a'b\"c;rm -rf $(x)&y";
  CHECK(open_address(url));
  CHECK(scripts.content("got") == "--new\n" + url + "\n");
}

TEST_CASE("browser: only web addresses are opened", "[cli]") {
  const Environment chosen("BROWSER", "true");
  CHECK(open_address("http://e.org"));
  for (const char* url : {"", "file:///etc/passwd", "javascript:alert(1)", "e.org", "--help", "HTTP://e.org"}) {
    INFO(url);
    const auto opened = open_address(url);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == ErrorCode::Usage);
    CHECK(opened.error().where == url);
  }
}

TEST_CASE("browser: if none works, the message says what to set", "[cli]") {
  const Environment chosen("BROWSER", "false"), path("PATH", "/nonexistent");
  const auto opened = open_address("https://e.org");
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::Network);
  CHECK(opened.error().where == "https://e.org");
  CHECK(opened.error().hint.contains("BROWSER"));
}

TEST_CASE("sibling: a program that is missing is named, with what to do", "[cli]") {
  const Environment path("PATH", "/nonexistent");
  const Error error = exec_sibling("trawl-nosuch", {"crawl"});
  CHECK(error.code == ErrorCode::NotFound);
  CHECK(error.where == "trawl-nosuch");
  CHECK(error.what.contains("No such file"));
  CHECK(error.hint.contains("reinstall"));
}
