// SPDX-License-Identifier: GPL-3.0-or-later
/// Small questions about one element of a page.
#pragma once

#include "indexer/html/dom.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

/// Longer texts, and elements with more nodes below them, are no byline and no date: a box of many things.
inline constexpr std::size_t kMaxShortText = 240;
inline constexpr html::NodeId kMaxShortSubtree = 90;

/// The text of a small element on one line, hidden parts included; empty if it is long.
std::string short_text(const html::Dom& dom, html::NodeId at);

/// The last text before the node where it is short: what may say what the node is; else empty.
/// The same with a line for each part that style sheets set apart; like parts ("<li>Ann Lee</li><li>Bo Ek</li>") are
/// one line, with commas.
std::string byline_text(const html::Dom& dom, html::NodeId at);

std::string lead_text(const html::Dom& dom, html::NodeId at);

/// The part of a property name after its prefix: "schema:author" and "author" are one.
std::string_view local_property(std::string_view name);

/// The name of an item (itemprop=author): its itemprop=name where there is one, else its text.
std::string item_name(const html::Dom& dom, html::NodeId at);

/// Whether a link leads to a page about a person who writes: "/author/…".
bool is_author_address(std::string_view href);

/// Whether the element holds, or stands in, a link to the front page.
bool is_home_link(const html::Dom& dom, html::NodeId at);

/// A heading's text without a kicker (the topic line some sites put inside, before the headline).
std::string heading_text(const html::Dom& dom, html::NodeId at);

} // namespace trawl::extract
