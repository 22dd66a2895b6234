// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "indexer/feed/feed_xml.h"
#include "indexer/feed/opml.h"
#include "indexer/feed/sitemap.h"
#include "tests/standards/cases.h"

using namespace trawl;
using standards::Json;

namespace {

/// Without the clock that it was written by.
Json date_text(const std::optional<Date>& date) { return date ? Json(to_text({date->time, date->precision})) : Json(); }

Json people_of(const std::vector<feed::FeedAuthor>& authors) {
  Json people = Json::array();
  for (const auto& author : authors)
    people.push_back({{"name", author.name}, {"email", author.email}, {"uri", author.uri}});
  return people;
}

Json to_json(const feed::FeedEntry& entry) {
  return {{"id", entry.id},
          {"title", entry.title},
          {"link", entry.link},
          {"published", date_text(entry.published)},
          {"updated", date_text(entry.updated)},
          {"authors", people_of(entry.authors)},
          {"summary", entry.summary},
          {"content", entry.content},
          {"categories", entry.categories},
          {"language", entry.language},
          {"image", entry.image}};
}

Json to_json(const feed::Feed& feed) {
  Json days = Json::array(), entries = Json::array();
  for (const auto day : feed.skip_days) days.push_back(day.c_encoding());
  for (const auto& entry : feed.entries) entries.push_back(to_json(entry));
  return {{"format", feed.format},
          {"malformed", feed.malformed},
          {"id", feed.id},
          {"title", feed.title},
          {"link", feed.link},
          {"description", feed.description},
          {"language", feed.language},
          {"updated", date_text(feed.updated)},
          {"authors", people_of(feed.authors)},
          {"categories", feed.categories},
          {"entries", entries},
          {"next", feed.next},
          {"ttl", feed.ttl ? Json(feed.ttl->count()) : Json()},
          {"skip_hours", feed.skip_hours},
          {"skip_days", days}};
}

/// "{entry}" in a template of the file marks where the input belongs; the input may be a whole document, too.
Json read_feed(const std::string& document) {
  const auto feed = feed::parse_feed(document, "https://example.org/feed", "");
  return feed ? to_json(*feed) : Json{{"error", feed.error().what}};
}

/// Checks cases whose input is {"feed"} or {"entry"}: elements of a feed, or of its only entry.
void check_elements(const std::string& name, const std::string& begin, const std::string& begin_entry,
                    const std::string& end_entry, const std::string& end) {
  standards::check_cases(name, [&](const Json& input, const Json&) {
    if (input.is_string()) return read_feed(input.get<std::string>());
    if (input.contains("feed")) return read_feed(begin + input["feed"].get<std::string>() + end);
    const Json feed = read_feed(begin + begin_entry + input["entry"].get<std::string>() + end_entry + end);
    return feed.contains("entries") && feed["entries"].size() == 1 ? feed["entries"][0] : feed;
  });
}

} // namespace

TEST_CASE("standards: Atom's elements are read as in RFC 4287", "[standards]") {
  check_elements("atom", "<feed xmlns=\"http://www.w3.org/2005/Atom\">", "<entry>", "</entry>", "</feed>");
}

TEST_CASE("standards: RSS's elements are read as its specification says", "[standards]") {
  check_elements("rss", "<rss version=\"2.0\"><channel>", "<item>", "</item>", "</channel></rss>");
}

TEST_CASE("standards: JSON Feed's members are read as its specification says", "[standards]") {
  standards::check_cases("json_feed", [](const Json& input, const Json&) {
    Json document = {{"version", "https://jsonfeed.org/version/1.1"}, {"title", "T"}, {"items", Json::array()}};
    if (input.contains("document")) return read_feed(input["document"].dump());
    if (input.contains("feed")) document.update(input["feed"]);
    if (!input.contains("item")) return read_feed(document.dump());
    document["items"].push_back(input["item"]);
    return read_feed(document.dump())["entries"][0];
  });
}

TEST_CASE("standards: sitemaps are read as their protocol says", "[standards]") {
  standards::check_cases("sitemap", [](const Json& input, const Json&) {
    const auto sitemap = feed::parse_sitemap(input.get<std::string>(), "https://example.org/sitemap.xml", "");
    if (!sitemap) return Json();
    Json pages = Json::array(), sitemaps = Json::array();
    const auto to_json = [](const feed::SitemapEntry& entry) {
      return Json{{"url", entry.url},
                  {"modified", date_text(entry.modified)},
                  {"published", date_text(entry.published)},
                  {"title", entry.title}};
    };
    for (const auto& page : sitemap->pages) pages.push_back(to_json(page));
    for (const auto& other : sitemap->sitemaps) sitemaps.push_back(to_json(other));
    return Json{{"pages", pages}, {"sitemaps", sitemaps}, {"malformed", sitemap->malformed}};
  });
}

TEST_CASE("standards: OPML is read as its specification says", "[standards]") {
  standards::check_cases("opml", [](const Json& input, const Json&) {
    const auto opml = feed::read_opml(input.get<std::string>());
    if (!opml) return Json();
    Json feeds = Json::array();
    for (const auto& one : opml->feeds) {
      feeds.push_back({{"title", one.title},
                       {"feed_url", one.feed_url},
                       {"home_url", one.home_url},
                       {"note", one.note},
                       {"categories", one.categories},
                       {"is_feed", one.is_feed}});
    }
    return feeds;
  });
}

TEST_CASE("standards: XML is read as in XML 1.0, and errors are noticed", "[standards]") {
  standards::check_cases("xml", [](const Json& input, const Json&) {
    const feed::XmlTree tree = feed::read_feed_xml(input.get<std::string>());
    return Json{{"well_formed", tree.well_formed},
                {"text", tree.first_root == feed::kNoNode ? "" : feed::text_content(tree, tree.first_root)}};
  });
}
