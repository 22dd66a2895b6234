// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetches single URLs as a crawl fetches them: nothing that robots.txt forbids, and with its pauses between the
/// requests to a host. Stores nothing.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "indexer/fetch/politeness.h"
#include "indexer/fetch/robots/robots_cache.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trawl::commands {

class PoliteFetcher {
 public:
  /// `fetcher` must outlive it. `product`: our product token.
  PoliteFetcher(fetch::Fetcher& fetcher, const fetch::PolitenessOptions& options, std::string product,
                std::function<fetch::Instant()> clock)
      : fetcher_(fetcher), politeness_(options), robots_(std::move(product)), clock_(std::move(clock)) {}

  /// The response after redirects. RobotsRefused if the URL, or one that it leads to, must not be fetched; HttpStatus
  /// if the status is not 200; else the fetcher's own error.
  Result<fetch::FetchResponse> get(const std::string& url, fetch::ResourceKind kind);

  /// What the robots.txt of the URL's host names (https://www.sitemaps.org/protocol.html#submit_robots), as written.
  std::vector<std::string> sitemaps(const std::string& url);

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
};

} // namespace trawl::commands
