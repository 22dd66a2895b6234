// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/tag.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace trawl::html;

namespace {

constexpr int kFirst = static_cast<int>(Tag::A), kLast = static_cast<int>(Tag::Wbr);

std::set<std::string_view> names_where(bool (*holds)(Tag)) {
  std::set<std::string_view> names;
  for (int tag = kFirst; tag <= kLast; ++tag) {
    if (holds(static_cast<Tag>(tag))) names.insert(name_of(static_cast<Tag>(tag)));
  }
  return names;
}

} // namespace

TEST_CASE("tag: every name leads back to its tag", "[tag]") {
  CHECK(static_cast<int>(Tag::Count) == kLast + 1);
  for (int tag = kFirst; tag <= kLast; ++tag) {
    const std::string_view name = name_of(static_cast<Tag>(tag));
    INFO(name);
    CHECK(static_cast<int>(tag_named(name)) == tag);
    CHECK(tag_named(std::string(name) + "x") == Tag::Unknown);
  }
}

TEST_CASE("tag: other names are unknown, and so are upper-case ones", "[tag]") {
  for (const std::string_view name :
       {"", "#text", "#document", "A", "DIV", "x-card", "h7", "zz", "{", "`", "é", "a ", "0"})
    CHECK(tag_named(name) == Tag::Unknown);
}

TEST_CASE("tag: only h1 to h6 are headings", "[tag]") {
  for (int tag = 0; tag <= kLast; ++tag) {
    const std::string_view name = name_of(static_cast<Tag>(tag));
    const bool is_heading = name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
    INFO(name);
    CHECK(heading_level(static_cast<Tag>(tag)) == (is_heading ? name[1] - '0' : 0));
  }
}

TEST_CASE("tag: blocks are the elements that the HTML Standard displays as block, list item or table row", "[tag]") {
  // HTML Standard §15.3, without elements that are never displayed; cells stay in the line of their row.
  CHECK(names_where(is_block) ==
        std::set<std::string_view>{"address",    "article", "aside",  "blockquote", "body",    "caption", "center",
                                   "dd",         "details", "dialog", "div",        "dl",      "dt",      "fieldset",
                                   "figcaption", "figure",  "footer", "form",       "h1",      "h2",      "h3",
                                   "h4",         "h5",      "h6",     "header",     "hgroup",  "hr",      "html",
                                   "legend",     "li",      "main",   "menu",       "nav",     "ol",      "optgroup",
                                   "option",     "p",       "pre",    "search",     "section", "summary", "table",
                                   "tbody",      "tfoot",   "thead",  "tr",         "ul"});
  CHECK_FALSE(is_block(Tag::Unknown)); // a custom element is inline
  CHECK_FALSE(is_block(Tag::Text));
  CHECK(is_block(Tag::Document));
}

TEST_CASE("tag: no element with running text is invisible", "[tag]") {
  for (const Tag tag :
       {Tag::A,          Tag::Article, Tag::B,     Tag::Blockquote, Tag::Body,    Tag::Code, Tag::Details, Tag::Div,
        Tag::Figcaption, Tag::H1,      Tag::Label, Tag::Li,         Tag::Math,    Tag::P,    Tag::Pre,     Tag::Ruby,
        Tag::Span,       Tag::Summary, Tag::Td,    Tag::Time,       Tag::Unknown, Tag::Text})
    CHECK_FALSE(is_invisible(tag));
  for (const Tag tag : {Tag::Head, Tag::Iframe, Tag::Input, Tag::Meta, Tag::Noscript, Tag::Script, Tag::Select,
                        Tag::Style, Tag::Svg, Tag::Template, Tag::Textarea, Tag::Title, Tag::Video})
    CHECK(is_invisible(tag));
}
