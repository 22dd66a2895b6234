// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/roles.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("name roles: names are read word by word, in every spelling", "[name_roles]") {
  for (const std::string_view name :
       {"sidebar", "left-sidebar", "leftSidebar", "left_sidebar", "x left-sidebar", "SIDEBAR"}) {
    CAPTURE(name);
    CHECK((roles_of_name(name) & kBoilerplate) != 0);
  }
  for (const std::string_view name : {"shared-memory", "sidebar2", "sidebars-and-more-x1", "navel", "", " ", "--"}) {
    CAPTURE(name);
    CHECK((roles_of_name(name) & kBoilerplate) == 0);
  }
}

TEST_CASE("name roles: a pair of words can mean more than its parts", "[name_roles]") {
  CHECK((roles_of_name("authorBio") & kBoilerplate) != 0);
  CHECK((roles_of_name("read-more-link") & kBoilerplate) != 0);
  CHECK((roles_of_name("read-it") & kBoilerplate) == 0);
  CHECK((roles_of_name("entry-content") & kContent) != 0);
  CHECK(roles_of_name("entry") == kNoRole);
}

TEST_CASE("name roles: each table gives its role", "[name_roles]") {
  CHECK(roles_of_name("commentlist") == kComments);
  CHECK(roles_of_name("byline") == kWeakBoilerplate);
  CHECK(roles_of_name("admonition") == kNotice);
  CHECK(roles_of_name("breadcrumbs") == kBoilerplate);
  CHECK(roles_of_name("post-meta article-body") == (kWeakBoilerplate | kContent));
}

TEST_CASE("name roles: a layout word or a negation cancels the boilerplate role", "[name_roles]") {
  CHECK(roles_of_name("has-sidebar") == kNoRole);
  CHECK(roles_of_name("no-comments") == kNoRole);
  CHECK(roles_of_name("with-sidebar without-footer is-related") == kNoRole);
  CHECK(roles_of_name("content-sidebar-wrapper") == kNoRole);
}

TEST_CASE("name roles: styles, identifiers and names of page builders give no role", "[name_roles]") {
  CHECK(roles_of_name("print:break-after lg:[&>*]:share") == kNoRole);
  CHECK(roles_of_name("auth.share.url") == kNoRole);
  CHECK(roles_of_name("elementor-widget") == kNoRole);
  CHECK(roles_of_name("field field--name-body field--label-hidden") == kNoRole);
}

TEST_CASE("name roles: the suffixes of build tools are ignored", "[name_roles]") {
  CHECK(roles_of_name("mdx-table_root__adKqa") == kNoRole);
  CHECK(roles_of_name("sidebar__adKqa") == kBoilerplate);
  CHECK(roles_of_name("x_sidebar") == kBoilerplate);
  CHECK(roles_of_name("_sidebar") == kBoilerplate);
}

TEST_CASE("name roles: a class called note next to a kind is a notice", "[name_roles]") {
  CHECK((roles_of_name("note info flat") & kNotice) != 0);
  CHECK((roles_of_name("note-date") & kNotice) == 0);
}
