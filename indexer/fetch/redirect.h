// SPDX-License-Identifier: GPL-3.0-or-later
/// Which redirects are followed. Pure: the crawler makes each hop a request of its own, with robots and politeness.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::fetch {

struct RedirectRules {
  std::size_t max_hops = 5;
  bool allow_downgrade = false; ///< https to http; for a source that is configured with http
};

/// 301, 302, 303, 307 or 308. (300 and 304 lead nowhere.)
bool is_redirect(int http_status);

/// Moved for good (301, 308): a stored address may be replaced.
bool is_permanent_redirect(int http_status);

/// The way from one URL to where it leads, hop by hop.
class RedirectChain {
 public:
  explicit RedirectChain(std::string url, RedirectRules rules = {});

  /// The next URL to ask for after a redirect from `current()`. Malformed: no usable Location, or a loop;
  /// TooLarge: too many hops; AddressRefused: from https to http.
  Result<std::string> follow(const FetchResponse& response);

  const std::string& current() const { return urls_.back(); }
  const std::vector<std::string>& urls() const { return urls_; }

  /// Whether every hop so far was a permanent one.
  bool is_permanent() const { return permanent_; }

 private:
  RedirectRules rules_;
  std::vector<std::string> urls_;
  bool permanent_ = true;
};

} // namespace trawl::fetch
