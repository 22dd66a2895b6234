// SPDX-License-Identifier: GPL-3.0-or-later
/// When the next request to a host may begin. Pure bookkeeping: it is told the time, it neither sleeps nor connects.
/// Between two requests to a host lies the longest of: the configured delay, its Crawl-delay, and a multiple of the
/// time its answers take. 429 and 503 close a host for as long as Retry-After says, or for a growing time; so does
/// silence, after a few requests in a row.
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
  double answer_time_factor = 2.0;        ///< a host that takes 3 s to answer is left alone for 6 s; 0: off
  std::chrono::milliseconds max_adaptive_delay{30'000}; ///< the factor never asks for more
  std::chrono::seconds max_crawl_delay{60};
  int connections_per_host = 1;
  int connections_per_site = 2;           ///< hosts of one registrable domain together
  int pages_per_day = 5'000;              ///< requests to a host in one UTC day; 0: no limit
  std::chrono::seconds first_backoff{30}; ///< 429 or 503 without Retry-After, or silence; doubles each time
  std::chrono::seconds max_backoff{3'600};
  int patience = 3; ///< requests in a row without an answer before a host is closed
};

/// Whether a request may begin, and else when to ask again.
struct Turn {
  enum class Kind : std::uint8_t {
    Now,       ///< begin
    Later,     ///< not before `at`
    Busy,      ///< when a request to this host or site has finished
    Exhausted, ///< no more today; `at` is the next UTC midnight
  };
  Kind kind = Kind::Now;
  Instant at{};

  bool operator==(const Turn&) const = default;
};

/// How a request ended, as far as a host's next turn depends on it.
struct Outcome {
  int status = 0; ///< 0: no answer that could be read to its end
  std::chrono::milliseconds took{};
  std::optional<std::chrono::seconds> retry_after; ///< see parse_retry_after in retry.h
  bool is_silence = false; ///< no connection, or nothing in time; not an answer that we broke off
};

class Politeness {
 public:
  explicit Politeness(PolitenessOptions options = {});

  /// `host` everywhere: the host part of a URL (url::Url::host), one key for all its ports.
  Turn turn(std::string_view host, Instant now) const;

  /// A request to `host` begins at `now`; each is followed by one `finished`.
  void started(std::string_view host, Instant now);
  void finished(std::string_view host, const Outcome& outcome, Instant now);

  /// The host's Crawl-delay, kept up to max_crawl_delay.
  void set_crawl_delay(std::string_view host, std::chrono::duration<double> delay);

  /// Whether a Crawl-delay is kept as it is; a host that asks for a longer one is better left alone.
  bool is_bearable(std::chrono::duration<double> delay) const { return delay <= options_.max_crawl_delay; }

  /// Requests to `host` in a row that it did not answer.
  int silences(std::string_view host) const;

  /// The pause that now lies between two requests to `host`.
  std::chrono::milliseconds delay_of(std::string_view host) const;

  /// Requests to `host` on the UTC day of `now`; `restore_count` brings in those of an earlier run.
  int requests_today(std::string_view host, Instant now) const;
  void restore_count(std::string_view host, int requests, Instant now);

  /// Until when a 429 or 503 has closed the host; the epoch if none did. `restore_closed` brings in that of an earlier
  /// run.
  Instant closed_until(std::string_view host) const;
  void restore_closed(std::string_view host, Instant until);

 private:
  struct Host {
    std::string site;
    int open = 0;
    Instant next{};                          ///< no request before this
    std::chrono::milliseconds answer_time{}; ///< smoothed
    std::chrono::milliseconds crawl_delay{};
    int refusals = 0;       ///< 429 and 503 in a row
    Instant closed_until{}; ///< by the last of them
    int silences = 0;       ///< requests without an answer in a row
    std::chrono::sys_days day{};
    int requests = 0; ///< on `day`
  };
  Host& host_of(std::string_view host);
  std::chrono::milliseconds backoff_after(Host& host, const Outcome& outcome) const;
  const Host* find(std::string_view host) const;
  std::chrono::milliseconds delay_of(const Host& host) const;

  PolitenessOptions options_;
  std::map<std::string, Host, std::less<>> hosts_;
  std::map<std::string, int, std::less<>> open_of_site_;
};

} // namespace trawl::fetch
