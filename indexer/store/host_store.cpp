// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/host_store.h"

#include "indexer/store/compress.h"

namespace trawl::store {
namespace {

std::int64_t day_of(Moment moment) { return to_seconds(moment) / 86'400; }

} // namespace

Result<void>
HostStore::each_robots(const std::function<void(std::string origin, Moment fetched_at, std::string body)>& visit) {
  return db_->each("SELECT origin, fetched_at, body FROM robots", {}, [&](const Row& row) {
    // A damaged copy is as good as none: robots.txt is simply fetched again.
    if (auto body = decompress(row.view(2))) visit(row.text(0), row.moment(1), std::move(*body));
    return true;
  });
}

Result<void> HostStore::save_robots(std::string_view origin, Moment fetched_at, std::string_view body) {
  return db_->run("INSERT OR REPLACE INTO robots VALUES(?,?,?)",
                  {origin, to_seconds(fetched_at), Blob{compress(body)}});
}

Result<void> HostStore::save_requests(std::string_view host, Moment at, int count) {
  return db_->run("INSERT OR REPLACE INTO requests VALUES(?,?,?)", {host, day_of(at), std::int64_t{count}});
}

Result<void> HostStore::each_requests(Moment at, const std::function<void(std::string_view host, int count)>& visit) {
  return db_->each("SELECT host, count FROM requests WHERE day = ?", {day_of(at)}, [&](const Row& row) {
    visit(row.view(0), static_cast<int>(row.integer(1)));
    return true;
  });
}

Result<void> HostStore::save_closure(std::string_view host, Moment until) {
  return db_->run("INSERT OR REPLACE INTO closures VALUES(?,?)", {host, to_seconds(until)});
}

Result<void> HostStore::each_closure(Moment now,
                                     const std::function<void(std::string_view host, Moment until)>& visit) {
  return db_->each("SELECT host, until FROM closures WHERE until > ?", {to_seconds(now)}, [&](const Row& row) {
    visit(row.view(0), row.moment(1));
    return true;
  });
}

} // namespace trawl::store
