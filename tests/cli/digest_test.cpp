// SPDX-License-Identifier: GPL-3.0-or-later
// digest on a small index.
#include "tests/cli/command_world.h"

#include <algorithm>

using namespace trawl;
using namespace trawl::test;

namespace digest_test {

/// The articles of the small library, of today: a first digest shows a week.
std::vector<Article> library_of_today() {
  std::vector<Article> library = small_library();
  for (Article& article : library) article.published = Date{now(), DatePrecision::Second};
  return library;
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

} // namespace digest_test
using namespace digest_test;

TEST_CASE("digest: saved searches first, then sources with a star, then the rest, each article once", "[cli]") {
  CommandWorld world(library_of_today());
  world.run({"save", "mine", "agents"});
  world.run({"star", "https://example.org/blog/1"});
  const auto digest = world.run({"digest", "--format", "markdown"});
  CHECK(digest.exit_code == 0);
  CHECK(digest.out.starts_with("# Trawl: 11 new articles\n\n## mine\n"));
  const std::size_t mine = digest.out.find("## mine"), starred = digest.out.find("## Sources with a star"),
                    others = digest.out.find("## Other new articles");
  REQUIRE(others != std::string::npos);
  CHECK((mine < starred && starred < others));
  CHECK(digest.out.substr(mine, starred - mine).contains("[Agents that ask]("));
  CHECK(count_of(digest.out, "Agents that ask") == 1);
  CHECK(count_of(digest.out.substr(starred, others - starred), "· odd ·") == 5);
  CHECK(count_of(digest.out.substr(others), "· even ·") == 5);
}

TEST_CASE("digest: it shows what is new since the last one, each article once", "[cli]") {
  CommandWorld world(library_of_today());
  CHECK(world.run({"digest", "--keep"}).exit_code == 0);
  CHECK(world.run({"digest"}).exit_code == 0);
  CHECK(world.run({"digest"}).exit_code == 1);
  Article added = article(99);
  added.title = "More <agents>";
  added.published = Date{now(), DatePrecision::Second};
  world.index.add({added});
  const auto digest = world.run({"digest", "--format", "html"});
  CHECK(digest.out.contains("<title>Trawl: 1 new article</title>"));
  CHECK(digest.out.contains(">More &lt;agents&gt;</a>"));
  CHECK(world.run({"digest"}).exit_code == 1);
  world.run({"save", "mine", "agents"}); // finds what was in a digest already
  CHECK(world.run({"digest"}).exit_code == 1);
}

TEST_CASE("digest: what it shows stays new for `trawl new`, and the other way round, but for what was read", "[cli]") {
  CommandWorld world(library_of_today());
  world.run({"save", "mine", "agents"});
  CHECK(world.run({"digest"}).out.contains("Trawl: 11 new articles\n"));
  CHECK(world.run({"new"}).out.contains(" 1  Agents that ask\n"));
  world.index.add({article(98), article(99)});
  CHECK(count_of(world.run({"new", "--past", "--format", "urls"}).out, "\n") == 0); // of the saved search
  world.run({"forget", "mine"});
  CHECK(count_of(world.run({"new", "--format", "urls", "--past"}).out, "\n") == 13);
  CHECK(world.run({"read", article(98).id}).exit_code == 0);
  CHECK(world.run({"digest"}).out.contains("Trawl: 1 new article\n"));
  CHECK(world.run({"saved"}).exit_code == 1); // what a digest remembers is no saved search
}

TEST_CASE("digest: an empty first one says what it leaves out", "[cli]") {
  CommandWorld world(small_library());
  CHECK(captured_errors([&] { world.run({"digest"}); }) ==
        "nothing is new; the first time, only the last 7 days count; `trawl new --past` shows 11 articles that are "
        "older or undated\n");
  CHECK(captured_errors([&] { world.run({"digest"}); }) == "nothing is new\n");
}

TEST_CASE("digest: what does not fit stays new", "[cli]") {
  std::vector<Article> library;
  for (std::size_t i = 0; i < 25; ++i) {
    library.push_back(article(i));
    library.back().published = Date{now(), DatePrecision::Second};
  }
  CommandWorld world(library);
  const auto digest = world.run({"digest"});
  CHECK(digest.out.contains("20 new articles"));
  CHECK(digest.out.contains("And 5 more articles, which `trawl new` shows."));
  CHECK(world.run({"digest"}).out.contains("5 new articles"));
  CHECK(world.run({"digest"}).exit_code == 1);
}
