// SPDX-License-Identifier: GPL-3.0-or-later
// import, export, index backup, index restore, and index check: what they print, and how they end.
#include "shared/index/index_reader.h"
#include "tests/indexer/commands/indexer_run.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/store/reader_memory.h"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

using namespace trawl;
using namespace trawl::test;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::vector<Json> exported(const IndexerWorld& world) {
  const auto done = world.run({"export"});
  std::vector<Json> rows;
  for (std::size_t begin = 0; begin < done.out.size();) {
    const auto end = done.out.find('\n', begin);
    rows.push_back(Json::parse(done.out.substr(begin, end - begin)));
    begin = end + 1;
  }
  return rows;
}

std::string page(const std::string& head) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "word" + std::to_string(i) + " ";
  return "<!doctype html><html><head><title>Page</title>" + head + "</head><body><article><h1>Page</h1><p>" + text +
         "</p></article></body></html>";
}

} // namespace

TEST_CASE("import: the first character tells rows, pages and saved text apart", "[commands]") {
  const IndexerWorld world;
  std::string archive;
  for (const char* title : {"First", "Second"}) {
    archive += std::string(title) + "\n\n";
    for (int i = 0; i < 60; ++i) archive += title + std::to_string(i) + " ";
    archive += "\nRead More\n";
  }
  struct Row {
    std::string file, summary;
  };
  for (const Row& row : {
           Row{world.file("rows.jsonl", import_row("a")), "1 row: 1 new"},
           {world.file("bom.jsonl", "\xEF\xBB\xBF" + import_row("b")), "1 row: 1 new"},
           {world.file("blank.jsonl", "\n  \n\r\n" + import_row("c")), "1 row: 1 new"},
           {world.file("page.html", page("<link rel=canonical href=https://pages.example/one>")), "1 row: 1 new"},
           {world.file("archive.txt", archive), "2 rows: 2 new"},
           {world.file("empty", ""), "0 rows: 0 new, 0 replaced, 0 duplicates, 0 rejected"},
           {world.file("white", " \n\t\n"), "0 rows: 0 new"},
       }) {
    INFO(row.file);
    const auto done = world.run({"import", row.file});
    INFO(done.err);
    CHECK(done.exit_code == 0);
    CHECK(done.err.contains(row.summary));
    CHECK(done.out.empty());
  }
  CHECK(exported(world).size() == 6);
}

TEST_CASE("import: a damaged first row is rejected, and the others are imported", "[commands]") {
  const IndexerWorld world;
  const auto done = world.run({"import", world.file("rows.jsonl", "damaged\n" + import_row("a") + import_row("b"))});
  CHECK(done.exit_code == 6);
  CHECK(done.err.contains("rows.jsonl, line 1: the row is not a JSON object"));
  CHECK(done.err.contains("3 rows: 2 new, 0 replaced, 0 duplicates, 1 rejected"));
}

TEST_CASE("import: an exported row whose id is none is refused with its line, and the others are found", "[commands]") {
  for (const int honest : {62, 126}) {
    const IndexerWorld world;
    std::string rows;
    for (int i = 0; i < honest; ++i) rows += import_row("a" + std::to_string(i));
    rows += R"({"trawl":1,"id":"0000000000000000","url":"https://e.org/hole","source":"s","title":"T","text":"t"})"
            "\n";
    const auto done = world.run({"import", world.file("rows.jsonl", rows)});
    CHECK(done.err.contains("line " + std::to_string(honest + 1) + ": \"id\" is not that of an article"));
    CHECK(exported(world).size() == static_cast<std::size_t>(honest));
    CHECK(world.run({"index", "check"}).exit_code == 0);
  }
}

TEST_CASE("import: unreadable input is named with the reason, and the rest is imported", "[commands]") {
  const IndexerWorld world;
  struct Row {
    std::string file;
    const char* message;
    const char* count = " 1 rejected\n";
  };
  const char* const unread = " 0 rejected; 1 file not read\n";
  for (const Row& row : {
           Row{world.file("prose.txt", "Just some words."), "not JSON rows, HTML, or the text of an archive page",
               unread},
           {world.file("page.html", page("")), "the page does not state its URL; set it with --url", unread},
           {world.file("rows.jsonl", "{\"url\": 1}\n"), "rows.jsonl, line 1: the row has neither"},
           {world.file("later.jsonl", import_row("ok") + "\n[]\n"),
            "later.jsonl, line 3: the row is not a JSON object"},
           {world.file("cut.gz", "\x1f\x8b\x08nonsense"), "cut.gz: is compressed; unpack it on the way", unread},
           {world.path("missing"), "missing: ", unread},
           {world.path("."), "is a directory", unread},
       }) {
    INFO(row.file);
    const auto done = world.run({"import", row.file, world.file("good.jsonl", import_row("good"))});
    INFO(done.err);
    CHECK(done.exit_code == 6);
    CHECK(done.err.contains("trawl-indexer: " + (row.file.ends_with('.') ? "" : world.path(""))));
    CHECK(done.err.contains(row.message));
    CHECK(done.err.contains(row.count));
  }
  CHECK(exported(world).size() == 2);
}

TEST_CASE("import: where nothing could be read, the exit code says why, and a file is a line", "[commands]") {
  const IndexerWorld world;
  const std::string opml =
      world.file("feeds.opml", "<opml><body><outline xmlUrl='https://a.example/f'/></body></opml>");
  for (const auto& [file, code, message] : {
           std::tuple{world.path("missing"), 2, "missing: cannot open"},
           {world.path("."), 2, "is a directory, not a file; name the files in it"},
           {world.file("prose.txt", "Just some words."), 6, "not JSON rows, HTML, or"},
           {opml, 6, "feeds.opml: an OPML list of feeds; import it with `trawl sources import`"},
       }) {
    const auto done = world.run({"import", file});
    CHECK(done.exit_code == code);
    CHECK(done.err.contains(message));
    CHECK(std::ranges::count(done.err, '\n') == 1);
  }
  CHECK(world.run({"import", world.path("missing"), world.path("too")}).exit_code == 2);
}

TEST_CASE("import: each value that is not taken is named with its row, of many alike the first three", "[commands]") {
  const IndexerWorld world;
  std::string rows = "{\"title\": \"A\", \"content\": \"Read.\", \"date\": \"2026-02-30\"}\n";
  for (int i = 0; i < 9; ++i) rows += "{\"title\": \"A" + std::to_string(i) + "\", \"rating\": 5}\n";
  const std::string foreign = world.file("foreign.jsonl", rows);
  const std::string said = world.run({"import", foreign}).err;
  CHECK(said.contains("foreign.jsonl, line 1: date: not a date; not taken over\n"));
  for (const char* line : {"2", "3", "4"})
    CHECK(said.contains("foreign.jsonl, line " + std::string(line) +
                        ": rating: not a member of a row; not taken over\n"));
  CHECK_FALSE(said.contains("line 5"));
  CHECK(said.contains("and 6 more values not taken over\n"));
  const auto strict = world.run({"import", foreign, "--strict"});
  CHECK(strict.exit_code == 6);
  CHECK(strict.err.contains("0 new, 0 replaced, 0 duplicates, 10 rejected\n"));
  const Json summary = Json::parse(world.run({"import", foreign, "--format", "json"}).out);
  CHECK(summary["duplicates"] == 10);
  CHECK(summary["untaken_values"] == 10);
  CHECK(summary["untaken"][0]["why"] == "date: not a date");
  CHECK(Json::parse(world.run({"import", "--schema"}).out)["properties"].contains("published"));
  CHECK(world.run({"import"}).exit_code == 2);
  CHECK_FALSE(world.run({"import", world.file("own.jsonl", import_row("a"))}).err.contains("not taken over"));
  const std::string exported_rows = world.file("exported.jsonl", world.run({"export"}).out);
  CHECK_FALSE(world.run({"import", exported_rows}).err.contains("not taken over"));
}

TEST_CASE("import: only the first twenty rejections are listed, the others counted", "[commands]") {
  const IndexerWorld world;
  std::string rows;
  for (int i = 0; i < 25; ++i) rows += "nonsense\n";
  const auto done = world.run({"import", world.file("rows", "{}\n" + rows)});
  CHECK(done.exit_code == 6);
  CHECK(std::ranges::count(done.err, '\n') == 22);
  CHECK(done.err.contains("trawl-indexer: and 6 more rejected rows\n"));
  CHECK(done.err.ends_with("26 rows: 0 new, 0 replaced, 0 duplicates, 26 rejected\n"));
}

TEST_CASE("import: -q prints rejections only", "[commands]") {
  const IndexerWorld world;
  CHECK(world.run({"import", "-q", world.file("good", import_row("a"))}).err.empty());
  CHECK(std::ranges::count(world.run({"import", "-q", world.file("bad", "{}\n")}).err, '\n') == 1);
}

TEST_CASE("import: --source is for rows that have none, --url for a page", "[commands]") {
  const IndexerWorld world;
  const std::string own = R"({"source":"own",)" + import_row("a").substr(1);
  world.run({"import", "--source", "given", world.file("rows", own + import_row("b"))});
  world.run({"import", "--url", "https://given.example/p?utm_source=x", world.file("page", page(""))});
  std::vector<std::string> found;
  for (const Json& row : exported(world)) {
    found.push_back(row.at("source").get<std::string>() + " " + row.at("url").get<std::string>());
  }
  std::ranges::sort(found);
  CHECK(found == std::vector<std::string>{"given https://rows.example/b", "given-example https://given.example/p",
                                          "own https://rows.example/a"});
}

TEST_CASE("export: captions and alternative texts are in the rows, and are found again in their structure",
          "[commands]") {
  const IndexerWorld first, second;
  const std::string row =
      R"({"url":"https://e.org/p","title":"Two cards","html":"<p>One paragraph that is long enough to be the text of an )"
      R"(article, as it does not end soon.</p><img src='https://e.org/1.png' alt='The backs of both'>"})"
      "\n";
  CHECK(first.run({"import", first.file("rows", row)}).exit_code == 0);
  REQUIRE(exported(first).size() == 1);
  CHECK(exported(first).front().at("image_texts") == Json::array({"The backs of both"}));
  const auto once = first.run({"export"}).out;
  CHECK(second.run({"import", second.file("rows", once)}).exit_code == 0);
  CHECK(second.run({"export"}).out == once);
}

TEST_CASE("export: an import of it gives the same articles", "[commands]") {
  const IndexerWorld first, second;
  const std::string full =
      R"({"url":"https://e.org/a","title":"Ti \"tle","source":"s","authors":["A","B"],"published":"2026-04-08",)"
      R"("updated":"2026-04-09T10:00:00Z","tags":["gpu"],"category":"research","language":"en",)"
      R"("image":"https://e.org/i.png","text":"One paragraph of text.\n\nAnother — with é and 家.","captions":["A figure\nof two lines"]})"
      "\n";
  first.run({"import",
             first.file("rows", full + import_row("b") + R"({"title":"T","text":"Text without address."})" + "\n")});
  const auto text = first.run({"export"}).out;
  CHECK(second.run({"import", second.file("exported", text)}).exit_code == 0);
  const auto before = exported(first), after = exported(second);
  REQUIRE(before.size() == 3);
  REQUIRE(after.size() == 3);
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const char* field : {"id", "url", "title", "source", "authors", "published", "updated", "category", "tags",
                              "language", "image", "words", "text", "captions"}) {
      INFO(before[i].at("id") << " " << field);
      CHECK(after[i].value(field, Json()) == before[i].value(field, Json()));
    }
  }
}

TEST_CASE("export: the export of an import is the export, with labels, empty fields and code", "[commands]") {
  const IndexerWorld first, second;
  const std::string rows =
      R"({"trawl":1,"id":"00112233445566aa","url":"https://e.org/now","title":"Ti \"tle","source":"own-blog",)"
      R"("labels":{"other":"The Other","own-blog":"My Own Blog"},"authors":["A"],"affiliations":["Labs"],"captions":["A figure"],)"
      R"("published":"2026-04-08T22:00:00Z","updated":"2026-04-09","indexed":"2026-04-09T10:00:00Z","category":null,)"
      R"("tags":[],"language":null,"image":null,"words":7,"reading_minutes":3,)"
      R"("aliases":["00112233445566bb",")" +
      article_id("https://e.org/now") +
      R"(","https://e.org/old"],)"
      R"("copies":[{"url":"https://f.org/a","source":"other","title":"Another title"},)"
      R"({"url":"https://f.org/b","source":"other","title":null}],)"
      R"("provenance":[{"field":"title","from":"og:title"}],)"
      R"("text":"Code:\n\n\tdef f():\n\n\n\t\treturn  1  \n    \fx\n\nEnd "})"
      "\n" +
      import_row("b");
  CHECK(first.run({"import", first.file("rows", rows)}).exit_code == 0);
  const auto once = first.run({"export"}).out;
  CHECK(once.contains(rows.substr(0, rows.find('\n'))));
  CHECK(second.run({"import", second.file("rows", once)}).exit_code == 0);
  CHECK(second.run({"export"}).out == once);
  CHECK(second.run({"index", "rebuild"}).exit_code == 0);
  CHECK(second.run({"export"}).out == once);
  CHECK(second.run({"index", "check"}).exit_code == 0);
}

TEST_CASE("export: without articles it prints nothing, and the exit code is 1", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("rows", import_row("a"))});
  world.run({"remove", "https://rows.example/a"});
  const auto done = world.run({"export"});
  CHECK(done.exit_code == 1);
  CHECK(done.out.empty());
  CHECK(done.err.empty());
}

TEST_CASE("backup: it is restored elsewhere with the user's own files", "[commands]") {
  const IndexerWorld world, other;
  world.run({"import", world.file("rows", import_row("a") + import_row("b"))});
  const std::string catalogue = "{\"sources\": []}";
  world.file("data/sources.json", catalogue);
  const auto lock = WriterLock::acquire({world.data()}); // of a crawl that runs meanwhile
  const auto saved = world.run({"index", "backup", world.path("saved")});
  CHECK(saved.exit_code == 0);
  CHECK(saved.err == "2 articles, 1 MB in " + world.path("saved") + "\n");
  CHECK(world.run({"index", "restore", world.path("saved"), "--yes"}).exit_code == 5);
  const auto restored = other.run({"index", "restore", world.path("saved")});
  CHECK(restored.exit_code == 0);
  CHECK(restored.err == "2 articles restored\n");
  CHECK(exported(other) == exported(world));
  CHECK(fs::exists(other.path("data/sources.json")));
  CHECK(other.run({"index", "check"}).exit_code == 0);
  CHECK_FALSE(fs::exists(other.path("data/restoring")));
}

TEST_CASE("restore: what is not a backup is reported and changes nothing", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("rows", import_row("a"))});
  const auto before = exported(world);
  for (const std::string& path : {world.path("nosuch"), world.file("empty", ""), world.file("text", "Hello."),
                                  world.file("long", std::string(100'000, 'x')), world.path("data/crawl.db")}) {
    const auto done = world.run({"index", "restore", path, "--yes"});
    INFO(done.err);
    CHECK(done.exit_code == 2);
    CHECK(done.err.starts_with("trawl-indexer: " + path + ": there is no backup here; give a folder that "));
    CHECK(exported(world) == before);
  }
}

TEST_CASE("restore: articles that were withdrawn are found by who asks for them, as before", "[commands]") {
  const IndexerWorld before, world, other;
  const std::string rows = import_row("living") + import_row("withdrawn");
  REQUIRE(before.run({"import", "--quiet", before.file("rows.jsonl", rows)}).exit_code == 0);
  std::string exported = before.run({"export"}).out;
  exported.insert(exported.rfind('{', exported.find("withdrawn")) + 1, R"("gone_since":"2026-02-03T04:05:06Z",)");
  REQUIRE(world.run({"import", "--quiet", world.file("exported.jsonl", exported)}).exit_code == 0);
  REQUIRE(world.run({"index", "backup", "--quiet", world.path("backup")}).exit_code == 0);
  const auto restored = other.run({"index", "restore", "--quiet", world.path("backup")});
  INFO(restored.err);
  REQUIRE(restored.exit_code == 0);
  for (const IndexerWorld* each : {&world, &other}) {
    const auto reader = index::IndexReader::open({each->data()});
    INFO((reader ? std::string() : to_sentence(reader.error())));
    REQUIRE(reader);
    CHECK((*reader)->columns().live_documents == 1);
    REQUIRE((*reader)->with_gone());
    CHECK((*reader)->with_gone()->columns().live_documents == 2);
    CHECK(each->run({"index", "check", "--quiet"}).exit_code == 0);
  }
}

TEST_CASE("restore: what is there is replaced only with --yes, also if it cannot be read", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("rows", import_row("a"))});
  world.run({"index", "backup", world.path("backup")});
  for (const auto& [name, bytes] : {std::pair{"crawl.db", std::string("no database")},
                                    {"crawl.db", std::string(100'000, 'x')},
                                    {"crawl.db", ""},
                                    {"reader.db", store::Database::image_of("PRAGMA user_version = 1").value()},
                                    {"sources.json", "{\"sources\": []}"}}) {
    const IndexerWorld other;
    REQUIRE(make_private_directory(other.data()));
    const std::string file = other.file("data/" + std::string(name), bytes);
    const auto refused = other.run({"index", "restore", world.path("backup")});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.contains("already has " + std::string(name) + "; use --yes"));
    CHECK(read_file(file).value() == bytes);
    CHECK(other.run({"index", "restore", world.path("backup"), "--yes"}).exit_code == 0);
    CHECK(exported(other) == exported(world));
  }
  world.run({"import", world.file("more", import_row("b"))});
  CHECK(world.run({"index", "restore", world.path("backup")}).err.contains("already has crawl.db, index/xapian; use"));
  CHECK(exported(world).size() == 2);
}

TEST_CASE("restore: what the reader did in another version stays, and so does all beside it", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("rows", import_row("a"))});
  world.run({"index", "backup", world.path("backup")});
  world.run({"import", world.file("more", import_row("b"))});
  const std::string memory = store::Database::image_of("PRAGMA user_version = 99").value();
  world.file("data/reader.db", memory);
  const auto refused = world.run({"index", "restore", world.path("backup"), "--yes"});
  CHECK(refused.exit_code == 3);
  CHECK(refused.err.contains("reader.db: another version of Trawl wrote this file"));
  CHECK(read_file(world.path("data/reader.db")).value() == memory);
  CHECK(exported(world).size() == 2);
}

TEST_CASE("check: an index without one of the articles is reported, with the command that repairs it", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("rows", import_row("a"))});
  const auto whole = world.run({"index", "check"});
  CHECK(whole.exit_code == 0);
  CHECK(whole.err.starts_with("the index is complete: 1 article, "));
  CHECK(world.run({"index", "check", "-q"}).err.empty());
  const auto copying = fs::copy_options::recursive | fs::copy_options::copy_symlinks;
  fs::copy(world.path("data/index"), world.path("old"), copying);
  world.run({"import", world.file("more", import_row("b") + import_row("c"))});
  fs::remove_all(world.path("data/index"));
  fs::copy(world.path("old"), world.path("data/index"), copying);
  const auto broken = world.run({"index", "check"});
  CHECK(broken.exit_code == 3);
  CHECK(broken.err.contains("of 3 stored articles, the index lacks 2 and"));
  CHECK(broken.err.contains("`trawl index rebuild`"));
  CHECK(world.run({"index", "rebuild"}).exit_code == 0);
  CHECK(world.run({"index", "check"}).exit_code == 0);
}

TEST_CASE("index: commands on a folder without articles say what to run first", "[commands]") {
  const IndexerWorld world;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"export"},
                                                {"index", "check"},
                                                {"index", "backup", world.path("b")},
                                                {"sources", "status"}}) {
    INFO(words.back());
    const auto done = world.run(words);
    CHECK(done.exit_code == 3);
    CHECK(done.err.starts_with("trawl-indexer: " + world.data()));
    CHECK(done.err.contains("run `trawl crawl` or `trawl import FILE` first"));
    CHECK_FALSE(fs::exists(world.data()));
  }
}

TEST_CASE("export: files are named by day, title and source, and have the reader's notes", "[commands]") {
  const IndexerWorld world;
  const auto row = [](const std::string& title, const std::string& address) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += address + std::to_string(i) + " ";
    return Json{{"url", "https://a.example/" + address},
                {"title", title},
                {"source", "a"},
                {"published", address == "x3" ? "" : "2018-06-24"},
                {"text", text}}
               .dump() +
           "\n";
  };
  const auto rows = world.file("rows.jsonl", row("Attention? Attention!", "x1") + row("Attention? Attention!", "x2") +
                                                 row("--../../etc: x", "x3") + row("...", "x4"));
  REQUIRE(world.run({"import", rows}).exit_code == 0);
  const std::string first = article_id("https://a.example/x1"), second = article_id("https://a.example/x2");
  {
    auto memory = store::ReaderMemory::open({world.data()}).value();
    REQUIRE(memory.set_note(first, "> marked\n\nremember this"));
  }
  CHECK(world.run({"export", "--markdown", world.path("notes")}).exit_code == 0);
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(world.path("notes"))) names.push_back(file.path().filename().string());
  std::ranges::sort(names);
  CHECK(names == std::vector<std::string>{"2018-06-24 Attention Attention! (a).md",
                                          "2018-06-24 Attention Attention! (a, " + std::max(first, second) + ").md",
                                          "a-" + article_id("https://a.example/x4") + ".md", "etc x (a).md"});
  std::string all;
  for (const std::string& name : names) all += read_file(world.path("notes") + "/" + name).value();
  CHECK(all.contains("\n## Notes\n\n> marked\n\nremember this\n"));
}

TEST_CASE("export: what controls a terminal is escaped, also for a pipe", "[commands]") {
  const IndexerWorld world;
  world.run({"import", world.file("row.jsonl", "{\"url\":\"https://rows.example/x\",\"title\":\"T\\u009b31m \\u202e\","
                                               "\"text\":\"some words\"}\n")});
  const std::string out = world.run({"export"}).out;
  CHECK(out.contains(R"(T\u009b31m \u202e)"));
}

TEST_CASE("index: status and check call an index of another crawl.db that, and the next writer makes it anew",
          "[commands]") {
  const IndexerWorld world, other;
  world.run({"import", world.file("row.jsonl", import_row("a"))});
  other.run({"import", other.file("row.jsonl", import_row("b"))});
  CHECK(world.run({"index", "status"}).exit_code == 0);
  fs::copy_file(other.data() + "/crawl.db", world.data() + "/crawl.db", fs::copy_options::overwrite_existing);
  const auto done = world.run({"index", "status"});
  CHECK(done.exit_code == 3);
  CHECK(done.out.contains("another crawl.db made this index"));
  const auto checked = world.run({"index", "check"});
  CHECK(checked.exit_code == 3);
  CHECK(checked.err.contains("another crawl.db made this index; put back the crawl.db that made it"));
  const auto imported = world.run({"import", world.file("more.jsonl", import_row("c"))});
  CHECK(imported.exit_code == 0);
  CHECK(imported.err.contains("warning: the index was made from another crawl.db; it was rebuilt from crawl.db"));
  CHECK(world.run({"index", "status"}).exit_code == 0);
}

TEST_CASE("store: without its crawl.db an index is searched, and nothing is written that would cost its articles",
          "[commands]") {
  const IndexerWorld world;
  const auto rows = world.file("row.jsonl", import_row("a"));
  REQUIRE(world.run({"import", rows}).exit_code == 0);
  REQUIRE(world.run({"index", "backup", world.path("backup")}).exit_code == 0);
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(world.data() + "/crawl.db" + suffix);
  const std::string id = article_id("https://a.example/a");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"import", rows},
                                                                                     {"crawl"},
                                                                                     {"add", "https://a.example/b"},
                                                                                     {"remove", id},
                                                                                     {"export"},
                                                                                     {"index", "rebuild"},
                                                                                     {"index", "check"},
                                                                                     {"index", "status"}}) {
    INFO(words.front() + " " + words.back());
    const auto refused = world.run(words);
    CHECK(refused.exit_code == 3);
    CHECK(
        refused.err.contains("crawl.db is missing, from which the index here was made; put it back, restore a backup"));
    CHECK_FALSE(fs::exists(world.data() + "/crawl.db"));
  }
  CHECK(index::IndexReader::open({world.data()}).value()->columns().live_documents == 1);
  CHECK(world.run({"index", "restore", world.path("backup")}).exit_code == 2); // it would replace the index's articles
  CHECK(world.run({"index", "restore", world.path("backup"), "--yes"}).exit_code == 0);
  CHECK(world.run({"import", rows}).exit_code == 0);
}
