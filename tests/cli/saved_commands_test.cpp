// SPDX-License-Identifier: GPL-3.0-or-later
// save, saved, new and forget on a small index.
#include "shared/base/file.h"
#include "shared/store/reader_memory.h"
#include "tests/cli/command_world.h"

#include <iostream>
#include <sstream>

#include <nlohmann/json.hpp>

using namespace trawl;
using namespace trawl::test;
using Json = nlohmann::ordered_json;

TEST_CASE("saved searches: what is new is shown once, and again when something is added", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"save", "mine", "agents"}).exit_code == 0);
  const auto first = world.run({"new", "mine", "--past"});
  CHECK(first.exit_code == 0);
  CHECK(first.out.starts_with("mine  agents\n\n 1  Agents that ask\n"));
  const auto second = world.run({"new", "mine"});
  CHECK(second.exit_code == 1);
  CHECK(second.out == "mine  agents\n  nothing new\n\n");
  Article added = article(99);
  added.title = "More agents";
  world.index.add({added});
  const auto third = world.run({"new", "mine"});
  CHECK(third.exit_code == 0);
  CHECK(third.out.contains(" 1  More agents\n"));
  CHECK_FALSE(third.out.contains("Agents that ask"));
}

TEST_CASE("saved searches: an article that was shown stays so, also as earlier versions noted it", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "mine", "kernel", "--source", "odd"});
  auto memory = store::ReaderMemory::open(world.index.data());
  REQUIRE(memory);
  const std::vector<std::string> shown{small_library()[9].id + "@2026-05-02T12:00:00Z"};
  REQUIRE(memory->add_shown("mine", shown, now()));
  const auto fresh = world.run({"new", "mine", "--past", "--format", "urls"}).out;
  CHECK(fresh.contains(small_library()[7].url + "\n"));
  CHECK_FALSE(fresh.contains(small_library()[9].url + "\n"));
}

TEST_CASE("saved searches: a search that is saved again begins anew", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "mine", "agents"});
  CHECK(world.run({"new", "--past"}).exit_code == 0);
  CHECK(world.run({"new"}).exit_code == 1);
  world.run({"save", "mine", "agents"});
  CHECK(world.run({"new", "--past"}).exit_code == 0);
}

TEST_CASE("saved searches: what could not be asked is not new in the next answer", "[cli]") {
  CommandWorld world(small_library());
  world.index.add({article(99)});
  world.run({"save", "mine", "kernel"});
  CHECK(world.run({"new", "mine", "--past"}).exit_code == 0);
  const auto stub = world.index.data().index_stub();
  const std::string whole = must(read_file(stub));
  must(write_file_atomic(stub, "damage"));
  const auto failed = world.run({"new", "mine"});
  CHECK(failed.exit_code == 3);
  CHECK(failed.out.empty());
  must(write_file_atomic(stub, whole));
  const auto next = world.run({"new", "mine"});
  CHECK(next.exit_code == 1);
  CHECK(next.out == "mine  kernel\n  nothing new\n\n");
}

TEST_CASE("saved searches: another search of the same name is replaced only with --yes", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "mine", "agents"});
  const auto refused = world.run({"save", "mine", "kernel"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.error.contains("--yes"));
  CHECK(world.run({"saved"}).out == "mine  agents\n");
  CHECK(world.run({"save", "mine", "kernel", "--yes"}).exit_code == 0);
  CHECK(world.run({"saved"}).out == "mine  kernel\n");
}

TEST_CASE("saved searches: filters and options are kept with the words", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "odd ones", "kernel", "--source", "odd", "--match", "all"});
  const auto urls = world.run({"new", "odd ones", "--past", "--format", "urls"});
  CHECK(urls.out == article(9).url + "\n" + article(7).url + "\n" + article(5).url + "\n" + article(3).url + "\n" +
                        article(1).url + "\n");
  const auto listed = world.run({"saved"});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out == "odd ones  kernel  source=odd  match=all\n");
}

TEST_CASE("saved searches: how results were shown on the page is not part of one", "[cli]") {
  CommandWorld world(small_library());
  auto memory = store::ReaderMemory::open(world.index.data()).value();
  REQUIRE(memory.save({"mine", "q=agents&sort=oldest&limit=1&cursor=x&offset=3&highlight=none&snippets=0", {}}));
  CHECK(world.run({"digest", "--keep"}).exit_code == 1); // nothing is new
  CHECK(world.run({"new", "mine", "--format", "rss"}).exit_code == 0);
  CHECK(world.run({"new", "mine", "--past"}).out.contains("Agents that ask"));
}

TEST_CASE("saved searches: one that is refused is named, and the others are shown without it", "[cli]") {
  CommandWorld world(small_library());
  auto memory = store::ReaderMemory::open(world.index.data()).value();
  REQUIRE(memory.save({"bad", "q=agents&nosuch=1", {}}));
  REQUIRE(memory.save({"mine", "q=agents", {}}));
  Outcome shown;
  CHECK(captured_errors([&] { shown = world.run({"new", "--past"}); }).contains("'bad' was left out: "));
  CHECK(shown.exit_code == 0);
  CHECK(shown.out.contains("Agents that ask"));
  CHECK(captured_errors([&] { world.run({"digest", "--keep"}); }).contains("'bad' was left out: "));
  CHECK(world.run({"new", "bad"}).exit_code == 2);
}

TEST_CASE("saved searches: options before the name are not part of the search's words", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "--tag", "gpu", "kern", "attention"});
  CHECK(world.run({"saved"}).out == "kern  attention  tag=gpu\n");
}

TEST_CASE("saved searches: the advice to show one can be typed as it is printed", "[cli]") {
  CommandWorld world(small_library());
  const auto advice = [&](const char* name) {
    std::ostringstream said;
    std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
    world.run({"save", name, "agents"});
    std::cerr.rdbuf(before);
    return said.str().substr(said.str().find(": trawl new ") + 2);
  };
  CHECK(advice("mine") == "trawl new mine\n");
  CHECK(advice("two words") == "trawl new 'two words'\n");
  CHECK(advice("it's") == "trawl new 'it'\\''s'\n");
}

TEST_CASE("saved searches: a list is printed as text or JSON, and an empty one says how to begin", "[cli]") {
  CommandWorld world(small_library());
  const auto empty = world.run({"saved"});
  CHECK(empty.exit_code == 1);
  CHECK(empty.out == "No saved searches. Create one with `trawl save NAME WORDS`.\n");
  CHECK(world.run({"saved", "--format", "json"}).out == "[]\n");
  world.run({"save", "all"});
  CHECK(world.run({"saved"}).out == "all  all articles\n");
  world.run({"save", "b", "x", "--tag", "gpu"});
  const auto rows = Json::parse(world.run({"saved", "--format", "json"}).out);
  CHECK(rows.size() == 2);
  CHECK(rows[1].at("name") == "b");
  CHECK(rows[1].at("parameters") == Json::parse(R"([["q","x"],["tag","gpu"]])"));
}

TEST_CASE("saved searches: new without a name shows all of them, each under its name", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "a", "agents"});
  world.run({"save", "k", "kernel"});
  world.run({"save", "n", "nosuchwordanywhere"});
  const auto all = world.run({"new", "--past"});
  CHECK(all.exit_code == 0);
  CHECK(all.out.contains("a  agents\n"));
  CHECK(all.out.contains("k  kernel\n"));
  CHECK(all.out.contains("n  nosuchwordanywhere\n"));
  CHECK(all.out.contains("  nothing new\n"));
  CHECK(world.run({"new"}).exit_code == 1);
}

TEST_CASE("saved searches: every format, with one header for csv", "[cli]") {
  CommandWorld world(small_library());
  const auto fresh = [&](const char* format) {
    world.run({"save", "a", "agents"});
    world.run({"save", "k", "kernel"});
    return world.run({"new", "--past", "--format", format}).out;
  };
  const std::string csv = fresh("csv");
  CHECK(csv.starts_with("id,published,"));
  CHECK(csv.find("id,published,") == csv.rfind("id,published,"));
  CHECK(std::ranges::count(csv, '\n') == 12);
  CHECK(std::ranges::count(fresh("urls"), '\n') == 11);
  CHECK(std::ranges::count(fresh("jsonl"), '\n') == 11);
  const std::string json = fresh("json"); // one line for each search
  CHECK(std::ranges::count(json, '\n') == 2);
  CHECK(Json::parse(json.substr(0, json.find('\n'))).at("name") == "a");
}

TEST_CASE("saved searches: as a feed, one search, and without marking anything as seen", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "a", "agents"});
  CHECK(world.run({"new", "--format", "rss"}).out.contains("<title>Agents that ask</title>"));
  CHECK(world.run({"new", "a", "--past"}).exit_code == 0);
  world.run({"save", "k", "kernel"});
  const auto both = world.run({"new", "--format", "rss"});
  CHECK(both.exit_code == 2);
  CHECK(both.error == "--format rss: a feed shows one saved search; name one of them");
}

TEST_CASE("saved searches: forgetting removes one and keeps the others", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "a", "agents"});
  world.run({"save", "k", "kernel"});
  CHECK(world.run({"forget", "a"}).exit_code == 0);
  CHECK(world.run({"saved"}).out == "k  kernel\n");
  const auto again = world.run({"forget", "a"});
  CHECK(again.exit_code == 1);
  CHECK(again.error.contains("`trawl saved` lists them"));
}

TEST_CASE("saved searches: a name is text that can be typed again", "[cli]") {
  CommandWorld world(small_library());
  for (const char* name : {"", "   ", "a\nb", "a\tb", "\x1b[2J", "caf\xE9", "a\u202Eb"}) {
    INFO(name);
    const auto done = world.run({"save", name, "x"});
    CHECK(done.exit_code == 2);
    CHECK(done.error.contains("name"));
  }
  for (const char* name : {"a", "two words", "名前", "-name"}) {
    INFO(name);
    CHECK(world.run({"save", name, "x"}).exit_code == 0);
  }
}

TEST_CASE("saved searches: what is no valid search is refused, and not saved", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"save", "a", "caf\xE9"}).exit_code == 2);
  CHECK(world.run({"save", "a", "((attention", "--since", "7"}).error.contains("--since 7:"));
  CHECK(world.run({"saved"}).exit_code == 1);
}

TEST_CASE("new: the first time, only the last week, with a sentence, and what is undated later is new", "[cli]") {
  auto library = small_library();
  library.back().published = Date{now() - std::chrono::days(2), DatePrecision::Second};
  library.front().published.reset();
  CommandWorld world(library);
  const auto first = world.run({"new"});
  CHECK(first.out.contains(" 1  Agents that ask\n"));
  CHECK_FALSE(first.out.contains("Kernel number"));
  CHECK(first.out.contains("`trawl new --past` shows 10 articles that are older or undated"));
  CHECK(world.run({"new"}).out == "New\n  nothing new\n\n");
  Article undated = article(99);
  undated.title = "Without a date";
  undated.published.reset();
  world.index.add({undated});
  CHECK(world.run({"new"}).out.contains(" 1  Without a date\n"));
  CHECK(world.run({"new"}).exit_code == 1);
  CHECK(std::ranges::count(world.run({"new", "--past", "--format", "urls"}).out, '\n') == 10);
  CHECK(world.run({"new", "--past"}).exit_code == 1);
}

TEST_CASE("new: as many of each search as asked for, and the others stay new", "[cli]") {
  CommandWorld world(small_library());
  world.run({"save", "k", "kernel"});
  const auto first = world.run({"new", "k", "--past", "-n", "4"});
  CHECK(first.out.starts_with("k  kernel\n  4 of 10 articles; the others stay new\n\n 1  Kernel number 9\n"));
  CHECK(first.out.contains(" 4  Kernel number 6\n"));
  CHECK_FALSE(first.out.contains("Kernel number 5"));
  const auto second = world.run({"new", "k", "-n", "2", "--format", "json"});
  CHECK(Json::parse(second.out).at("total") == 6);
  CHECK(Json::parse(second.out).at("hits").size() == 2);
  const auto rest = world.run({"new", "k", "-n", "all"});
  CHECK(rest.out.starts_with("k  kernel\n\n 1  Kernel number 3\n"));
  CHECK(rest.out.contains(" 4  Kernel number 0\n"));
  CHECK(world.run({"new", "k"}).exit_code == 1);
}

TEST_CASE("new: -n all is not --past", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"new", "-n", "all"}).exit_code == 1);
}

TEST_CASE("new: --keep shows the same again, and what was read elsewhere is not new", "[cli]") {
  CommandWorld world(small_library());
  const auto urls = [&](const char* option) { return world.run({"new", "--past", "--format", "urls", option}).out; };
  CHECK(std::ranges::count(urls("--keep"), '\n') == 11);
  CHECK(world.run({"read", article(3).url}).exit_code == 0);
  CHECK(std::ranges::count(urls("--keep"), '\n') == 10);
  CHECK(std::ranges::count(urls("--past"), '\n') == 10);
  CHECK(urls("--past").empty());
}

TEST_CASE("marks: a star is found by the query language, and taken away again", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"star", article(1).url, article(2).id}).exit_code == 0);
  CHECK(world.run({"count", "is:starred"}).out == "2\n");
  CHECK(world.run({"count", "is:starred", "--source", "odd"}).out == "1\n");
  CHECK(world.run({"count", "kernel -is:starred"}).out == "8\n");
  CHECK(world.run({"star", "--format", "urls"}).out == article(2).url + "\n" + article(1).url + "\n");
  CHECK(captured_errors([&] { world.run({"star", "--remove", article(1).url}); }).starts_with("star removed: "));
  CHECK(world.run({"count", "is:starred"}).out == "1\n");
  CHECK(world.run({"count", "is:later"}).out == "0\n");
}

TEST_CASE("marks: all that a query finds is marked as read, which can be taken back", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"count", "is:unread"}).out == "11\n");
  CHECK(world.run({"read", article(1).id}).exit_code == 0);
  CHECK(captured_errors([&] { world.run({"read", "--matching", "--source", "odd"}); }) ==
        "read: 4 articles; `trawl read --undo` takes it back\n");
  CHECK(world.run({"count", "is:unread"}).out == "6\n");
  CHECK(world.run({"read", "--undo"}).exit_code == 0);
  CHECK(world.run({"count", "is:unread"}).out == "10\n"); // the one that was read before still is
  CHECK(world.run({"read", "--undo"}).exit_code == 1);
  CHECK(captured_errors([&] { world.run({"read", "--undo", article(1).id}); }).starts_with("read removed: "));
  CHECK(world.run({"count", "is:unread"}).out == "11\n");
  CHECK(world.run({"read", article(1).id, article(2).id}).exit_code == 0);
  CHECK(captured_errors([&] { world.run({"read", "--undo", "--matching", "--source", "odd"}); }) ==
        "read removed: 1 article\n");
  CHECK(world.run({"count", "is:unread"}).out == "10\n");
  CHECK(world.run({"read"}).exit_code == 2);
}

TEST_CASE("marks: --quiet says nothing of what was done", "[cli]") {
  CommandWorld world(small_library());
  CHECK(captured_errors([&] {
          world.run({"star", article(1).id, "--quiet"});
          world.run({"read", "--matching", "kernel", "--quiet"});
          world.run({"read", "--undo", "--quiet"});
          world.run({"save", "mine", "agents", "--quiet"});
          world.run({"forget", "mine", "--quiet"});
          world.run({"digest", "--quiet"});
          world.run({"search", "kernal", "--format", "urls", "--quiet"});
        }).empty());
  CHECK(world.run({"star", "--format", "urls", "--quiet"}).out == article(1).url + "\n");
}

TEST_CASE("marks: a note is kept as it was written", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"note", article(1).id}).exit_code == 1);
  CHECK(world.run({"note", article(1).id, "compare", "with", "the", "paper"}).exit_code == 0);
  CHECK(world.run({"note", article(1).url}).out == "compare with the paper\n");
  CHECK(world.run({"note", "--remove", article(1).id}).exit_code == 0);
  CHECK(world.run({"note", article(1).id}).out.empty());
  CHECK(world.run({"note", "0123456789abcdef", "x"}).error.contains("no such article"));
}

TEST_CASE("marks: without an article, all notes are listed, also of articles that are gone", "[cli]") {
  CommandWorld world(small_library());
  CHECK(world.run({"note"}).exit_code == 1);
  CHECK(world.run({"note"}).out == "No notes. Write one with `trawl note ID WORDS`.\n");
  world.run({"note", article(1).id, "compare with the paper"});
  world.run({"note", article(2).id, "two\nlines"});
  world.run({"star", article(3).id});
  auto memory = store::ReaderMemory::open(world.index.data()).value();
  REQUIRE(memory.set_note("ffffffffffffffff", "of one that was removed"));
  const auto listed = world.run({"note"});
  CHECK(listed.exit_code == 0);
  for (const std::string& text : {"Kernel number 1  " + article(1).id + "\n  compare with the paper\n",
                                  "Kernel number 2  " + article(2).id + "\n  two\n  lines\n",
                                  std::string("(no longer here)  ffffffffffffffff\n  of one that was removed\n")}) {
    INFO(text);
    CHECK(listed.out.contains(text));
  }
  CHECK_FALSE(listed.out.contains("Kernel number 3"));
  const auto rows = Json::parse(world.run({"note", "--format", "json"}).out).at("notes");
  CHECK(rows.size() == 3);
  CHECK(rows.back() == Json::parse(R"({"id":"ffffffffffffffff","note":"of one that was removed"})"));
  CHECK(world.run({"note", "--remove"}).exit_code == 2);
}
