// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/options.h"

#include "tests/indexer/commands/indexer_run.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::commands;
using trawl::test::run_indexer;
using Words = std::vector<std::string>;

namespace {

Options parse(const Words& words) {
  std::vector<const char*> arguments{"trawl-indexer"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

std::string text_of(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += word + " ";
  return out;
}

} // namespace

TEST_CASE("indexer options: each command is recognised by its words", "[commands]") {
  struct Row {
    Words words;
    decltype(Options::run) run;
    Words arguments;
  };
  for (const Row& row : {
           Row{{"crawl"}, commands::crawl, {}},
           {{"crawl", "a", "b"}, commands::crawl, {"a", "b"}},
           {{"import", "x.jsonl", "-"}, import_files, {"x.jsonl", "-"}},
           {{"export"}, export_articles, {}},
           {{"inspect", "article", "a.html"}, inspect_article, {"a.html"}},
           {{"inspect", "feed", "f.xml"}, inspect_feed, {"f.xml"}},
           {{"inspect", "robots", "r.txt", "https://e.org/"}, inspect_robots, {"r.txt", "https://e.org/"}},
           {{"inspect", "url", "x"}, inspect_url, {"x"}},
           {{"inspect", "charset", "x"}, inspect_charset, {"x"}},
           {{"index", "rebuild"}, rebuild_index, {}},
           {{"index", "check"}, check_index, {}},
           {{"index", "compact"}, compact_index, {}},
           {{"index", "backup", "b"}, back_up_index, {"b"}},
           {{"index", "restore", "b"}, restore_index, {"b"}},
           {{"sources", "list"}, list_sources, {}},
           {{"sources", "show", "a"}, show_sources, {"a"}},
           {{"sources", "status"}, show_source_status, {}},
           {{"sources", "status", "a"}, show_source_status, {"a"}},
           {{"sources", "test"}, test_sources, {}},
           {{"sources", "add", "https://e.org"}, add_source, {"https://e.org"}},
           {{"sources", "remove", "a", "b"}, remove_sources, {"a", "b"}},
           {{"sources", "enable", "a"}, enable_sources, {"a"}},
           {{"sources", "disable", "a"}, disable_sources, {"a"}},
           {{"sources", "import", "o.opml"}, import_sources, {"o.opml"}},
           {{"sources", "export"}, export_sources, {}},
       }) {
    INFO(text_of(row.words));
    const Options options = parse(row.words);
    CHECK(options.run == row.run);
    CHECK(options.arguments == row.arguments);
    CHECK(options.exit_code == 0);
  }
}

TEST_CASE("indexer options: every option reaches its value", "[commands]") {
  const Options crawl = parse({"crawl",
                               "--data",
                               "/d",
                               "-q",
                               "--sources",
                               "s.json",
                               "--proxy",
                               "http://p:1",
                               "--allow-address",
                               "10.0.0.1:80",
                               "--allow-address",
                               "10.0.0.2:80",
                               "--delay",
                               "0.5",
                               "--timeout",
                               "7",
                               "--user-agent",
                               "me/1",
                               "--ca-file",
                               "c",
                               "--backfill",
                               "--watch",
                               "--recheck",
                               "--recheck-pages",
                               "7",
                               "--max-pages",
                               "5",
                               "--min-interval",
                               "2",
                               "--max-interval",
                               "3"});
  CHECK(crawl.data == "/d");
  CHECK(crawl.quiet);
  CHECK(crawl.sources_file == "s.json");
  CHECK(crawl.network.proxy == "http://p:1");
  CHECK(crawl.network.allowed_addresses == Words{"10.0.0.1:80", "10.0.0.2:80"});
  CHECK(crawl.network.delay_seconds == 0.5);
  CHECK(crawl.network.timeout_seconds == 7);
  CHECK(crawl.network.user_agent == "me/1");
  CHECK(crawl.network.ca_file == "c");
  CHECK(crawl.crawl.backfill);
  CHECK(crawl.crawl.watch);
  CHECK(crawl.crawl.recheck);
  CHECK(crawl.crawl.recheck_pages == 7);
  CHECK(crawl.crawl.max_pages == 5);
  CHECK(crawl.crawl.shortest_interval == 2);
  CHECK(crawl.crawl.longest_interval == 3);
  const Options plain = parse({"crawl"});
  CHECK_FALSE((plain.quiet || plain.crawl.backfill || plain.crawl.watch || plain.crawl.recheck));
  CHECK(plain.crawl.max_pages == 0);
  CHECK(plain.crawl.recheck_pages == 50);
  CHECK(plain.network.delay_seconds == 1.0);
  const Options add = parse({"sources", "add", "u", "--id", "i", "--label", "l"});
  CHECK(add.source == "i");
  CHECK(add.label == "l");
  CHECK(parse({"import", "f", "--source", "s", "--url", "u"}).source == "s");
  CHECK(parse({"sources", "export", "--opml"}).opml);
  CHECK(parse({"index", "restore", "f", "--yes"}).yes);
  CHECK(parse({"inspect", "url", "--jsonl"}).jsonl);
}

TEST_CASE("indexer options: a mistake is one sentence on standard error, and exit code 2", "[commands]") {
  struct Row {
    Words words;
    const char* message;
  };
  for (const Row& row : {
           Row{{}, "trawl-indexer --help"},
           {{"crwal"}, "crwal"},
           {{"crawl", "--bakfill"}, "did you mean --backfill?"},
           {{"--data", "folder", "import", "f"}, "--data belongs after the command: trawl-indexer import --data …"},
           {{"crawl", "--delay", "-1"}, "--delay"},
           {{"crawl", "--delay", "3601"}, "--delay"},
           {{"crawl", "--delay", "nan"}, "--delay"},
           {{"crawl", "--delay", "inf"}, "--delay"},
           {{"crawl", "--timeout", "0"}, "--timeout"},
           {{"crawl", "--timeout", "601"}, "--timeout"},
           {{"crawl", "--recheck-pages", "-1"}, "--recheck-pages"},
           {{"crawl", "--max-pages", "-1"}, "--max-pages"},
           {{"crawl", "--max-pages", "1000000001"}, "--max-pages"},
           {{"crawl", "--min-interval", "0"}, "--min-interval"},
           {{"crawl", "--max-interval", "604801"}, "--max-interval"},
           {{"import"}, "FILE"},
           {{"inspect"}, "inspect --help"},
           {{"inspect", "pdf", "x"}, "pdf"},
           {{"index"}, "index --help"},
           {{"index", "backup"}, "DIR"},
           {{"index", "backup", "a", "b"}, "b"},
           {{"index", "restore"}, "DIR"},
           {{"sources"}, "sources --help"},
           {{"sources", "show"}, "SOURCE"},
           {{"sources", "add"}, "URL"},
           {{"sources", "remove"}, "SOURCE"},
           {{"sources", "import"}, "FILE"},
           {{"sources", "list", "x"}, "x"},
           {{"export", "--opml"}, "--opml"},
       }) {
    INFO(text_of(row.words));
    const auto done = run_indexer(row.words);
    INFO(done.err);
    CHECK(done.exit_code == 2);
    CHECK(done.out.empty());
    CHECK(done.err.starts_with("trawl-indexer: "));
    CHECK(done.err.contains(row.message));
    CHECK(std::ranges::count(done.err, '\n') == 1);
  }
}

TEST_CASE("indexer options: numbers at the ends of their range are accepted", "[commands]") {
  for (const Words& words : {Words{"crawl", "--delay", "0"},
                             {"crawl", "--delay", "3600"},
                             {"crawl", "--delay", "1e-1"},
                             {"crawl", "--timeout", "1"},
                             {"crawl", "--timeout", "600"},
                             {"crawl", "--max-pages", "1"},
                             {"crawl", "--max-pages", "1000000000"},
                             {"crawl", "--min-interval", "1"},
                             {"crawl", "--max-interval", "604800"}}) {
    INFO(text_of(words));
    CHECK(parse(words).run == commands::crawl);
  }
}

TEST_CASE("indexer options: help and version go to standard output", "[commands]") {
  for (const Words& words : {Words{"--help"},
                             {"crawl", "--help"},
                             {"import", "--help"},
                             {"inspect", "--help"},
                             {"index", "--help"},
                             {"sources", "--help"},
                             {"sources", "add", "--help"},
                             {"--version"}}) {
    INFO(text_of(words));
    const auto done = run_indexer(words);
    CHECK(done.exit_code == 0);
    CHECK_FALSE(done.out.empty());
    CHECK(done.err.empty());
  }
  CHECK(run_indexer({"--version"}).out.starts_with("trawl-indexer "));
  for (const char* command : {"crawl", "import", "inspect", "index", "sources"}) {
    INFO(command);
    CHECK(run_indexer({command, "--help"}).out.contains("Examples:\n  trawl-indexer " + std::string(command)));
  }
}
