// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/terminal_text.h"

#include "shared/base/utf8.h"
#include "tests/support/captured_output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace trawl;

namespace {

std::string text_of(char32_t c) {
  std::string text;
  utf8::append(text, c);
  return text;
}

bool is_scalar(char32_t c) { return c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF); }

} // namespace

TEST_CASE("terminal text: control characters, and characters that reorder or hide text, are dropped",
          "[base][security]") {
  for (const char32_t c :
       {0x07,   0x1B,   0x7F,   0x80,   0x9B,   0x9D,   0xAD,   0x61C,  0x180E, 0x200B,  0x200E,  0x200F,
        0x2028, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x206F, 0xFEFF, 0xFFF9, 0x1D173, 0xE0001, 0xE0061}) {
    INFO(std::hex << static_cast<unsigned>(c));
    CHECK(safe_text("a" + text_of(c) + "b") == "ab");
  }
  for (const char32_t c : {0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF, 0xE000, 0xF8FF, 0xF0000}) {
    INFO(std::hex << static_cast<unsigned>(c));
    CHECK(safe_text("a" + text_of(c) + "b") == "a\xEF\xBF\xBD"
                                               "b");
  }
  for (const char32_t c : {0xE9, 0x200C, 0x200D, 0x5BB6, 0xFE0F, 0x1F600}) { // joiners belong to words and emoji
    CHECK(safe_text(text_of(c)) == text_of(c));
  }
}

TEST_CASE("terminal text: safe JSON is the same value and has no unsafe character", "[base][security]") {
  std::mt19937 dice(20260601);
  std::uniform_int_distribution<char32_t> low(0, 0x2FFF), any(0, 0x10FFFF);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int n = 0; n < 20; ++n) {
      const char32_t c = n % 2 == 0 ? low(dice) : any(dice);
      if (is_scalar(c)) utf8::append(text, c);
    }
    const nlohmann::json value{{"title", text}, {text, 1}};
    const std::string safe = safe_json(value.dump(2));
    CHECK(nlohmann::json::parse(safe) == value);
    for (std::size_t position = 0; position < safe.size();) {
      const char32_t c = utf8::next(safe, position);
      if (c != '\n') CHECK_FALSE(is_unsafe_on_terminal(c));
    }
  }
}

TEST_CASE("terminal text: everything written to std::cerr is safe, even in pieces", "[base][security]") {
  const std::string written = test::captured_errors([] {
    const SafeOutput safe;
    std::cerr << "title \x1b[2J\xC2\x9B"
                 "31m one\n"
              << '\x07' << "\xE5\xAE" << "\xB6" << " \xE2\x80"
              << "\xAE"
                 "end\n"
              << std::flush;
  });
  CHECK(written == "title [2J31m one\n家 end\n");
}

TEST_CASE("terminal text: a printed line is one safe line", "[base][security]") {
  const std::string printed = test::captured_errors([] { print_line("GET /\x1b[2J\xc2\x9b\nforged\u202E"); });
  CHECK(printed == "GET /[2J forged\n");
}

TEST_CASE("terminal text: a reader that stops early is no failure, a full disk is", "[base]") {
  // The exit code of a child with this standard output.
  const auto written_to = [](int output) {
    std::cout.flush();
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGPIPE, SIG_IGN);
      ::dup2(output, STDOUT_FILENO);
      std::cout << std::string(1 << 20, 'x');
      errno = ENOENT; // another call failed since
      ::_exit(flush_standard_output() ? 0 : 7);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  CHECK(written_to(ends[1]) == 0);
  ::close(ends[1]);
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  CHECK(written_to(full) == 7);
  ::close(full);
}
