// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page is, and what becomes of it with each observation. Pure: the crawler carries out what follows. Only here
/// are the state and the time of a page's row set.
#pragma once

#include "indexer/store/url_store.h"

#include <cstdint>
#include <optional>

namespace trawl::crawl {

/// What a crawl has seen of a page, or heard of it.
enum class Seen : std::uint8_t {
  Named,       ///< it is to be fetched, by what a list or a user says
  Remembered,  ///< a list beside the source's own names it, when that is read first
  Postponed,   ///< its host must not be asked before `again`; `holds_article`: because it gives no answer
  NotModified, ///< it is as it was stored
  Article,     ///< fetched, or extracted again from what is stored
  NotArticle,  ///< the same, and it is none
  StandIn,     ///< an article was made from something else than the page: its feed entry, or its former version
  Shown,       ///< a page is at the address, not a redirect
  Redirect,    ///< the address redirects to `target`
  LeadsHere,   ///< the page that this one redirected to redirects to it
  Elsewhere,   ///< its article is at `target` of the same source, and not here
  Missing,     ///< the page of an article is not there
  NeverThere,  ///< it is not there, and never was an article's
  Failed       ///< its server did not say whether it is there; `again`: when to ask, if there is a point
};

struct Observation {
  Seen what = Seen::Named;
  Moment now{};
  std::optional<Moment> again = {};
  std::int64_t target = 0;
  bool holds_article = false; ///< one was found at the address, so what was seen says something about it
};

/// What the crawl has to do next about an article at the address (rechecker.h).
enum class Look : std::uint8_t { None, There, Missing, NeverThere, Silent, Redirected };

struct Next {
  store::UrlRow row;
  Look look = Look::None;
};

/// A page whose article is stored and that waits for nothing is looked at again by the plan of its article: what fails
/// then has time until the next look.
bool is_recheck(const store::UrlRow& row);

Next next(store::UrlRow row, const Observation& seen);

} // namespace trawl::crawl
