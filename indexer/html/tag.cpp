// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/tag.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <initializer_list>

namespace trawl::html {
namespace {

constexpr std::size_t kCount = static_cast<std::size_t>(Tag::Count);
constexpr std::size_t kFirstElement = static_cast<std::size_t>(Tag::A);

// clang-format off
constexpr std::array<std::string_view, kCount> kTagNames = {
    "#document", "#text", "",
    "a", "abbr", "address", "article", "aside", "audio", "b", "base", "blockquote", "body", "br", "button", "canvas",
    "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt",
    "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3",
    "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label",
    "legend", "li", "link", "main", "map", "mark", "math", "menu", "meta", "nav", "noscript", "object", "ol", "optgroup",
    "option", "output", "p", "picture", "pre", "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "script",
    "search", "section", "select", "slot", "small", "source", "span", "strike", "strong", "style", "sub", "summary",
    "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track",
    "tt", "u", "ul", "var", "video", "wbr"};
// clang-format on

static_assert(kTagNames.back() == "wbr");
static_assert(std::is_sorted(kTagNames.begin() + kFirstElement, kTagNames.end()));

/// For each letter, the position of the first name that begins with it or a later one; then the end.
constexpr auto kFirstOfLetter = [] {
  std::array<std::uint8_t, 27> first{};
  for (std::size_t letter = 0; letter < first.size(); ++letter) {
    first[letter] = static_cast<std::uint8_t>(kFirstElement);
    while (first[letter] < kCount && kTagNames[first[letter]].front() < static_cast<char>('a' + letter))
      ++first[letter];
  }
  return first;
}();

using TagSet = std::bitset<kCount>;

TagSet set_of(std::initializer_list<Tag> tags) {
  TagSet set;
  for (const Tag tag : tags) set.set(static_cast<std::size_t>(tag));
  return set;
}

const TagSet kBlocks =
    set_of({Tag::Document, Tag::Address,    Tag::Article, Tag::Aside,   Tag::Blockquote, Tag::Body,   Tag::Caption,
            Tag::Center,   Tag::Dd,         Tag::Details, Tag::Dialog,  Tag::Div,        Tag::Dl,     Tag::Dt,
            Tag::Fieldset, Tag::Figcaption, Tag::Figure,  Tag::Footer,  Tag::Form,       Tag::H1,     Tag::H2,
            Tag::H3,       Tag::H4,         Tag::H5,      Tag::H6,      Tag::Header,     Tag::Hgroup, Tag::Hr,
            Tag::Html,     Tag::Legend,     Tag::Li,      Tag::Main,    Tag::Menu,       Tag::Nav,    Tag::Ol,
            Tag::P,        Tag::Pre,        Tag::Search,  Tag::Section, Tag::Summary,    Tag::Table,  Tag::Tbody,
            Tag::Tfoot,    Tag::Thead,      Tag::Tr,      Tag::Ul,      Tag::Optgroup,   Tag::Option});

const TagSet kInvisible =
    set_of({Tag::Audio,    Tag::Base,     Tag::Button,   Tag::Canvas, Tag::Col,      Tag::Colgroup, Tag::Embed,
            Tag::Frame,    Tag::Frameset, Tag::Head,     Tag::Iframe, Tag::Img,      Tag::Input,    Tag::Link,
            Tag::Map,      Tag::Meta,     Tag::Noscript, Tag::Object, Tag::Optgroup, Tag::Option,   Tag::Output,
            Tag::Progress, Tag::Rp,       Tag::Script,   Tag::Select, Tag::Source,   Tag::Style,    Tag::Svg,
            Tag::Template, Tag::Textarea, Tag::Title,    Tag::Track,  Tag::Video});

} // namespace

std::string_view name_of(Tag tag) { return kTagNames[static_cast<std::size_t>(tag)]; }

Tag tag_named(std::string_view name) {
  if (name.empty() || name.front() < 'a' || name.front() > 'z') return Tag::Unknown;
  const auto letter = static_cast<std::size_t>(name.front() - 'a');
  for (std::size_t at = kFirstOfLetter[letter]; at < kFirstOfLetter[letter + 1]; ++at) {
    if (kTagNames[at] == name) return static_cast<Tag>(at);
  }
  return Tag::Unknown;
}

bool is_block(Tag tag) { return kBlocks[static_cast<std::size_t>(tag)]; }

int heading_level(Tag tag) {
  if (tag < Tag::H1 || tag > Tag::H6) return 0;
  return static_cast<int>(tag) - static_cast<int>(Tag::H1) + 1;
}

bool is_invisible(Tag tag) { return kInvisible[static_cast<std::size_t>(tag)]; }

} // namespace trawl::html
