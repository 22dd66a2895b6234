// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"
#include "tests/support/source_tree.h"

#include <catch2/catch.hpp>

#include <string>

#include <nlohmann/json.hpp>

using nlohmann::json;

namespace {

const std::string kFeeds = trawl::test::in_source_tree("tests/data/feed/");

using trawl::commands::read_inspect_request;

json ask_feed(const json& request) { return json(trawl::commands::answer_feed(read_inspect_request(request.dump()))); }
json ask_charset(const json& request) {
  return json(trawl::commands::answer_charset(read_inspect_request(request.dump())));
}

} // namespace

TEST_CASE("inspect feed: an answer repeats the id and has feed and entries", "[inspect]") {
  const json answer =
      ask_feed({{"id", "x"}, {"path", kFeeds + "rdf-items-beside.xml"}, {"url", nullptr}, {"content_type", nullptr}});
  CHECK(answer["id"] == "x");
  CHECK(answer["format"] == "rdf");
  CHECK(answer["error"].is_null());
  CHECK(answer["entries"].size() == 2);
  CHECK(answer["entries"][0]["published"] == "2004-05-28T01:31:15+01:00");
  CHECK(answer["entries"][1]["published"].is_null());
}

TEST_CASE("inspect feed: input that cannot be read gives an error", "[inspect]") {
  CHECK(ask_feed({{"id", "x"}, {"path", kFeeds + "nowhere.xml"}})["error"].is_string());
  CHECK(ask_feed({{"id", "x"}, {"path", kFeeds + "subscriptions.opml"}})["error"].get<std::string>().contains("OPML"));
  CHECK(trawl::commands::answer_feed(read_inspect_request("no json"))["error"].is_string());
}

TEST_CASE("inspect charset: labels and files", "[inspect]") {
  CHECK(ask_charset({{"id", "a"}, {"label", "latin1"}}) == json({{"id", "a"}, {"encoding", "windows-1252"}}));
  CHECK(ask_charset({{"id", "b"}, {"label", "utf-7"}})["encoding"].is_null());
  const json answer =
      ask_charset({{"id", "c"}, {"path", kFeeds + "json-feed.json"}, {"content_type", "application/json"}});
  CHECK(answer["encoding"] == "UTF-8");
  CHECK(ask_charset({{"id", "d"}, {"path", kFeeds + "nowhere"}})["error"].is_string());
}
