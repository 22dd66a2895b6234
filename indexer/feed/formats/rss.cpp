// SPDX-License-Identifier: GPL-3.0-or-later
/// RSS 0.91 to 2.0 (https://www.rssboard.org/rss-specification), with the modules that feeds mix in; and RSS 0.90
/// and 1.0 (https://web.resource.org/rss/1.0/spec), whose root element is <rdf:RDF>, with the items after the channel
/// instead of inside it.

#include <algorithm>

#include "indexer/feed/formats/feed_format.h"
#include "indexer/feed/formats/metadata_elements.h"
#include "indexer/feed/formats/person_construct.h"
#include "indexer/feed/formats/text_construct.h"
#include "indexer/feed/html_fragment.h"
#include "shared/base/ascii.h"

#include "shared/base/whole_number.h"

namespace trawl::feed {
namespace {

using namespace namespaces;
using ascii::to_lower;
using ascii::trim;

const ElementNames kTitle = {
    {None, "title"}, {Atom, "title"}, {DublinCore, "title"}, {Media, "title"}, {Itunes, "title"}};
const ElementNames kSummary = {{None, "description"},  {Atom, "summary"},           {DublinCore, "description"},
                               {Media, "description"}, {GooglePlay, "description"}, {Itunes, "summary"},
                               {None, "summary"},      {Itunes, "subtitle"}};
const ElementNames kContent = {{Content, "encoded"}, {Xhtml, "body"},   {None, "body"},    {Xhtml, "div"},
                               {Atom, "content"},    {None, "content"}, {None, "fullitem"}};
const ElementNames kItemAuthors = {{Atom, "author"}, {DublinCore, "creator"}, {DublinCore, "author"},
                                   {None, "author"}, {Itunes, "author"},      {GooglePlay, "author"}};
const ElementNames kCategories = {
    {None, "category"}, {Atom, "category"}, {DublinCore, "subject"}, {Media, "category"}, {Itunes, "category"}};
const ElementNames kPublished = {
    {None, "pubdate"},    {Atom, "published"},          {Atom, "issued"}, {DublinCoreTerms, "issued"},
    {DublinCore, "date"}, {DublinCoreTerms, "created"}, {None, "date"},   {None, "published"}};
const ElementNames kUpdated = {
    {Atom, "updated"}, {Atom, "modified"}, {DublinCoreTerms, "modified"}, {None, "updated"}, {None, "lastbuilddate"}};

bool is_web_address(std::string_view text) {
  return (text.starts_with("http://") || text.starts_with("https://")) && text.find(' ') == std::string_view::npos;
}

/// A link is the text of <link> in RSS, and an attribute in feeds that mix in Atom. If there are several, the last one
/// counts, as in most feed readers.
std::string rss_link(const FeedDocument& document, NodeId parent) {
  std::string last;
  for (const NodeId node : document.all(parent, {{None, "link"}})) {
    std::string link = document.link_text(node);
    if (link.empty() && attribute(document.tree, node, "rel").empty()) {
      link = absolute_link(attribute(document.tree, node, "href"), document.base_of(node));
    }
    if (!link.empty()) last = std::move(link);
  }
  return last.empty() ? atom_link(document, parent, "alternate") : last;
}

/// The article's address: FeedBurner's original link before the redirect; a guid that is a permanent link comes last.
std::string item_link(const FeedDocument& document, NodeId item) {
  if (const std::string origin = document.link_text(document.first(item, {{FeedBurner, "origlink"}}));
      !origin.empty()) {
    return origin;
  }
  if (std::string link = rss_link(document, item); !link.empty()) return link;
  if (const NodeId guid = document.first(item, {{None, "guid"}}); guid != kNoNode) {
    const bool is_permanent = to_lower(trim(attribute(document.tree, guid, "ispermalink"))) != "false";
    if (const std::string text = document.text(guid); is_permanent && is_web_address(text)) return text;
  }
  const std::string about(trim(attribute(document.tree, item, "about", Rdf)));
  return is_web_address(about) ? about : std::string{};
}

std::string item_id(const FeedDocument& document, NodeId item) {
  std::string id =
      document.text(document.first(item, {{None, "guid"}, {Atom, "id"}, {None, "id"}, {DublinCore, "identifier"}}));
  return id.empty() ? std::string(trim(attribute(document.tree, item, "about", Rdf))) : id;
}

std::string language_of(const FeedDocument& document, NodeId parent, std::initializer_list<NodeId> texts = {}) {
  std::string language = document.text(document.first(parent, {{None, "language"}, {DublinCore, "language"}}));
  return language.empty() ? document.language_of(parent, texts) : language;
}

/// The first of the names among the children, or inside a Media RSS group.
NodeId first_or_in_group(const FeedDocument& document, NodeId item, ElementNames names) {
  if (const NodeId node = document.first(item, names); node != kNoNode) return node;
  for (const NodeId group : document.all(item, {{Media, "group"}, {Media, "content"}})) {
    if (const NodeId node = document.first(group, names); node != kNoNode) return node;
  }
  return kNoNode;
}

FeedEntry read_item(const FeedDocument& document, NodeId item, const Feed& feed) {
  FeedEntry entry;
  entry.id = item_id(document, item);
  const NodeId title = first_or_in_group(document, item, kTitle);
  entry.title = title_of(document, title);
  entry.link = item_link(document, item);
  entry.published = date_of(document, item, kPublished);
  entry.updated = date_of(document, item, kUpdated);
  entry.authors = people_of(document, item, kItemAuthors);
  const NodeId summary = first_or_in_group(document, item, kSummary);
  entry.summary = html_of(document, summary);
  NodeId content = document.first(item, kContent);
  // If an item has both a description and a summary, the summary is read as its content.
  if (content == kNoNode) content = document.first(item, {{None, "summary"}});
  if (content == summary) content = kNoNode;
  entry.content = html_of(document, content);
  entry.content_base = document.base_of(content == kNoNode ? item : content);
  entry.categories = categories_of(document, item, kCategories);
  entry.language = language_of(document, item, {content, summary, title});
  if (entry.language.empty()) entry.language = feed.language;
  entry.image = image_of(document, item);
  return entry;
}

std::optional<std::chrono::minutes> syndication_period(const FeedDocument& document, NodeId channel) {
  using namespace std::chrono;
  const std::string period = to_lower(document.text(document.first(channel, {{Syndication, "updateperiod"}})));
  constexpr std::pair<std::string_view, hours> kPeriods[] = {{"hourly", hours{1}},
                                                             {"daily", hours{24}},
                                                             {"weekly", hours{168}},
                                                             {"monthly", hours{720}},
                                                             {"yearly", hours{8760}}};
  for (const auto& [name, length] : kPeriods) {
    if (name != period) continue;
    const auto frequency =
        whole_number<unsigned>(document.text(document.first(channel, {{Syndication, "updatefrequency"}})));
    return minutes{length} / std::max(1u, frequency.value_or(1));
  }
  return std::nullopt;
}

/// How often, and when, the feed asks to be fetched (ttl, skipHours, skipDays, sy:updatePeriod).
void read_schedule(const FeedDocument& document, NodeId channel, Feed& feed) {
  using namespace std::chrono;
  constexpr unsigned kMinutesOfAYear = 525'600;
  if (const auto ttl = whole_number<unsigned>(document.text(document.first(channel, {{None, "ttl"}})));
      ttl && *ttl > 0) {
    feed.ttl = minutes{std::min(*ttl, kMinutesOfAYear)};
  } else {
    feed.ttl = syndication_period(document, channel);
  }
  for (const NodeId hour : document.all(document.first(channel, {{None, "skiphours"}}), {{None, "hour"}})) {
    // The specification counts from 0 to 23; some feeds write 24.
    if (const auto value = whole_number<unsigned>(document.text(hour)); value && *value <= 24)
      feed.skip_hours.push_back(*value % 24);
  }
  constexpr std::string_view kDays[] = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
  for (const NodeId day : document.all(document.first(channel, {{None, "skipdays"}}), {{None, "day"}})) {
    const auto found = std::find(std::begin(kDays), std::end(kDays), to_lower(document.text(day)));
    if (found != std::end(kDays)) feed.skip_days.emplace_back(static_cast<unsigned>(found - std::begin(kDays)));
  }
}

void read_channel(const FeedDocument& document, NodeId channel, Feed& feed) {
  feed.title = title_of(document, document.first(channel, kTitle));
  feed.link = rss_link(document, channel);
  feed.id = document.text(document.first(channel, {{Atom, "id"}, {None, "id"}}));
  feed.description = html_of(document, document.first(channel, {{None, "description"},
                                                                {Atom, "subtitle"},
                                                                {DublinCore, "description"},
                                                                {None, "tagline"},
                                                                {None, "subtitle"},
                                                                {Itunes, "summary"},
                                                                {Itunes, "subtitle"}}));
  feed.language = language_of(document, channel);
  feed.updated = date_of(document, channel,
                         {{None, "lastbuilddate"},
                          {Atom, "updated"},
                          {None, "pubdate"},
                          {DublinCore, "date"},
                          {DublinCoreTerms, "modified"}});
  feed.authors = people_of(document, channel,
                           {{Atom, "author"},
                            {DublinCore, "creator"},
                            {DublinCore, "author"},
                            {None, "author"},
                            {None, "managingeditor"},
                            {Itunes, "author"},
                            {Itunes, "owner"},
                            {None, "webmaster"}});
  feed.categories = categories_of(document, channel, kCategories);
  feed.next = atom_link(document, channel, "next");
  read_schedule(document, channel, feed);
}

Result<Feed> read_rss(const FeedDocument& document) {
  Feed feed;
  NodeId channel = document.root_is("channel") ? document.root : kNoNode;
  if (const auto channels = document.outermost(document.root, "channel"); channel == kNoNode && !channels.empty()) {
    channel = channels.front();
  }
  read_channel(document, channel == kNoNode ? document.root : channel, feed);
  for (const NodeId item : document.outermost(document.root, "item")) {
    if (feed.entries.size() == kMaxEntries) {
      ++feed.entries_left_out;
      continue;
    }
    feed.entries.push_back(read_item(document, item, feed));
  }
  return feed;
}

/// The root element is sometimes missing, so that the channel comes first.
bool is_rss(const FeedDocument& document) { return document.root_is("rss") || document.root_is("channel"); }

bool is_rdf(const FeedDocument& document) { return document.root_is("rdf"); }

} // namespace

FeedFormat rss_format() { return {"rss", is_rss, read_rss}; }

FeedFormat rdf_format() { return {"rdf", is_rdf, read_rss}; }

} // namespace trawl::feed
