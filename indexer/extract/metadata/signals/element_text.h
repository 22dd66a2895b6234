// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of small elements, and the text next to them.
#pragma once

#include "indexer/html/dom.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

/// Longer texts, and elements with more nodes below them, contain many things: they are neither bylines nor dates.
inline constexpr std::size_t kMaxShortText = 240;
inline constexpr html::NodeId kMaxShortSubtree = 90;

/// Whether style sheets usually put a space around inline elements of this kind, where the markup has none.
bool is_spaced_inline(html::Tag tag);

/// The text of a small element on one line, hidden parts included; empty if it is long.
std::string short_text(const html::Dom& dom, html::NodeId at);

/// The text directly before the node if it is short, because it may say what the node is ("Updated on"); else empty.
std::string lead_text(const html::Dom& dom, html::NodeId at);

/// A property name without its prefix: "schema:author" and "author" are the same.
std::string_view local_property(std::string_view name);

/// The name of an item (itemprop=author): its itemprop=name if it has one, else its text.
std::string item_name(const html::Dom& dom, html::NodeId at);

/// Whether the link leads to a page about an author: "/author/…".
bool is_author_url(std::string_view href);

/// Whether the element contains a link to the site's front page, or is inside one.
bool is_home_link(const html::Dom& dom, html::NodeId at);

/// A heading's text without a kicker (the topic line that some sites put inside, before the headline).
std::string heading_text(const html::Dom& dom, html::NodeId at);

} // namespace trawl::extract
