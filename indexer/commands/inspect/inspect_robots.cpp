// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "indexer/commands/inspect/inspect.h"
#include "indexer/fetch/robots/robots.h"
#include "shared/url/url.h"

namespace trawl::commands {
namespace {

/// Path and query of a URL. Rules only match paths, so any scheme will do.
std::string target_of(const std::string& address) {
  auto url = url::parse(address);
  if (const std::size_t scheme_end = address.find("://"); !url && scheme_end != std::string::npos) {
    url = url::parse("http" + address.substr(scheme_end));
  }
  return url ? url->request_target() : address;
}

} // namespace

InspectAnswer answer_robots(const InspectRequest& request) {
  InspectAnswer answer = request.answer();
  const auto body = request.content();
  if (!body) {
    answer["error"] = to_sentence(body.error());
    return answer;
  }
  const auto robots = fetch::Robots::parse(*body, request.user_agent);
  answer["allowed"] = robots.allows(target_of(request.url));
  answer["crawl_delay"] = nullptr;
  if (const auto delay = robots.crawl_delay()) answer["crawl_delay"] = delay->count();
  answer["sitemaps"] = robots.sitemaps();
  return answer;
}

} // namespace trawl::commands
