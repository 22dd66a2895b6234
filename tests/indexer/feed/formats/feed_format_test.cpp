// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/feed_format.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl;
using namespace trawl::feed;

namespace {

/// The name of the format, or what the document is instead.
std::string format_of(const std::string& document) {
  const auto feed = parse_feed(document, "", "");
  return feed ? feed->format : feed.error().what;
}

} // namespace

TEST_CASE("feed format: each has a unique name", "[feed]") {
  std::set<std::string_view> names;
  for (const FeedFormat& format : feed_formats()) CHECK(names.insert(format.name).second);
  for (const char* name : {"atom", "json", "rdf", "rss"}) CHECK(names.contains(name));
}

TEST_CASE("feed format: the root element decides, not a declaration", "[feed]") {
  struct Row {
    std::string document, format;
  };
  const Row rows[] = {
      {"<rss/>", "rss"},
      {"<RSS version='0.91'><channel/></RSS>", "rss"},
      {"<?xml version='1.0'?><!-- <feed/> --><rss/>", "rss"},
      {"<channel><title>T</title></channel>", "rss"},
      {"<channel><item><title>T</title><link>u</link></item></channel>", "rss"},
      {"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", "rdf"},
      {"<RDF/>", "rdf"},
      {"<feed/>", "atom"},
      {"<feed version='0.3' xmlns='http://purl.org/atom/ns#'/>", "atom"},
      {"<entry xmlns='http://www.w3.org/2005/Atom'/>", "atom"},
      {"<entry/>", "this is not a feed but another kind of XML document"},
      {"{\"version\": \"https://jsonfeed.org/version/1\", \"items\": []}", "json"},
      {"\xEF\xBB\xBF {\"title\": \"T\", \"items\": []}", "json"},
      {"[]", "this is not a feed but something that is not XML"},
      {"<sitemapindex/>", "this is not a feed but a sitemap"},
      {"<body><rss/></body>", "this is not a feed but an HTML page"},
  };
  for (const Row& row : rows) {
    INFO(row.document);
    CHECK(format_of(row.document) == row.format);
  }
}

TEST_CASE("feed format: the root of a feed is found after a server's warning, but not arbitrarily far away",
          "[feed][limits]") {
  const auto behind = [](int tags) {
    std::string junk;
    for (int i = 0; i < tags; ++i) junk += "<b>w</b>";
    return format_of(junk + "<rss><channel/></rss>");
  };
  CHECK(behind(1) == "rss");
  CHECK(behind(199) == "rss");
  CHECK(behind(200) == "this is not a feed but another kind of XML document");
  CHECK(format_of("Warning: <br/> in x.php <feed xmlns='http://www.w3.org/2005/Atom'/>") == "atom");
}

TEST_CASE("feed format: 20 MB are read, more are too large", "[feed][limits]") {
  const std::string begin = "<rss><channel><title>T</title></channel></rss>";
  const std::string largest = begin + std::string((20u << 20) - begin.size(), ' ');
  CHECK(format_of(largest) == "rss");
  CHECK(format_of(largest + " ") == "the feed is larger than 20 MB");
}

TEST_CASE("feed format: JSON may be nested 32 levels deep", "[feed][limits]") {
  const auto nested = [](std::size_t levels) {
    return format_of("{\"title\": \"T\", \"items\": [], \"x\": " + std::string(levels, '[') + std::string(levels, ']') +
                     "}");
  };
  CHECK(nested(32) == "json");
  CHECK(nested(33) == "the JSON is nested deeper than 32 levels");
}

TEST_CASE("feed format: bad bytes or an unknown encoding make a feed malformed", "[feed]") {
  const auto is_malformed = [](const std::string& document) { return read_feed(document).malformed; };
  CHECK_FALSE(is_malformed("<?xml version='1.0' encoding='utf-8'?><rss><channel><title>é</title></channel></rss>"));
  CHECK_FALSE(
      is_malformed("<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>\xE9</title></channel></rss>"));
  CHECK(is_malformed("<?xml version='1.0' encoding='nonsense'?><rss><channel><title>T</title></channel></rss>"));
  CHECK(is_malformed(
      "<?xml version='1.0' encoding='utf-8'?><rss><channel><title>\xE9t\xC3\xA9 \xC3\xA9</title></channel></rss>"));
  CHECK(is_malformed("<rss><channel><title>a & b</title></channel></rss>"));
}

TEST_CASE("feed format: one sentence says what was left out, and none if everything was read", "[feed]") {
  Feed feed;
  CHECK(what_is_missing(feed).empty());
  feed.entries_left_out = 3;
  CHECK(what_is_missing(feed) == "the feed has too many entries: 3 after the first 5000 were left out");
  feed.is_cut = true;
  CHECK(what_is_missing(feed) == "the feed is too large: only its first 500000 elements were read");
}
