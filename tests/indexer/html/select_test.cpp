// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/select.h"

#include <catch2/catch.hpp>

using namespace trawl::html;

namespace {

std::size_t count(std::string_view css, std::string_view html) {
  const auto dom = Dom::parse(html);
  REQUIRE(dom.has_value());
  return Selector(css).all(*dom).size();
}

} // namespace

TEST_CASE("select: tags, classes, ids and attributes", "[select]") {
  CHECK(count("p", "<p><p><div>") == 2);
  CHECK(count("p.a.b", "<p class='b x a'><p class=a>") == 1);
  CHECK(count("#x, .y", "<p id=x><p class=y><p>") == 2);
  CHECK(count("[itemprop=name]", "<i itemprop=NAME></i><i itemprop=n></i>") == 1);
  CHECK(count("a[href^='http']", "<a href=http://x></a><a href=/x></a>") == 1);
  CHECK(count("[class*=auth]", "<i class=post-author></i>") == 1);
  CHECK(count("[rel~=author]", "<a rel='nofollow author'></a><a rel=authors></a>") == 1);
  CHECK(count("d-article", "<d-article></d-article>") == 1);
}

TEST_CASE("select: descendants and children", "[select]") {
  CHECK(count("article p", "<article><div><p></div></article><p>") == 1);
  CHECK(count("article > p", "<article><p><div><p></div></article>") == 1);
  CHECK(count("body *", "<p><b></b></p>") == 2);
}

TEST_CASE("select: what is outside the grammar matches nothing", "[select]") {
  CHECK(count("p:first-child(2)", "<p>") == 0);
  CHECK(count("p[", "<p>") == 0);
  CHECK(count("", "<p>") == 0);
}
