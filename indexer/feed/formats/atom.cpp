// SPDX-License-Identifier: GPL-3.0-or-later
/// Atom 1.0 (RFC 4287) and 0.3.
#include "indexer/feed/formats/feed_format.h"
#include "indexer/feed/formats/metadata_elements.h"
#include "indexer/feed/formats/person_construct.h"
#include "indexer/feed/formats/text_construct.h"
#include "indexer/feed/html_fragment.h"

namespace trawl::feed {
namespace {

using namespace namespaces;

const ElementNames kAuthors = {{None, "author"}, {DublinCore, "creator"}, {DublinCore, "author"}, {Itunes, "author"}};

/// The authors of an entry, else of the feed it was copied from (atom:source), else of this feed (RFC 4287 §4.2.1).
std::vector<FeedAuthor> authors_of(const FeedDocument& document, NodeId entry, const Feed& feed) {
  auto authors = people_of(document, entry, kAuthors);
  if (!authors.empty()) return authors;
  authors = people_of(document, document.first(entry, {{None, "source"}}), kAuthors);
  return authors.empty() ? feed.authors : authors;
}

/// The id, an absolute IRI (RFC 4287 §4.2.6). Some feeds write a path; it is made absolute, to be unique.
std::string id_of(const FeedDocument& document, NodeId node) {
  std::string id = document.text(node);
  return id.starts_with('/') ? absolute_link(id, document.base_of(node)) : id;
}

NodeId media_description(const FeedDocument& document, NodeId entry) {
  const NodeId group = document.first(entry, {{Media, "group"}});
  return document.first(group, {{Media, "description"}});
}

/// The element with the entry's content. `source` becomes the address of content that is not in the feed (RFC 4287
/// §4.1.3.2).
NodeId content_of(const FeedDocument& document, NodeId entry, std::string& source) {
  const NodeId node = document.first(entry, {{None, "content"}, {Content, "encoded"}, {Xhtml, "body"}, {Xhtml, "div"}});
  for (const NodeId content : document.all(entry, {{None, "content"}})) {
    if (const auto src = attribute(document.tree, content, "src"); !src.empty() && source.empty()) {
      source = absolute_link(src, document.base_of(content));
    }
  }
  return node;
}

FeedEntry read_entry(const FeedDocument& document, NodeId node, const Feed& feed) {
  FeedEntry entry;
  std::string source;
  const NodeId content = content_of(document, node, source);
  entry.id = id_of(document, document.first(node, {{None, "id"}, {None, "guid"}}));
  const NodeId title = document.first(node, {{None, "title"}, {DublinCore, "title"}, {Media, "title"}});
  entry.title = title_of(document, title);
  entry.link = document.link_text(document.first(node, {{FeedBurner, "origlink"}}));
  if (entry.link.empty()) entry.link = atom_link(document, node, "alternate");
  if (entry.link.empty()) entry.link = source;
  if (entry.link.empty()) entry.link = document.link_text(document.first(node, {{None, "link"}}));
  // The id may be a URL; it is used if there is nothing better.
  if (entry.link.empty() && entry.id.starts_with("http")) entry.link = entry.id;
  entry.published = date_of(document, node,
                            {{None, "published"},
                             {None, "issued"},
                             {DublinCoreTerms, "issued"},
                             {None, "pubdate"},
                             {DublinCore, "date"},
                             {None, "created"}});
  entry.updated = date_of(document, node, {{None, "updated"}, {None, "modified"}, {DublinCoreTerms, "modified"}});
  entry.authors = authors_of(document, node, feed);
  const NodeId summary = document.first(node, {{None, "summary"}, {None, "description"}, {DublinCore, "description"}});
  entry.summary = html_of(document, summary);
  if (entry.summary.empty()) entry.summary = html_of(document, media_description(document, node));
  entry.content = html_of(document, content);
  entry.content_base = document.base_of(content == kNoNode ? node : content);
  entry.categories = categories_of(document, node, {{None, "category"}, {DublinCore, "subject"}, {Media, "category"}});
  entry.language = document.language_of(node, {content, summary, title});
  entry.image = image_of(document, node);
  return entry;
}

bool is_atom(const FeedDocument& document) {
  return document.root_is("feed") ||
         (document.root_is("entry") && document.tree[document.root].name_space == namespaces::Atom);
}

Result<Feed> read_atom(const FeedDocument& document) {
  const NodeId root = document.root;
  Feed feed;
  feed.id = id_of(document, document.first(root, {{None, "id"}}));
  feed.title = title_of(document, document.first(root, {{None, "title"}, {DublinCore, "title"}}));
  feed.link = atom_link(document, root, "alternate");
  feed.description = html_of(
      document, document.first(root, {{None, "subtitle"}, {None, "tagline"}, {None, "description"}, {None, "info"}}));
  feed.language = document.language_of(root);
  if (feed.language.empty())
    feed.language = document.text(document.first(root, {{DublinCore, "language"}, {None, "language"}}));
  feed.updated =
      date_of(document, root, {{None, "updated"}, {None, "modified"}, {DublinCore, "date"}, {None, "published"}});
  feed.authors = people_of(document, root, kAuthors);
  feed.categories = categories_of(document, root, {{None, "category"}, {DublinCore, "subject"}});
  feed.next = atom_link(document, root, "next");
  // A document may be a single entry (RFC 4287 §2).
  if (document.root_is("entry")) {
    feed.entries.push_back(read_entry(document, root, {}));
    return feed;
  }
  for (const NodeId entry : document.outermost(root, "entry")) {
    if (feed.entries.size() == kMaxEntries) {
      ++feed.entries_left_out;
      continue;
    }
    feed.entries.push_back(read_entry(document, entry, feed));
  }
  return feed;
}

} // namespace

FeedFormat atom_format() { return {"atom", is_atom, read_atom}; }

} // namespace trawl::feed
