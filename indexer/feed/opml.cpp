// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/opml.h"

#include <algorithm>
#include <set>

#include "indexer/feed/feed_xml.h"
#include "indexer/feed/html_fragment.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"

namespace trawl::feed {
namespace {

using ascii::trim;

void add_once(std::vector<std::string>& list, std::string text) {
  if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

std::string name_of(const XmlTree& tree, NodeId outline) {
  const auto title = trim(attribute(tree, outline, "title"));
  return fold_spaces(title.empty() ? attribute(tree, outline, "text") : title);
}

/// Folders above an outline, outermost first.
std::vector<std::string> folders_of(const XmlTree& tree, NodeId outline) {
  std::vector<std::string> names;
  for (NodeId at = tree[outline].parent; at != kNoNode; at = tree[at].parent) {
    if (tree[at].local == "outline") add_once(names, name_of(tree, at));
  }
  std::reverse(names.begin(), names.end());
  return names;
}

/// The category attribute: a comma-separated list of paths, with "/" between the levels of a path.
void add_categories(std::string_view text, std::vector<std::string>& categories) {
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(",/"), text.size());
    add_once(categories, fold_spaces(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

OpmlFeed read_outline(const XmlTree& tree, NodeId outline) {
  OpmlFeed feed;
  feed.feed_url = trim(attribute(tree, outline, "xmlurl"));
  feed.is_feed = !feed.feed_url.empty();
  if (!feed.is_feed) feed.feed_url = trim(attribute(tree, outline, "url"));
  feed.title = name_of(tree, outline);
  feed.home_url = trim(attribute(tree, outline, "htmlurl"));
  feed.note = fold_spaces(attribute(tree, outline, "description"));
  feed.categories = folders_of(tree, outline);
  add_categories(attribute(tree, outline, "category"), feed.categories);
  return feed;
}

void write_attribute(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out += ' ';
  out += name;
  out += "=\"" + html_escape(value) + '"';
}

void write_outline(const OpmlFeed& feed, std::string_view indent, std::string& out) {
  out += indent;
  out += "<outline";
  write_attribute("type", feed.is_feed ? "rss" : "link", out);
  const std::string& title = feed.title.empty() ? feed.feed_url : feed.title;
  write_attribute("text", title, out);
  write_attribute("title", title, out);
  write_attribute(feed.is_feed ? "xmlUrl" : "url", feed.feed_url, out);
  write_attribute("htmlUrl", feed.home_url, out);
  std::string categories;
  for (const std::string& category : feed.categories) categories += (categories.empty() ? "" : ",") + category;
  write_attribute("category", categories, out);
  write_attribute("description", feed.note, out);
  out += "/>\n";
}

} // namespace

Result<Opml> read_opml(std::string_view bytes) {
  const XmlTree tree = read_feed_xml(html::decode(bytes, "", html::Markup::Xml).text);
  NodeId root = tree.first_root;
  while (root != kNoNode && tree[root].local != "opml") root = next_in_document(tree, root, kNoNode);
  if (root == kNoNode) return fail(ErrorCode::Malformed, "this is not OPML", {}, "an OPML file begins with <opml>");
  Opml opml;
  std::set<std::string> known;
  for (NodeId at = root; at != kNoNode; at = next_in_document(tree, at, root)) {
    if (tree[at].local == "title" && opml.title.empty()) opml.title = fold_spaces(text_content(tree, at));
    if (tree[at].local != "outline") continue;
    OpmlFeed feed = read_outline(tree, at);
    if (!feed.feed_url.empty() && known.insert(feed.feed_url).second) opml.feeds.push_back(std::move(feed));
  }
  return opml;
}

std::string write_opml(const Opml& opml) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>" +
                    html_escape(opml.title) + "</title>\n  </head>\n  <body>\n";
  std::vector<std::string> folders;
  for (const OpmlFeed& feed : opml.feeds) {
    if (feed.categories.empty())
      write_outline(feed, "    ", out);
    else
      add_once(folders, feed.categories.front());
  }
  for (const std::string& folder : folders) {
    out += "    <outline text=\"" + html_escape(folder) + "\">\n";
    for (const OpmlFeed& feed : opml.feeds) {
      if (!feed.categories.empty() && feed.categories.front() == folder) write_outline(feed, "      ", out);
    }
    out += "    </outline>\n";
  }
  return out + "  </body>\n</opml>\n";
}

} // namespace trawl::feed
