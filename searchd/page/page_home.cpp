// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_home.h"

#include "shared/schema/categories.h"

#include <algorithm>
#include <array>
#include <map>

namespace trawl::searchd {
namespace {

using namespace std::chrono;
using search::Hit;

constexpr std::array kWindows{days{2}, days{7}, days{30}, days{90}};
constexpr std::size_t kPerSource = 2;
constexpr std::size_t kEnoughNew = 8, kEnoughTrending = 4; // with fewer, a wider window is used
constexpr std::size_t kShownNew = 20, kShownTrending = 6, kRisingTerms = 12, kShownSilent = 6, kShownSources = 16;

search::SearchRequest newest_first(std::size_t limit) {
  search::SearchRequest request;
  request.sort = search::SortOrder::Newest;
  request.limit = limit;
  request.per_source = kPerSource;
  request.snippets = 0;
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

Result<std::size_t> total_since(api::Engine& engine, days window, Moment now) {
  search::SearchRequest request = newest_first(0);
  request.filters.after = beginning_of(window, now);
  TRAWL_TRY(const auto found, engine.search(request, now));
  return found.total;
}

/// Narrows `newest` to the shortest window with enough articles.
Result<void> choose_window(api::Engine& engine, Recent<std::vector<Hit>>& newest, Moment now) {
  for (const days window : kWindows) {
    const std::size_t count = count_since(newest.content, beginning_of(window, now));
    if (count < kEnoughNew) continue;
    newest.window = window;
    newest.content.resize(count); // dated articles come first, by date
    break;
  }
  if (newest.content.size() > kShownNew) newest.content.resize(kShownNew);
  TRAWL_TRY(newest.total, total_since(engine, newest.window.value_or(kWindows.back()), now));
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

/// Removes the story that /v1/top returns from `trending`, and returns it.
Result<std::optional<Hit>> take_top(api::Engine& engine, std::vector<Hit>& trending) {
  if (trending.empty()) return std::optional<Hit>();
  TRAWL_TRY(Hit top, engine.article(trending.front().article.id));
  // It counts as one of its source's two places.
  limit_sources(trending);
  trending.erase(trending.begin());
  if (trending.size() > kShownTrending) trending.resize(kShownTrending);
  return std::optional(std::move(top));
}

std::vector<Hit> first_of_sources(const std::vector<Hit>& newest) {
  std::map<std::string, std::size_t> seen;
  std::vector<Hit> out;
  for (const Hit& hit : newest) {
    if (out.size() < kShownSources && ++seen[hit.article.source] == 1) out.push_back(hit);
  }
  return out;
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

std::vector<search::SourceStatus> silent_of(std::vector<search::SourceStatus> sources) {
  std::erase_if(sources, [](const search::SourceStatus& source) { return source.health != "silent"; });
  std::ranges::sort(sources, std::greater(), &search::SourceStatus::newest);
  if (sources.size() > kShownSilent) sources.resize(kShownSilent);
  return sources;
}

} // namespace

Moment home_moment(Moment now) { return floor<duration<int, std::ratio<600>>>(now); }

Result<HomeContent> gather_home(api::Engine& engine, Moment now) {
  search::SearchRequest request = newest_first(search::kMaxLimit);
  request.facets = {"category"};
  TRAWL_TRY(auto found, engine.search(request, now));
  HomeContent home;
  home.now = now;
  home.by_source = first_of_sources(found.hits);
  TRAWL_TRY(home.trending, find_trending(engine, found.hits, now));
  TRAWL_TRY(home.top, take_top(engine, home.trending.content.articles));
  home.newest.content = std::move(found.hits);
  TRAWL_CHECK(choose_window(engine, home.newest, now));
  home.categories = all_categories(found.facets);
  TRAWL_TRY(auto sources, engine.sources());
  home.silent = silent_of(std::move(sources.sources));
  home.warnings = std::move(sources.warnings); // of the last call: they are about all damage that was met
  add_new(home.warnings, home.trending.content.warnings);
  return home;
}

} // namespace trawl::searchd
