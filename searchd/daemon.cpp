// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/daemon.h"

#include "searchd/http/http_front.h"
#include "searchd/http/response_bytes.h"
#include "searchd/router.h"
#include "searchd/systemd.h"
#include "shared/base/date_time.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"

#include <chrono>
#include <csignal>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <thread>

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxLogLine = 2'000;

void log_line(const std::string& text) {
  print_line("trawl-searchd: " + std::string(utf8::truncate_bytes(text, kMaxLogLine)));
}

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, number);
  return signals;
}

/// Waits for a stop signal in its own thread, so that no code runs in a signal handler. Threads started while it exists
/// inherit a mask that blocks these signals.
class StopWatcher {
 public:
  explicit StopWatcher(HttpFront& front) {
    const sigset_t signals = watched_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
    thread_ = std::jthread([&front, signals](const std::stop_token& token) {
      const timespec interval{0, 200'000'000};
      while (!token.stop_requested()) {
        const int number = ::sigtimedwait(&signals, nullptr, &interval);
        if (number <= 0) continue;
        if (number == SIGHUP) { // nothing to reload: every commit is picked up anyway
          notify_manager("RELOADING=1");
          notify_manager("READY=1");
          continue;
        }
        notify_manager("STOPPING=1");
        return front.stop();
      }
    });
  }
  ~StopWatcher() {
    thread_.request_stop();
    thread_.join();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

 private:
  sigset_t before_{};
  std::jthread thread_;
};

/// A worker: its own engine behind the shared router.
Responder make_responder(Router& router, const std::shared_ptr<api::Engine>& engine) {
  Responder responder = [&router, engine](const RawRequest& request) {
    return to_bytes(router.answer(*engine, request.request, now()), request);
  };
  responder.weight = [engine](const RawRequest& request) { return Router::weight(*engine, request.request, now()); };
  return responder;
}

void announce(const Endpoint& endpoint) {
  std::cout << "trawl-searchd listening on http://" << endpoint.text() << "/" << std::endl;
  if (!endpoint.is_loopback()) {
    log_line("listening on " + endpoint.text() + ", which other machines can reach; there is no login");
  }
  notify_manager("READY=1\nSTATUS=listening on " + endpoint.text());
}

/// Writes at most one line in ten seconds about the requests that the front refuses, so that an attack shows in the log
/// and does not fill it.
class RefusalLog {
 public:
  void note(int status, const std::string& peer) {
    ++counts_[status];
    last_peer_ = peer;
  }

  void tick() {
    constexpr auto kInterval = std::chrono::seconds(10);
    const auto now = std::chrono::steady_clock::now();
    if (counts_.empty() || (written_ && now - *written_ < kInterval)) return;
    std::string line = "refused requests, by status:";
    for (const auto& [status, count] : counts_) line += " " + std::to_string(status) + "=" + std::to_string(count);
    log_line(line + "; the last from " + last_peer_);
    counts_.clear();
    written_ = now;
  }

 private:
  std::map<int, std::uint64_t> counts_; ///< since the last line
  std::string last_peer_;
  std::optional<std::chrono::steady_clock::time_point> written_;
};

} // namespace

Result<Listener> open_listener(const Endpoint& endpoint) {
  if (const auto fd = take_activated_socket()) return Listener::adopt(*fd);
  return Listener::bind(endpoint);
}

Result<void> serve(Listener listener, const Options& options, const DaemonParts& parts) {
  std::signal(SIGPIPE, SIG_IGN);
  const TrustedProxies proxies(options.trusted_proxies);
  TRAWL_TRY(const auto front, HttpFront::open(std::move(listener), parts.limits, proxies));
  Router router({HostCheck(front->endpoint(), options.server_names), options.cors_origin, parts.limits.answer_bytes,
                 log_line, proxies, options.access_log, options.max_age, options.mcp, parts.pictures_of});
  {
    const StopWatcher watcher(*front);
    announce(front->endpoint());
    RefusalLog refusals;
    front->run(
        options.threads,
        [&](const std::atomic<bool>& is_abandoned) { return make_responder(router, parts.make_engine(is_abandoned)); },
        [&refusals] { refusals.tick(); },
        [&](int status, const std::string& peer) {
          router.count_refusal(status);
          refusals.note(status, peer);
        });
  }
  return {};
}

} // namespace trawl::searchd
