// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

SiteNames example_site() {
  MetadataSignals signals;
  signals.metas.push_back({"og:site_name", "The Example"});
  return {signals, "www.example.org"};
}

/// The parts between the separators.
std::vector<std::string> parts_of(std::string_view title) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (const TitleSplit& split : title_splits(title)) {
    parts.emplace_back(title.substr(from, std::max(split.begin, from) - from));
    from = split.end;
  }
  parts.emplace_back(title.substr(from));
  return parts;
}

} // namespace

TEST_CASE("title parts: every separator with spaces around it splits", "[title_parts]") {
  for (const char* separator : {" | ", " || ", " - ", " – ", " — ", " » ", " « ",  " · ",   " • ", " › ",
                                " ‹ ", " ~ ",  " / ", " < ", " > ", " : ", " :: ", " ::: ", "｜",  "ㅣ"}) {
    CAPTURE(separator);
    CHECK(parts_of("One" + std::string(separator) + "Two") == std::vector<std::string>{"One", "Two"});
  }
}

TEST_CASE("title parts: without spaces only a bar or an underscore splits, and only if nothing else does",
          "[title_parts]") {
  CHECK(parts_of("One| Two") == std::vector<std::string>{"One", " Two"});
  CHECK(parts_of("一_二_三") == std::vector<std::string>{"一", "二", "三"});
  CHECK(parts_of("a_b|c_d") == std::vector<std::string>{"a_b", "c_d"});
  CHECK(parts_of("a_b - c|d") == std::vector<std::string>{"a_b", "c|d"});
  for (const char* whole : {"well-known", "a:b", "1/2", "a–b", "C++", ""}) {
    CAPTURE(whole);
    CHECK(title_splits(whole).empty());
  }
}

TEST_CASE("title parts: neighbouring separators share their space", "[title_parts]") {
  CHECK(parts_of("One | - Two").size() == 3);
}

TEST_CASE("title parts: a text of a thousand bytes is split, a longer one is not", "[title_parts]") {
  const std::string end = " | Site";
  CHECK(title_splits(std::string(1'000 - end.size(), 'x') + end).size() == 1);
  CHECK(title_splits(std::string(1'001 - end.size(), 'x') + end).empty());
}

TEST_CASE("title parts: splits are in order, inside the title, and overlap at most in a space", "[title_parts]") {
  static constexpr std::string_view kParts[] = {"a", " ", "|", "-", "–", "»", "｜", "_", ":", "日", "\xFF"};
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::string title;
    const std::size_t count = random() % 25;
    for (std::size_t i = 0; i < count; ++i) title += kParts[random() % std::size(kParts)];
    std::size_t last = 0;
    for (const TitleSplit& split : title_splits(title)) {
      CHECK(split.begin + 1 >= last);
      CHECK(split.begin < split.end);
      CHECK(split.end <= title.size());
      last = split.end;
    }
  }
}

TEST_CASE("title without site: removed and kept parts", "[title_parts]") {
  struct Row {
    const char* title;
    const char* bare;
  };
  const Row rows[] = {
      {"A title - The Example", "A title"},
      {"The Example: A title", "The Example: A title"}, // a colon without a space before it separates nothing
      {"The Example | A title", "A title"},
      {"A title - example.org", "A title"},
      {"A title of words | Anything at all", "A title of words"}, // after a bar
      {"Title | Anything", "Title | Anything"},                   // one word may be a section
      {"A title - Anything", "A title - Anything"},
      {"A title - May 3, 2024 - The Example", "A title"},
      {"A title - May 3, 2024", "A title - May 3, 2024"}, // a date is cut only before the site's name
      {"Index page - A title", "A title"},
      {"A title » Blog Archive", "A title"},
      {"A title - Section - The Example - example.org", "A title - Section"},
      {"The Example", "The Example"},
      {"The Example - The Example", "The Example"},
      {" A   title - The Example ", "A title"},
      {"", ""},
  };
  const SiteNames site = example_site();
  for (const Row& row : rows) {
    CAPTURE(row.title);
    CHECK(title_without_site(row.title, site) == row.bare);
  }
}

TEST_CASE("title without site: a title without additions is not changed again", "[title_parts]") {
  const SiteNames site = example_site();
  for (const char* title : {"A title - The Example", "The Example - A - B - example.org", "A title of words | B | C",
                            "View topic - A title - The Example"}) {
    CAPTURE(title);
    const std::string bare = title_without_site(title, site);
    CHECK(title_without_site(bare, site) == bare);
    CHECK(bare.size() < std::string_view(title).size());
  }
}

TEST_CASE("title parts: the site, sections and templates are cut off", "[title_parts]") {
  const SiteNames site = example_site();
  CHECK(title_without_site("A title - The Example", site) == "A title");
  CHECK(title_without_site("The Example - A title", site) == "A title");
  CHECK(title_without_site("A title of words | Section | The Example", site) == "A title of words");
  CHECK(title_without_site("A title - 3 May 2024 - The Example", site) == "A title");
  CHECK(title_without_site("View topic - A title", site) == "A title");
  CHECK(title_without_site("A title - with a dash", site) == "A title - with a dash");
  CHECK(title_without_site("The Example", site) == "The Example");
}
