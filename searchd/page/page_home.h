// SPDX-License-Identifier: GPL-3.0-or-later
/// The home page: what is new, what is trending, and ways into the index. The same for every reader, so that it is made
/// once per commit and some minutes; what a reader has seen is known in the browser only (home.js).
#pragma once

#include "shared/api/engine.h"
#include "shared/search/response.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace trawl::searchd {

/// A block of articles and the time it looks back on, which is widened until there is enough to show.
template <typename Content>
struct Recent {
  Content content;
  std::optional<std::chrono::days> window; ///< nullopt: too little in the widest one
  std::size_t total = 0;                   ///< articles in `window`, or in the widest one
};

/// What the home page shows. No list has more than two articles of a source.
struct HomeContent {
  Moment now{};
  Recent<std::vector<search::Hit>> newest;
  std::vector<search::Hit> by_source; ///< the newest article of each source, newest first
  std::optional<search::Hit> top;     ///< with its text
  Recent<search::Trending> trending;  ///< without the top story
  std::vector<search::FacetValue> categories;
  std::vector<search::SourceStatus> silent; ///< sources, the one that fell silent last first
};

/// `now` of pages that are made within the same minutes.
Moment home_moment(Moment now);

Result<HomeContent> gather_home(api::Engine& engine, Moment now);

std::string render_home(const HomeContent& home);

/// The column beside it, and what stands below both.
std::string render_home_asides(const HomeContent& home);

} // namespace trawl::searchd
