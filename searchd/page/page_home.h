// SPDX-License-Identifier: GPL-3.0-or-later
/// The home page: new articles, trending topics, and links into the index. It is the same for every reader, so it is
/// made once per commit and every few minutes; only the browser knows what a reader has seen (home.js).
#pragma once

#include "shared/api/engine.h"
#include "shared/search/response.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace trawl::searchd {

/// A block of articles and the window of time that it covers, which is widened until there is enough to show.
template <typename Content>
struct Recent {
  Content content;
  std::optional<std::chrono::days> window; ///< nullopt: even the widest one has too few
  std::size_t total = 0;                   ///< articles in `window`, or in the widest one
};

/// The content of the home page. Each list has at most two articles per source.
struct HomeContent {
  Moment now{};
  Recent<std::vector<search::Hit>> newest;
  std::vector<search::Hit> by_source; ///< the newest article of each source, newest first
  std::optional<search::Hit> top;     ///< with its text
  Recent<search::Trending> trending;  ///< without the top story
  std::vector<search::FacetValue> categories;
  std::vector<search::SourceStatus> silent; ///< silent sources, the most recently silent one first
  std::vector<search::Warning> warnings;    ///< of the last call, which knows of all damage met before
};

/// `now` rounded down, so that the page is the same for a few minutes.
Moment home_moment(Moment now);

Result<HomeContent> gather_home(api::Engine& engine, Moment now);

std::string render_home(const HomeContent& home);

/// The side column, and the part below both columns.
std::string render_home_asides(const HomeContent& home);

} // namespace trawl::searchd
