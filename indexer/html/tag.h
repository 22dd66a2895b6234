// SPDX-License-Identifier: GPL-3.0-or-later
/// The elements of HTML we tell apart, and what kind of box they make (HTML Standard §15, Rendering).
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::html {

/// One value per element name of interest. Names not listed here are Unknown: custom elements, SVG, MathML's inner
/// parts. The order is that of `kTagNames` in tag.cpp.
enum class Tag : std::uint8_t {
  Document,
  Text,
  Unknown,
  A,
  Abbr,
  Address,
  Article,
  Aside,
  Audio,
  B,
  Base,
  Blockquote,
  Body,
  Br,
  Button,
  Canvas,
  Caption,
  Center,
  Cite,
  Code,
  Col,
  Colgroup,
  Dd,
  Del,
  Details,
  Dfn,
  Dialog,
  Div,
  Dl,
  Dt,
  Em,
  Embed,
  Fieldset,
  Figcaption,
  Figure,
  Font,
  Footer,
  Form,
  Frame,
  Frameset,
  H1,
  H2,
  H3,
  H4,
  H5,
  H6,
  Head,
  Header,
  Hgroup,
  Hr,
  Html,
  I,
  Iframe,
  Img,
  Input,
  Ins,
  Kbd,
  Label,
  Legend,
  Li,
  Link,
  Main,
  Map,
  Mark,
  Math,
  Menu,
  Meta,
  Nav,
  Noscript,
  Object,
  Ol,
  Optgroup,
  Option,
  Output,
  P,
  Picture,
  Pre,
  Progress,
  Q,
  Rb,
  Rp,
  Rt,
  Rtc,
  Ruby,
  S,
  Samp,
  Script,
  Search,
  Section,
  Select,
  Slot,
  Small,
  Source,
  Span,
  Strike,
  Strong,
  Style,
  Sub,
  Summary,
  Sup,
  Svg,
  Table,
  Tbody,
  Td,
  Template,
  Textarea,
  Tfoot,
  Th,
  Thead,
  Time,
  Title,
  Tr,
  Track,
  Tt,
  U,
  Ul,
  Var,
  Video,
  Wbr,
  Count, ///< how many there are; no element
};

/// The element's name in lower case; "#document", "#text" and "" for the first three.
std::string_view name_of(Tag tag);

/// The tag of a lower-case element name; Unknown if it is none of ours.
Tag tag_named(std::string_view name);

/// Whether the element begins and ends a line of its own (display: block, list-item, table and its rows).
bool is_block(Tag tag);

/// h1 to h6: 1 to 6; 0 for all others.
int heading_level(Tag tag);

/// Elements that hold no running text for a reader: scripts, form controls, embedded media, metadata.
bool is_invisible(Tag tag);

} // namespace trawl::html
