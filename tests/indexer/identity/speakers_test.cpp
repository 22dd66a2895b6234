// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/speakers.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::identity;

namespace {

Speakers speakers() {
  Speakers made;
  made.add("blog", "https://www.blog.example/", {"https://feeds.service.example/blog"});
  made.add("evil", "https://evil.example/", {"https://feeds.service.example/evil"});
  made.add("alice", "https://pages.example/~alice", {"https://pages.example/~alice/feed"});
  made.add("mallory", "https://pages.example/~mallory/", {"https://pages.example/~mallory/feed"});
  made.add("lab", "https://lab.co.uk/news", {"https://cdn.lab-feeds.example/lab/feed"});
  return made;
}

} // namespace

TEST_CASE("speakers: a source may state something of its own site alone", "[identity]") {
  const Speakers made = speakers();
  CHECK(made.may_state("blog", "https://blog.example/1"));
  CHECK(made.may_state("blog", "http://static.blog.example:8080/1?x"));
  CHECK(made.may_state("lab", "https://blog.lab.co.uk/1"));
  CHECK_FALSE(made.may_state("lab", "https://evil.co.uk/1"));
  CHECK_FALSE(made.may_state("evil", "https://blog.example/1"));
  CHECK_FALSE(made.may_state("evil", "https://blog.example.evil-2.example/1"));
  CHECK_FALSE(made.may_state("evil", ""));
  CHECK_FALSE(made.may_state("unknown", "https://blog.example/1"));
}

TEST_CASE("speakers: below one host the nearest homepage decides", "[identity]") {
  const Speakers made = speakers();
  CHECK(made.may_state("alice", "https://pages.example/~alice/1"));
  CHECK(made.may_state("alice", "http://www.pages.example/~alice?p=1"));
  CHECK_FALSE(made.may_state("mallory", "https://pages.example/~alice/1"));
  CHECK_FALSE(made.may_state("mallory", "https://pages.example/~alice"));
  CHECK_FALSE(made.may_state("mallory", "https://pages.example/~alicette/1")); // the host is of several
  CHECK_FALSE(made.may_state("mallory", "https://pages.example//~alice/1"));
}

TEST_CASE("speakers: the folder of a seed is its source's unless others have something on that site", "[identity]") {
  const Speakers made = speakers();
  CHECK(made.may_state("lab", "https://cdn.lab-feeds.example/lab/1"));
  CHECK_FALSE(made.may_state("lab", "https://cdn.lab-feeds.example/1"));
  CHECK_FALSE(made.may_state("lab", "https://lab-feeds.example/lab/1"));
  CHECK_FALSE(made.may_state("blog", "https://feeds.service.example/1"));
  CHECK_FALSE(made.may_state("evil", "https://feeds.service.example/1"));
  Speakers more = made;
  more.add("feeds", "https://lab-feeds.example/", {});
  more.add("tenant", "https://tenant.example/", {"https://many.example/feeds/tenant?x=/"});
  CHECK(more.may_state("tenant", "https://many.example/feeds/1"));
  CHECK_FALSE(more.may_state("tenant", "https://many.example/alice/1"));
  CHECK_FALSE(more.may_state("lab", "https://cdn.lab-feeds.example/lab/1"));
  CHECK_FALSE(Speakers::from_text(more.text()).may_state("lab", "https://cdn.lab-feeds.example/lab/1"));
  CHECK(Speakers::from_text(made.text()).may_state("lab", "https://cdn.lab-feeds.example/lab/1"));
  more.add("rooted", "https://rooted.example/", {"https://rooted.example.net/feed"});
  CHECK_FALSE(more.may_state("rooted", "https://rooted.example.net/1")); // a whole host may be of many
}

TEST_CASE("speakers: a seed that leads elsewhere is not where its address says", "[identity]") {
  const std::string page = "https://paper.example/news/1";
  Speakers made;
  made.add("liar", "https://paper.example/news/", {"https://paper.example/news/out?to=liar"});
  made.note_reading("liar", "https://paper.example/news/out?to=liar", true);
  CHECK(made.may_state("liar", page)); // as of a blog whose own address leads to a feed service
  made.add("paper", "https://paper.example/", {"https://paper.example/map"});
  CHECK_FALSE(made.may_state("liar", page));
  CHECK(made.may_state("paper", page));
  CHECK(made.owner(page, {{"liar", "https://paper.example/news/out?to=liar", ""}}) == "paper");
  made.add("far", "https://far.example/", {"https://third.example/far/out"});
  CHECK(made.may_state("far", "https://third.example/far/1"));
  made.note_reading("far", "https://third.example/far/out", true);
  CHECK_FALSE(made.may_state("far", "https://third.example/far/1"));
  CHECK(Speakers::from_text(made.text()).text() == made.text());
}

TEST_CASE("speakers: an address at which nothing was read gives no right beside one at which something was",
          "[identity]") {
  Speakers first;
  first.add("paper", "https://paper.example/", {"https://paper.example/feed"});
  const std::string alone = first.text(), page = "https://paper.example/blog/1";
  first.note_reading("paper", "https://paper.example/feed", false);
  CHECK(first.text() == alone); // it has its site for itself
  first.add("blog", "https://paper.example/blog/", {"https://paper.example/blog/feed"});
  const SharedSpeakers made(Speakers::from_text(first.text()));
  CHECK_FALSE(made->may_state("blog", page));
  CHECK(made->may_state("paper", page));
  made.note_reading("blog", "https://paper.example/blog/feed", false);
  CHECK(made->may_state("blog", page));
  CHECK_FALSE(made->may_state("paper", page));
}

TEST_CASE("speakers: what one crawl reads first gives no right before the others", "[identity]") {
  Speakers first;
  first.add("paper", "https://paper.example/", {"https://paper.example/feed"});
  first.add("blog", "https://paper.example/blog/", {"https://paper.example/blog/feed"});
  const SharedSpeakers made(first);
  made.note_reading("paper", "https://paper.example/feed", false);
  CHECK(made->may_state("blog", "https://paper.example/blog/1"));
}

TEST_CASE("speakers: on a site that no source has for itself a folder is a voice", "[identity]") {
  const Speakers made = speakers();
  const std::string page = "https://many.example/alice/1";
  CHECK(made.voice("blog", page) == made.voice("lab", "http://www.many.example/alice/2?x"));
  CHECK(made.voice("blog", page) != made.voice("blog", "https://many.example/mallory/1"));
  CHECK(made.may_be_claimed(page, "https://many.example/alice/2"));
  CHECK(made.may_be_claimed(page, "https://many.example/alice/1/amp/"));
  CHECK_FALSE(made.may_be_claimed(page, "https://many.example/mallory/1"));
  CHECK(made.may_be_claimed("https://www.blog.example/b/1", "https://www.blog.example/a/1")); // its own
  CHECK_FALSE(made.may_be_claimed("https://pages.example/bob/1", "https://pages.example/carl/1"));
}

TEST_CASE("speakers: a homepage that a list of feeds names is not the source's if another has its seeds there",
          "[identity]") {
  Speakers made = speakers();
  for (const std::string home :
       {"https://paper.example/", "https://paper.example/news/today", "https://paper.example/n"})
    made.add("liar " + home, home, {"https://liar.example/feed"});
  const std::string page = "https://paper.example/news/today/1", other = "https://paper.example/n/1";
  CHECK(made.may_state("liar https://paper.example/news/today", page)); // as of many blogs whose feeds are elsewhere
  made.add("paper", "https://paper.example/news/", {"https://paper.example/rss"});
  CHECK(made.may_state("paper", page));
  CHECK_FALSE(made.may_state("liar https://paper.example/", page));
  CHECK_FALSE(made.may_state("liar https://paper.example/news/today", page));
  CHECK_FALSE(made.may_state("liar https://paper.example/", other));
  CHECK(made.may_state("liar https://paper.example/n", other)); // beside the paper's
  CHECK(made.voice("paper", page).empty());
  const std::string more = "https://blog.paper.example/1";
  made.add("liar", "https://blog.paper.example/", {"https://liar.example/feed"});
  CHECK(made.may_state("liar", more));
  made.add("post", "https://www.paper.example/post/", {"https://blog.paper.example/map"});
  CHECK_FALSE(made.may_state("liar", more));
}

TEST_CASE("speakers: of several that may state something of a page the first alone does", "[identity]") {
  Speakers made = speakers();
  made.add("cats", "https://www.house.example/", {"https://www.house.example/cats"});
  made.add("dogs", "https://house.example/", {"https://house.example/dogs"});
  made.add("guest", "https://guest.house.example/", {"https://guest.house.example/feed"});
  const std::string page = "https://wiki.house.example/1";
  std::vector<store::DiscoveredLink> links{{"guest", "https://guest.house.example/feed", "{}", 7},
                                           {"cats", "https://www.house.example/cats", "{}", 5},
                                           {"dogs", "https://house.example/dogs", "{}", 6}};
  const auto sources = [&] {
    std::string names;
    for (const auto* link : made.statements(page, links)) names += link->source + " ";
    return names;
  };
  CHECK(sources() == "cats dogs "); // who have one homepage
  links.front().since = 1;
  CHECK(sources() == "guest ");
  links.push_back({"mine", page, ""});
  CHECK(sources().empty()); // the user has brought it
}

TEST_CASE("speakers: an address belongs to its site's source, else to who asked for it, else to who found it first",
          "[identity]") {
  const Speakers made = speakers();
  using Links = std::vector<store::DiscoveredLink>;
  const std::string page = "https://cdn.example/1", own = "https://blog.example/1";
  const store::DiscoveredLink evil{"evil", "https://evil.example/feed", "", 1}, late{"blog", "https://b.example/f", ""};
  CHECK(made.owner(own, Links{evil, late}) == "blog");
  CHECK(made.owner(page, Links{evil, late}) == "evil");
  CHECK(made.owner(page, Links{{"blog", "https://b.example/f", "", 3}, {"aaa", "https://a.example/f", "", 4}}) ==
        "blog");
  CHECK(made.owner(page, Links{evil, {"mine", page, "", 7}}) == "mine");
  CHECK(made.owner(page, {}).empty());
}

TEST_CASE("speakers: of several that one crawl has found the one that was subscribed to first decides", "[identity]") {
  const Speakers made = speakers();
  for (int i = 0; i < 9; ++i) {
    const std::string page = "https://cdn.example/" + std::to_string(i),
                      shared = "https://other.pages.example/" + std::to_string(i);
    std::vector<store::DiscoveredLink> links{
        {"evil", "https://e.example/f", ""}, {"alice", "https://a.example/f", ""}, {"a", "https://n.example/f", ""}};
    CHECK(made.owner(page, links) == "evil");
    std::swap(links.front(), links.back());
    CHECK(made.owner(page, links) == "evil");
    CHECK(made.owner(shared, {{"evil", "https://e.example/f", ""}}) == "alice"); // as mallory is, on their domain
  }
}
