// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/fetch_once.h"

#include "indexer/commands/stop_signal.h"
#include "indexer/fetch/redirect.h"

#include <optional>

namespace trawl::commands {
namespace {

Result<fetch::FetchResponse> ask(fetch::Fetcher& fetcher, const std::string& url, fetch::ResourceKind kind) {
  std::optional<Result<fetch::FetchResponse>> answer;
  fetch::FetchRequest request;
  request.url = url;
  request.kind = kind;
  fetcher.start(std::move(request), [&](Result<fetch::FetchResponse> result) { answer = std::move(result); });
  while (!answer && !is_stopped()) fetcher.wait(std::chrono::milliseconds(200));
  return answer ? std::move(*answer) : fail(ErrorCode::Interrupted, "stopped", url);
}

} // namespace

Result<fetch::FetchResponse> fetch_once(fetch::Fetcher& fetcher, const std::string& url, fetch::ResourceKind kind) {
  fetch::RedirectChain chain(url, {.allow_downgrade = url.starts_with("http://")});
  for (;;) {
    auto response = ask(fetcher, chain.current(), kind);
    if (!response) return response;
    if (fetch::is_redirect(response->status)) {
      TRAWL_TRY(const auto next, chain.follow(*response));
      (void)next;
      continue;
    }
    if (response->status == 200) return response;
    return fail(ErrorCode::HttpStatus, "the server answered " + std::to_string(response->status), chain.current());
  }
}

} // namespace trawl::commands
