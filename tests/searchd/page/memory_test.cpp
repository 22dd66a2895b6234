// SPDX-License-Identifier: GPL-3.0-or-later
/// What the page remembers of its reader, and who may change it.
#include "searchd/options.h"
#include "searchd/page/page_home.h"
#include "shared/base/file.h"
#include "tests/searchd/asked.h"
#include "tests/support/temporary_directory.h"

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::test;
using searchd::HttpResponse;

namespace memory_test {

const Headers kOwnForm{{"Content-Type", "application/x-www-form-urlencoded"},
                       {"Origin", "http://localhost:7700"},
                       {"Sec-Fetch-Site", "same-origin"},
                       {"Accept", "text/html"},
                       {"Referer", "http://localhost:7700/?q=attention"}};

const Headers kOwnJson{{"Content-Type", "application/json"}, {"Origin", "http://localhost:7700"}};

Headers with(Headers headers, const std::string& name, const std::string& value) {
  std::erase_if(headers, [&](const auto& header) { return header.first == name; });
  if (!value.empty()) headers.emplace_back(name, value);
  return headers;
}

/// A daemon whose reader is remembered.
struct Remembering : Asked {
  TemporaryDirectory directory;
  std::string id = first_id();

  Remembering() { engine.remember_for(api::Reader(directory.data(), true)); }
  HttpResponse post(const std::string& form, const Headers& headers = kOwnForm) {
    return ask("POST", "/reader", headers, form);
  }
  store::ReaderMemory memory() { return store::ReaderMemory::open(directory.data()).value(); }
  std::vector<std::string> with_mark(ReaderMark mark) { return memory().marks().value()->with(mark); }
};

} // namespace memory_test
using namespace memory_test;

TEST_CASE("page memory: a form of the page stars, reads and keeps, and goes back to its page", "[page]") {
  Remembering world;
  CHECK(world.get("/?q=attention").body.contains("name=\"star\" value=\"" + world.id + "\""));
  const HttpResponse starred = world.post("star=" + world.id);
  CHECK(starred.status == 303);
  CHECK(starred.header("Location") == "/?q=attention");
  CHECK(world.with_mark(ReaderMark::Starred) == std::vector{world.id});
  CHECK(world.get("/?q=attention").body.contains("name=\"unstar\" value=\"" + world.id + "\""));
  CHECK(world.post("later=" + world.id + "&read=" + world.id).status == 303);
  CHECK(world.get("/?q=attention").body.contains("class=\"hit is-read\""));
  CHECK(world.get("/?article=" + world.id).body.contains("Kept for later"));
  CHECK(world.post("unread=" + world.id).status == 303);
  CHECK(world.with_mark(ReaderMark::Read).empty());
}

TEST_CASE("page memory: what is remembered changes the tag of the page", "[page]") {
  Remembering world;
  const std::string before(world.get("/").header("ETag"));
  world.post("star=" + world.id);
  CHECK(world.get("/").header("ETag") != before);
  CHECK(world.ask("GET", "/", {{"If-None-Match", before}}).status == 200);
}

TEST_CASE("page memory: only pages of this server change it", "[page][security]") {
  Remembering world;
  const std::string form = "star=" + world.id;
  const auto status = [&](const Headers& headers) { return world.post(form, headers).status; };
  CHECK(status(with(kOwnForm, "Origin", "https://evil.example")) == 403);
  CHECK(status(with(kOwnForm, "Sec-Fetch-Site", "cross-site")) == 403);
  CHECK(status(with(kOwnForm, "Sec-Fetch-Site", "same-site")) == 403);
  CHECK(status(with(kOwnForm, "Sec-Fetch-Site", "none")) == 403);
  CHECK(status(with(with(kOwnForm, "Sec-Fetch-Site", ""), "Origin", "")) == 403);
  CHECK(status(with(with(kOwnForm, "Sec-Fetch-Site", ""), "Origin", "null")) == 403);
  CHECK(status(with(with(kOwnForm, "Sec-Fetch-Site", ""), "Origin", "http://localhost:7701")) == 403);
  CHECK(status(with(with(kOwnForm, "Sec-Fetch-Site", ""), "Origin", "https://localhost:7700")) == 403);
  // A name that an attacker's server has made point here: the page has the same origin, but not a name of ours.
  const Headers rebound = with(with(kOwnForm, "Origin", "http://evil.example:7700"), "Host", "evil.example:7700");
  CHECK(status(rebound) == 421);
  CHECK(status(with(kOwnForm, "Content-Type", "text/plain")) == 415);
  CHECK(status(with(kOwnForm, "Content-Type", "application/json")) == 415);
  CHECK(world.ask("GET", "/reader?" + form).status == 405);
  CHECK(world.with_mark(ReaderMark::Starred).empty());
  CHECK(status(with(kOwnForm, "Sec-Fetch-Site", "")) == 303);
  CHECK(status(with(kOwnForm, "Origin", "")) == 303);
}

TEST_CASE("page memory: what cannot be read costs the marks, and the page says so", "[page]") {
  Remembering world;
  const std::string before(world.get("/").header("ETag"));
  const auto file = world.directory.data().reader_db();
  const std::string newer = store::Database::image_of("PRAGMA user_version = 99").value(),
                    damaged = store::Database::image_of("CREATE TABLE t(a); PRAGMA user_version = 1").value();
  for (const std::string& content : {std::string("nonsense"), newer, damaged, damaged.substr(0, 5'000)}) {
    REQUIRE(write_file_atomic(file, content));
    const std::vector<std::string> pages{"/", "/?q=attention", "/?q=is:undated", "/?article=" + world.id};
    for (const std::string& page : pages) {
      INFO(page);
      const HttpResponse answer = world.ask("GET", page, {{"If-None-Match", before}});
      CHECK(answer.status == 200);
      CHECK(answer.header("Cache-Control") == "no-store");
      CHECK(answer.header("ETag").empty());
      CHECK(answer.body.contains("What you read, starred and saved cannot be shown: " + file.string()));
      CHECK_FALSE(answer.body.contains("form=\"reader\""));
    }
    CHECK(world.get("/?q=is:starred").status == 503); // nothing else could be an answer
    CHECK(world.post("star=" + world.id).status == 503);
    if (content == newer) CHECK(read_file(file) == newer);
  }
  REQUIRE(remove_file(file));
  CHECK_FALSE(world.get("/").body.contains("cannot be shown"));
  CHECK(world.post("star=" + world.id).status == 303);
}

TEST_CASE("state: a page of this server reads and changes what is remembered of an article", "[api]") {
  Remembering world;
  const std::string path = "/v1/articles/" + world.id + "/state";
  const auto put = [&](const std::string& body, const Headers& headers = kOwnJson) {
    return world.ask("PUT", path, headers, body);
  };
  CHECK(world.get(path).body == R"({"id":")" + world.id + R"(","read":false,"starred":false,"later":false,"note":""})");
  const std::string changed =
      R"({"id":")" + world.id + R"(","read":false,"starred":true,"later":false,"note":"> kernel\nYes."})";
  CHECK(put(R"({"starred": true, "note": "> kernel\nYes."})").body == changed);
  CHECK(world.get(path).body == changed);
  CHECK(world.with_mark(ReaderMark::Starred) == std::vector{world.id});
  CHECK(put(R"({"starred": false, "note": ""})").body ==
        R"({"id":")" + world.id + R"(","read":false,"starred":false,"later":false,"note":""})");
  CHECK(put(R"({"stared": true})").status == 400);
  CHECK(put(R"({"read": "maybe"})").status == 400);
  CHECK(put("[]").status == 400);
  CHECK(put(R"({"note": ")" + std::string(store::ReaderMemory::kMaxNoteBytes + 1, 'x') + "\"}").status == 413);
  CHECK(world.get(path + "?read=1").status == 400);
  CHECK(world.ask("PUT", "/v1/articles/0000000000000000/state", kOwnJson, R"({"read": true})").status == 404);
  CHECK(world.ask("POST", path, kOwnJson, R"({"read": true})").status == 405);
}

TEST_CASE("saved: a page of this server keeps and forgets searches", "[api]") {
  Remembering world;
  const auto put = [&](const std::string& body) { return world.ask("PUT", "/v1/saved", kOwnJson, body); };
  CHECK(world.get("/v1/saved").body == R"({"saved":[]})");
  const std::string one = R"({"saved":[{"name":"Kernels","query":"q=kernel&source=pytorch","seen":null}]})";
  CHECK(put(R"({"name": "Kernels", "query": "q=kernel&source=pytorch"})").body == one);
  CHECK(world.get("/v1/saved").body == one);
  CHECK(put(R"({"name": "Bad", "query": "sort=nothing"})").status == 400);
  CHECK(put(R"({"query": "q=x"})").status == 400);
  CHECK(put(R"({"name": "Kernels"})").body == R"({"saved":[]})");
}

TEST_CASE("state: only pages of this server change it, and only where something is remembered", "[api][security]") {
  Remembering world;
  const std::string path = "/v1/articles/" + world.id + "/state", body = R"({"starred": true})";
  for (const char* origin : {"", "null", "https://evil.example", "http://localhost:7701"}) {
    INFO(origin);
    CHECK(world.ask("PUT", path, with(kOwnJson, "Origin", origin), body).status == 403);
    CHECK(world.ask("PUT", "/v1/saved", with(kOwnJson, "Origin", origin), R"({"name": "a", "query": "q=a"})").status ==
          403);
  }
  CHECK(world.ask("PUT", path, with(kOwnJson, "Sec-Fetch-Site", "same-site"), body).status == 403);
  CHECK(world.ask("PUT", path, with(kOwnJson, "Content-Type", "text/plain"), body).status == 415);
  CHECK(world.with_mark(ReaderMark::Starred).empty());
  Asked forgetful;
  CHECK(forgetful.ask("PUT", path, kOwnJson, body).status == 404);
  CHECK(forgetful.get(path).status == 404);
  CHECK(forgetful.get("/v1/saved").status == 404);
}

TEST_CASE("page memory: it goes back to pages of this server alone", "[page][security]") {
  Remembering world;
  const auto back = [&](const std::string& referer) {
    return std::string(world.post("star=" + world.id, with(kOwnForm, "Referer", referer)).header("Location"));
  };
  CHECK(back("http://localhost:7700/?source=a") == "/?source=a");
  for (const char* other :
       {"", "https://evil.example/", "http://localhost:7700.evil.example/?a", "http://localhost:7700//evil.example",
        "http://localhost:7700/?a\r\nX: y", "http://localhost:7700/reader"}) {
    INFO(other);
    CHECK(back(other) == "/");
  }
}

TEST_CASE("page memory: a daemon that remembers nothing has no forms and takes none", "[page][security]") {
  Asked world;
  CHECK(world.ask("POST", "/reader", kOwnForm, "star=" + first_id()).status == 403);
  for (const std::string& target : std::vector<std::string>{"/", "/?q=attention", "/?article=" + first_id()}) {
    const std::string body = world.get(target).body;
    CHECK_FALSE(body.contains("method=\"post\""));
    CHECK_FALSE(body.contains("form=\"reader\""));
  }
}

TEST_CASE("page memory: only a daemon that no other machine reaches remembers", "[page][security]") {
  using searchd::Options;
  const auto options = [](std::vector<const char*> words) {
    words.insert(words.begin(), "trawl-searchd");
    return std::get<Options>(searchd::parse_options(static_cast<int>(words.size()), words.data()).value());
  };
  CHECK(searchd::remembers(options({})));
  CHECK(searchd::remembers(options({"--listen", "[::1]:8080"})));
  CHECK_FALSE(searchd::remembers(options({"--read-only"})));
  CHECK_FALSE(searchd::remembers(options({"--listen", "0.0.0.0:7700"})));
  CHECK_FALSE(searchd::remembers(options({"--server-name", "search.example.org"})));
  CHECK_FALSE(searchd::remembers(options({"--trusted-proxy", "127.0.0.1"})));
}

TEST_CASE("page memory: a note is text, whatever is in it, and a passage that it quotes is marked",
          "[page][security]") {
  Remembering world;
  const std::string note = "</textarea><script>alert(1)</script>\"'&";
  CHECK(world.post("note=" + world.id + "&text=%3C/textarea%3E%3Cscript%3Ealert(1)%3C/script%3E%22'%26").status == 303);
  CHECK(world.memory().note(world.id) == note);
  const std::string body = world.get("/?article=" + world.id).body;
  CHECK_FALSE(body.contains("<script>alert"));
  CHECK(body.contains("&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;"));
  CHECK(world.post("note=" + world.id + "&text=%3E+first+paragraph+speaks%0D%0Awhy%3F").status == 303);
  CHECK(world.get("/?article=" + world.id).body.contains("<mark>first paragraph speaks</mark>"));
  CHECK(world.post("note=../../etc/passwd&text=x").status == 303); // no id: nothing is written
  CHECK(world.post("note=" + world.id + "&text=" + std::string(20'001, 'x')).status == 413);
}

TEST_CASE("page memory: a search is saved under its words and its name is only text", "[page][security]") {
  Remembering world;
  CHECK(world.get("/?q=%3Cb%3E&tag=gpu").body.contains("name=\"save\" value=\"q=%3Cb%3E&amp;tag=gpu\""));
  CHECK(world.post("save=q%3D%253Cb%253E%26tag%3Dgpu").status == 303);
  const auto searches = world.memory().searches().value();
  REQUIRE(searches.size() == 1);
  CHECK(searches.front().name == "<b> · tag: gpu");
  const std::string home = world.get("/").body;
  CHECK(home.contains("href=\"/?q=%3Cb%3E&amp;tag=gpu\">&lt;b&gt; · tag: gpu</a>"));
  CHECK(world.post("save=limit%3Dmany").status == 303); // of the page alone
  CHECK(world.post("save=nosuch%3D1").status == 400);
  CHECK(world.post("forget=%3Cb%3E+%C2%B7+tag%3A+gpu").status == 303);
  CHECK_FALSE(world.get("/").body.contains("&lt;b&gt;"));
}

TEST_CASE("page memory: searches whose names begin alike are both kept", "[page]") {
  Remembering world;
  const std::string begin = "save=q%3D" + std::string(200, 'x');
  for (const char* end : {"+one", "+two", "+two"}) CHECK(world.post(begin + end).status == 303);
  const auto searches = world.memory().searches().value();
  REQUIRE(searches.size() == 2);
  CHECK(searches[0].name == std::string(194, 'x'));
  CHECK(searches[1].name == std::string(194, 'x') + " (2)");
}

TEST_CASE("page memory: all that a search finds is marked as read, which can be taken back for a while", "[page]") {
  Remembering world;
  CHECK(world.get("/?source=pytorch").body.contains("name=\"read_all\" value=\"source=pytorch\""));
  CHECK(world.post("read_all=source%3Dpytorch").status == 303);
  CHECK(world.engine.asked.q == " is:unread");
  CHECK(world.engine.asked.filters.fields.at("source").any_of == std::vector<std::string>{"pytorch"});
  CHECK(world.with_mark(ReaderMark::Read).size() == 2);
  CHECK_FALSE(world.get("/").body.contains("name=\"undo\""));
  CHECK(world.post("undo=1").status == 303);
  CHECK(world.with_mark(ReaderMark::Read).empty());
}

TEST_CASE("page memory: what was marked as read together is taken back from where that was done", "[page]") {
  Remembering world;
  const std::string done(world.post("read_all=source%3Dpytorch").header("Location"));
  CHECK(done == "/?q=attention&undo=1");
  const auto offers = [&](const std::string& page) { return world.get(page).body.contains("name=\"undo\""); };
  CHECK(world.get(done).body.contains("2 articles were marked as read. <button form=\"reader\" name=\"undo\""));
  CHECK(offers("/?undo=1"));
  CHECK_FALSE(offers("/"));
  CHECK_FALSE(offers("/?q=attention"));
  const auto from_there = with(kOwnForm, "Referer", "http://localhost:7700" + done);
  CHECK(world.post("undo=1", from_there).header("Location") == "/?q=attention");
  CHECK_FALSE(offers(done));
  CHECK(world.post("read=" + world.id, from_there).header("Location") == "/?q=attention");
  CHECK(world.post("read_all=", with(kOwnForm, "Referer", "")).header("Location") == "/?undo=1");
  CHECK_FALSE(world.get("/?undo=1&q=attention").body.contains("undo=1")); // no link keeps it
  world.now += std::chrono::hours(2);
  CHECK_FALSE(offers(done));
}

TEST_CASE("page memory: what the start page shows is marked as read together, and nothing that it does not show",
          "[page]") {
  Remembering world;
  const std::string home = world.get("/").body;
  const std::string button = "<button form=\"reader\" name=\"read\" value=\"";
  const auto at = home.find(button) + button.size();
  const std::string ids = home.substr(at, home.find('"', at) - at);
  REQUIRE(ids.size() >= 16);
  CHECK(home.substr(at).contains(">Mark these as read<"));
  CHECK(world.post("read=" + ids).status == 303);
  CHECK(world.with_mark(ReaderMark::Read).size() == (ids.size() + 1) / 17);
  CHECK(world.post("unread=" + ids + ",nothing," + world.id).status == 303);
  CHECK(world.with_mark(ReaderMark::Read).empty());
}

TEST_CASE("page memory: a script gets the revision instead of a page", "[page]") {
  Remembering world;
  const auto answer = world.post("read=" + world.id, with(kOwnForm, "Accept", "*/*"));
  CHECK(answer.status == 200);
  CHECK(answer.body == "{\"revision\":1}");
  CHECK(world.get("/").body.contains("data-revision=\"1\""));
}

TEST_CASE("page memory: another browser, the command line and a rebuilt index see the same", "[page]") {
  Remembering world;
  world.post("star=" + world.id);
  world.engine.live = {4, 1}; // another generation
  Asked other;                // another daemon, as after a restart
  other.engine.remember_for(api::Reader(world.directory.data(), true));
  CHECK(other.get("/?q=attention").body.contains("name=\"unstar\" value=\"" + world.id + "\""));
  REQUIRE(world.memory().set(ReaderMark::Starred, std::vector{world.id}, false, world.now));
  CHECK(other.get("/?q=attention").body.contains("name=\"star\" value=\"" + world.id + "\""));
}

TEST_CASE("page memory: a memory that somebody removed begins anew, without a restart", "[page]") {
  Remembering world;
  world.post("star=" + world.id);
  std::filesystem::remove(world.directory.data().reader_db());
  CHECK(world.get("/?q=attention").body.contains("name=\"star\" value=\"" + world.id + "\""));
  CHECK(world.post("star=" + world.id).status == 303);
  CHECK(world.with_mark(ReaderMark::Starred) == std::vector{world.id});
}

TEST_CASE("page memory: a saved search is called by its source's name, not by its id", "[page]") {
  Remembering world;
  const auto sources = world.engine.sources();
  REQUIRE(sources);
  const auto named = std::ranges::find_if(sources->sources, [](const auto& source) { return !source.label.empty(); });
  REQUIRE(named != sources->sources.end());
  world.post("save=q%3Dattention%26source%3D" + named->id + "%252Cunknown");
  const auto saved = world.memory().searches();
  REQUIRE(saved);
  REQUIRE(saved->size() == 1);
  CHECK(saved->front().name == "attention · source: " + named->label + ", unknown");
}

TEST_CASE("page memory: the list of notes marks the passages that they quote", "[page]") {
  Remembering world;
  world.post("note=" + world.id + "&text=%3E+a+%3Cpassage%3E%0D%0AMy+words%0D%0A%3E");
  const std::string html = world.get("/?q=is%3Anoted").body;
  CHECK(html.contains("<blockquote class=\"own-note\"><mark>a &lt;passage&gt;</mark>\nMy words\n</blockquote>"));
}

TEST_CASE("page memory: a saved search says so, and can be removed where it is shown", "[page]") {
  Remembering world;
  CHECK(world.get("/?q=attention").body.contains("Save search"));
  world.post("save=q%3Dattention");
  const std::string page = world.get("/?q=attention").body;
  CHECK(page.contains("</span>Saved</button>"));
  CHECK_FALSE(page.contains("Save search"));
  world.post("forget=attention");
  CHECK(world.get("/?q=attention").body.contains("Save search"));
}
