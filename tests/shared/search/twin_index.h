// SPDX-License-Identifier: GPL-3.0-or-later
/// Indexes of random articles beside the model of what they have (naive_search.h), and random requests.
#pragma once

#include "shared/article/article_id.h"
#include "shared/search/answer/answer.h"
#include "tests/shared/search/naive_search.h"
#include "tests/support/index_of.h"

#include <chrono>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search::test {

inline const Moment kTwinNow = parse_rfc3339("2026-05-01T12:00:00Z")->time;
/// The sizes of the commits, each of a run of its own. Together more than one window of the first stage.
inline const std::vector<std::size_t> kCommits{3'500, 700, 64, 1};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t limit) { return engine_() % limit; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  /// Low numbers are far more frequent than high ones.
  Number word() { return static_cast<Number>(1 + below(1 + below(1 + below(400)))); }
  Numbers16 words(std::size_t count) {
    Numbers16 out(count);
    for (Number& one : out) one = word();
    return out;
  }
  template <typename Range>
  auto pick(const Range& range) -> decltype(*std::begin(range)) {
    return *std::next(std::begin(range), static_cast<std::ptrdiff_t>(below(std::size(range))));
  }

 private:
  std::mt19937 engine_;
};

inline std::string numbered(const char* name, std::size_t number) { return name + std::to_string(number); }

inline NaiveArticle article(std::size_t number, Random& random) {
  static const char* const kCategories[] = {"research", "model", "tutorial"};
  static const char* const kLanguages[] = {"en", "zh", "ko"}; // of which English alone has inflections
  NaiveArticle out{{}, random.words(1 + random.below(5)), random.words(random.one_in(10) ? 120 : 1 + random.below(25))};
  Article& article = out.article;
  article.url = numbered("https://example.org/", number);
  article.id = article_id(article.url);
  for (const Number word : out.title) article.title += word_of(word) + " ";
  for (const Number word : out.text) article.text += word_of(word) + " ";
  article.words = out.text.size();
  article.source = numbered("s", random.below(1 + random.below(40)));
  article.site = numbered("site", random.below(9)) + ".org";
  for (auto more = random.below(5); more > 0; --more)
    article.tags.push_back(numbered("t", random.below(1 + random.below(90))));
  for (auto more = random.below(3); more > 0; --more)
    article.authors.push_back(numbered(random.one_in(2) ? "Nia Q" : "nia q", random.below(1 + random.below(2'000))));
  if (random.one_in(4)) article.affiliations.push_back(numbered("Firm ", random.below(5)));
  if (!random.one_in(5)) article.category = random.pick(kCategories);
  if (!random.one_in(6)) article.language = random.pick(kLanguages);
  if (random.one_in(9)) article.copies.push_back({article.url + "/copy", numbered("s", random.below(40))});
  if (!random.one_in(8)) {
    const std::chrono::sys_days day{std::chrono::year{2019} / 3 / 7};
    article.published = Date{day + std::chrono::days(random.below(1 + random.below(2'600))), DatePrecision::Day};
    if (number % 3 == 0) { // with a time, by a clock somewhere on earth
      const std::chrono::hours hour(number % 24), offset(static_cast<int>(number % 27) - 12);
      article.published = Date{article.published->time + hour, DatePrecision::Second, offset};
    }
  }
  return out;
}

/// An index and the model of what it has.
struct Twin {
  trawl::test::TestIndex index;
  NaiveSearch model;
  std::optional<Snapshot> snapshot;

  void put(const NaiveArticle& one) {
    trawl::test::must(index.writer().put(one.article));
    model.put(one);
  }
  void remove(const std::string& id) {
    trawl::test::must(index.writer().remove(id));
    model.remove(id);
  }
  void commit() { trawl::test::must(index.writer().commit(index.writer().store_sequence() + 1)); }

  SearchResponse ask(const SearchRequest& request) {
    if (!snapshot) snapshot = trawl::test::must(make_snapshot(index.reader()));
    const Deadline never{std::chrono::steady_clock::time_point::max()};
    return trawl::test::must(answer(request, *snapshot, kTwinNow, never));
  }
};

inline std::vector<NaiveArticle> articles(Random& random) {
  std::vector<NaiveArticle> out;
  for (const std::size_t size : kCommits) {
    for (std::size_t i = 0; i < size; ++i) out.push_back(article(out.size(), random));
  }
  return out;
}

/// One commit, or kCommits.
inline void fill(Twin& twin, const std::vector<NaiveArticle>& articles, bool in_one) {
  std::size_t next = 0;
  for (const std::size_t size : kCommits) {
    for (std::size_t i = 0; i < size; ++i) twin.put(articles[next++]);
    if (in_one) continue;
    twin.commit();
    twin.index.begin_run();
  }
  if (in_one) twin.commit();
}

/// Removes an article in nine in one commit, and in another replaces one in sixteen and removes some more.
inline void remove_some(Twin& twin, const std::vector<NaiveArticle>& articles, Random& random) {
  for (const NaiveArticle& one : articles) {
    if (random.one_in(9)) twin.remove(one.article.id);
  }
  twin.commit();
  for (std::size_t i = 0; i < articles.size(); ++i) {
    if (random.one_in(16)) twin.put(article(i, random)); // also some that were removed
    if (random.one_in(90)) twin.remove(articles[i].article.id);
  }
  twin.commit();
}

inline NaiveQuery random_query(Random& random) {
  NaiveQuery query;
  std::set<Number> used;
  const auto word = [&] {
    for (;;) {
      if (const Number one = random.word(); used.insert(one).second) return one;
    }
  };
  const std::size_t form = random.below(10);
  if (form == 0) return query;
  if (form == 1) query.alternatives = {word(), word(), word()};
  if (form == 2) query.in_title = word();
  if (form == 3 || form == 4) query.phrase = {word(), word()};
  if (form == 5) query.prefix = word_of(word()).substr(0, 3 + random.below(3));
  if (form == 6) query.alternatives = {word(), word()};
  const bool needs_words = form == 0 || form > 5;
  for (auto more = needs_words ? 1 + random.below(5) : random.below(2); more > 0; --more) query.words.push_back(word());
  if (random.one_in(7)) query.excluded = word();
  return query;
}

inline FieldFilter random_filter(std::string_view field, Random& random) {
  const auto value = [&]() -> std::string {
    if (random.one_in(15)) return "nowhere";
    if (field == "source") return numbered("s", random.below(1 + random.below(40)));
    if (field == "tag") return numbered("t", random.below(1 + random.below(90)));
    if (field == "author") return numbered(random.one_in(2) ? "Nia Q" : "NIA q", random.below(1 + random.below(99)));
    if (field == "category") return random.one_in(2) ? "research" : "model";
    if (field == "language") return random.one_in(2) ? "en" : "ko";
    return numbered("site", random.below(9)) + ".org";
  };
  FieldFilter out;
  const std::size_t form = random.below(6);
  if (form < 4) out.any_of.push_back(value());
  if (form == 1) out.any_of.push_back(value());
  if (form == 4) out.all_of.push_back(value());
  if (form == 4 && random.one_in(2)) out.all_of.push_back(value());
  if (form == 5 || random.one_in(8)) out.none_of.push_back(value());
  return out;
}

inline Filters random_filters(Random& random) {
  Filters out;
  for (const std::string_view field : schema::kFilterFields) {
    if (random.one_in(9)) out.fields[std::string(field)] = random_filter(field, random);
  }
  // A bound on the printed day, or on the moment.
  const auto bound = [&](std::optional<std::chrono::sys_days>& day, std::optional<Moment>& moment) {
    const std::size_t days = random.below(2'700);
    const auto at = std::chrono::sys_days{std::chrono::year{2019} / 1 / 1} + std::chrono::days(days);
    days % 2 == 0 ? void(day = at) : void(moment = at);
  };
  if (random.one_in(9)) bound(out.dates.first_day, out.dates.after);
  if (random.one_in(9)) bound(out.dates.end_day, out.dates.before);
  return out;
}

inline SearchRequest random_request(const NaiveQuery& query, Random& random) {
  SearchRequest request;
  request.q = query.text();
  request.match = random.pick(std::vector{MatchMode::Most, MatchMode::All, MatchMode::Any});
  request.as_typed = true;
  if (!random.one_in(3)) request.filters = random_filters(random);
  if (random.one_in(2))
    request.sort =
        random.pick(std::vector{SortOrder::Newest, SortOrder::Oldest, SortOrder::Source, SortOrder::Relevance});
  request.limit = random.pick(std::vector{1, 10, 25, 100});
  if (random.one_in(4)) request.offset = random.below(150);
  for (const std::string_view field : schema::kFacetFields) request.facets.emplace_back(field);
  request.facet_limit = random.pick(std::vector{1, 5, 20, 1'000});
  request.all_dates = random.one_in(2);
  request.date_interval =
      random.pick(std::vector{DateInterval::Auto, DateInterval::Week, DateInterval::Month, DateInterval::Year});
  request.snippets = 0;
  request.lang_boost = "none";
  return request;
}

} // namespace trawl::search::test
