// SPDX-License-Identifier: GPL-3.0-or-later
/// robots.txt: may this crawler fetch this path? (RFC 9309)
///
/// Where the RFC leaves room we take the stricter reading; each such place says "Choice:" in robots.cpp.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::fetch {

/// The rules of one robots.txt for one crawler. An immutable value: copy it, share it between threads.
class Robots {
 public:
  /// Reads the first 512 KiB of `body` (UTF-8; any line ends; a BOM is skipped). Never fails: what is no rule is
  /// ignored (§2.2). `product` is our product token without version, e.g. "trawl"; compared without case (§2.2.1).
  static Robots parse(std::string_view body, std::string_view product);

  /// For a robots.txt that could not be had: 4xx but 429 allows everything (§2.3.1.3), anything else, 0 for no answer
  /// at all too, allows nothing (§2.3.1.4).
  static Robots unavailable(int http_status);

  /// Made by `unavailable`, and allowing nothing.
  bool is_unreachable() const { return forbids_all_; }

  /// Whether `path` (path and query as sent, beginning with '/') may be fetched. The longest matching rule wins,
  /// Allow wins a tie (§2.2.2); /robots.txt itself always may. At most bytes of all rules times bytes of `path`,
  /// whatever the '*'.
  bool allows(std::string_view path) const;

  /// Crawl-delay of our group in seconds, if given (not in the RFC); not negative, and without an upper bound.
  std::optional<std::chrono::duration<double>> crawl_delay() const { return crawl_delay_; }

  /// All Sitemap lines, of any group, as written, each once.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  /// `pattern` in normal percent-encoding; '*' is a wildcard, '$' at its end the end of the path.
  struct Rule {
    std::string pattern;
    bool allow = false;
  };
  class Parser;

  std::vector<Rule> rules_;
  std::vector<std::string> sitemaps_;
  std::optional<std::chrono::duration<double>> crawl_delay_;
  bool forbids_all_ = false;
};

} // namespace trawl::fetch
