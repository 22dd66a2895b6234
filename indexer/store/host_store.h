// SPDX-License-Identifier: GPL-3.0-or-later
/// What crawls remember of each host, so that politeness survives a restart: its robots.txt, the requests of today,
/// and until when it asked to be left alone.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <functional>
#include <string>
#include <string_view>

namespace trawl::store {

class HostStore {
 public:
  explicit HostStore(Database& database) : db_(&database) {}

  /// Every stored robots.txt, as fetched; damaged copies are skipped.
  Result<void> each_robots(const std::function<void(std::string origin, Moment fetched_at, std::string body)>& visit);
  Result<void> save_robots(std::string_view origin, Moment fetched_at, std::string_view body);

  /// The number of requests to a host on the UTC day of `at`. Replaces the number of an earlier day.
  Result<void> save_requests(std::string_view host, Moment at, int count);
  /// The hosts with requests on the UTC day of `at`.
  Result<void> each_requests(Moment at, const std::function<void(std::string_view host, int count)>& visit);

  /// Until when a host asked not to be contacted (429, 503).
  Result<void> save_closure(std::string_view host, Moment until);
  /// The hosts that are closed at `now`.
  Result<void> each_closure(Moment now, const std::function<void(std::string_view host, Moment until)>& visit);

 private:
  Database* db_;
};

} // namespace trawl::store
