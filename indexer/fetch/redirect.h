// SPDX-License-Identifier: GPL-3.0-or-later
/// Which redirects are followed (RFC 9110 §15.4). Pure: the crawler requests each hop, subject to robots.txt and
/// politeness.
#pragma once

#include "indexer/fetch/fetcher.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::fetch {

struct RedirectRules {
  std::size_t max_hops = 5;
  bool allow_downgrade = false; ///< from https to http, for a source that is configured with http
};

/// 301, 302, 303, 307 or 308; not 300 and 304, which have no single target.
bool is_redirect(int http_status);

/// 301 or 308: a stored URL may be replaced.
bool is_permanent_redirect(int http_status);

/// The URLs from the first one to the current target.
class RedirectChain {
 public:
  explicit RedirectChain(std::string url, RedirectRules rules = {});

  /// The next URL to request after a redirect from `current()`. Malformed: no usable Location, or a loop; TooLarge: too
  /// many hops; AddressRefused: from https to http.
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
