// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page is, and what becomes of it with each observation; when the page of an article is looked at again. Pure:
/// the crawler carries out what follows. Only here are the state of a page and the times of its next requests set.
#pragma once

#include "indexer/store/recheck_store.h"
#include "indexer/store/url_store.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trawl::crawl {

/// What a crawl has seen of a page, or heard of it.
enum class Seen : std::uint8_t {
  Named,       ///< it is to be fetched, by what a list or a user says
  Remembered,  ///< a list beside the source's own names it, when that is read first
  Postponed,   ///< its host must not be asked before `again`
  NotModified, ///< it is as it was stored
  Article,     ///< fetched, or read again from what is stored
  NotArticle,  ///< the same, and it is none
  Shown,       ///< a page is at the address, not a redirect
  Redirect,    ///< the address redirects to `target`
  LeadsHere,   ///< the page that this one redirected to redirects to it
  Elsewhere,   ///< its article is at `target` of the same source, and not here
  Missing,     ///< the page of an article is not there
  NeverThere,  ///< it is not there, and never was an article's
  Failed,      ///< its server did not say whether it is there
  Held,        ///< it shows what is not believed (acceptance.h), and is asked again at `again`
  TakenBack    ///< the same, and was believed until now
};

struct Observation {
  Seen what = Seen::Named;
  Moment now{};
  Moment again{};
  std::optional<std::chrono::seconds> retry_after = {}; ///< as its server says
  std::int64_t target = 0;
};

/// A page whose article is stored and that waits for nothing is looked at again by the plan of its article: what fails
/// then has time until the next look.
bool is_recheck(const store::UrlRow& row);

store::UrlRow next(store::UrlRow row, const Observation& seen);

/// What a crawl has learnt of the page of an article.
enum class Sign : std::uint8_t {
  There,
  Missing,
  Withdrawn, ///< it is missing, and that is taken to be for good
  Silent,    ///< its server gives no answer, or an error
  Closed,    ///< it has asked not to be indexed `since` then
  Unlike,    ///< it shows something else `since` then, which is not believed
  Unsettled, ///< it is not certain `since` then what its address shows, or leads to
  Followed,  ///< its article is where its address redirects to
  Departed,  ///< the same, on another site: that may be for a day
  Left,      ///< its article is at another address of the source; that it is not at this one is only inferred
  Unborn,    ///< it has never been there
  Announced, ///< what its source lists, or where its other articles are now, is a reason to look
  Mentioned  ///< there is a reason to look that tells nothing of other pages
};

struct Sighting {
  Sign sign = Sign::There;
  Moment now{};
  Moment since{}; ///< when its article was published, or first seen
  std::string_view url = {};
  int failures = 0; ///< of a page that has never been there
};

/// What is known of the page, and when it is looked at again: if it is there, after half its age, at most after three
/// months.
store::Recheck next(store::Recheck plan, const Sighting& seen);

/// A page that has not been asked for since is not asked for on the same day.
inline constexpr std::chrono::hours kNextLook{20};

/// When a page is asked for again that has shown `since` then what is not believed: the next day, later the more
/// rarely.
Moment next_look(Moment since, Moment now);

/// Whether a page counts as withdrawn because its server has been silent for so long, although others of its source
/// answer.
bool is_abandoned(const store::Recheck& plan, Moment now);

/// Whether a page that was missing so often counts as withdrawn. `is_site_up`: whether other pages of its site are
/// there; without such a sign the page must be missing for a week. `is_announced`: whether its seed has stopped listing
/// it, or its site has left the old addresses.
bool is_withdrawn(const store::Recheck& plan, bool is_site_up, bool is_announced);

} // namespace trawl::crawl
