// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/network.h"

#include "shared/url/url.h"

#include <algorithm>
#include <chrono>

namespace trawl::commands {

Result<fetch::FetcherOptions> fetcher_options(const Options& options,
                                              const std::vector<schema::SourceDefinition>& sources) {
  fetch::FetcherOptions fetcher;
  if (!options.network.user_agent.empty()) fetcher.user_agent = options.network.user_agent;
  TRAWL_TRY(fetcher.addresses, fetch::AddressPolicy::allowing(options.network.allowed_addresses));
  for (const auto& source : sources) {
    const auto parsed = url::parse(source.seed.url);
    if (parsed && parsed->port) fetcher.addresses.allow_port(*parsed->port);
  }
  const std::chrono::seconds total(options.network.timeout_seconds);
  auto& limits = fetcher.limits;
  limits.page.total = limits.feed.total = limits.robots.total = total;
  limits.connect = std::min<std::chrono::milliseconds>(limits.connect, total);
  limits.low_speed_time = std::clamp(total / 3, std::chrono::seconds(1), limits.low_speed_time);
  fetcher.proxy = options.network.proxy;
  fetcher.ca_file = options.network.ca_file;
  return fetcher;
}

fetch::PolitenessOptions politeness_options(const Options& options) {
  fetch::PolitenessOptions politeness;
  politeness.delay = std::chrono::milliseconds(static_cast<long>(options.network.delay_seconds * 1000));
  if (options.network.delay_seconds == 0) {
    politeness.answer_time_factor = 0;
    politeness.pages_per_day = 0;
  }
  return politeness;
}

std::function<fetch::Instant()> steady_wall_clock() {
  return [wall = std::chrono::system_clock::now(), start = std::chrono::steady_clock::now()] {
    return std::chrono::floor<std::chrono::milliseconds>(wall + (std::chrono::steady_clock::now() - start));
  };
}

std::string typed_url(const std::string& text) { return text.contains("://") ? text : "https://" + text; }

std::string product_of(const std::string& user_agent) { return user_agent.substr(0, user_agent.find_first_of("/ ;(")); }

} // namespace trawl::commands
