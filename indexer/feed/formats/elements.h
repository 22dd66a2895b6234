// SPDX-License-Identifier: GPL-3.0-or-later
/// What the dialects of XML feeds share: finding elements by meaning, text constructs, people, links, dates.
#pragma once

#include "indexer/feed/feed.h"
#include "indexer/feed/xml/tree.h"
#include "shared/base/date_time.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// An element by meaning. `Vocabulary::None` stands for the dialect's own elements, under whatever address.
struct ElementName {
  Vocabulary vocabulary = Vocabulary::None;
  std::string_view local;
};

using ElementNames = std::initializer_list<ElementName>;

/// A document and where it came from; all functions below read through it.
struct FeedDocument {
  const XmlTree& tree;
  NodeId root = kNoNode;
  std::string url; ///< may be empty

  bool is(NodeId node, ElementName name) const;
  /// The first child that has one of the names and is not empty, earlier names first; kNoNode if there is none.
  NodeId first(NodeId parent, ElementNames names) const;
  /// All children with one of the names, earlier names first.
  std::vector<NodeId> all(NodeId parent, ElementNames names) const;
  /// All elements of that local name below `parent` that are not inside one another, in document order.
  std::vector<NodeId> outermost(NodeId parent, std::string_view local) const;

  std::string text(NodeId node) const;    ///< trimmed; empty for kNoNode
  std::string base_of(NodeId node) const; ///< by xml:base of the node and those above, and the url
  /// The xml:lang of the first of `texts` that has one of its own, else the nearest one at or above `node`.
  std::string language_of(NodeId node, std::initializer_list<NodeId> texts = {}) const;
  std::string link_text(NodeId node) const; ///< the text as an absolute link
};

/// The content of a text construct as HTML, relative links resolved. Without a type: RSS, where markup is escaped.
std::string html_of(const FeedDocument& document, NodeId node);

/// The content of a text construct as one line of text.
std::string title_of(const FeedDocument& document, NodeId node);

/// One person: child elements name, email, uri; or a text like "a@b.c (Name)", "Name <a@b.c>".
FeedAuthor person_of(const FeedDocument& document, NodeId node);
FeedAuthor person_of_text(std::string_view text);

/// How many people or categories are taken of one entry.
inline constexpr std::size_t kMaxPerEntry = 100;

/// People of all elements with those names, each once, earlier names first.
std::vector<FeedAuthor> people_of(const FeedDocument& document, NodeId parent, ElementNames names);

/// Category texts (or terms) of all such elements, and lists of keywords, each once.
std::vector<std::string> categories_of(const FeedDocument& document, NodeId parent, ElementNames names);

std::optional<Date> date_of(const FeedDocument& document, NodeId parent, ElementNames names);

/// Atom's links among the children: the address with that `rel`, declared HTML before undeclared before others;
/// "alternate" is also a link without rel. Empty if there is none.
std::string atom_link(const FeedDocument& document, NodeId parent, std::string_view rel);

/// A picture that stands for the entry (media, itunes, enclosure), or empty.
std::string image_of(const FeedDocument& document, NodeId entry);

} // namespace trawl::feed
