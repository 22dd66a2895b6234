// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of inspect for each kind of request, and the command around them.
#include "indexer/commands/inspect/inspect.h"
#include "tests/indexer/commands/indexer_run.h"

#include <nlohmann/json.hpp>

using namespace trawl::commands;
using namespace trawl::test;
using Json = nlohmann::json;

namespace {

Json ask(InspectAnswer (*inspect)(const InspectRequest&), const Json& request) {
  return Json(inspect(read_inspect_request(request.dump())));
}

Json robots_answer(const IndexerWorld& world, const std::string& robots, const std::string& url,
                   const std::string& agent = "trawl") {
  return ask(answer_robots, {{"path", world.file("robots.txt", robots)}, {"url", url}, {"user_agent", agent}});
}

} // namespace

TEST_CASE("inspect: every kind answers a request that is not an object, or empty, with an error", "[inspect]") {
  for (const auto inspect : {answer_article, answer_feed, answer_robots, answer_charset, answer_url}) {
    for (const char* request : {"", "null", "[]", "7", "\"x\"", "{", "\xff", "{}"}) {
      INFO(request);
      const auto answer = inspect(read_inspect_request(request));
      CHECK(answer.at("error").is_string());
    }
  }
}

TEST_CASE("inspect article: a PDF is read as one", "[inspect]") {
  const IndexerWorld world;
  const Json answer = ask(answer_article, {{"path", world.file("cut.pdf", "%PDF-1.4 cut")}});
  CHECK(answer.at("error").is_string()); // and not an article with the title "%PDF-1.4 cut"
}

TEST_CASE("inspect url: parts and canonical form, or null", "[inspect]") {
  struct Row {
    const char* input;
    const char* base;
    Json href, canonical, site;
  };
  for (const Row& row : {
           Row{"HTTP://Example.org:80/a/../b?utm_source=x#f", "", "http://example.org/b?utm_source=x#f",
               "http://example.org/b", "example.org"},
           {"../c", "https://www.e.co.uk/a/b/", "https://www.e.co.uk/a/c", "https://www.e.co.uk/a/c", "e.co.uk"},
           {"mailto:a@e.org", "", nullptr, nullptr, nullptr},
           {"no url", "", nullptr, nullptr, nullptr},
           {"/path", "no base", nullptr, nullptr, nullptr},
           {"", "", nullptr, nullptr, nullptr},
       }) {
    INFO(row.input);
    const Json answer = ask(answer_url, {{"id", 7}, {"input", row.input}, {"base", row.base}});
    CHECK(answer.at("id") == 7); // repeated as it came
    CHECK(answer.at("ok") == !row.href.is_null());
    CHECK(answer.at("href") == row.href);
    CHECK(answer.at("canonical") == row.canonical);
    CHECK(answer.at("site") == row.site);
  }
}

TEST_CASE("inspect robots: allowed or not, delay and sitemaps", "[inspect]") {
  const IndexerWorld world;
  const std::string robots = "User-agent: *\nDisallow: /private\nCrawl-delay: 3\n\nUser-agent: other\nDisallow: /\n"
                             "Sitemap: https://e.org/map.xml\n";
  const Json allowed = robots_answer(world, robots, "https://e.org/public?q");
  CHECK(allowed.at("allowed") == true);
  CHECK(allowed.at("crawl_delay") == 3);
  CHECK(allowed.at("sitemaps") == Json::array({"https://e.org/map.xml"}));
  CHECK(robots_answer(world, robots, "https://e.org/private/x").at("allowed") == false);
  CHECK(robots_answer(world, robots, "https://e.org/public", "Other").at("allowed") == false);
  CHECK(robots_answer(world, robots, "/private").at("allowed") == false);
  CHECK(robots_answer(world, robots, "gemini://e.org/private").at("allowed") == false); // rules match paths only
  CHECK(robots_answer(world, "", "https://e.org/private").at("crawl_delay").is_null());
}

TEST_CASE("inspect: of a request, what is not of its type counts as missing, and the id comes back as it is",
          "[inspect]") {
  const auto request =
      read_inspect_request(R"({"id": {"b": 1, "a": [2]}, "path": "p", "url": 1, "why": 1, "label": ""})");
  CHECK(request.is_object);
  CHECK(request.id.dump() == R"({"b":1,"a":[2]})");
  CHECK(request.path == "p");
  CHECK(request.url.empty());
  CHECK_FALSE(request.why);
  CHECK(request.label == "");
  CHECK_FALSE(request.input);
  for (const auto inspect : {answer_article, answer_feed, answer_robots, answer_charset, answer_url})
    CHECK(ask(inspect, {{"id", 7}}).at("id") == 7);
}

TEST_CASE("inspect command: prints the answer over several lines, and 6 if it is an error", "[inspect]") {
  const IndexerWorld world;
  const auto url = run_indexer({"inspect", "url", "https://E.org/"});
  CHECK(url.exit_code == 0);
  CHECK(url.out.contains("\n  \"href\": \"https://e.org/\",\n"));
  const auto missing = run_indexer({"inspect", "feed", world.path("nosuch")});
  CHECK(missing.exit_code == 6);
  CHECK(Json::parse(missing.out).at("error").get<std::string>().contains(world.path("nosuch")));
  const auto relative = run_indexer({"inspect", "url", "../b", "--url", "https://e.org/a/c"});
  CHECK(Json::parse(relative.out).at("href") == "https://e.org/b");
}

TEST_CASE("inspect command: an article shows its labels and where each field comes from", "[inspect]") {
  const IndexerWorld world;
  std::string text;
  for (int i = 0; i < 80; ++i) text += "Quantization of model weights saves memory. ";
  const auto page =
      world.file("page.html", "<html lang=en><head><title>On quantization</title></head><body><article><h1>On "
                              "quantization</h1><p>" +
                                  text + "</p></article></body></html>");
  const auto done = run_indexer({"inspect", "article", page, "--url", "https://e.org/p"});
  CHECK(done.exit_code == 0);
  const Json answer = Json::parse(done.out);
  CHECK(answer.at("title") == "On quantization");
  CHECK(answer.at("provenance").contains("title"));
  CHECK(answer.contains("category"));
  CHECK(answer.at("tags").is_array());
  CHECK(answer.at("error").is_null());
}

TEST_CASE("inspect command: --why lists what was left out, where, and by which rule", "[inspect]") {
  const IndexerWorld world;
  std::string text;
  for (int i = 0; i < 8; ++i) text += "<p>Quantization of model weights saves memory on every card that we have.</p>";
  const auto page =
      world.file("page.html", "<body><article>" + text +
                                  "<figure><img src='https://e.org/a.png' alt='The backs of both'><figcaption>Two "
                                  "cards.</figcaption></figure><div class='share wide' id=s>"
                                  "Share this page</div>" +
                                  text + "</article><div>Imprint</div></body>");
  const Json expected = {{{"rule", "boilerplate-name"},
                          {"why", "its tag, role, class or id names boilerplate"},
                          {"where", "html > body > article > div#s.share.wide"},
                          {"text", "Share this page"}},
                         {{"rule", "caption"},
                          {"why", "the caption of a figure"},
                          {"where", "html > body > article > figure > figcaption"},
                          {"text", "Two cards."}},
                         {{"rule", "outside"},
                          {"why", "outside the element with the main text"},
                          {"where", "html > body > div"},
                          {"text", "Imprint"}}};
  const Json answer = Json::parse(run_indexer({"inspect", "article", page, "--why"}).out);
  Json dropped = answer.at("dropped");
  std::sort(dropped.begin(), dropped.end(),
            [](const Json& a, const Json& b) { return a.at("rule").get<std::string>() < b.at("rule"); });
  CHECK(dropped == expected);
  CHECK(answer.at("captions") == Json::array({"Two cards."}));
  const auto known = run_indexer({"inspect", "article", page, "--url", "https://e.org/a"});
  CHECK(Json::parse(known.out).at("image_texts") == Json::array({"The backs of both"}));
  CHECK_FALSE(Json::parse(run_indexer({"inspect", "article", page}).out).contains("dropped"));
  CHECK(ask(answer_article, {{"path", page}, {"why", true}}).at("dropped").size() == 3);
}

TEST_CASE("inspect command: a missing argument is named", "[inspect]") {
  struct Row {
    std::vector<std::string> words;
    const char* missing;
  };
  for (const Row& row : {Row{{"inspect", "url"}, "an address"},
                         {{"inspect", "article"}, "a file"},
                         {{"inspect", "robots"}, "a file"},
                         {{"inspect", "robots", "robots.txt"}, "a robots.txt and an address"}}) {
    INFO(row.words[1]);
    const auto done = run_indexer(row.words);
    CHECK(done.exit_code == 2);
    CHECK(done.err == "trawl-indexer: inspect: missing argument: " + std::string(row.missing) + "; see --help\n");
  }
}

TEST_CASE("inspect article: the pages of a host are compared with one another, and answered in order", "[inspect]") {
  const IndexerWorld world;
  std::vector<InspectRequest> requests = {read_inspect_request("no object")};
  for (int page = 1; page <= 4; ++page) {
    const std::string number = std::to_string(page);
    std::string text;
    for (int i = 0; i < 5; ++i) {
      text +=
          "<p>On page " + number + " the quantization of weights saves memory in case " + std::to_string(i) + ".</p>";
    }
    const auto file = world.file("p" + number + ".html", "<title>Essay " + number + " | Notes</title><div class=a>" +
                                                             text + "</div><div>Our other pages</div>");
    const auto host = page == 4 ? "https://alone.example/" : "https://e.org/";
    const Json request = {{"id", number}, {"path", file}, {"url", host + number}, {"why", true}};
    requests.push_back(read_inspect_request(request.dump()));
  }
  std::vector<Json> answers;
  answer_articles(requests, [&](const InspectAnswer& answer) { answers.push_back(Json(answer)); });
  REQUIRE(answers.size() == 5);
  CHECK(answers[0].at("error").is_string());
  for (int page = 1; page <= 3; ++page) {
    CHECK(answers[page].at("id") == std::to_string(page));
    CHECK(answers[page].at("title") == "Essay " + std::to_string(page));
    CHECK(answers[page].at("read_by") == "the pages of its site");
    CHECK(answers[page].at("dropped").at(0).at("rule") == "outside-root");
    CHECK(answers[page].at("dropped").at(0).at("why") ==
          "outside the element with the text of this template's pages (div.a, on 3 pages)");
  }
  CHECK(answers[4].at("read_by") == "this page alone");
  CHECK(answers[4].at("dropped").dump().find("outside-root") == std::string::npos); // one page shows nothing
}
