// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/mcp/session.h"

#include "shared/api/request/value_fields.h"
#include "shared/schema/fields.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace session_test {

using namespace trawl;
using Json = nlohmann::json;

namespace {

/// An API that answers every question with `body` and remembers what it was asked.
struct Canned {
  std::string body = "{}";
  std::string path, query;
  mcp::Ask ask() {
    return [this](const std::string& asked, const api::Parameters& parameters) {
      path = asked;
      query = api::to_query_string(parameters);
      return body;
    };
  }
};

Json answered(const std::string& message, const mcp::Api& api = {}) {
  const auto line = mcp::answer(message, api);
  REQUIRE(line);
  CHECK(line->find('\n') == std::string::npos);
  return Json::parse(*line);
}

/// The text of a tool's answer.
std::string called(Canned& api, const std::string& tool, const Json& arguments) {
  const Json request = {
      {"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", tool}, {"arguments", arguments}}}};
  return answered(request.dump(), {api.ask()})["result"]["content"][0]["text"];
}

bool is_refused(const std::string& tool, const Json& arguments) {
  const Json request = {
      {"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", tool}, {"arguments", arguments}}}};
  Canned api;
  return answered(request.dump(), {api.ask()})["result"]["isError"] && api.path.empty();
}

} // namespace

TEST_CASE("mcp: a client gets the revision that it requested, or the newest one", "[mcp]") {
  const auto revision = [](const std::string& wanted) {
    return answered(R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":")" + wanted +
                    "\"}}");
  };
  CHECK(revision("2024-11-05")["result"]["protocolVersion"] == "2024-11-05");
  CHECK(revision("1999-01-01")["result"]["protocolVersion"] == "2025-06-18");
  CHECK(revision("x")["id"] == "a");
  CHECK(revision("x")["result"]["capabilities"].contains("tools"));
}

TEST_CASE("mcp: a notification and an answer get no answer", "[mcp]") {
  CHECK_FALSE(mcp::answer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", mcp::Api{}));
  CHECK_FALSE(mcp::answer(R"({"jsonrpc":"2.0","id":1,"result":{}})", mcp::Api{}));
}

TEST_CASE("mcp: an invalid message is answered with an error", "[mcp]") {
  struct Row {
    const char* message;
    int code;
  };
  for (const Row& row :
       {Row{"", -32700},
        {"x", -32700},
        {"[]", -32600},
        {"1", -32600},
        {"{}", -32600},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600},
        {R"({"jsonrpc":"2.0","id":[],"method":"ping"})", -32600},
        {R"({"jsonrpc":"2.0","id":1})", -32600},
        {R"({"jsonrpc":"2.0","id":1,"method":7})", -32600},
        {R"({"jsonrpc":"2.0","id":1,"method":"nosuch"})", -32601},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", -32602},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", -32602},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nosuch"}})", -32602},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":[]}})", -32602}}) {
    INFO(row.message);
    CHECK(answered(row.message)["error"]["code"] == row.code);
  }
  CHECK(answered(std::string(mcp::kMaxMessageBytes + 1, ' '))["error"]["code"] == -32600);
}

TEST_CASE("mcp: every tool has a description and a schema without additional properties", "[mcp]") {
  const Json tools = answered(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")["result"]["tools"];
  CHECK(tools.size() == 5);
  for (const Json& tool : tools) {
    INFO(tool["name"]);
    CHECK(tool["description"].get<std::string>().size() > 20);
    CHECK(tool["inputSchema"]["type"] == "object");
    CHECK(tool["inputSchema"]["additionalProperties"] == false);
  }
}

TEST_CASE("mcp: a search and a count take every filter of the table of fields", "[mcp]") {
  const Json tools = answered(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")["result"]["tools"];
  int with_filters = 0;
  for (const Json& tool : tools) {
    if (tool["name"] != "search" && tool["name"] != "list_values") continue;
    ++with_filters;
    for (const std::string_view filter : schema::kFilterFields)
      CHECK(tool["inputSchema"]["properties"].contains(std::string(filter)));
  }
  CHECK(with_filters == 2);
  CHECK(tools[3]["inputSchema"]["properties"]["field"]["description"] ==
        "The field, one of " + api::value_field_list());
}

TEST_CASE("mcp: what the reader remembers is seen and changed only where the caller offers it", "[mcp]") {
  Canned api;
  const auto tool = [&](const char* name, const Json& arguments) {
    const Json request = {{"jsonrpc", "2.0"},
                          {"id", 1},
                          {"method", "tools/call"},
                          {"params", {{"name", name}, {"arguments", arguments}}}};
    return answered(request.dump(), {api.ask(), api.ask()})["result"];
  };
  CHECK(answered(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mark_article",
    "arguments":{"article":"9f86d081884c7d65"}}})",
                 {api.ask()})["error"]["code"] == -32602);
  const Json tools = answered(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", {api.ask(), api.ask()});
  REQUIRE(tools["result"]["tools"].size() == 7);
  for (const Json& one : tools["result"]["tools"])
    CHECK(one["annotations"]["readOnlyHint"] == (one["name"] != "mark_article"));
  api.body = R"({"id":"9f86d081884c7d65","read":false,"starred":true,"later":true,"note":"to cite"})";
  const Json marked =
      tool("mark_article", {{"article", "9f86d081884c7d65"}, {"marks", {"starred", "-read"}}, {"note", "to cite"}});
  CHECK(api.path == "/v1/articles/9f86d081884c7d65/state");
  CHECK(api.query == "starred=1&read=0&note=to%20cite");
  CHECK(marked["content"][0]["text"] == "starred · later.\nNote: to cite\n");
  api.path.clear();
  CHECK(tool("mark_article", {{"article", "9f86d081884c7d65"}, {"marks", {"note"}}})["isError"] == true);
  CHECK(api.path.empty());
  api.body = R"({"saved":[{"name":"mine","query":"q=gpu","seen":null}]})";
  CHECK(tool("saved_searches", Json::object())["content"][0]["text"] == "- mine: /v1/search?q=gpu\n");
}

TEST_CASE("mcp: a search asks the API with its filters and shows URLs", "[mcp]") {
  Canned api;
  api.body = R"({"total":2,"offset":0,"next":"abc","warnings":[{"message":"cut"}],"hits":[{"id":"9f86d081884c7d65",
    "url":"https://a.example/1","title":"One","source":{"label":"A Blog"},"published":"2026-04-08T10:00:00Z",
    "authors":["Ada"],"tags":["gpu"],"snippets":[{"text":"a passage"}]}]})";
  const std::string text =
      called(api, "search", {{"query", "c++ kernel"}, {"tag", {"gpu", "a, b", "-\"x\", y"}}, {"limit", 2}});
  CHECK(api.path == "/v1/search");
  const auto parameters = api::parse_query_string(api.query);
  REQUIRE(parameters);
  CHECK((*parameters)[0].value == "gpu");
  CHECK((*parameters)[1].value == "\"a, b\"");
  CHECK((*parameters)[2].value == "-\"\"\"x\"\", y\"");
  CHECK(api.query.contains("limit=2"));
  CHECK(text == "2 articles, 1 shown.\nNote: cut\n\n1. One\n   https://a.example/1\n   A Blog · 2026-04-08 · Ada "
                "· gpu · id "
                "9f86d081884c7d65\n   > a passage\n\nNext page: cursor=abc\n");
}

TEST_CASE("mcp: a long article comes in parts that join to the whole, never inside a character", "[mcp]") {
  std::string whole;
  for (int i = 0; i < 700; ++i) whole += i % 3 == 0 ? "é" : i % 3 == 1 ? "語" : "a";
  Canned api;
  api.body = Json{{"title", "T"}, {"url", "https://a.example/1"}, {"id", "0"}, {"text", whole}}.dump();
  std::string joined;
  std::size_t offset = 0;
  for (int part = 0; part < 10; ++part) {
    const std::string text =
        called(api, "read_article", {{"article", "0123456789abcdef"}, {"offset", offset}, {"max_characters", 501}});
    CHECK(api.path == "/v1/articles/0123456789abcdef");
    const std::size_t begin = text.find("\n\n", text.find("id 0")) + 2;
    const std::size_t mark = text.find("\n\n[");
    joined += text.substr(begin, (mark == std::string::npos ? text.size() - 1 : mark) - begin);
    if (mark == std::string::npos) break;
    offset = std::stoul(text.substr(text.rfind('=') + 1));
  }
  CHECK(joined == whole);
}

TEST_CASE("mcp: an article may be named by its URL", "[mcp]") {
  Canned api;
  called(api, "related_articles", {{"article", "https://a.example/1"}});
  CHECK(api.path == "/v1/articles/https%3A%2F%2Fa.example%2F1/related");
}

TEST_CASE("mcp: a model sees no invisible characters, no Markdown in titles, and that a page is quoted", "[mcp]") {
  Canned api;
  api.body = Json{{"title", "A [click](javascript:x) # title"},
                  {"url", "https://a.example/1"},
                  {"id", "0"},
                  {"text", "seen\U000E0041\U000E0042 \u202Eoverride\u0085\x1b[1m\tcode"}}
                 .dump();
  const std::string text = called(api, "read_article", {{"article", "0123456789abcdef"}});
  CHECK(text.contains("seen override[1m\tcode"));
  CHECK(text.contains("# A \\[click\\](javascript:x) \\# title"));
  CHECK(text.contains("quoted from that page"));
}

TEST_CASE("mcp: every tool that lists something shows the API's warnings", "[mcp]") {
  Canned api;
  api.body = R"({"warnings":[{"message":"2 articles are missing."}]})";
  CHECK(called(api, "related_articles", {{"article", "0123456789abcdef"}}) ==
        "No related articles.\nNote: 2 articles are missing.\n");
  CHECK(called(api, "list_values", {{"field", "tag"}}) == ": 0 values\nNote: 2 articles are missing.\n");
  CHECK(called(api, "list_sources", Json::object()) == "Note: 2 articles are missing.\nThere are no sources yet.\n");
}

TEST_CASE("mcp: a correction and another spelling are shown", "[mcp]") {
  Canned api;
  api.body = R"({"query": {"q": "attenton"}, "total": 1, "correction": {"q": "attention", "typed_total": 0},
                 "did_you_mean": {"q": "atention", "total": 2},
                 "hits": [{"id": "1", "title": "T", "url": "https://papers.example/1"}]})";
  const std::string text = called(api, "search", {{"query", "attenton"}});
  CHECK(text.contains("Note: These are results for \"attention\"; \"attenton\" itself has 0 articles.\n"));
  CHECK(text.contains("Note: Did you mean \"atention\" (2 articles)?\n"));
  CHECK(text.contains("https://papers.example/1"));
}

TEST_CASE("mcp: wrong arguments are reported to the model and never reach the API", "[mcp]") {
  CHECK(is_refused("search", {{"nosuch", 1}}));
  CHECK(is_refused("search", {{"query", 1}}));
  CHECK(is_refused("search", {{"tag", {1}}}));
  CHECK(is_refused("search", {{"limit", 0}}));
  CHECK(is_refused("search", {{"limit", 21}}));
  CHECK(is_refused("search", {{"limit", "many"}}));
  CHECK(is_refused("search", {{"limit", -1}}));
  CHECK(is_refused("read_article", Json::object()));
  CHECK(is_refused("list_values", {{"field", nullptr}}));
}

TEST_CASE("mcp: an unknown argument is answered with those that the tool takes", "[mcp]") {
  Canned api;
  CHECK(called(api, "read_article", {{"id", "0123456789abcdef"}}) ==
        "unknown argument 'id'; read_article takes article, offset, max_characters");
  CHECK(called(api, "list_sources", {{"id", "x"}}) == "unknown argument 'id'; list_sources takes none");
}

TEST_CASE("mcp: an error of the API is reported to the model", "[mcp]") {
  const mcp::Ask refuses = [](const std::string&, const api::Parameters&) {
    return std::unexpected<std::string>("there is no such article");
  };
  const Json result = answered(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sources"}})",
                               {refuses})["result"];
  CHECK(result["isError"] == true);
  CHECK(result["content"][0]["text"] == "there is no such article");
}

} // namespace session_test
