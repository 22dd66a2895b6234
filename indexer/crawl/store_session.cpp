// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/store_session.h"

#include <cstdint>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::chrono::milliseconds kCommitAfter{500};

} // namespace

Result<void> StoreSession::restore_politeness() {
  const auto now = context_.now();
  TRAWL_CHECK(context_.hosts.each_requests(now, [&](std::string_view host, int count) {
    politeness_.restore_count(host, count, context_.options.clock());
  }));
  return context_.hosts.each_closure(
      now, [&](std::string_view host, Moment until) { politeness_.restore_closed(host, until); });
}

Result<void> StoreSession::begin() {
  TRAWL_TRY(auto transaction, store::Transaction::begin(database_));
  transaction_.emplace(std::move(transaction));
  began_ = context_.options.clock();
  return {};
}

void StoreSession::count_fetch(const std::string& source, std::string_view outcome, std::size_t bytes) {
  store::FetchCount& counted = fetches_[{source, std::string(outcome)}];
  ++counted.count;
  counted.bytes += static_cast<std::int64_t>(bytes);
}

bool StoreSession::is_due() const { return context_.options.clock() - began_ >= kCommitAfter; }

Result<void> StoreSession::commit() {
  TRAWL_CHECK(save_politeness());
  TRAWL_CHECK(save_fetches());
  TRAWL_CHECK(transaction_->commit());
  transaction_.reset();
  return {};
}

Result<void> StoreSession::save_politeness() {
  const auto now = context_.now();
  for (const auto& host : std::exchange(requested_hosts_, {})) {
    const int requests = politeness_.requests_today(host, context_.options.clock());
    TRAWL_CHECK(context_.hosts.save_requests(host, now, requests));
    const auto until = std::chrono::ceil<std::chrono::seconds>(politeness_.closed_until(host));
    if (until > now) TRAWL_CHECK(context_.hosts.save_closure(host, until));
  }
  return {};
}

Result<void> StoreSession::save_fetches() {
  for (auto& [key, counted] : std::exchange(fetches_, {})) {
    counted.source = key.first;
    counted.outcome = key.second;
    TRAWL_CHECK(context_.source_store.add_fetches(counted));
  }
  return {};
}

} // namespace trawl::crawl
