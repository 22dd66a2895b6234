// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/edited_passages.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace trawl;

namespace edited_passages_test {

using Kind = WordRun::Kind;

/// "same [-removed-] {+added+}", one passage a line.
std::string shown(std::string_view before, std::string_view after) {
  std::string out;
  for (const EditedPassage& passage : edited_passages(before, after)) {
    std::string line;
    for (const WordRun& run : passage) {
      const std::string text(run.text);
      line += (line.empty() ? "" : " ") + (run.kind == Kind::Removed ? "[-" + text + "-]"
                                           : run.kind == Kind::Added ? "{+" + text + "+}"
                                                                     : text);
    }
    out += line + "\n";
  }
  return out;
}

TEST_CASE("edited passages: what was edited is shown with a few words around it", "[article]") {
  CHECK(shown("One two three.", "One two three.").empty());
  CHECK(shown("", "").empty());
  CHECK(shown("", "New words") == "{+New words+}\n");
  CHECK(shown("Old words", "") == "[-Old words-]\n");
  CHECK(shown("It takes 24 GB of memory.", "It takes 40 GB of memory.") == "It takes [-24-] {+40+} GB of memory.\n");
  CHECK(shown("a b c d e f g h i j k l m n", "a b c d e f g h i J k l m n") == "b c d e f g h i [-j-] {+J+} k l m n\n");
  CHECK(shown("First.\n\nSecond.\n\nThird.", "First.\n\nThird.") == "[-Second.-]\n");
  CHECK(shown("the old and slow kernel", "the new and fast kernel") ==
        "the [-old and slow-] {+new and fast+} kernel\n");
}

TEST_CASE("edited passages: edits that are far apart are passages of their own, near ones share one", "[article]") {
  const std::string ten = "1 2 3 4 5 6 7 8 9 10", twenty = ten + " " + ten;
  CHECK(shown("a " + ten + " b", "A " + ten + " B") == "[-a-] {+A+} " + ten + " [-b-] {+B+}\n");
  CHECK(shown("a " + twenty + " b", "A " + twenty + " B") ==
        "[-a-] {+A+} 1 2 3 4 5 6 7 8\n3 4 5 6 7 8 9 10 [-b-] {+B+}\n");
}

TEST_CASE("edited passages: spaces, line breaks and the order of blank lines do not count", "[article]") {
  CHECK(shown("One two\n\nthree", "One  two\nthree\n\n").empty());
  CHECK(shown("One two three", "One two\n\nthree").empty());
}

TEST_CASE("edited passages: in scripts without spaces, characters count as words", "[article]") {
  CHECK(shown("推理速度很快", "推理速度很慢") == "推理速度很 [-快-] {+慢+}\n");
}

TEST_CASE("edited passages: texts with nothing in common are shown whole, in bounded time", "[article]") {
  std::string before, after;
  for (int i = 0; i < 50'000; ++i) {
    before += "a" + std::to_string(i) + " ";
    after += "b" + std::to_string(i) + " ";
  }
  const auto passages = edited_passages(before, after);
  REQUIRE(passages.size() == 1);
  CHECK(passages.front().size() == 2);
  CHECK(passages.front().front().words == 50'000);
}

TEST_CASE("edited passages: the edits turn the old words into the new ones", "[article]") {
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    const auto words = [&] {
      std::string text;
      for (auto left = random() % 12; left > 0; --left)
        text += std::string(1, static_cast<char>('a' + random() % 3)) + (random() % 5 == 0 ? "\n" : " ");
      return text;
    };
    const std::string before = words(), after = words();
    std::size_t removed = 0, added = 0;
    for (const EditedPassage& passage : edited_passages(before, after)) {
      bool has_edit = false;
      for (const WordRun& run : passage) {
        has_edit = has_edit || run.kind != Kind::Same;
        (run.kind == Kind::Removed ? removed : added) += run.kind == Kind::Same ? 0 : run.words;
        CHECK((run.kind == Kind::Removed ? before : after).contains(run.text));
      }
      CHECK(has_edit);
    }
    const auto count = [](const std::string& text) {
      return std::ranges::count_if(text, [](char c) { return c >= 'a'; });
    };
    CHECK(count(before) - static_cast<std::ptrdiff_t>(removed) == count(after) - static_cast<std::ptrdiff_t>(added));
  }
}

} // namespace edited_passages_test
