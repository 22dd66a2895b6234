// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/router.h"
#include "shared/base/sha256.h"
#include "shared/content/stored_content.h"
#include "shared/store/sqlite.h"
#include "tests/shared/api/fake_engine.h"
#include "tests/support/small_png.h"
#include "tests/support/temporary_directory.h"

#include <optional>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;

namespace reader_test {

/// Returns the requested number of hits from the offset on.
class ListEngine : public test::FakeEngine {
 public:
  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override {
    search::SearchResponse response = *test::FakeEngine::search(request, now);
    const std::size_t begin = std::min(request.offset, hits.size());
    const std::size_t end = std::min(begin + request.limit, hits.size());
    response.hits.assign(hits.begin() + static_cast<std::ptrdiff_t>(begin),
                         hits.begin() + static_cast<std::ptrdiff_t>(end));
    return response;
  }
};

HttpResponse read(test::FakeEngine& engine, const std::string& query) {
  Router router({HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}});
  HttpRequest request{"GET", "/", query, "", "", {{"Host", "localhost"}}};
  return router.answer(engine, request, test::moment("2026-04-21T12:00:30Z"));
}

} // namespace reader_test
using namespace reader_test;

TEST_CASE("reader: the words of the search are marked in the text", "[page]") {
  test::FakeEngine engine;
  engine.hits[0].article.text = "Attention & memory.\n\nNo word here.\n\nPaying attention, <b>attentive</b>.";
  const std::string id = engine.hits[0].article.id;
  const std::string html = read(engine, "q=attention&article=" + id).body;
  CHECK(html.contains("<p><mark>Attention</mark> &amp; memory.</p>"));
  CHECK(html.contains("<p>Paying <mark>attention</mark>, &lt;b&gt;"));
  CHECK(html.contains(" marked places</span>"));
  CHECK_FALSE(read(engine, "article=" + id).body.contains("<mark>"));
  CHECK_FALSE(read(engine, "q=source:pytorch&article=" + id).body.contains("<mark>"));
}

TEST_CASE("reader: a picture that was kept comes from this server, and from nowhere else", "[page]") {
  test::TemporaryDirectory directory;
  {
    auto database = store::Database::open(directory.data().crawl_db(), store::OpenMode::ReadWrite).value();
    REQUIRE(
        database.execute("CREATE TABLE pictures(key TEXT, width INTEGER, height INTEGER, state INTEGER, bytes BLOB)"));
    const std::string key = sha256_hex("https://a.example/1.png", 16), png = test::small_png();
    REQUIRE(database.run("INSERT INTO pictures VALUES(?, 4, 3, 1, ?)", {std::string_view(key), store::Blob{png}}));
  }
  ServerSettings settings{HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}};
  settings.pictures_of = directory.data();
  Router router(settings);
  test::FakeEngine engine;
  Article& article = engine.hits[0].article;
  article.image.clear();
  const auto answer = [&](const std::string& path, const std::string& query) {
    return router.answer(engine, {"GET", path, query, "", "", {{"Host", "localhost"}}},
                         test::moment("2026-04-21T12:00:30Z"));
  };
  const auto show = [&](const std::string& text, const std::string& address) {
    const auto stored = content::pack({{.kind = content::Kind::Picture, .text = text, .attribute = address}});
    article.text = stored.text;
    article.structure = stored.structure;
  };
  show("A <plot>", "https://a.example/1.png");
  std::string html = answer("/", "article=" + article.id).body;
  const std::size_t at = html.find("<img src=\"/picture?key=");
  REQUIRE(at != std::string::npos);
  CHECK(html.contains("alt=\"A &lt;plot&gt;\" width=\"4\" height=\"3\" loading=\"lazy\">"));
  CHECK_FALSE(html.contains("Show pictures"));
  const HttpResponse picture = answer("/picture", html.substr(at + 19, 36));
  CHECK(picture.status == 200);
  CHECK(picture.content_type == "image/png");
  CHECK(picture.body == test::small_png());
  CHECK(picture.header("Content-Security-Policy") == "default-src 'none'; sandbox");
  CHECK(picture.header("X-Content-Type-Options") == "nosniff");
  for (const char* query : {"", "key=", "key=../crawl.db", "key=' OR 1=1 --"})
    CHECK(answer("/picture", query).status == 404);
  show("A plot", "https://a.example/2.png");
  CHECK(answer("/", "article=" + article.id).body.contains("Show pictures"));
}

TEST_CASE("reader: a long article has a table of contents, and is shown with its structure", "[page]") {
  using content::Kind;
  using content::Node;
  test::FakeEngine engine;
  Article& article = engine.hits[0].article;
  content::Content blocks;
  for (const char* title : {"Why", "How & when", "What next"}) {
    blocks.push_back(Node{Kind::Heading, false, 2, {}, {}, {Node{Kind::Text, false, 0, title}}});
    blocks.push_back(Node{Kind::Code, false, 0, "if attention:\n    stay()", "python"});
  }
  blocks.push_back(Node{Kind::Picture, false, 0, "A drawing", "https://pictures.example/1.png"});
  const content::StoredContent stored = content::pack(blocks);
  article.text = stored.text;
  article.structure = stored.structure;
  const std::string html = read(engine, "q=attention&article=" + article.id).body;
  CHECK(html.contains("<summary>Contents</summary>"));
  CHECK(html.contains("<li class=\"level-2\"><a href=\"#part-2\">How &amp; when</a></li>"));
  CHECK(html.contains("<h2 id=\"part-2\">How &amp; when</h2>"));
  CHECK(html.contains("<span class=\"keyword\">if</span> <mark>attention</mark>:\n    stay()"));
  CHECK(html.contains("Show pictures"));
  CHECK_FALSE(html.contains("<img src=\"https://pictures.example"));
  CHECK(read(engine, "pictures=1&article=" + article.id).body.contains("<img src=\"https://pictures.example/1.png\""));
  article.words = 300;
  CHECK_FALSE(read(engine, "article=" + article.id).body.contains("<summary>Contents</summary>"));
}

TEST_CASE("reader: it links to the neighbours in the result, and back to the same place", "[page]") {
  ListEngine engine;
  engine.hits.clear();
  for (int i = 0; i < 30; ++i) {
    engine.hits.push_back(
        test::make_hit("https://example.org/" + std::to_string(i), "Title " + std::to_string(i), "s", "2026-04-08"));
  }
  const auto id = [&](std::size_t at) { return engine.hits[at].article.id; };
  const std::string html = read(engine, "q=flash&article=" + id(24) + "&at=24").body;
  CHECK(html.contains("rel=\"prev\" href=\"/?q=flash&amp;article=" + id(23) + "&amp;at=23\""));
  CHECK(html.contains("rel=\"next\" href=\"/?q=flash&amp;article=" + id(25) + "&amp;at=25\""));
  CHECK(html.contains("href=\"/?q=flash&amp;offset=20#a" + id(24) + "\""));
  CHECK(html.contains("25 of 30"));
  CHECK_FALSE(read(engine, "q=flash&article=" + id(0) + "&at=0").body.contains("rel=\"prev\""));
  CHECK_FALSE(read(engine, "q=flash&article=" + id(29) + "&at=29").body.contains("rel=\"next\""));
  // If the result has changed or the place is wrong, no neighbours are shown instead of wrong ones.
  for (const char* at : {"3", "x", "-1", "99999999999999999999", "10001", ""}) {
    const HttpResponse elsewhere = read(engine, "q=flash&article=" + id(24) + "&at=" + at);
    CHECK(elsewhere.status == 200);
    CHECK_FALSE(elsewhere.body.contains("rel=\"next\""));
  }
}

TEST_CASE("reader: an alias of an article leads to the article's page", "[page]") {
  class NamedEngine : public test::FakeEngine {
   public:
    Result<search::Hit> article(std::string_view id) override {
      return test::FakeEngine::article(id == "00000000000000aa" ? hits[0].article.id : id);
    }
  };
  NamedEngine engine;
  const HttpResponse response = read(engine, "q=a%0D%0Ab&article=00000000000000aa&at=3");
  CHECK(response.status == 301);
  CHECK(response.header("Location") == "/?q=a%0D%0Ab&article=" + engine.hits[0].article.id + "&at=3");
}

TEST_CASE("reader: what can be done with an article is a row of icons, each with a name", "[page]") {
  test::FakeEngine engine;
  const std::string id = engine.hits[0].article.id, html = read(engine, "q=flash&at=0&article=" + id).body;
  const std::size_t begin = html.find("<span class=\"do actions\">");
  REQUIRE(begin != std::string::npos);
  CHECK(begin < html.find("<h1"));
  const std::string row = html.substr(begin, html.find("</div>", begin) - begin);
  for (const char* name : {"Cite", "Original at "}) CHECK(row.contains(std::string("aria-label=\"") + name));
  CHECK_FALSE(row.contains("class=\"button\""));
}

TEST_CASE("reader: a name that is written in one word is one mark", "[page]") {
  test::FakeEngine engine;
  engine.hits[0].article.text = "We wrote FlashAttention.";
  const std::string id = engine.hits[0].article.id;
  CHECK(read(engine, "q=flash+attention&article=" + id).body.contains("<mark>FlashAttention</mark>"));
}

TEST_CASE("reader: pictures from other servers are loaded only if the reader allows it", "[page]") {
  test::FakeEngine engine;
  engine.hits[0].article.image = "https://pictures.example/lead.png?a=1&b=2";
  const std::string id = engine.hits[0].article.id;
  const HttpResponse without = read(engine, "q=flash&article=" + id);
  CHECK_FALSE(without.body.contains("pictures.example"));
  CHECK_FALSE(without.header("Content-Security-Policy").contains("https:"));
  CHECK(without.body.contains("href=\"/?q=flash&amp;pictures=1&amp;article=" + id + "\">Show pictures</a>"));
  const HttpResponse with = read(engine, "q=flash&pictures=1&article=" + id);
  CHECK(with.body.contains("<img src=\"https://pictures.example/lead.png?a=1&amp;b=2\""));
  CHECK(with.body.contains("loading=\"lazy\""));
  CHECK(with.header("Content-Security-Policy").contains("img-src 'self' data: https:"));
  CHECK(with.body.contains("href=\"/?q=flash&amp;article=" + id + "\">Hide pictures</a>"));
  engine.hits[0].article.image = "javascript:alert(1)";
  CHECK_FALSE(read(engine, "pictures=1&article=" + id).body.contains("javascript:"));
  // A list never shows pictures from other servers, whatever is allowed.
  CHECK_FALSE(read(engine, "q=flash&pictures=1").header("Content-Security-Policy").contains("https:"));
}

TEST_CASE("reader: a page that lacks something because time ran out has no tag and is not stored", "[page]") {
  class HurriedEngine : public ListEngine {
   public:
    bool is_cut = false; ///< the related articles are not all
    std::optional<ErrorCode> related_fails, search_fails;

    Result<search::RelatedResponse> related(std::string_view id, std::size_t limit) override {
      if (related_fails) return fail(*related_fails, "no");
      auto found = ListEngine::related(id, limit);
      if (is_cut) found->warnings.push_back({"time_cut", "Time ran out.", {}});
      return found;
    }
    Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override {
      if (search_fails) return fail(*search_fails, "no");
      return ListEngine::search(request, now);
    }
  };
  HurriedEngine engine;
  const std::string query = "q=flash&at=0&article=" + engine.hits[0].article.id;
  const auto is_stored = [&] {
    const HttpResponse page = read(engine, query);
    CHECK(page.status == 200);
    CHECK(page.header("ETag").empty() == (page.header("Cache-Control") == "no-store"));
    return !page.header("ETag").empty();
  };
  CHECK(is_stored());
  engine.is_cut = true;
  CHECK_FALSE(is_stored());
  engine = {};
  engine.related_fails = ErrorCode::Network;
  CHECK_FALSE(is_stored());
  engine = {};
  engine.is_exact = false; // perhaps other neighbours
  CHECK_FALSE(is_stored());
  engine = {};
  engine.search_fails = ErrorCode::Timeout;
  CHECK_FALSE(is_stored());
}

TEST_CASE("reader: a formula is MathML, and TeX that cannot be read is code", "[page]") {
  using content::Kind;
  using content::Node;
  test::FakeEngine engine;
  Article& article = engine.hits[0].article;
  const content::Content blocks{Node{Kind::Paragraph,
                                     false,
                                     0,
                                     {},
                                     {},
                                     {Node{Kind::Formula, false, 0, "x_1"}, Node{Kind::Text, false, 0, " and "},
                                      Node{Kind::Formula, true, 0, "\\unknown{<b>}"}}}};
  const content::StoredContent stored = content::pack(blocks);
  article.text = stored.text;
  article.structure = stored.structure;
  const std::string html = read(engine, "article=" + article.id).body;
  CHECK(html.contains("<span class=\"formula\"><math xmlns="));
  CHECK(html.contains("<msub><mi>x</mi><mn>1</mn></msub>"));
  CHECK(html.contains("<code class=\"formula display\">\\unknown{&lt;b&gt;}</code>"));
}
