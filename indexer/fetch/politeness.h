// SPDX-License-Identifier: GPL-3.0-or-later
/// When the next request to a host may start. Pure bookkeeping: the caller passes the time; nothing sleeps or connects.
///
/// The pause between two requests to a host is the longest of the configured delay, the host's Crawl-delay, and a
/// multiple of its response time. After a 429 or 503 the host gets no requests for as long as Retry-After says, or for
/// an exponential backoff; the same backoff applies after several requests in a row without an answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::fetch {

/// Wall time to the millisecond; a `Moment` converts to it.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

struct PolitenessOptions {
  std::chrono::milliseconds delay{1'000}; ///< between two requests to a host; 0 is allowed
  double answer_time_factor = 2.0;        ///< a host that takes 3 s to respond gets a pause of 6 s; 0: off
  std::chrono::milliseconds max_adaptive_delay{30'000}; ///< upper limit of that pause
  std::chrono::seconds max_crawl_delay{60};
  int connections_per_host = 1;
  int connections_per_site = 2;           ///< to all hosts of a registrable domain
  int pages_per_day = 5'000;              ///< requests to a host in one UTC day; 0: no limit
  std::chrono::seconds first_backoff{30}; ///< after 429 or 503 without Retry-After, or no answer; doubles each time
  std::chrono::seconds max_backoff{3'600};
  int patience = 3; ///< requests in a row without an answer before the backoff starts
};

/// Whether a request may start now, and if not, when to try again.
struct Turn {
  enum class Kind : std::uint8_t {
    Now,       ///< start
    Later,     ///< not before `at`
    Busy,      ///< try again when a request to this host or site has finished
    Exhausted, ///< pages_per_day is reached; `at` is the next midnight UTC
  };
  Kind kind = Kind::Now;
  Instant at{};

  bool operator==(const Turn&) const = default;
};

/// How a request ended.
struct Outcome {
  int status = 0; ///< 0: no complete response
  std::chrono::milliseconds took{};
  std::optional<std::chrono::seconds> retry_after; ///< from parse_retry_after in retry.h
  bool is_unanswered = false;                      ///< no connection, or a timeout; false if we aborted the response
};

class Politeness {
 public:
  explicit Politeness(PolitenessOptions options = {});

  /// `host`, here and below: the host of a URL (url::Url::host), without its port.
  Turn turn(std::string_view host, Instant now) const;

  /// Notes that a request to `host` starts at `now`. Each must be followed by one `finished`.
  void started(std::string_view host, Instant now);
  void finished(std::string_view host, const Outcome& outcome, Instant now);

  /// Sets the host's Crawl-delay, at most max_crawl_delay.
  void set_crawl_delay(std::string_view host, std::chrono::duration<double> delay);

  /// Whether a Crawl-delay is at most max_crawl_delay. A host that asks for a longer one should not be crawled.
  bool accepts_crawl_delay(std::chrono::duration<double> delay) const { return delay <= options_.max_crawl_delay; }

  /// The number of requests in a row that `host` did not answer.
  int unanswered_requests(std::string_view host) const;

  /// The current pause between two requests to `host`.
  std::chrono::milliseconds delay_of(std::string_view host) const;

  /// The number of requests to `host` on the UTC day of `now`. `restore_count` sets it from an earlier run.
  int requests_today(std::string_view host, Instant now) const;
  void restore_count(std::string_view host, int requests, Instant now);

  /// The end of the backoff after a 429 or 503; the epoch if there is none. `restore_closed` sets it from an earlier
  /// run.
  Instant closed_until(std::string_view host) const;
  void restore_closed(std::string_view host, Instant until);

 private:
  struct Host {
    std::string site;
    int open = 0;
    Instant next{};                          ///< earliest start of the next request
    std::chrono::milliseconds answer_time{}; ///< moving average
    std::chrono::milliseconds crawl_delay{};
    int refusals = 0;            ///< 429 and 503 in a row
    Instant closed_until{};      ///< end of the last one's backoff
    int unanswered_requests = 0; ///< requests without an answer in a row
    std::chrono::sys_days day{};
    int requests = 0; ///< on `day`
  };
  Host& host_of(std::string_view host);
  std::chrono::milliseconds backoff_after(Host& host, const Outcome& outcome) const;
  const Host* find(std::string_view host) const;
  std::chrono::milliseconds delay_of(const Host& host) const;
  std::chrono::milliseconds longest_pause() const;
  void forget_future(Host& host, Instant now) const;

  PolitenessOptions options_;
  std::map<std::string, Host, std::less<>> hosts_;
  std::map<std::string, int, std::less<>> open_of_site_;
};

} // namespace trawl::fetch
