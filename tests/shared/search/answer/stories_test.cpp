// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/stories.h"

#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace stories_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;
using trawl::test::TestIndex;

namespace {

Article told_in(const std::string& language, const std::string& url, const std::string& text) {
  Article out = trawl::test::article(1);
  out.url = url;
  out.id = article_id(url);
  out.title = "Title in " + language;
  out.language = language;
  out.text = text;
  return out;
}

const Article kEnglish =
    told_in("en", "https://a.example/blog/qwen3/", "An open model, qwen, thinks and acts. The qwen.");
const Article kChinese = told_in("zh", "https://a.example/zh/blog/qwen3/", "qwen 思考与行动");

SearchResponse ask(const TestIndex& index, SearchRequest request) {
  SearchEngine engine = must(SearchEngine::open(index.data()));
  return must(engine.search(request, Moment{}));
}

SearchRequest about(const std::string& q) {
  SearchRequest request;
  request.q = q;
  return request;
}

std::vector<std::string> languages(const SearchResponse& response) {
  std::vector<std::string> out;
  for (const Hit& hit : response.hits) {
    out.push_back(hit.article.language);
    for (const Translation& one : hit.also_in) out.back() += "+" + one.language;
  }
  return out;
}

/// `count` articles that come after those of the story, and in every second place one of their source.
std::vector<Article> others(std::size_t count) {
  std::vector<Article> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(trawl::test::article(100 + i));
    out.back().language = "en";
    out.back().text = "Many other words of a longer text, and then a qwen " + std::to_string(i);
  }
  return out;
}

} // namespace

TEST_CASE("stories: an address is the same in every language, wherever it names it", "[search]") {
  const std::string same = "a.example/blog/qwen3/";
  for (const char* url : {"https://a.example/blog/qwen3/", "http://zh.a.example/blog/qwen3/",
                          "https://a.example/zh-CN/blog/qwen3/", "https://a.example/zh_Hans/blog/qwen3/"}) {
    INFO(url);
    CHECK(address_in_any_language(url, "zh") == same);
  }
  for (const char* url : {"https://a.example/p/one.html", "https://a.example/p/one.zh.html",
                          "https://a.example/p/one-zh.html", "https://a.example/p/one_zh.html",
                          "https://a.example/p/one.html?lang=zh", "https://a.example/zh/p/one.html?hl=zh-cn"}) {
    INFO(url);
    CHECK(address_in_any_language(url, "zh") == "a.example/p/one.html");
  }
  CHECK(address_in_any_language("https://a.example/p?a=1&lang=de&b=2", "de") == "a.example/p?a=1&b=2");
  // What is not the article's language is a word of the address.
  CHECK(address_in_any_language("https://a.example/it/one", "en") == "a.example/it/one");
  CHECK(address_in_any_language("https://a.example/zhang/one", "zh") == "a.example/zhang/one");
  CHECK(address_in_any_language("https://a.example/zh-classics/one", "zh") == "a.example/zh-classics/one");
  CHECK(address_in_any_language("mailto:a@b.example", "en").empty());
}

TEST_CASE("stories: a translation is part of the hit that it translates, and is counted", "[search]") {
  const TestIndex index({kEnglish, kChinese, told_in("en", "https://a.example/blog/other/", "Another word of qwen.")});
  const SearchResponse response = ask(index, about("qwen"));
  CHECK(response.total == 3);
  auto found = languages(response);
  std::ranges::sort(found);
  CHECK((found == std::vector<std::string>{"en", "en+zh"} || found == std::vector<std::string>{"en", "zh+en"}));
}

TEST_CASE("stories: the one in the query's language is shown", "[search]") {
  SearchRequest request = about("qwen");
  const TestIndex index({kEnglish, kChinese});
  request.lang_boost = "zh";
  CHECK(languages(ask(index, request)).size() == 1);
  CHECK(ask(index, about("qwen 思考")).hits.front().also_in.empty() == false);
  CHECK(ask(index, about("qwen 思考")).hits.front().article.id == kChinese.id);
}

TEST_CASE("stories: a filter, another order and another source leave each article to itself", "[search]") {
  Article elsewhere = kChinese;
  elsewhere.source = "elsewhere";
  const TestIndex index({kEnglish, kChinese}), two_sources({kEnglish, elsewhere});
  SearchRequest only_chinese = about("qwen lang:zh"), newest = about("qwen");
  newest.sort = SortOrder::Newest;
  CHECK(languages(ask(index, only_chinese)) == std::vector<std::string>{"zh"});
  CHECK(languages(ask(index, newest)).size() == 2);
  CHECK(languages(ask(two_sources, about("qwen"))).size() == 2);
}

TEST_CASE("stories: pages of a result have each article once, as a hit or in one", "[search]") {
  std::vector<Article> articles = others(40);
  for (int i = 0; i < 15; ++i) {
    const std::string name = "blog/story-" + std::to_string(i);
    articles.push_back(told_in("en", "https://a.example/" + name, "A qwen, number " + std::to_string(i)));
    articles.push_back(
        told_in("zh", "https://a.example/zh/" + name, "qwen 思考 " + std::to_string(i) + " long enough"));
  }
  const TestIndex index(articles);
  for (const std::size_t limit : {1, 3, 7, 70}) {
    std::vector<std::string> ids;
    SearchEngine engine = must(SearchEngine::open(index.data()));
    SearchRequest request = about("qwen");
    request.limit = limit;
    const bool by_offset = limit == 3;
    for (;;) {
      const SearchResponse page = must(engine.search(request, Moment{}));
      CHECK(page.total == 70);
      std::size_t articles_of_page = 0;
      for (const Hit& hit : page.hits) articles_of_page += 1 + hit.also_in.size();
      CHECK((articles_of_page == limit || page.next.empty()));
      for (const Hit& hit : page.hits) {
        ids.push_back(hit.article.id);
        for (const Translation& one : hit.also_in) ids.push_back(one.id);
      }
      if (page.next.empty()) break;
      if (by_offset)
        request.offset += limit;
      else
        request.cursor = page.next;
    }
    INFO(limit);
    const std::set<std::string> distinct(ids.begin(), ids.end());
    CHECK(ids.size() == distinct.size());
    CHECK(distinct.size() == 70);
  }
}

TEST_CASE("stories: related articles have no translation", "[search]") {
  const std::string text = "speculative decoding drafts tokens for serving large models with vllm kernels, which a "
                           "smaller one proposes and the bigger one accepts or refuses all at once";
  const Article english = told_in("en", "https://a.example/blog/decoding", text);
  const Article chinese = told_in("zh", "https://a.example/zh/blog/decoding", text + " 思考");
  const Article other = told_in("en", "https://a.example/blog/more", text + " once more");
  const TestIndex index({english, chinese, other});
  SearchEngine engine = must(SearchEngine::open(index.data()));
  const RelatedResponse related = must(engine.related(english.id, 6));
  REQUIRE(related.articles.size() == 1);
  CHECK(related.articles[0].article.id == other.id);
}

} // namespace stories_test
