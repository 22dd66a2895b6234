// SPDX-License-Identifier: GPL-3.0-or-later
/// The HTML elements that the program distinguishes, and how they are displayed (HTML Standard §15, Rendering).
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::html {

/// Unknown is any other element, such as custom elements and those inside SVG and MathML. The order is that of
/// `kTagNames` in tag.cpp.
// clang-format off
enum class Tag : std::uint8_t {
  Document, Text, Unknown, A, Abbr, Address, Article, Aside, Audio, B, Base, Blockquote, Body, Br, Button,
  Canvas, Caption, Center, Cite, Code, Col, Colgroup, Dd, Del, Details, Dfn, Dialog, Div, Dl, Dt, Em, Embed,
  Fieldset, Figcaption, Figure, Font, Footer, Form, Frame, Frameset, H1, H2, H3, H4, H5, H6, Head, Header,
  Hgroup, Hr, Html, I, Iframe, Img, Input, Ins, Kbd, Label, Legend, Li, Link, Main, Map, Mark, Math, Menu,
  Meta, Nav, Noscript, Object, Ol, Optgroup, Option, Output, P, Picture, Pre, Progress, Q, Rb, Rp, Rt, Rtc,
  Ruby, S, Samp, Script, Search, Section, Select, Slot, Small, Source, Span, Strike, Strong, Style, Sub,
  Summary, Sup, Svg, Table, Tbody, Td, Template, Textarea, Tfoot, Th, Thead, Time, Title, Tr, Track, Tt, U, Ul,
  Var, Video, Wbr,
  Count, ///< the number of values
};
// clang-format on

/// The element's name in lower case; "#document", "#text" and "" for the first three.
std::string_view name_of(Tag tag);

/// The tag of a lower-case element name, or Unknown.
Tag tag_named(std::string_view name);

/// Whether the element starts and ends a line (display: block, list-item, table, table-row).
bool is_block(Tag tag);

/// 1 to 6 for h1 to h6, else 0.
int heading_level(Tag tag);

/// Elements without running text for a reader: scripts, form controls, embedded media, metadata.
bool is_invisible(Tag tag);

} // namespace trawl::html
