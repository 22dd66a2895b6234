// SPDX-License-Identifier: GPL-3.0-or-later
/// robots.txt: may this crawler fetch this path? (RFC 9309)
///
/// Where the RFC leaves a choice, robots.cpp takes the stricter reading, in comments that begin with "Choice:".
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
  /// Reads the first 512 KiB of `body` (UTF-8, any line ends, with or without BOM). Never fails: ignores what it does
  /// not understand (§2.2). `product` is our product token without version, e.g. "trawl", in any case (§2.2.1).
  static Robots parse(std::string_view body, std::string_view product);

  /// For a robots.txt that could not be fetched. 4xx except 429 allows everything (§2.3.1.3); anything else, including
  /// 0 for no answer, allows nothing (§2.3.1.4).
  static Robots unavailable(int http_status);

  /// Whether nothing is allowed because robots.txt could not be fetched.
  bool is_unreachable() const { return forbids_all_; }

  /// Whether `path` (path and query as sent, beginning with '/') may be fetched. The longest matching rule wins; Allow
  /// wins a tie (§2.2.2). /robots.txt itself is always allowed. Takes time linear in the size of all rules times the
  /// size of `path`, however many '*' there are.
  bool allows(std::string_view path) const;

  /// The Crawl-delay of our group (not in the RFC), in seconds; not negative, without an upper bound.
  std::optional<std::chrono::duration<double>> crawl_delay() const { return crawl_delay_; }

  /// The values of all Sitemap lines, in any group, as written, each once.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  /// `pattern` has normal percent-encoding. '*' is a wildcard; '$' at its end matches the end of the path.
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
