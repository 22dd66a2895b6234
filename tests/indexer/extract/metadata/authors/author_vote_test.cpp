// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;
using Names = std::vector<std::string>;

namespace {

Byline byline(Names authors, Names affiliations = {}) { return {std::move(authors), std::move(affiliations)}; }

SiteNames parrot_site() {
  MetadataSignals signals;
  signals.metas.push_back({"og:site_name", "The Parrot"});
  return {signals, "www.parrot.org"};
}

} // namespace

TEST_CASE("author vote: the list with most weight wins, the first of equals", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  CHECK(vote.decide().authors.empty());
  vote.add(byline({"Ann Lee"}), "a", 1.0);
  vote.add(byline({"Bo Ek"}), "b", 1.0);
  CHECK(vote.decide().authors == Names{"Ann Lee"});
  vote.add(byline({"Cy Dee"}), "c", 1.1);
  CHECK(vote.decide().authors == Names{"Cy Dee"});
  CHECK(vote.decide().from == "c");
}

TEST_CASE("author vote: signals with the same names support each other, in any order and case", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  vote.add(byline({"Cy Dee"}), "a", 3.0);
  vote.add(byline({"Ann Lee", "Bo Ek"}), "b", 2.0);
  CHECK(vote.decide().authors == Names{"Cy Dee"});
  vote.add(byline({"BO EK", "Ann Lee"}), "c", 1.8); // 2.0 + 0.6 of 1.8
  CHECK(vote.decide().authors == Names{"Ann Lee", "Bo Ek"});
}

TEST_CASE("author vote: a list is supported by one with some of its names, not the other way round", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  vote.add(byline({"Ann Lee"}), "a", 2.0);
  vote.add(byline({"Ann Lee", "Bo Ek"}), "b", 1.5); // 1.5 + 0.35 of 2.0
  CHECK(vote.decide().authors == Names{"Ann Lee", "Bo Ek"});
}

TEST_CASE("author vote: the same signal does not support itself", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  vote.add(byline({"Ann Lee"}), "a", 1.5);
  vote.add(byline({"Bo Ek"}), "b", 1.0);
  vote.add(byline({"Bo Ek"}), "b", 1.0);
  CHECK(vote.decide().authors == Names{"Ann Lee"});
}

TEST_CASE("author vote: the site's name is dropped if there are other names", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  vote.add(byline({"The Parrot", "Ann Lee", "parrot.org"}), "a", 1.0);
  CHECK(vote.decide().authors == Names{"Ann Lee"});
  AuthorVote alone(site);
  alone.add(byline({"The Parrot"}), "a", 1.0);
  CHECK(alone.decide().authors == Names{"The Parrot"});
}

TEST_CASE("author vote: organisations keep a third of their weight, or all of it beside a person", "[author_vote]") {
  const SiteNames site = parrot_site();
  for (const char* organization : {"Reuters", "The Parrot", "Example University"}) {
    CAPTURE(organization);
    AuthorVote vote(site);
    vote.add(byline({organization}), "a", 3.0);
    vote.add(byline({"Ann Lee"}), "b", 1.0);
    CHECK(vote.decide().authors == Names{"Ann Lee"});
  }
  AuthorVote mixed(site);
  mixed.add(byline({"Reuters", "Ann Lee"}), "a", 3.0);
  mixed.add(byline({"Bo Ek"}), "b", 1.0);
  CHECK(mixed.decide().authors == Names{"Reuters", "Ann Lee"});
}

TEST_CASE("author vote: affiliations may come from a signal with the same authors", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  vote.add(byline({"Ann Lee"}), "a", 3.0);
  vote.add(byline({"Bo Ek"}, {"Other Labs"}), "b", 1.0);
  vote.add(byline({"ann lee"}, {"Example Labs"}), "c", 0.1);
  CHECK(vote.decide().authors == Names{"Ann Lee"});
  CHECK(vote.decide().affiliations == Names{"Example Labs"});
}

TEST_CASE("author vote: a list has at most 100 authors", "[author_vote]") {
  const SiteNames site = parrot_site();
  AuthorVote vote(site);
  Names many;
  for (int i = 0; i < 150; ++i) many.push_back("Ann Lee " + std::to_string(i));
  vote.add(byline(many), "a", 1.0);
  const Names chosen = vote.decide().authors;
  CHECK(chosen.size() == 100);
  CHECK(chosen.back() == "Ann Lee 99");
}
