// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fold_copies.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/enrich/fingerprint.h"

using namespace trawl;
using namespace trawl::enrich;

namespace {

std::string random_text(std::mt19937& random, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "w" + std::to_string(random() % 5'000) + " ";
  return text;
}

Article article_of(const std::string& url, const std::string& text) {
  Article article;
  article.url = url;
  article.title = "Title";
  article.text = text;
  return article;
}

bool share_a_band(const Fingerprint& a, const Fingerprint& b) {
  const auto of_a = band_keys(a);
  const auto of_b = band_keys(b);
  return std::ranges::any_of(of_a, [&](auto key) { return std::ranges::find(of_b, key) != of_b.end(); });
}

} // namespace

TEST_CASE("fold: the same text at two addresses is one article", "[fold]") {
  std::mt19937 random(1);
  const std::string text = random_text(random, 400);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://b.org/2", text)) == Sameness::SameText);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://b.org/2", "Read on. " + text)) ==
        Sameness::SameText);
  CHECK(compare(article_of("https://a.org/1", text), article_of("https://a.org/1", "")) == Sameness::SameAddress);
}

TEST_CASE("fold: a page that contains others is not their copy", "[fold]") {
  std::mt19937 random(2);
  const std::string part = random_text(random, 300);
  const std::string whole = part + random_text(random, 3'000);
  const auto shared = containment(part, whole);
  CHECK(shared.of_first > 0.99);
  CHECK(shared.of_second < 0.2);
  CHECK(compare(article_of("https://a.org/1", part), article_of("https://a.org/all", whole)) == Sameness::Different);
}

TEST_CASE("fold: a reworked article and a translation stay", "[fold]") {
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
  CHECK(shown.copies == std::vector<Copy>{{"https://a.org/0", "a"}, {"https://b.org/1", "b"}});
  CHECK(shown.authors == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("fingerprint: the estimate is near the exact similarity", "[fingerprint]") {
  std::mt19937 random(4);
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const std::string common = random_text(random, static_cast<int>(2'000 * share));
    const std::string a = common + random_text(random, static_cast<int>(2'000 * (1 - share)));
    const std::string b = common + random_text(random, static_cast<int>(2'000 * (1 - share)));
    const auto exact = containment(a, b);
    const double jaccard =
        exact.of_first * exact.of_second / (exact.of_first + exact.of_second - exact.of_first * exact.of_second + 1e-9);
    CHECK(estimated_likeness(fingerprint(a), fingerprint(b)) == Approx(jaccard).margin(0.19)); // three standard errors
    if (share == 1.0) CHECK(share_a_band(fingerprint(a), fingerprint(b)));
    if (share == 0.0) CHECK_FALSE(share_a_band(fingerprint(a), fingerprint(b)));
  }
}

TEST_CASE("fingerprint: case, punctuation and white space do not matter", "[fingerprint]") {
  CHECK(fingerprint("One two, THREE four – five!") == fingerprint("one  two three\n\nfour five"));
  CHECK(fingerprint("one two three four") != fingerprint("four three two one"));
  CHECK(fingerprint("一二三四五六七八九").shingles == 2);
}

TEST_CASE("fingerprint: a text that is too short matches nothing", "[fingerprint]") {
  const Fingerprint none = fingerprint("two words");
  CHECK(none.shingles == 0);
  CHECK(estimated_likeness(none, none) == 0);
  CHECK(band_keys(none)[0] == 0);
}

TEST_CASE("fingerprint: a fingerprint survives the way to bytes and back", "[fingerprint]") {
  const Fingerprint print = fingerprint("a b c d e f g h");
  CHECK(to_bytes(print).size() == 260);
  CHECK(fingerprint_from_bytes(to_bytes(print)) == print);
  CHECK_FALSE(fingerprint_from_bytes("short"));
}
