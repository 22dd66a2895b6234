// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/redirect.h"

#include <algorithm>
#include <utility>

#include "shared/url/url.h"

namespace trawl::fetch {

bool is_redirect(int http_status) {
  return http_status == 301 || http_status == 302 || http_status == 303 || http_status == 307 || http_status == 308;
}

bool is_permanent_redirect(int http_status) { return http_status == 301 || http_status == 308; }

RedirectChain::RedirectChain(std::string url, RedirectRules rules) : rules_(rules) { urls_.push_back(std::move(url)); }

Result<std::string> RedirectChain::follow(const FetchResponse& response) {
  const auto here = url::parse(current());
  auto next = url::parse(response.location);
  if (!is_redirect(response.status) || !here || !next) {
    return fail(ErrorCode::Malformed, "redirect without a usable Location", current());
  }
  if (urls_.size() > rules_.max_hops) {
    return fail(ErrorCode::TooLarge, "more than " + std::to_string(rules_.max_hops) + " redirects", urls_.front());
  }
  if (here->scheme == "https" && next->scheme == "http" && !rules_.allow_downgrade) {
    return fail(ErrorCode::AddressRefused, "redirect from https to http: " + response.location, current());
  }
  next->fragment.reset();
  std::string target = next->to_string();
  if (std::ranges::find(urls_, target) != urls_.end()) {
    return fail(ErrorCode::Malformed, "redirect loop: " + target, urls_.front());
  }
  permanent_ = permanent_ && is_permanent_redirect(response.status);
  urls_.push_back(target);
  return target;
}

} // namespace trawl::fetch
