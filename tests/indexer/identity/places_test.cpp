// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/places.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::identity;

namespace {

Places places() {
  Places made;
  made.add("blog", {"https://www.blog.example/"});
  made.add("evil", {"https://evil.example/"});
  made.add("alice", {"https://pages.example/~alice"});
  made.add("mallory", {"https://pages.example/~mallory/"});
  made.add("lab", {"https://lab.co.uk/news", "https://lab.example/research/", "http://old-lab.example"});
  return made;
}

using Links = std::vector<store::DiscoveredLink>;

} // namespace

TEST_CASE("places: a source may state something at the hosts and folders that its row names, and nowhere else",
          "[identity]") {
  const Places made = places();
  CHECK(made.may_state("blog", "http://blog.example/2024/1?x"));
  CHECK_FALSE(made.may_state("blog", "https://static.blog.example/1")); // the same registrable domain
  CHECK(made.may_state("lab", "https://www.lab.co.uk/news?p=1"));
  CHECK(made.may_state("lab", "https://lab.example/research/2024/1"));
  CHECK(made.may_state("lab", "https://old-lab.example/1"));
  CHECK_FALSE(made.may_state("lab", "https://lab.co.uk/1"));
  CHECK_FALSE(made.may_state("lab", "https://lab.co.uk/newsroom/1"));
  CHECK_FALSE(made.may_state("lab", "https://lab.example/"));
  CHECK_FALSE(made.may_state("evil", "https://blog.example/1"));
  CHECK_FALSE(made.may_state("evil", "https://blog.example.evil-2.example/1"));
  CHECK_FALSE(made.may_state("evil", "https://evil.example:8080/1"));
  CHECK_FALSE(made.may_state("evil", ""));
  CHECK_FALSE(made.may_state("unknown", "https://blog.example/1"));
}

TEST_CASE("places: the longest place decides", "[identity]") {
  Places made = places();
  made.add("host", {"https://pages.example/"});
  CHECK(made.may_state("alice", "http://www.pages.example/~alice?p=1"));
  CHECK_FALSE(made.may_state("host", "https://pages.example/~alice/1"));
  CHECK(made.may_state("host", "https://pages.example/~alicette/1"));
  CHECK(made.may_state("host", "https://pages.example//~alice/1"));
  CHECK_FALSE(made.may_state("mallory", "https://pages.example/~alice/1"));
}

TEST_CASE("places: a page with the name of a file stands for its folder", "[identity]") {
  Places made;
  made.add("lab", {"https://lab.example/team/blog.html"});
  made.add("dotted", {"https://pages.example/~j.doe"});
  CHECK(made.may_state("lab", "https://lab.example/team/2024/1.html"));
  CHECK_FALSE(made.may_state("lab", "https://lab.example/1.html"));
  CHECK_FALSE(made.may_state("dotted", "https://pages.example/~mallory/1"));
}

TEST_CASE("places: an address belongs to the source at whose place it is, whoever names it", "[identity]") {
  const Places made = places();
  const std::string own = "https://blog.example/1";
  CHECK(made.owner(own, Links{{"evil", "https://evil.example/feed", "", 1}}) == "blog");
  CHECK(made.owner(own, Links{{"evil", own, "", 1}}) == "blog"); // also one that its user added for another source
  CHECK(made.owner(own, {}).empty());
}

TEST_CASE("places: a place that several name is that one's to which the user subscribed first", "[identity]") {
  Places made = places();
  made.add("cats", {"https://www.house.example/", "https://wiki.house.example/"});
  made.add("dogs", {"https://house.example/", "https://house.example/dogs/"});
  made.add("guest", {"https://guest.house.example/"});
  const std::string page = "https://house.example/1";
  const Links links{{"guest", "https://guest.house.example/feed", "{}", 1},
                    {"cats", "https://www.house.example/cats", "{}", 6},
                    {"dogs", "https://house.example/dogs", "{}", 5}};
  CHECK(made.owner(page, links) == "cats");
  const auto said = made.statements(page, links);
  REQUIRE(said.size() == 1);
  CHECK(said.front()->source == "cats");
  CHECK(made.owner("https://house.example/dogs/1", links) == "dogs");
  CHECK(made.statements("https://lost.house.example/1", links).empty());
}

TEST_CASE("places: at nobody's place an address is its user's, else the source's that named it first", "[identity]") {
  const Places made = places();
  const std::string page = "https://cdn.example/1";
  const store::DiscoveredLink evil{"evil", "https://evil.example/feed", "", 1}, late{"blog", "https://b.example/f", ""};
  CHECK(made.owner(page, Links{evil, late}) == "evil");
  CHECK(made.owner(page, Links{{"blog", "https://b.example/f", "", 3}, {"aaa", "https://a.example/f", "", 4}}) ==
        "blog");
  CHECK(made.owner(page, Links{evil, {"mine", page, "", 7}}) == "mine");
  CHECK(made.statements(page, Links{evil, {"mine", page, "", 7}}).empty());
  // Of several that one crawl has found, the one that was subscribed to first decides.
  Links links{
      {"evil", "https://e.example/f", ""}, {"alice", "https://a.example/f", ""}, {"a", "https://n.example/f", ""}};
  CHECK(made.owner(page, links) == "evil");
  std::swap(links.front(), links.back());
  CHECK(made.owner(page, links) == "evil");
}

TEST_CASE("places: at nobody's place a folder is a tenant, and nobody claims another's address", "[identity]") {
  const Places made = places();
  const std::string page = "https://many.example/alice/1";
  CHECK(made.tenant("blog", page) == made.tenant("lab", "http://www.many.example/alice/2?x"));
  CHECK(made.tenant("blog", page) != made.tenant("blog", "https://many.example/mallory/1"));
  CHECK(made.tenant("blog", "https://blog.example/1").empty());
  CHECK(made.may_be_claimed(page, "https://many.example/alice/2"));
  CHECK(made.may_be_claimed(page, "https://many.example/alice/1/amp/"));
  CHECK_FALSE(made.may_be_claimed(page, "https://many.example/mallory/1"));
  CHECK(made.may_be_claimed("https://www.blog.example/b/1", "https://www.blog.example/a/1")); // its own
  CHECK_FALSE(made.may_be_claimed("https://pages.example/~alice/1", "https://pages.example/~mallory/1"));
  CHECK_FALSE(made.may_be_claimed("https://pages.example/~alice/1", "https://pages.example/bob/1"));
}
