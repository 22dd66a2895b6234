// SPDX-License-Identifier: GPL-3.0-or-later
// The head and the beginning of a body that a server sends, and what is made of its fields.
#include "indexer/fetch/response_head.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/fetch/body_collector.h"
#include "indexer/fetch/freshness.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::fetch;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  FetchLimits limits;
  limits.page = {1'000, 2'000};
  limits.ratio_from_bytes = 100;
  ResponseHead head(limits, ResourceKind::Page);
  while (!rest.empty() && !rest.starts_with("\n")) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!head.add_line(rest.substr(0, end))) return 0;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  FetchResponse response;
  response.url = "https://fuzz.example/a/b";
  head.copy_to(response);
  if (response.location.size() > limits.url_bytes) std::abort();

  BodyCollector body(limits, ResourceKind::Page, response.body);
  for (std::size_t at = 0; at < rest.size(); at += 100) {
    if (!body.add(rest.substr(at, 100), at / 10 + 1)) break;
  }
  if (response.body.size() > limits.page.decoded_bytes) std::abort();

  const auto fresh = fresh_until(response, {});
  if (fresh < response.fetched_at || fresh > response.fetched_at + FreshnessBounds{}.longest) std::abort();
  const auto pause = parse_retry_after(response.retry_after, response.fetched_at);
  if (pause && pause->count() < 0) std::abort();
  RedirectChain chain(response.url);
  if (const auto next = chain.follow(response); next && *next != chain.current()) std::abort();
  return 0;
}
