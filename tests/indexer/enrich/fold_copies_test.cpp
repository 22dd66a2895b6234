// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fold_copies.h"

#include "indexer/enrich/facts.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/indexer/enrich/random_text.h"

namespace fold_copies_test {

using namespace trawl;
using namespace trawl::enrich;

namespace {

Article article_of(const std::string& url, const std::string& text) {
  Article article;
  article.url = url;
  article.title = "Title";
  article.text = text;
  return article;
}

void fold_into(Article& shown, const Article& copy) {
  add_copy(shown, copy);
  improve(shown, copy);
}

/// `count` different words: "w0 w1 …".
std::string words(int count, const std::string& stem = "w") {
  std::string text;
  for (int i = 0; i < count; ++i) text += stem + std::to_string(i) + " ";
  return text;
}

/// A text of 1,000 words and one that keeps the first `kept` of them: the share of shingles that stays is
/// (kept - 3) / 997.
Sameness compared_with_beginning(int kept) {
  return compare(article_of("https://a.org/1", words(1'000)),
                 article_of("https://a.org/2", words(kept) + words(1'000 - kept, "x")));
}

/// An article whose fields that matter for is_shown_before are drawn from few values, so that ties are frequent.
Article random_article(std::mt19937& random) {
  Article article = article_of("https://a.org/" + std::string(random() % 3, 'x') + std::to_string(random() % 2),
                               std::string(random() % 3, 't'));
  if (random() % 3 != 0) {
    article.published = Date{Moment{std::chrono::seconds{static_cast<int>(random() % 3) - 1}}, DatePrecision::Second};
  }
  return article;
}

} // namespace

TEST_CASE("fold: titles agree if they differ only in case, punctuation, and names of the site", "[fold]") {
  struct Row {
    const char *first, *second;
    bool agree;
  };
  for (const Row& row : {
           Row{"Scaling Laws", "scaling laws", true},
           {"What’s new?", "What's New", true},
           {"Scaling Laws", "Scaling Laws | The Blog", true},
           {"The Blog - Scaling Laws", "Scaling Laws", true},
           {"Scaling Laws – Research – The Blog", "Scaling Laws", true},
           {"模型 · 博客", "模型", true},
           {"Scaling Laws", "Scaling Limits", false},
           {"Attention", "Attention: the sequel", false},
           {"Attention", "Attention - Part 2", false},
           {"Attention - Part 1", "Attention - Part 2", false},
           {"The RAG Mistakes That Are Killing Your AI", "Why Grep Beat Embeddings", false},
           {"", "Scaling Laws", false},
           {"", "", true},
       }) {
    CAPTURE(row.first, row.second);
    CHECK(titles_agree(row.first, row.second) == row.agree);
    CHECK(titles_agree(row.second, row.first) == row.agree);
  }
}

TEST_CASE("fold: a later version has the title or half of the text", "[fold]") {
  Article before = article_of("https://a.org/1", words(400));
  Article after = article_of("https://a.org/new", words(300) + words(200, "x"));
  after.title = "Another title";
  CHECK(is_later_version(before, after));
  after.text = words(100) + words(400, "x");
  CHECK_FALSE(is_later_version(before, after));
  after.title = before.title;
  CHECK(is_later_version(before, after));
}

TEST_CASE("fold: the same text at two addresses is one article", "[fold]") {
  std::mt19937 random(1);
  const std::string text = random_text(random, 400);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://b.org/2", text)) == Sameness::SameText);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://b.org/2", "Read on. " + text)) ==
        Sameness::SameText);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://a.org/1", "")) == Sameness::SameAddress);
}

TEST_CASE("fold: a page that contains other articles is not a copy of them", "[fold]") {
  std::mt19937 random(2);
  const std::string part = random_text(random, 300);
  const std::string whole = part + random_text(random, 3'000);
  const auto shared = containment(part, whole);
  CHECK(shared.of_first > 0.99);
  CHECK(shared.of_second < 0.2);
  CHECK(compare(article_of("https://a.org/1", part), article_of("https://a.org/all", whole)) == Sameness::Different);
}

TEST_CASE("fold: a reworked article and a translation are separate articles", "[fold]") {
  std::mt19937 random(3);
  const std::string text = random_text(random, 1'000);
  const std::string reworked = text.substr(0, text.size() * 8 / 10) + random_text(random, 250);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://a.org/2", reworked)) == Sameness::Different);
  Article english = article_of("https://a.org/en", text);
  Article chinese = article_of("https://a.org/zh", text);
  english.language = "en";
  chinese.language = "zh";
  CHECK(compare(english, chinese) == Sameness::Different);
}

TEST_CASE("fold: short texts are copies only word for word and with the same title", "[fold]") {
  CHECK(compare(article_of("https://a.org/1", "Read more."), article_of("https://a.org/2", "read more")) ==
        Sameness::SameText);
  Article other = article_of("https://a.org/2", "Read more.");
  other.title = "Another";
  CHECK(compare(article_of("https://a.org/1", "Read more."), other) == Sameness::Different);
  CHECK(compare(article_of("https://a.org/1", ""), article_of("https://a.org/2", "")) == Sameness::Different);
}

TEST_CASE("fold: pages that only show a notice of the site are not copies", "[fold]") {
  std::mt19937 random(4);
  const std::string notice = random_text(random, 60);
  Article locked = article_of("https://a.org/1", notice);
  locked.title = "One locked post";
  Article other = article_of("https://a.org/2", notice);
  other.title = "Another locked post";
  CHECK(compare(locked, other) == Sameness::Different);
  other.title = locked.title;
  CHECK(compare(locked, other) == Sameness::SameText);
}

TEST_CASE("fold: the order of arrival does not decide which copy is shown", "[fold]") {
  Article early = article_of("https://a.org/early", "text");
  early.published = parse_rfc3339("2024-01-01");
  Article late = article_of("https://a.org/late", "text");
  late.published = parse_rfc3339("2024-02-01");
  const Article undated = article_of("https://a.org/x", "text");
  CHECK(is_shown_before(early, late));
  CHECK_FALSE(is_shown_before(late, early));
  CHECK(is_shown_before(late, undated));
  CHECK_FALSE(is_shown_before(early, early));
}

TEST_CASE("fold: copies are listed once, sorted, and fill in what is missing", "[fold]") {
  Article shown = article_of("https://a.org/1", "text");
  Article copy = article_of("https://b.org/1", "text");
  copy.source = "b";
  copy.authors = {"Ann Lee"};
  copy.copies = {{"https://a.org/1", "a"}, {"https://a.org/0", "a"}};
  fold_into(shown, copy);
  fold_into(shown, copy);
  CHECK(shown.copies == std::vector<Copy>{{"https://a.org/0", "a"}, {"https://b.org/1", "b", "Title"}});
  CHECK(shown.authors == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("fold: the copies are the same in whatever order they are folded", "[fold]") {
  std::vector<Article> copies;
  for (int i = 0; i < 6; ++i) copies.push_back(article_of("https://b.org/" + std::to_string(i % 4), "text"));
  copies[5].copies = {{"https://c.org/1", "c"}, {"https://a.org/1", "a"}};
  std::vector<Copy> expected;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::ranges::shuffle(copies, random);
    Article shown = article_of("https://a.org/1", "text");
    for (const Article& copy : copies) fold_into(shown, copy);
    if (expected.empty()) expected = shown.copies;
    CHECK(shown.copies == expected);
  }
  CHECK(expected.size() == 5); // four addresses, and the copy of a copy
}

TEST_CASE("fold: an article with text is shown rather than one without", "[fold]") {
  const Article with_text = article_of("https://a.org/longer-address", "text");
  const Article without = article_of("https://a.org/1", "");
  CHECK(is_shown_before(with_text, without));
  CHECK_FALSE(is_shown_before(without, with_text));
}

TEST_CASE("fold: date, then length, then the shorter address, then the address decide", "[fold]") {
  const auto dated = [](Article article, const char* date) {
    article.published = parse_rfc3339(date);
    return article;
  };
  // In the order in which they are preferred.
  const std::vector<Article> order = {
      dated(article_of("https://a.org/long-address", "t"), "2024-01-01"),
      dated(article_of("https://a.org/1", "a longer text"), "2024-01-02"),
      article_of("https://a.org/long-address", "a longer text"),
      article_of("https://a.org/1", "a text"),
      article_of("https://a.org/2", "a text"),
      article_of("https://a.org/10", "a text"),
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      CAPTURE(i, j);
      CHECK(is_shown_before(order[i], order[j]) == (i < j));
    }
  }
}

TEST_CASE("fold: is_shown_before is a strict weak order", "[fold]") {
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::array<Article, 3> a = {random_article(random), random_article(random), random_article(random)};
    const auto before = [&](std::size_t i, std::size_t j) { return is_shown_before(a[i], a[j]); };
    CHECK_FALSE(before(0, 0));
    CHECK_FALSE((before(0, 1) && before(1, 0)));
    if (before(0, 1) && before(1, 2)) CHECK(before(0, 2));
    const bool are_equal = a[0].url == a[1].url && a[0].text == a[1].text && a[0].published == a[1].published;
    CHECK((before(0, 1) || before(1, 0)) == !are_equal);
  }
}

TEST_CASE("fold: texts that share 0.89 of the shingles of both are the same", "[fold]") {
  CHECK(compared_with_beginning(1'000) == Sameness::SameText);
  CHECK(compared_with_beginning(891) == Sameness::SameText);  // 888 of 997: 0.8907
  CHECK(compared_with_beginning(890) == Sameness::Different); // 887 of 997: 0.8897
}

TEST_CASE("fold: a text inside a longer one is a different article", "[fold]") {
  const Article part = article_of("https://a.org/1", words(850));
  const Article whole = article_of("https://a.org/2", words(1'000));
  CHECK(containment(part.text, whole.text).of_first == 1.0);
  CHECK(compare(part, whole) == Sameness::Different);
  CHECK(compare(whole, part) == Sameness::Different);
}

TEST_CASE("fold: the title must agree below 200 words, the whole text below 40", "[fold]") {
  const auto compared = [](int count, const std::string& end, const char* title) {
    Article second = article_of("https://a.org/2", words(count - 1) + end);
    second.title = title;
    return compare(article_of("https://a.org/1", words(count)), second);
  };
  const std::string same = "w39", other = "other";
  CHECK(compared(40, same, "Title") == Sameness::SameText);
  CHECK(compared(40, other, "Title") == Sameness::SameText); // 36 of 37 shingles
  CHECK(compared(39, other, "Title") == Sameness::Different);
  CHECK(compared(39, "w38", "TITLE!") == Sameness::SameText);
  CHECK(compared(199, other, "Another") == Sameness::Different);
  CHECK(compared(200, other, "Another") == Sameness::SameText);
}

TEST_CASE("fold: languages differ only if both are known", "[fold]") {
  Article first = article_of("https://a.org/1", words(300));
  Article second = article_of("https://a.org/2", words(300));
  first.language = "en";
  CHECK(compare(first, second) == Sameness::SameText);
  second.language = "en";
  CHECK(compare(first, second) == Sameness::SameText);
  second.language = "de";
  CHECK(compare(first, second) == Sameness::Different);
  second.url = first.url;
  CHECK(compare(first, second) == Sameness::SameAddress);
}

TEST_CASE("containment: texts without shingles share nothing", "[fold]") {
  for (const auto& [first, second] : {std::pair{"", ""}, {"one two three", "one two three"}, {"", "a b c d e"}}) {
    CAPTURE(first, second);
    const Containment shared = containment(first, second);
    CHECK(shared.of_first == 0);
    CHECK(shared.of_second == 0);
  }
}

} // namespace fold_copies_test
