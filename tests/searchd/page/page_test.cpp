// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "searchd/router.h"
#include "shared/api/request/search_request.h"
#include "shared/schema/fields.h"
#include "tests/shared/api/fake_engine.h"

#include <catch2/catch.hpp>

using namespace trawl::test;
using namespace trawl::searchd;
using trawl::api::Parameters;

namespace {

HttpResponse page_of(FakeEngine& engine, const std::string& query) {
  Router router({HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}});
  HttpRequest request;
  request.method = "GET";
  request.path = "/";
  request.query = query;
  request.headers = {{"Host", "localhost"}};
  return router.answer(engine, request, moment("2026-04-21T12:00:30Z"));
}

} // namespace

TEST_CASE("page: results, facets and the search itself work without JavaScript", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&source=pytorch").body;
  CHECK(html.contains("value=\"flash\""));
  CHECK(html.contains("<mark>Flash attention</mark> at last</a></h2>"));
  CHECK(html.contains("speaks of <mark>attention</mark> and memory"));
  CHECK(html.contains("13 days ago"));
  CHECK(html.contains("href=\"/?q=flash&amp;source=pytorch%2Cvllm\""));
  CHECK(html.contains("<input type=\"hidden\" name=\"source\" value=\"pytorch\">"));
  CHECK(html.contains("href=\"/?q=flash&amp;source=pytorch&amp;after=2026-04-01&amp;before=2026-05-01#filters\""));
  CHECK(html.contains("href=\"/v1/search.rss?q=flash&amp;source=pytorch\""));
}

TEST_CASE("page: a value of a facet can be left out, and of several tags all can be asked for", "[page]") {
  FakeEngine engine;
  CHECK(
      page_of(engine, "q=flash&source=pytorch").body.contains("href=\"/?q=flash&amp;source=pytorch%2C-vllm#filters\""));
  trawl::search::Filters filters;
  filters.fields["tag"].any_of = {"gpu", "llm"};
  const Parameters parameters{{"q", "flash"}, {"tag", "gpu,llm"}};
  CHECK(all_of_link(parameters, filters, "tag", true) == "/?q=flash&amp;tag_all=gpu%2Cllm");
  filters.fields["tag"] = {{}, {"gpu", "llm"}, {}};
  const Parameters all{{"q", "flash"}, {"tag_all", "gpu,llm"}};
  CHECK(all_of_link(all, filters, "tag", false) == "/?q=flash&amp;tag=gpu%2Cllm");
  CHECK(toggle_link(all, filters, "tag", "nlp") == "/?q=flash&amp;tag_all=gpu%2Cllm%2Cnlp");
  CHECK(exclusion_link(all, filters, "tag", "llm") == "/?q=flash&amp;tag_all=gpu&amp;tag=-llm");
}

TEST_CASE("page: a corrected query says so, with links to both spellings", "[page]") {
  FakeEngine engine;
  engine.correction = trawl::search::Correction{"flash <attention>", 1'200};
  const std::string html = page_of(engine, "q=flash+attenton").body;
  CHECK(html.contains("Showing results for <a href=\"/?q=flash%20%3Cattention%3E\">flash &lt;attention&gt;</a>."));
  CHECK(html.contains("Search instead for <a href=\"/?q=flash%20attenton&amp;as_typed=1\">flash attenton</a>"));
  // The reader marks the words that were found.
  CHECK(html.contains("href=\"/?q=flash%20%3Cattention%3E&amp;article=" + engine.hits[0].article.id));
  const std::string as_typed = page_of(engine, "q=flash+attenton&as_typed=1").body;
  CHECK_FALSE(as_typed.substr(0, as_typed.find("</form>"))
                  .contains("name=\"as_typed\"")); // of the next search // the next query is another one
}

TEST_CASE("page: untrusted text never becomes markup", "[page]") {
  FakeEngine engine;
  trawl::search::Hit& hit = engine.hits.front();
  hit.article.title = "<img src=x onerror=alert(1)>";
  hit.title_marks = {{1, 4}};
  hit.article.url = "javascript:alert(1)";
  hit.article.source = "\"><script>alert(2)</script>";
  hit.source_label = "</a><script>alert(3)</script>";
  hit.article.tags = {"'\"><b>"};
  hit.article.category = "<i>";
  hit.article.authors = {"<u>A</u>"};
  hit.article.text = "</div><script>alert(4)</script>";
  hit.article.copies = {{"javascript:alert(5)", "x"}};
  hit.article.provenance = {{"<s>", "<s>"}};
  hit.snippets = {{"\x01<script>alert(6)</script>", {{2, 8}}, 0}};
  for (const std::string& query :
       {std::string("q=%22%3E%3Cscript%3Ealert(7)%3C/script%3E&tag=%3Cb%3E&author=%22%3E%3Cb%3E"),
        std::string("q=%3Cb%3E&sort=%3Cb%3E"), std::string("%3Cb%3E=%3Cb%3E"),
        "article=" + hit.article.id + "&q=%22%3E%3Cb%3E"}) {
    INFO(query);
    const std::string html = page_of(engine, query).body;
    for (const char* bad : {"<script>", "<img src=x", "<b>", "<i>", "<u>", "<s>", "javascript:", "\x01"}) {
      CHECK_FALSE(html.contains(bad));
    }
  }
}

TEST_CASE("page: its policy forbids inline scripts and styles, and it contains none", "[page]") {
  FakeEngine engine;
  for (const std::string& query :
       {std::string("q=flash"), std::string(), "article=" + engine.hits.front().article.id}) {
    const HttpResponse response = page_of(engine, query);
    CHECK(response.header("Content-Security-Policy").contains("default-src 'none'"));
    CHECK(response.header("Content-Security-Policy").contains("frame-ancestors 'none'"));
    CHECK_FALSE(response.header("Content-Security-Policy").contains("unsafe"));
    CHECK_FALSE(response.body.contains(" style="));
    CHECK_FALSE(response.body.contains(" onclick="));
    CHECK_FALSE(response.body.contains("<style"));
    CHECK_FALSE(response.body.contains("{{"));
  }
}

TEST_CASE("page: an article is shown completely, with links back and to related articles", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&article=" + engine.hits.front().article.id).body;
  CHECK(html.contains("<h1>Flash attention at last</h1>"));
  CHECK(html.contains("<p>The second one of memory.</p>"));
  CHECK(html.contains("rel=\"noopener noreferrer\" href=\"https://example.org/flash\""));
  CHECK(html.contains("<a id=\"back\" href=\"/?q=flash\">"));
  CHECK(html.contains("Second thoughts on serving"));
  CHECK(html.contains("og:title"));
  CHECK(page_of(engine, "article=0123456789abcdef").status == 404);
  CHECK(page_of(engine, "article=../etc").status == 404);
}

TEST_CASE("page: an article's page says when related articles may be missing", "[page]") {
  FakeEngine engine;
  const std::string query = "article=" + engine.hits.front().article.id;
  CHECK_FALSE(page_of(engine, query).body.contains("class=\"warnings\""));
  engine.warnings = {{"time_cut", "2 <are> missing.", {}}};
  CHECK(page_of(engine, query).body.contains("<ul class=\"warnings\"><li>2 &lt;are&gt; missing.</li></ul>"));
}

TEST_CASE("page: errors are pages with their status", "[page]") {
  FakeEngine engine;
  const HttpResponse response = page_of(engine, "sort=newst");
  CHECK(response.status == 400);
  CHECK(response.content_type.starts_with("text/html"));
  CHECK(response.body.contains("Did you mean newest?"));
}

TEST_CASE("page links: choosing a value again removes it", "[page]") {
  trawl::search::Filters filters;
  filters.fields["author"].any_of = {"Li, Ziyang"};
  filters.fields["author"].none_of = {"-dash"};
  const Parameters parameters{{"q", "a b"}, {"author", "\"Li, Ziyang\",-\"-dash\""}, {"cursor", "x"}};
  CHECK(toggle_link(parameters, filters, "author", "Li, Ziyang") == "/?q=a%20b&amp;author=-%22-dash%22");
  CHECK(toggle_link(parameters, {}, "tag", "gpu") ==
        "/?q=a%20b&amp;author=%22Li%2C%20Ziyang%22%2C-%22-dash%22&amp;tag=gpu");
}

TEST_CASE("page links: a value with quotes survives a round trip", "[page]") {
  for (const std::string value : {"\"quoted", "say \"hi\", you", "\"", "-\"x", "a,b"}) {
    INFO(value);
    const std::string link = toggle_link({}, {}, "tag", value);
    const auto parameters = trawl::api::parse_query_string(link.substr(link.find('?') + 1));
    REQUIRE(parameters);
    const auto asked = trawl::api::read_search_request(*parameters, {});
    REQUIRE(asked);
    CHECK(asked->search.filters.fields.at("tag").any_of == std::vector<std::string>{value});
  }
}

TEST_CASE("page query: a filter typed for the whole query can be removed from it", "[page]") {
  using Row = std::vector<std::string>;
  for (const Row& row :
       {Row{"flash source:pytorch", "source", "flash"},
        Row{"source:pytorch,vllm flash tag:gpu", "source", "flash tag:gpu"},
        Row{"flash -source:openai attention", "source", "flash attention"},
        Row{"flash NOT source:openai", "source", "flash"}, Row{"source:a AND flash", "source", "flash"},
        Row{"flash AND source:a AND b", "source", "flash AND b"}, Row{"lang:de wort", "language", "wort"},
        Row{"author:\"Ziyang Li\" monarch", "author", "monarch"}, Row{"x since:7d date:2026-04", "date", "x"},
        Row{"tag:gpu", "tag", ""}, Row{"flash title:x", "source", "flash title:x"},
        Row{"(a source:x) OR b", "source", "(a source:x) OR b"}, Row{"source:x OR b", "source", "source:x OR b"},
        Row{"\"source:x\" b", "source", "\"source:x\" b"}}) {
    INFO(row[0]);
    CHECK(without_typed_filter(row[0], row[1]) == row[2]);
  }
  CHECK(without_typed_filters("flash source:x -tag:y since:7d attention") == "flash attention");
}

TEST_CASE("page: a filter typed into the query is shown, and its link removes it", "[page]") {
  FakeEngine engine;
  engine.filters_of_query.fields["source"].any_of = {"pytorch"};
  const std::string html = page_of(engine, "q=flash+source:pytorch").body;
  CHECK(html.contains("<a class=\"chip\" href=\"/?q=flash\" aria-label=\"Remove the filter source: PyTorch Blog\">"));
  // A further value stands beside it as a parameter, where both can be taken away.
  CHECK(html.contains("href=\"/?q=flash&amp;source=pytorch%2Cvllm\""));
  const std::string part = page_of(engine, "q=(flash+source:pytorch)+OR+b").body;
  CHECK(part.contains("<span class=\"chip\">source: PyTorch Blog</span>"));
}

TEST_CASE("page links: each value of a filter can be removed by itself", "[page]") {
  trawl::search::Filters filters;
  filters.fields["tag"] = {{"a", "b"}, {"x", "y"}, {"n", "m"}};
  const Parameters parameters{{"tag", "a,b,-n,-m"}, {"tag_all", "x,y"}};
  const auto without = [&](FilterPart part, const char* value) {
    return removal_link(parameters, filters, "tag", part, value);
  };
  CHECK(without(FilterPart::AnyOf, "a") == "/?tag_all=x%2Cy&amp;tag=b%2C-n%2C-m");
  CHECK(without(FilterPart::AllOf, "y") == "/?tag_all=x&amp;tag=a%2Cb%2C-n%2C-m");
  CHECK(without(FilterPart::NoneOf, "m") == "/?tag_all=x%2Cy&amp;tag=a%2Cb%2C-n");
}

TEST_CASE("page: every active filter has its own chip, and two or more have a link that removes all", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&source=pytorch,-vllm&tag_all=gpu,moe").body;
  for (const char* chip : {"source: PyTorch Blog", "source: not vllm", "tag: gpu", "tag: moe"}) {
    CHECK(html.contains("aria-label=\"Remove the filter " + std::string(chip) + "\""));
  }
  CHECK(html.contains("<a class=\"clear\" href=\"/?q=flash\">"));
  CHECK_FALSE(page_of(engine, "q=flash&source=pytorch").body.contains("class=\"clear\""));
}

TEST_CASE("page: a byline adds filters and never removes one", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&source=pytorch").body;
  CHECK(html.contains("<span class=\"source\">PyTorch Blog</span>"));
  CHECK(html.contains("<a class=\"source\" href=\"/?q=flash&amp;source=pytorch%2Cvllm\">vllm</a>"));
  CHECK(html.contains("<a class=\"tag\" href=\"/?q=flash&amp;source=pytorch&amp;tag=gpu\">#gpu</a>"));
}

TEST_CASE("page: a byline leaves out a category that is rather wrong", "[page]") {
  FakeEngine engine;
  const std::string link = "<a class=\"category\"";
  CHECK(page_of(engine, "q=flash").body.contains(link));
  for (search::Hit& hit : engine.hits) hit.article.provenance = {{"category", "guess: nothing points elsewhere", 45}};
  CHECK_FALSE(page_of(engine, "q=flash").body.contains(link));
}

TEST_CASE("page: a title opens the reader at its place in the result, a second link the original", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash").body;
  const std::string id = engine.hits[1].article.id;
  CHECK(html.contains("<a class=\"title\" href=\"/?q=flash&amp;article=" + id + "&amp;at=1\">"));
  CHECK(html.contains("href=\"https://example.org/two\" title=\"example.org\" aria-label=\"Original at example.org\""));
}

TEST_CASE("page: links of the filter panel keep it open", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&source=pytorch").body;
  CHECK(html.contains("<aside id=\"filters\" aria-label=\"Filters\">"));
  CHECK(html.contains("<a class=\"open\" href=\"#filters\">Filters (1)</a>"));
  CHECK(html.contains("href=\"/?q=flash&amp;source=pytorch%2Cvllm#filters\""));
}

TEST_CASE("page: a search links to its feed, without the page's own parameters", "[page]") {
  FakeEngine engine;
  const std::string html = page_of(engine, "q=flash&tag=gpu&pictures=1&snippets=0&offset=2").body;
  CHECK(html.contains("<a id=\"feed\" href=\"/v1/search.rss?q=flash&amp;tag=gpu\">"));
}

TEST_CASE("page: browsers get errors as pages, programs as problems", "[page]") {
  FakeEngine engine;
  Router router({HostCheck({"127.0.0.1", 7700}, {}), "", 8 << 20, [](const std::string&) {}});
  const auto ask = [&](const std::string& path, const std::string& accept) {
    HttpRequest request{"GET", path, "", "", "", {{"Host", "localhost"}, {"Accept", accept}}};
    return router.answer(engine, request, moment("2026-04-21T12:00:30Z"));
  };
  const std::string browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const std::string& accept : {browser, std::string("text/html")}) {
    const HttpResponse response = ask("/nowhere", accept);
    CHECK(response.status == 404);
    CHECK(response.content_type.starts_with("text/html"));
    CHECK(response.body.contains("<h1>Not found</h1>"));
    CHECK(response.body.contains("There is no page at this address."));
  }
  CHECK(ask("/nowhere", "*/*").content_type == "application/problem+json");
  CHECK(ask("/nowhere", "text/html;q=0, */*").content_type == "application/problem+json");
  CHECK(ask("/v1/search/x", browser).content_type == "application/problem+json");
}

TEST_CASE("page links: a bucket goes from its first day to the day after its last", "[page]") {
  using Days = std::pair<std::string, std::string>;
  CHECK(days_of_bucket("2026") == Days{"2026-01-01", "2027-01-01"});
  CHECK(days_of_bucket("2025-12") == Days{"2025-12-01", "2026-01-01"});
  CHECK(days_of_bucket("2024-02-29") == Days{"2024-02-29", "2024-03-01"});
  CHECK(days_of_bucket("2026-W01") == Days{"2025-12-29", "2026-01-05"});
  CHECK(days_of_bucket("2020-W53") == Days{"2020-12-28", "2021-01-04"});
  for (const char* wrong : {"", "20", "2026-13", "2026-02-30", "abcd", "2026-Wxx"})
    CHECK(days_of_bucket(wrong) == Days{});
}

TEST_CASE("page: short ages are in words", "[page]") {
  const trawl::Moment now = moment("2026-04-21T12:00:00Z");
  CHECK(age_text(trawl::parse_rfc3339("2026-04-21"), now) == "today");
  CHECK(age_text(trawl::parse_rfc3339("2026-04-20T23:59:00Z"), now) == "yesterday");
  CHECK(age_text(trawl::parse_rfc3339("2026-04-01"), now) == "20 days ago");
  CHECK(age_text(trawl::parse_rfc3339("2025-12-09"), now) == "9 Dec 2025");
  CHECK(age_text(std::nullopt, now).empty());
  CHECK(grouped_digits(1234567) == "1,234,567");
  CHECK(grouped_digits(999) == "999");
}

TEST_CASE("page: it requests every facet except the site, the most useful first", "[page]") {
  CHECK(page_facets().size() == trawl::schema::kFacetFields.size() - 1);
  CHECK(std::ranges::count(page_facets(), "site") == 0);
  CHECK(page_facets().front() == "source");
  CHECK(page_facets().back() == "date");
  for (const std::string& facet : page_facets()) CHECK_FALSE(trawl::schema::find_filter(facet)->heading.empty());
}
