// SPDX-License-Identifier: GPL-3.0-or-later
// What each command prints, its exit code, and what it says when something is wrong.
#include "shared/base/file.h"
#include "shared/content/stored_content.h"
#include "tests/cli/command_world.h"
#include "tests/support/scripted_server.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace commands_test {

using namespace trawl;
using namespace trawl::test;
using Words = std::vector<std::string>;
using Json = nlohmann::ordered_json;

namespace {

std::size_t lines_in(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

} // namespace

TEST_CASE("commands: 0 if something was found, 1 if nothing was", "[cli]") {
  CommandWorld world(small_library());
  struct Row {
    Words words;
    int exit_code;
  };
  for (const Row& row : {
           Row{{"search", "kernel"}, 0},
           {{"search"}, 0},
           {{"search", "nosuchwordanywhere"}, 1},
           {{"search", "kernel", "--tag", "nosuch"}, 1},
           {{"search", "kernel", "--format", "json"}, 0},
           {{"search", "nosuchwordanywhere", "--format", "json"}, 1},
           {{"search", "nosuchwordanywhere", "--format", "csv"}, 1},
           {{"search", "nosuchwordanywhere", "--format", "rss"}, 1},
           {{"search", "nosuchwordanywhere", "-n", "all"}, 1},
           {{"search", "kernel", "--offset", "10"}, 0}, // there are hits, although none on this page
           {{"show", article(0).id}, 0},
           {{"show", article(0).url}, 0},
           {{"facets", "tag"}, 0},
           {{"facets", "tag", "nosuchwordanywhere"}, 1},
           {{"suggest", "kern"}, 0},
           {{"suggest", "zzzzzz"}, 1},
           {{"trends", "kernel"}, 0},
           {{"trends", "kernel", "nosuchwordanywhere", "--format", "csv"}, 0},
           {{"trends", "nosuchwordanywhere"}, 1},
           {{"stats"}, 0},
           {{"sources"}, 0},
           {{"completion", "fish"}, 0},
       }) {
    INFO(row.words.front() << " " << row.words.back());
    const bool has_data = row.words.front() != "completion";
    const auto done = world.run(row.words, has_data);
    CHECK(done.error.empty());
    CHECK(done.exit_code == row.exit_code);
    CHECK_FALSE((done.exit_code == 0 && done.out.empty()));
  }
}

TEST_CASE("commands: a first word like a command is asked about when nothing is found", "[cli]") {
  CommandWorld world(small_library());
  const auto asked = [&](const std::string& word) { return captured_errors([&] { world.run({word, "xyzzy"}); }); };
  CHECK(asked("serch").contains("No command 'serch' (did you mean 'trawl search'?)"));
  CHECK(asked("kernel").empty());
}

TEST_CASE("commands: an error says what is wrong, and its code is that of its kind", "[cli]") {
  CommandWorld world(small_library());
  struct Row {
    Words words;
    int exit_code;
    const char* message;
  };
  for (const Row& row : {
           Row{{"show", "0123456789abcdef"}, 1, "no such article"},
           {{"show", "https://e.org/nosuch"}, 1, "no such article"},
           {{"related", "0123456789abcdef"}, 1, "no such article"},
           {{"show", "xyz"}, 2, "not an article's address or id"},
           {{"related", "3"}, 2, "each search result ends with its address; `trawl WORDS --show 1`"},
           {{"facets", "titel"}, 2, "choose one of"},
           {{"facets", "nosuch"}, 2, "source"},
           {{"search", "--since", "7x"}, 2, "--since 7x: must be a date or an age"},
           {{"search", "--after", "2026-13-01"}, 2, "--after 2026-13-01"},
           {{"search", "-n", "101"}, 2, "--limit 101: must be from 0 to 100"},
           {{"search", "kernel", "-n", "all", "--format", "rss"}, 2, "feeds are limited to 100 items"},
           {{"search", "kernel", "--show", "99"}, 1, "there is no hit 99; the search found 10"},
           {{"search", "nosuchwordanywhere", "--open", "1"}, 1, "there is no hit 1; the search found nothing"},
           {{"completion", "tcsh"}, 2, "choose bash, zsh or fish"},
           {{"new", "nosuch"}, 1, "nosuch: there is no saved search with this name"},
           {{"read"}, 2, "name the articles, or say --matching"},
           {{"forget", "nosuch"}, 1, "nosuch: there is no saved search with this name"},
       }) {
    INFO(row.words.front() << " " << row.words.back());
    const auto done = world.run(row.words, row.words.front() != "completion");
    INFO(done.error);
    CHECK(done.exit_code == row.exit_code);
    CHECK(done.error.contains(row.message));
    CHECK(lines_in(done.error) == 0);
    CHECK(done.out.empty());
  }
}

TEST_CASE("commands: without an index the message names the directory and what to run", "[cli]") {
  const TemporaryDirectory empty;
  CommandWorld world({});
  const std::string folder = (empty.data().root / "none").string();
  for (const char* command : {"search", "stats", "sources", "trending"}) {
    INFO(command);
    const auto done = world.run({command, "--data", folder}, false);
    CHECK(done.exit_code == 3);
    CHECK(done.error.contains(folder));
    CHECK(done.error.contains("trawl crawl"));
    CHECK_FALSE(std::filesystem::exists(folder));
  }
}

TEST_CASE("commands: every format has each hit once", "[cli]") {
  CommandWorld world(small_library());
  CHECK(lines_in(world.run({"search", "kernel", "--format", "urls"}).out) == 10);
  CHECK(lines_in(world.run({"search", "kernel", "--format", "tsv"}).out) == 10);
  CHECK(lines_in(world.run({"search", "kernel", "--format", "jsonl"}).out) == 10);
  CHECK(lines_in(world.run({"search", "kernel", "--format", "csv"}).out) == 11);
  CHECK(Json::parse(world.run({"search", "kernel", "--format", "json"}).out).at("hits").size() == 10);
  const std::string feed = world.run({"search", "kernel", "--format", "rss"}).out;
  CHECK(feed.starts_with("<?xml "));
  std::size_t items = 0;
  for (auto at = feed.find("<item>"); at != std::string::npos; at = feed.find("<item>", at + 1)) ++items;
  CHECK(items == 10);
}

TEST_CASE("commands: queries over time are a table of counts beside all articles, by source if asked", "[cli]") {
  CommandWorld world(small_library()); // one article a day from 2026-01-01, the last about agents
  const std::string table = world.run({"trends", "kernel", "agents", "--interval", "week"}).out;
  CHECK(table.contains("26-W01 26-W02"));
  CHECK(table.contains("kernel           4 █    6 █     10"));
  CHECK(table.contains("agents           ·      1 ░      1"));
  CHECK(table.contains("all articles     4      7       11"));
  CHECK(world.run({"trends", "kernel", "--interval", "week", "--format", "csv"}).out ==
        "query,interval,count,all\r\nkernel,2026-W01,4,4\r\nkernel,2026-W02,6,7\r\n");
  CHECK(world.run({"trends", "kernel", "--interval", "year", "--by", "source", "--format", "tsv"}).out ==
        "even\tkernel\t2026\t5\t6\nodd\tkernel\t2026\t5\t5\n");
}

TEST_CASE("commands: json ends in one newline and is the API's answer", "[cli]") {
  CommandWorld world(small_library());
  for (const Words& words : {Words{"search", "kernel"},
                             {"show", article(3).id},
                             {"stats"},
                             {"sources"},
                             {"facets", "tag"},
                             {"suggest", "kern"},
                             {"related", article(3).id},
                             {"trending"},
                             {"trends", "kernel"}}) {
    INFO(words.front());
    Words in_json = words;
    in_json.insert(in_json.end(), {"--format", "json"});
    const auto done = world.run(in_json);
    CHECK(done.error.empty());
    CHECK(lines_in(done.out) == 1);
    CHECK(Json::accept(done.out));
  }
}

TEST_CASE("commands: a damaged index is an error that says what to do, whatever is asked", "[cli]") {
  CommandWorld world(small_library());
  must(write_file_atomic(world.index.data().index_stub(), "damage"));
  for (const Words& words : std::vector<Words>{{"search", "agents"},
                                               {"search", "agents", "--format", "json"},
                                               {"search", "agents", "-n", "all", "--format", "jsonl"},
                                               {"search", "agents", "--show", "1"},
                                               {"count", "agents"},
                                               {"suggest", "agen"},
                                               {"facets", "tag"},
                                               {"sources"},
                                               {"show", article(1).id},
                                               {"related", article(1).id},
                                               {"trending"},
                                               {"trends", "agents"},
                                               {"stats"}}) {
    CAPTURE(words);
    const auto done = world.run(words);
    CHECK(done.out.empty());
    CHECK(done.exit_code == 3);
    CHECK(done.error.contains("trawl index rebuild"));
  }
}

TEST_CASE("commands: only where people or keys say so is a corrected query searched for unasked", "[cli]") {
  CommandWorld world(small_library());
  struct Row {
    Words words;
    std::string out; ///< the beginning
    bool is_corrected;
  };
  for (const Row& row : {Row{{"search", "kernal"},
                             "These are results for 'kernel'; 'kernal' has 0 hits: --as-typed\n\n 1  Kernel",
                             true},
                         {{"search", "kernal", "--as-typed"}, "Nothing found.", false},
                         {{"search", "kernal", "--format", "urls"}, "", false},
                         {{"search", "kernal", "--format", "urls", "--correct"}, "https://", true},
                         {{"search", "kernal", "--format", "tsv", "-n", "all"}, "", false},
                         {{"search", "kernal", "--format", "csv", "--correct"}, "id,", true},
                         {{"search", "kernal", "--format", "jsonl"}, "", false},
                         {{"search", "kernal", "--format", "rss"}, "<?xml", false},
                         {{"search", "kernal", "--format", "rss", "--correct"}, "<?xml", true},
                         {{"count", "kernal"}, "0\n", false},
                         {{"count", "kernal", "--correct"}, "10\n", true},
                         {{"facets", "tag", "kernal", "--format", "tsv"}, "", false},
                         {{"facets", "tag", "kernal", "--format", "tsv", "--correct"}, "gpu\tgpu\t10", true}}) {
    CAPTURE(row.words);
    Outcome done;
    const std::string errors = captured_errors([&] { done = world.run(row.words); });
    CHECK(done.error.empty());
    CHECK(done.out.starts_with(row.out));
    CHECK(done.exit_code == (row.is_corrected ? 0 : 1));
    CHECK(errors == (done.out.starts_with("These are") ? ""
                     : row.is_corrected ? "note: these are results for 'kernel'; 'kernal' has 0 hits: --as-typed\n"
                                        : "note: did you mean 'kernel' (10 hits)?\n"));
  }
  Outcome done;
  CHECK(captured_errors([&] { done = world.run({"search", "kernal", "--format", "json"}); }).empty());
  CHECK(nlohmann::json::parse(done.out)["correction"]["q"] == "kernel");
  CHECK(world.run({"search", "kernal", "--format", "rss"}).out.contains("Did you mean \"kernel\" (10)?") == false);
  CHECK(world.run({"search", "kernal", "--format", "rss"}).out.contains("Did you mean &quot;kernel&quot; (10)?"));
  CHECK(world.run({"read", "--matching", "kernal"}).exit_code == 1); // nothing that was not asked for is marked
}

TEST_CASE("commands: what is read as words is noted in every form but JSON", "[cli]") {
  CommandWorld world(small_library());
  for (const Words& words : {Words{"search", "kernel", "--tag", "nosuch"},
                             {"search", "kernel", "--tag", "nosuch", "--format", "tsv"},
                             {"search", "kernel", "--tag", "nosuch", "--format", "rss"},
                             {"count", "kernel", "--tag", "nosuch"},
                             {"facets", "source", "kernel", "--tag", "nosuch"}}) {
    CAPTURE(words);
    const std::string errors = captured_errors([&] { world.run(words); });
    CHECK(errors.starts_with("note: "));
    CHECK(errors.contains("nosuch"));
    CHECK(std::ranges::count(errors, '\n') == 1);
  }
  CHECK(captured_errors([&] { world.run({"count", "is:scrawled", "--format", "json"}); }).empty());
  CHECK(captured_errors([&] { world.run({"count", "is:scrawled"}); }).starts_with("note: "));
}

TEST_CASE("commands: -n all gives the hits of all pages, in the order of the pages", "[cli]") {
  std::vector<Article> many;
  for (std::size_t i = 0; i < 230; ++i) {
    many.push_back(article(i));
    many.back().text = "A kernel. " + many.back().text;
    many.back().published =
        Date{std::chrono::sys_days{std::chrono::year{2025} / 1 / 1} + std::chrono::days(i), DatePrecision::Day};
  }
  CommandWorld world(many);
  const auto urls = world.run({"search", "kernel", "-n", "all", "--sort", "oldest", "--format", "urls"});
  std::string expected;
  for (const Article& one : many) expected += one.url + "\n";
  CHECK(urls.out == expected);
  const auto csv = world.run({"search", "kernel", "-n", "all", "--format", "csv"});
  CHECK(lines_in(csv.out) == 231); // one header for all pages
  CHECK(csv.out.find("id,published") == csv.out.rfind("id,published"));
  const auto json = Json::parse(world.run({"search", "kernel", "-n", "all", "--format", "json"}).out);
  CHECK(json.at("hits").size() == 230);
  CHECK(json.at("limit") == 230);
  CHECK(json.at("next").is_null());
  CHECK(world.run({"search", "kernel", "-n", "all"}).out.contains("230 articles, 230 shown"));
}

TEST_CASE("commands: --show prints the text of the hit with that number", "[cli]") {
  CommandWorld world(small_library());
  const auto listed = world.run({"search", "kernel", "--sort", "oldest", "--format", "urls"});
  const auto third = world.run({"search", "kernel", "--sort", "oldest", "--show", "3"});
  CHECK(third.exit_code == 0);
  CHECK(third.out.starts_with("Kernel number 2\n"));
  CHECK(third.out.contains("A kernel for attention."));
  const auto json = Json::parse(world.run({"search", "kernel", "--sort", "oldest", "--show", "3", "-f", "json"}).out);
  CHECK(listed.out.contains(json.at("url").get<std::string>()));
  CHECK(json.at("text").get<std::string>().starts_with("A kernel for attention."));
}

TEST_CASE("commands: --show prints the text as `trawl show` does", "[cli]") {
  const content::StoredContent stored = content::pack(
      {{.kind = content::Kind::Heading, .number = 2, .children = {{.kind = content::Kind::Text, .text = "Why"}}},
       {.kind = content::Kind::Code, .text = "if agents:\n  ask()"}});
  std::vector<Article> library = small_library();
  library[10].text = stored.text;
  library[10].structure = stored.structure;
  CommandWorld world(library);
  const std::string shown = world.run({"show", library[10].id}).out;
  CHECK(shown.contains("if agents:"));
  CHECK(world.run({"search", "title:agents", "--show", "1"}).out == shown);
}

TEST_CASE("commands: --open gives the address of the hit to the browser", "[cli]") {
  CommandWorld world(small_library());
  const Environment browser("BROWSER", "echo");
  const auto opened = world.run({"search", "agents", "--open", "1"});
  CHECK(opened.exit_code == 0);
  CHECK(opened.out == article(10).url + "\n");
}

TEST_CASE("commands: facets and histogram are drawn below the hits", "[cli]") {
  CommandWorld world(small_library());
  const auto shown = world.run({"search", "kernel", "--facet", "source", "--histogram", "month", "-n", "1"});
  CHECK(shown.out.contains("\nsource\n  even  5 "));
  CHECK(shown.out.contains("\ndate\n  2026-01  10 "));
  CHECK(shown.out.contains("10 articles, 1 shown"));
}

TEST_CASE("commands: count prints the number of articles, as search does", "[cli]") {
  CommandWorld world(small_library());
  const auto total = Json::parse(world.run({"search", "kernel", "--format", "json"}).out)["total"].get<int>();
  CHECK(world.run({"count", "kernel"}).out == std::to_string(total) + "\n");
  CHECK(world.run({"count", "kernel", "--format", "json", "--tag", "gpu"}).out.contains("\"hits\":[]"));
  CHECK(world.run({"count", "nosuchwordanywhere"}).out == "0\n");
  CHECK(world.run({"count", "nosuchwordanywhere"}).exit_code == 1);
}

TEST_CASE("commands: facets in tables, limited or all", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"facets", "tag", "--format", "tsv"}).out == "gpu\tgpu\t10\nagents\tagents\t1\n");
  CHECK(world.run({"facets", "tag", "-n", "1", "--format", "tsv"}).out == "gpu\tgpu\t10\n");
  CHECK(world.run({"facets", "tag", "-n", "all", "--format", "csv"}).out ==
        "value,label,count\r\ngpu,gpu,10\r\nagents,agents,1\r\n");
  CHECK(world.run({"facets", "tag", "agents", "--format", "tsv"}).out == "agents\tagents\t1\n");
  CHECK(world.run({"facets", "source", "--tag", "agents", "--format", "tsv"}).out == "even\teven\t1\n");
}

TEST_CASE("commands: several facets in one command, and days", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"facets", "tag,source", "--format", "csv", "agents"}).out ==
        "field,value,label,count\r\ntag,agents,agents,1\r\nsource,even,even,1\r\n");
  CHECK(world.run({"facets", "date", "--interval", "month", "--format", "csv"}).out ==
        "value,label,count\r\n2026-01,2026-01,11\r\n");
  CHECK(world.run({"facets", "date", "kernel", "--interval", "year", "--format", "tsv"}).out == "2026\t2026\t10\n");
  const auto shown = world.run({"facets", "date,tag", "--after", "2026-01-10", "--interval", "day"});
  CHECK(shown.out.starts_with("date\n  2026-01-10  1 "));
  CHECK(shown.out.contains("\ntag\n"));
  CHECK_FALSE(shown.out.contains("2026-01-09"));
  const auto facets = Json::parse(world.run({"facets", "tag,date", "--format", "json"}).out)["facets"];
  CHECK(facets[0] == Json::parse(world.run({"facets", "tag", "--format", "json"}).out));
  CHECK(facets[1] == Json::parse(world.run({"facets", "date", "--format", "json"}).out));
  for (const Words& words : {Words{"facets", "tag,nosuch"},
                             {"facets", "tag,"},
                             {"facets", "date", "-n", "3"},
                             {"facets", "date", "--prefix", "2"},
                             {"facets", "tag", "--interval", "day"}}) {
    INFO(words[1]);
    CHECK(world.run(words).exit_code == 2);
  }
}

TEST_CASE("commands: a histogram has the dates that the filters let through, whatever asks for it", "[cli]") {
  CommandWorld world(small_library());
  const auto counts_of = [](const std::string& json) {
    return Json::parse(json).at("/facets/date/values"_json_pointer);
  };
  const auto counts = counts_of(
      world.run({"search", "--histogram", "day", "--after", "2026-01-05", "--before", "2026-01-08", "--format", "json"})
          .out);
  CHECK(counts.size() == 3);
  CHECK(counts.front()["value"] == "2026-01-05");
  const auto typed = counts_of(
      world.run({"search", "after:2026-01-05", "before:2026-01-08", "--histogram", "day", "--format", "json"}).out);
  CHECK(typed == counts);
  const auto shown = world.run({"search", "--histogram", "day", "--after", "2026-01-05", "--before", "2026-01-08"}).out;
  CHECK(shown.contains("\n  2026-01-07  1 "));
  CHECK_FALSE(shown.contains("\n  2026-01-08"));
  CHECK_FALSE(shown.contains("\n  2026-01-04"));
}

TEST_CASE("commands: a daemon that answers something else is an error, whatever the command", "[cli]") {
  const ScriptedServer server(ScriptedServer::response("200 OK", "<html>It works!</html>", "text/html"));
  CommandWorld world({});
  for (const Words& words :
       {Words{"search", "x"}, {"stats"}, {"show", "0123456789abcdef"}, {"facets", "tag"}, {"trending"}}) {
    INFO(words.front());
    Words asked = words;
    asked.insert(asked.end(), {"--server", server.address()});
    const auto done = world.run(asked, false);
    CHECK(done.exit_code == 6);
    CHECK(done.error.contains("not JSON"));
    CHECK(done.error.contains("--server"));
    CHECK(done.out.empty());
  }
}

TEST_CASE("commands: with --server the index of this machine is not looked at", "[cli]") {
  const ScriptedServer server(
      ScriptedServer::response("200 OK", R"({"total":1,"hits":[{"url":"https://far.away/"}]})"));
  CommandWorld world(small_library());
  const auto done = world.run({"search", "kernel", "--server", server.address(), "--format", "urls"});
  CHECK(done.out == "https://far.away/\n");
}

TEST_CASE("commands: of all pages, what one lacks the whole lacks", "[cli]") {
  const ScriptedServer server([](const ScriptedServer::Request& request) -> ScriptedServer::Reply {
    Json page = {{"total", 2}, {"total_relation", "exact"}, {"hits", {{{"url", "https://far.away/"}}}}};
    page["warnings"] = Json::array({{{"code", "unknown_field"}, {"message", "x"}}});
    if (request.path.contains("cursor=two")) {
      page["next"] = "three";
    } else if (!request.path.contains("cursor=three")) {
      page["next"] = "two";
      page["total_relation"] = "at_least";
      page["warnings"].push_back({{"code", "proximity_cut"}, {"message", "Time ran out."}});
    }
    return {200, page.dump()};
  });
  CommandWorld world({});
  const auto done = world.run({"search", "x", "-n", "all", "--server", server.address(), "--format", "json"}, false);
  const Json whole = Json::parse(done.out);
  CHECK(whole.at("hits").size() == 3);
  CHECK(whole.at("total_relation") == "at_least");
  REQUIRE(whole.at("warnings").size() == 2);
  CHECK(whole.at("warnings").at(0).at("code") == "proximity_cut");
  CHECK(whole.at("warnings").at(1).at("code") == "unknown_field");
}

TEST_CASE("commands: passages are asked for only by formats that print them", "[cli]") {
  const ScriptedServer server(
      ScriptedServer::response("200 OK", R"({"total":1,"hits":[{"url":"https://far.away/"}]})"));
  CommandWorld world({});
  const auto asked = [&](Words words) {
    words.insert(words.begin(), {"search", "kernel", "--server", server.address()});
    world.run(words, false);
    return server.asked().back();
  };
  for (const char* format : {"urls", "tsv", "csv"}) CHECK(asked({"--format", format}).contains("snippets=0"));
  CHECK(asked({"--format", "urls", "--snippets", "3"}).contains("snippets=0"));
  CHECK_FALSE(asked({"--format", "jsonl"}).contains("snippets"));
  CHECK(asked({"--snippets", "3"}).contains("snippets=3"));
}

} // namespace commands_test
