// SPDX-License-Identifier: GPL-3.0-or-later
/// The home page: what is new and unread by day, trending topics, and links into the index. It changes with commits,
/// with what was read, and every few minutes.
#pragma once

#include "searchd/page/page_memory.h"
#include "shared/api/engine/engine.h"
#include "shared/api/response/totals.h"
#include "shared/search/response.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::searchd {

/// A block of articles and the window of time that it covers, which is widened until there is enough to show.
template <typename Content>
struct Recent {
  Content content;
  std::optional<std::chrono::days> window; ///< nullopt: even the widest one has too few
  std::size_t total = 0;                   ///< articles in `window`, or in the widest one
};

/// A term that rises, and how many articles used it in each part of the window.
struct Rising {
  search::TrendingTerm term;
  std::vector<std::size_t> counts;
};

/// The content of the home page. Each title is once on it; each list has at most two articles per source.
struct HomeContent {
  Moment now{};
  PageReader reader = {};
  std::vector<SavedRow> saved;
  bool is_of_package = false;                                ///< whose services crawl
  bool is_empty = false;                                     ///< the index has no articles
  Recent<std::vector<search::Hit>> newest;                   ///< unread, by day, in the reader's languages
  std::vector<search::Hit> undated;                          ///< unread, found lately
  std::vector<search::Hit> in_other_languages;               ///< unread
  std::size_t articles = 0;                                  ///< that there are
  std::size_t sources = 0;                                   ///< that there are
  std::string first_year;                                    ///< of the oldest article
  std::vector<std::pair<std::string, std::size_t>> examples; ///< queries, and how many each finds
  std::map<std::string, std::vector<search::Hit>> also_told; ///< by id: what other sources tell of the same story
  std::vector<std::size_t> days;                             ///< articles of each of the last fourteen days
  std::vector<Rising> rising;
  std::optional<search::Hit> top;             ///< with its text; no list, in the reader's languages
  std::optional<search::TrendingTerm> reason; ///< why it is the top story
  Recent<search::Trending> trending;          ///< without the top story
  std::vector<search::FacetValue> categories;
  std::vector<search::SourceStatus> silent; ///< silent sources, the most recently silent one first
  std::vector<search::Warning> warnings;    ///< of the last call, which knows of all damage met before
};

/// `now` rounded down, so that the page is the same for a few minutes.
Moment home_moment(Moment now);

/// `languages`: those that the reader accepts; empty: not known.
Result<HomeContent> gather_home(api::Engine& engine, Moment now, const std::vector<std::string>& languages = {});

std::string render_home(const HomeContent& home);

/// How to write a query, folded.
std::string render_syntax();

/// The side column.
std::string render_home_asides(const HomeContent& home);

} // namespace trawl::searchd
