// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/curl_fetcher.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <new>
#include <utility>

#include <curl/curl.h>

#include "indexer/fetch/curl_transfer.h"
#include "shared/base/library_memory.h"
#include "shared/base/version.h"

namespace trawl::fetch {
namespace {

struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

/// Initialises libcurl, which counts such calls.
struct CurlLibrary {
  CurlLibrary() {
    give_memory_to_openssl();
    const CURLcode begun = curl_global_init_mem(CURL_GLOBAL_DEFAULT, library_malloc, std::free, library_realloc,
                                                library_strdup, library_calloc);
    if (begun != CURLE_OK || take_lack_of_memory()) throw std::bad_alloc();
  }
  ~CurlLibrary() { curl_global_cleanup(); }
  CurlLibrary(const CurlLibrary&) = delete;
  CurlLibrary& operator=(const CurlLibrary&) = delete;
};

} // namespace

std::string default_user_agent() { return "trawl/" TRAWL_VERSION " (+https://github.com/trawl-search/trawl)"; }

struct CurlFetcher::Impl {
  using Answer = std::pair<Done, Result<FetchResponse>>;

  explicit Impl(FetcherOptions given) : options(std::move(given)), multi(curl_multi_init()) {
    if (!multi) throw std::bad_alloc();
    curl_multi_setopt(multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(options.limits.connections));
    // Libcurl treats everything behind a proxy as one host, so its limit per host would make hosts wait for each other.
    const int per_host = options.proxy.empty() ? options.limits.connections_per_host : options.limits.connections;
    curl_multi_setopt(multi.get(), CURLMOPT_MAX_HOST_CONNECTIONS, static_cast<long>(per_host));
    curl_multi_setopt(multi.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(options.limits.connections));
  }

  ~Impl() {
    for (const auto& [handle, transfer] : running) curl_multi_remove_handle(multi.get(), handle);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// Excess requests wait here, because inside libcurl their timeouts would already be running.
  void admit() {
    while (!waiting.empty() && running.size() < static_cast<std::size_t>(options.limits.connections)) {
      auto transfer = std::move(waiting.front());
      waiting.pop_front();
      CURL* const handle = transfer->handle();
      if (curl_multi_add_handle(multi.get(), handle) != CURLM_OK) throw std::bad_alloc();
      running.emplace(handle, std::move(transfer));
    }
  }

  /// Lets the transfers progress, and collects those that ended.
  void perform() {
    admit();
    int still_running = 0;
    curl_multi_perform(multi.get(), &still_running);
    int left = 0;
    // This is our own failure, not the site's.
    if (take_lack_of_memory()) throw std::bad_alloc();
    while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      const auto at = running.find(message->easy_handle);
      curl_multi_remove_handle(multi.get(), at->first);
      auto result = at->second->finish(code);
      answers.emplace_back(at->second->take_done(), std::move(result));
      running.erase(at);
    }
    admit();
  }

  /// Moves the answers out first, because `done` may start new requests.
  bool deliver() {
    std::vector<Answer> ready = std::exchange(answers, {});
    for (auto& [done, result] : ready) done(std::move(result));
    return !ready.empty();
  }

  CurlLibrary library;
  FetcherOptions options;
  std::unique_ptr<CURLM, FreeMulti> multi;
  std::map<CURL*, std::unique_ptr<CurlTransfer>> running;
  std::deque<std::unique_ptr<CurlTransfer>> waiting;
  std::vector<Answer> answers; ///< of transfers that ended, not yet delivered
};

CurlFetcher::CurlFetcher(FetcherOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

CurlFetcher::~CurlFetcher() = default;

void CurlFetcher::start(FetchRequest request, Done done) {
  const auto url = check_url(request.url, impl_->options);
  if (!url) {
    impl_->answers.emplace_back(std::move(done), std::unexpected(url.error()));
    return;
  }
  impl_->waiting.push_back(std::make_unique<CurlTransfer>(std::move(request), *url, std::move(done), impl_->options));
}

void CurlFetcher::wait(std::chrono::milliseconds at_most) {
  if (impl_->deliver()) return;
  impl_->perform();
  if (impl_->deliver()) return;
  const auto bounded = std::clamp<std::chrono::milliseconds::rep>(at_most.count(), 0, 60'000);
  curl_multi_poll(impl_->multi.get(), nullptr, 0, static_cast<int>(bounded), nullptr);
  impl_->perform();
  impl_->deliver();
}

std::size_t CurlFetcher::in_flight() const {
  return impl_->running.size() + impl_->waiting.size() + impl_->answers.size();
}

} // namespace trawl::fetch
