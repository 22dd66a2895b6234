// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetches single URLs as a crawl fetches them: nothing that robots.txt forbids, and with its pauses between the
/// requests to a host.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "indexer/fetch/politeness.h"
#include "indexer/fetch/robots/robots_cache.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace trawl::commands {

/// One request at a time, for which `wait` waits until it is answered. A URL that must not be fetched is RobotsRefused.
class PoliteFetcher final : public fetch::Fetcher {
 public:
  /// `fetcher` must outlive it. `product`: our product token.
  PoliteFetcher(fetch::Fetcher& fetcher, const fetch::PolitenessOptions& options, std::string product,
                std::function<fetch::Instant()> clock)
      : fetcher_(fetcher), politeness_(options), robots_(std::move(product)), clock_(std::move(clock)) {}

  void start(fetch::FetchRequest request, Done done) override { waiting_.emplace(std::move(request), std::move(done)); }
  void wait(std::chrono::milliseconds at_most) override;
  std::size_t in_flight() const override { return waiting_ ? 1 : 0; }

 private:
  Result<fetch::FetchResponse> answer(const fetch::FetchRequest& request);
  const Result<fetch::FetchResponse>& robots_file(const std::string& origin);
  Result<fetch::FetchResponse> send(const fetch::FetchRequest& request);
  Result<void> await_turn(const std::string& host, const std::string& url);

  fetch::Fetcher& fetcher_;
  fetch::Politeness politeness_;
  fetch::RobotsCache robots_;
  std::function<fetch::Instant()> clock_;
  std::map<std::string, Result<fetch::FetchResponse>> files_; ///< robots.txt by origin, after redirects
  std::optional<std::pair<fetch::FetchRequest, Done>> waiting_;
};

} // namespace trawl::commands
