// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/polite_fetcher.h"

#include "indexer/commands/stop_signal.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "shared/url/url.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

namespace trawl::commands {
namespace {

constexpr auto kLook = std::chrono::milliseconds(200); ///< for a signal to stop
constexpr auto kLongestPause = std::chrono::seconds(60);

} // namespace

Result<fetch::FetchResponse> PoliteFetcher::get(const std::string& url, fetch::ResourceKind kind) {
  fetch::RedirectChain chain(url, {.allow_downgrade = url.starts_with("http://")});
  for (;;) {
    TRAWL_TRY(auto response, answer({chain.current(), kind}));
    if (response.status == 200) return response;
    if (!fetch::is_redirect(response.status))
      return fail(ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), chain.current());
    TRAWL_CHECK(chain.follow(response));
  }
}

std::vector<std::string> PoliteFetcher::sitemaps(const std::string& url) {
  const auto parsed = url::parse(url);
  if (!parsed) return {};
  robots_file(parsed->origin());
  return robots_.find(parsed->origin(), now())->sitemaps();
}

Result<fetch::FetchResponse> PoliteFetcher::answer(const fetch::FetchRequest& request) {
  const auto parsed = url::parse(request.url);
  if (!parsed) return send(request); // which says why
  const std::string origin = parsed->origin();
  const auto& file = robots_file(origin);
  if (request.url == fetch::robots_url(request.url)) return file;
  const fetch::Robots* robots = robots_.find(origin, now());
  if (robots->is_unreachable() && !file) {
    Error error = file.error(); // told of what was asked for
    error.where = request.url;
    return std::unexpected(std::move(error));
  }
  if (auto why = fetch::refusal_of(*robots, request.url, politeness_); !why.empty())
    return fail(ErrorCode::RobotsRefused, std::move(why), request.url);
  return send(request);
}

/// Follows redirects, as RFC 9309 §2.3.1.2 asks.
const Result<fetch::FetchResponse>& PoliteFetcher::robots_file(const std::string& origin) {
  if (const auto known = files_.find(origin); known != files_.end() && robots_.find(origin, now()) != nullptr)
    return known->second;
  fetch::RedirectChain chain(fetch::robots_url(origin + "/"), {.max_hops = 5, .allow_downgrade = true});
  auto response = send({chain.current(), fetch::ResourceKind::Robots});
  while (response && fetch::is_redirect(response->status) && chain.follow(*response))
    response = send({chain.current(), fetch::ResourceKind::Robots});
  const auto& robots =
      robots_.store(origin, response ? response->status : 0, response ? response->body : std::string(), now());
  const auto delay = robots.crawl_delay();
  const auto parsed = url::parse(origin + "/");
  if (parsed && delay && politeness_.accepts_crawl_delay(*delay)) politeness_.set_crawl_delay(parsed->host, *delay);
  return files_.insert_or_assign(origin, std::move(response)).first->second;
}

Result<void> PoliteFetcher::await_turn(const std::string& host, const std::string& url) {
  for (;;) {
    const fetch::Instant time = clock_();
    const fetch::Turn turn = politeness_.turn(host, time);
    if (turn.kind == fetch::Turn::Kind::Now) return {};
    if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped", url);
    if (turn.at > time + kLongestPause) return fail(ErrorCode::HttpStatus, "the server asks to come back later", url);
    fetcher_.wait(std::min<std::chrono::milliseconds>(kLook, turn.at - time));
  }
}

Result<fetch::FetchResponse> PoliteFetcher::send(const fetch::FetchRequest& request) {
  const auto parsed = url::parse(request.url);
  const std::string host = parsed ? parsed->host : std::string();
  TRAWL_CHECK(await_turn(host, request.url));
  const auto answer = std::make_shared<std::optional<Result<fetch::FetchResponse>>>();
  politeness_.started(host, clock_());
  fetcher_.start(request, [answer](Result<fetch::FetchResponse> result) { answer->emplace(std::move(result)); });
  while (!*answer && !is_stopped()) fetcher_.wait(kLook);
  if (!*answer) return fail(ErrorCode::Interrupted, "stopped", request.url);
  fetch::Outcome outcome;
  if (const auto& response = **answer) {
    outcome = {response->status, response->took, fetch::parse_retry_after(response->retry_after, now())};
  } else {
    outcome.is_unanswered = fetch::is_transient(response.error().code);
  }
  politeness_.finished(host, outcome, clock_());
  return std::move(**answer);
}

} // namespace trawl::commands
