// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_state.h"

#include <utility>

namespace trawl::crawl {
namespace {

using store::UrlRow;
using store::UrlState;

/// Settled: nothing is to be fetched.
UrlRow settled(UrlRow row, UrlState state, std::int64_t target = 0) {
  row.state = state;
  row.target = target;
  row.due_at.reset();
  return row;
}

UrlRow due(UrlRow row, std::optional<Moment> at) {
  row.due_at = at;
  return row;
}

UrlRow without_failures(UrlRow row) {
  row.failures = 0;
  row.stale = false;
  return row;
}

/// A page that was stored, or is known to have moved, stays so until its address shows something else.
UrlRow failed(UrlRow row, std::optional<Moment> again) {
  const bool is_known = row.state == UrlState::Stored || row.state == UrlState::Redirect;
  row.due_at = is_recheck(row) ? std::nullopt : again;
  if (!is_known) row.state = UrlState::Failed;
  return row;
}

} // namespace

bool is_recheck(const UrlRow& row) { return row.state == UrlState::Stored && !row.due_at; }

Next next(UrlRow row, const Observation& seen) {
  switch (seen.what) {
  case Seen::Named:
    return {due(std::move(row), seen.now)};
  case Seen::Remembered:
    return {due(std::move(row), std::nullopt)};
  case Seen::Postponed: {
    const bool was_new = row.state == UrlState::New;
    if (!is_recheck(row)) row.due_at = seen.again;
    if (was_new) row.state = UrlState::Failed;
    return {std::move(row), seen.holds_article ? Look::Silent : Look::None};
  }
  case Seen::NotModified: {
    row.failures = 0; // it may still have to be extracted again
    return {due(std::move(row), std::nullopt), Look::There};
  }
  case Seen::Article:
    return {without_failures(settled(std::move(row), UrlState::Stored)), Look::There};
  case Seen::NotArticle:
    return {without_failures(settled(std::move(row), UrlState::NotArticle))};
  case Seen::StandIn:
    row.stale = false;
    return {std::move(row)};
  case Seen::Shown:
    if (row.state == UrlState::Redirect) row = settled(std::move(row), UrlState::New);
    return {std::move(row)};
  case Seen::Redirect:
    row.stale = false;
    return {settled(std::move(row), UrlState::Redirect, seen.target),
            seen.holds_article ? Look::Redirected : Look::None};
  case Seen::LeadsHere:
    return {due(settled(std::move(row), UrlState::New), seen.now)};
  case Seen::Elsewhere:
    return {settled(std::move(row), UrlState::Redirect, seen.target)};
  case Seen::Missing:
    return {due(std::move(row), std::nullopt), Look::Missing};
  case Seen::NeverThere:
    return {failed(std::move(row), seen.again), Look::NeverThere};
  case Seen::Failed:
    return {failed(std::move(row), seen.again), seen.holds_article ? Look::Silent : Look::None};
  }
  return {std::move(row)};
}

} // namespace trawl::crawl
