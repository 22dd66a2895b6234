// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_home.h"

#include "searchd/page/page_request.h"
#include "shared/base/ascii.h"
#include "shared/schema/categories.h"
#include "shared/text/analyzer.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace trawl::searchd {
namespace {

using namespace std::chrono;
using search::Hit;

constexpr std::array kWindows{days{2}, days{7}, days{30}, days{90}};
constexpr std::size_t kPerSource = 2;
constexpr std::size_t kEnoughNew = 8, kEnoughTrending = 4; // with fewer, a wider window is used
constexpr std::size_t kShownNew = 20, kShownTrending = 6, kRisingTerms = 8, kShownSilent = 6, kShownUndated = 5,
                      kShownOthers = 5;
constexpr std::size_t kExamples = 3, kExampleTags = 6;
constexpr int kParts = 14; // of a time that is drawn
constexpr days kStoryLasts{3};
constexpr std::size_t kStoryWords = 3;
constexpr days kLately{14};                           // what is undated counts as new so long after it was found
constexpr int kLongestStory = 60;                     // minutes: what is longer is a list or a book
constexpr std::size_t kSeries = 2, kDigitsOfDate = 4; // titles of a source that differ in their dates only

search::SearchRequest newest_first(std::size_t limit) {
  search::SearchRequest request;
  request.sort = search::SortOrder::Newest;
  request.limit = limit;
  request.per_source = kPerSource;
  return request;
}

/// The beginning of a window: the same day as with `since=7d`.
Moment beginning_of(days window, Moment now) { return floor<days>(now) - window; }

std::size_t count_since(const std::vector<Hit>& newest, Moment begin) {
  return static_cast<std::size_t>(std::ranges::count_if(
      newest, [&](const Hit& hit) { return hit.article.published && hit.article.published->time >= begin; }));
}

/// The first two articles of each source.
void limit_sources(std::vector<Hit>& hits) {
  std::map<std::string, std::size_t> seen;
  std::erase_if(hits, [&](const Hit& hit) { return ++seen[hit.article.source] > kPerSource; });
}

Result<std::size_t> total_since(api::Engine& engine, const std::string& q, days window, Moment now) {
  search::SearchRequest request = newest_first(0);
  request.q = q;
  request.filters.dates.after = beginning_of(window, now);
  TRAWL_TRY(const auto found, engine.search(request, now));
  return found.total;
}

/// Narrows `newest` to the shortest window with enough articles.
Result<void> choose_window(api::Engine& engine, const std::string& q, Recent<std::vector<Hit>>& newest, Moment now) {
  std::erase_if(newest.content, [](const Hit& hit) { return !hit.article.published; });
  for (const days window : kWindows) {
    const std::size_t count = count_since(newest.content, beginning_of(window, now));
    if (count < kEnoughNew) continue;
    newest.window = window;
    newest.content.resize(count);
    break;
  }
  TRAWL_TRY(newest.total, total_since(engine, q, newest.window.value_or(kWindows.back()), now));
  return {};
}

/// Adds the warnings that are not among `all` yet.
void add_new(std::vector<search::Warning>& all, const std::vector<search::Warning>& more) {
  for (const search::Warning& warning : more) {
    if (!query::has_warning(all, warning.code)) all.push_back(warning);
  }
}

/// Trending topics in the shortest window that has enough articles, or in the widest. The warnings of every window
/// tried are kept: one that was cut short may have had enough.
Result<Recent<search::Trending>> find_trending(api::Engine& engine, const std::vector<Hit>& newest, Moment now) {
  Recent<search::Trending> trending;
  std::vector<search::Warning> warnings;
  for (const days window : kWindows) {
    // A rising word must be in at least two articles of two sources.
    if (count_since(newest, now - window) < kEnoughTrending && window != kWindows.back()) continue;
    TRAWL_TRY(trending.content, engine.trending(window, kRisingTerms, now));
    add_new(warnings, trending.content.warnings);
    limit_sources(trending.content.articles);
    trending.total = trending.content.articles.size();
    trending.window = trending.total >= kEnoughTrending ? std::optional(window) : std::nullopt;
    if (trending.window) break;
  }
  trending.content.warnings = std::move(warnings);
  return trending;
}

/// A title without its digits, if it has those of a date: that of every issue of a list. Else the title.
std::string series_of(const Hit& hit) {
  std::string out = hit.article.title;
  const auto digits = static_cast<std::size_t>(std::ranges::count_if(out, ascii::is_digit));
  if (digits >= kDigitsOfDate) std::erase_if(out, ascii::is_digit);
  return hit.article.source + " " + out;
}

/// Whether an article may be the top story: no list of links or papers, and in a language that the reader accepts.
class StoryCheck {
 public:
  StoryCheck(const std::vector<Hit>& newest, const std::vector<std::string>& languages) : languages_(languages) {
    for (const Hit& hit : newest) ++series_[series_of(hit)];
  }
  bool is_readable(const Hit& hit) const {
    const std::string& language = hit.article.language;
    return languages_.empty() || language.empty() || std::ranges::binary_search(languages_, language);
  }
  bool operator()(const Hit& hit) const {
    const auto series = series_.find(series_of(hit));
    const bool is_series = series != series_.end() && series->second >= kSeries;
    return is_readable(hit) && hit.article.reading_minutes <= kLongestStory && !is_series;
  }

 private:
  const std::vector<std::string>& languages_;
  std::map<std::string, std::size_t> series_;
};

/// The first rising term, of several sources if there is one, that the story is about.
std::optional<search::TrendingTerm> reason_for(const Hit& story, const std::vector<search::TrendingTerm>& terms) {
  const std::string text = ascii::to_lower(story.article.title + " " + story.article.text);
  std::optional<search::TrendingTerm> best;
  for (const search::TrendingTerm& term : terms) {
    if (!text.contains(ascii::to_lower(term.term))) continue;
    if (!best || term.sources.size() > best->sources.size()) best = term;
  }
  return best;
}

/// Takes the story that stands for what is trending out of it.
Result<void> take_top(api::Engine& engine, HomeContent& home, const StoryCheck& may_be_top) {
  std::vector<Hit>& trending = home.trending.content.articles;
  const auto story = std::ranges::find_if(trending, may_be_top);
  if (story == trending.end()) return {};
  TRAWL_TRY(home.top, engine.article(story->article.id));
  home.reason = reason_for(*home.top, home.trending.content.terms);
  return {};
}

/// Leaves each title where it is met first: the top story, what is new, what is trending.
void show_once(HomeContent& home) {
  std::set<std::string> seen;
  if (home.top) seen.insert(home.top->article.title);
  for (std::vector<Hit>* list :
       {&home.newest.content, &home.undated, &home.in_other_languages, &home.trending.content.articles})
    std::erase_if(*list, [&](const Hit& hit) { return !seen.insert(hit.article.title).second; });
  auto& trending = home.trending.content.articles;
  if (trending.size() > kShownTrending) trending.resize(kShownTrending);
}

/// The words of a title that say what it is about, as sorted stems.
std::vector<std::string> content_of(const std::string& title, text::Stemmer& stemmer) {
  std::vector<std::string> stems;
  for (const text::Word& word : text::words_of(title, stemmer))
    if (!word.stem.empty() && !text::is_stop_word(word.folded)) stems.push_back(word.stem);
  std::ranges::sort(stems);
  stems.erase(std::ranges::unique(stems).begin(), stems.end());
  return stems;
}

/// Whether two articles of different sources tell the same story: within three days of each other, titles that share
/// three words or more, and more than half of those of the shorter one.
bool is_one_story(const Hit& a, const Hit& b, const std::vector<std::string>& of_a,
                  const std::vector<std::string>& of_b) {
  if (a.article.source == b.article.source) return false;
  if (abs(a.article.published->time - b.article.published->time) > kStoryLasts) return false;
  std::vector<std::string> both;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(both));
  return both.size() >= kStoryWords && both.size() * 2 > std::min(of_a.size(), of_b.size());
}

/// Puts what other sources tell of a story beneath its newest article.
void fold_stories(HomeContent& home) {
  text::Stemmer stemmer;
  std::vector<Hit> told;
  std::vector<std::vector<std::string>> content;
  for (Hit& hit : home.newest.content) {
    std::vector<std::string> words = content_of(hit.article.title, stemmer);
    std::size_t at = 0;
    while (at < told.size() && !is_one_story(told[at], hit, content[at], words)) ++at;
    if (at < told.size()) {
      home.also_told[told[at].article.id].push_back(std::move(hit));
      continue;
    }
    told.push_back(std::move(hit));
    content.push_back(std::move(words));
  }
  home.newest.content = std::move(told);
}

/// Moves what is in other languages than the reader's to a list of its own.
void set_other_languages_apart(HomeContent& home, const StoryCheck& check) {
  std::vector<Hit>& newest = home.newest.content;
  const auto others = std::ranges::stable_partition(newest, [&](const Hit& hit) { return check.is_readable(hit); });
  home.in_other_languages.assign(std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  newest.erase(others.begin(), others.end());
  fold_stories(home);
  if (newest.size() > kShownNew) newest.resize(kShownNew);
  if (home.in_other_languages.size() > kShownOthers) home.in_other_languages.resize(kShownOthers);
}

/// Unread articles without a date that were found lately.
Result<std::vector<Hit>> find_undated(api::Engine& engine, const std::string& q, Moment now) {
  search::SearchRequest request = newest_first(search::kMaxLimit);
  request.q = q.empty() ? "is:undated" : q + " is:undated";
  TRAWL_TRY(auto found, engine.search(request, now));
  std::erase_if(found.hits,
                [&](const Hit& hit) { return hit.article.published || hit.article.indexed < now - kLately; });
  std::ranges::stable_sort(found.hits, std::greater(), [](const Hit& hit) { return hit.article.indexed; });
  if (found.hits.size() > kShownUndated) found.hits.resize(kShownUndated);
  return std::move(found.hits);
}

/// Articles found in each of fourteen equal parts of the days from `begin` until now.
Result<std::vector<std::size_t>> count_over_time(api::Engine& engine, const std::string& q, Moment begin, Moment now) {
  search::SearchRequest request;
  request.q = q;
  request.limit = 0;
  request.filters.dates.first_day = floor<days>(begin);
  request.facets = {"date"};
  request.date_interval = search::DateInterval::Day;
  TRAWL_TRY(const auto found, engine.search(request, now));
  std::vector<std::size_t> counts(kParts);
  const auto span = floor<days>(now) + days{1} - begin;
  for (const search::DateBucket& bucket : found.dates ? found.dates->values : std::vector<search::DateBucket>{}) {
    const auto day = parse_rfc3339(bucket.value);
    if (!day || day->time < begin || day->time >= begin + span) continue;
    counts[static_cast<std::size_t>((day->time - begin) * kParts / span)] += bucket.count;
  }
  return counts;
}

/// The rising terms with how often they were used: in the present window, and in the two before it.
Result<void> draw_rising(api::Engine& engine, HomeContent& home, Moment now) {
  const search::Trending& trending = home.trending.content;
  const Moment begin = floor<days>(trending.to - 3 * (trending.to - trending.from));
  for (const search::TrendingTerm& term : trending.terms) {
    TRAWL_TRY(auto counts, count_over_time(engine, term.term, begin, now));
    home.rising.push_back({term, std::move(counts)});
  }
  return {};
}

/// The ten categories in their order, including those without articles.
std::vector<search::FacetValue> all_categories(const std::vector<search::Facet>& facets) {
  std::vector<search::FacetValue> out;
  for (const std::string_view category : schema::kCategories) {
    search::FacetValue value{std::string(category), std::string(category)};
    for (const search::Facet& facet : facets) {
      const auto found = std::ranges::find(facet.values, category, &search::FacetValue::value);
      if (found != facet.values.end()) value.count = found->count;
    }
    out.push_back(std::move(value));
  }
  return out;
}

/// Three searches that find something here: a frequent tag's word, two tags as a phrase or either, and a word of one
/// source.
Result<std::vector<std::pair<std::string, std::size_t>>>
find_examples(api::Engine& engine, const search::SearchResponse& found, Moment now) {
  const auto values = [&](const char* field) {
    const auto facet = std::ranges::find(found.facets, field, &search::Facet::field);
    return facet == found.facets.end() ? std::vector<search::FacetValue>{} : facet->values;
  };
  const auto tags = values("tag"), sources = values("source");
  std::vector<std::string> queries;
  for (std::size_t i = 0; i < tags.size() && i < kExampleTags; ++i) {
    const std::string tag = '"' + tags[i].value + '"', word = tags[i].value.contains(' ') ? tag : tags[i].value;
    if (i == 0) queries.push_back(word);
    if (i == 1) queries.push_back("title:" + word);
    if (i > 1 && i - 2 < sources.size()) queries.push_back(word + " source:" + sources[i - 2].value);
  }
  std::vector<std::pair<std::string, std::size_t>> examples;
  search::SearchRequest request;
  request.limit = request.snippets = 0;
  request.as_typed = true;
  for (const std::string& query : queries) {
    if (examples.size() == kExamples) break;
    request.q = query;
    TRAWL_TRY(const auto hits, engine.search(request, now));
    if (hits.total > 0) examples.emplace_back(query, hits.total);
  }
  return examples;
}

std::vector<search::SourceStatus> silent_of(std::vector<search::SourceStatus> sources) {
  std::erase_if(sources, [](const search::SourceStatus& source) { return source.health != "silent"; });
  std::ranges::sort(sources, std::greater(), &search::SourceStatus::newest);
  if (sources.size() > kShownSilent) sources.resize(kShownSilent);
  return sources;
}

} // namespace

Moment home_moment(Moment now) { return floor<duration<int, std::ratio<600>>>(now); }

Result<HomeContent> gather_home(api::Engine& engine, Moment now, const std::vector<std::string>& languages) {
  search::SearchRequest request = newest_first(search::kMaxLimit);
  request.facets = {"category", "tag", "source", "date"};
  request.date_interval = search::DateInterval::Year;
  TRAWL_TRY(auto found, engine.search(request, now));
  HomeContent home;
  home.articles = found.total;
  if (found.dates && !found.dates->values.empty()) home.first_year = found.dates->values.front().value;
  TRAWL_TRY(home.examples, find_examples(engine, found, now));
  home.now = now;
  home.reader = page_reader(engine, now);
  home.saved = saved_rows(engine, now);
  home.is_empty = found.hits.empty();
  const StoryCheck check(found.hits, languages);
  TRAWL_TRY(home.trending, find_trending(engine, found.hits, now));
  TRAWL_CHECK(take_top(engine, home, check));
  home.categories = all_categories(found.facets);
  if (home.reader.marks) {
    request.q = "is:unread";
    request.facets.clear();
    TRAWL_TRY(found, engine.search(request, now));
  }
  home.newest.content = std::move(found.hits);
  TRAWL_CHECK(choose_window(engine, request.q, home.newest, now));
  TRAWL_TRY(home.undated, find_undated(engine, request.q, now));
  set_other_languages_apart(home, check);
  show_once(home);
  TRAWL_TRY(home.days, count_over_time(engine, "", floor<days>(now) - days{kParts - 1}, now));
  TRAWL_CHECK(draw_rising(engine, home, now));
  TRAWL_TRY(auto sources, engine.sources());
  home.sources = static_cast<std::size_t>(
      std::ranges::count_if(sources.sources, [](const auto& source) { return source.articles > 0; }));
  home.silent = silent_of(std::move(sources.sources));
  home.warnings = std::move(sources.warnings); // of the last call: they are about all damage that was met
  add_new(home.warnings, home.trending.content.warnings);
  return home;
}

} // namespace trawl::searchd
