// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/canonical_link.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"
#include "shared/url/url.h"

namespace trawl::extract {
namespace {

constexpr int kMaxRefreshSeconds = 86'400;

/// The whole seconds of a time; 0 if it has none (".5").
int seconds_of(std::string_view digits) {
  int seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  return error == std::errc::result_out_of_range ? kMaxRefreshSeconds : std::min(seconds, kMaxRefreshSeconds);
}

/// The value after "url=", with or without quotes.
std::string_view refresh_target(std::string_view rest) {
  rest = ascii::trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = ascii::trim(rest.substr(1));
  if (rest.size() >= 3 && ascii::equals_ignoring_case(rest.substr(0, 3), "url")) {
    const std::string_view after = ascii::trim(rest.substr(3));
    if (after.starts_with('=')) rest = ascii::trim(after.substr(1));
  }
  if (rest.starts_with('"') || rest.starts_with('\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return ascii::trim(rest);
}

} // namespace

std::string base_url(const MetadataSignals& signals, std::string_view url) {
  if (signals.base_href.empty()) return std::string(url);
  std::string base = url::resolve(signals.base_href, url);
  return base.empty() ? std::string(url) : base;
}

std::string canonical_link(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base) {
  for (const LinkSignal& link : signals.links) {
    if (link.rel != "canonical") continue;
    if (std::string url = url::resolve(link.href, base); !url.empty()) return url;
  }
  if (std::string url = url::resolve(squeeze(signals.meta("og:url")), base); !signals.meta("og:url").empty()) {
    if (!url.empty()) return url;
  }
  if (item != nullptr && item->url.starts_with("http")) return url::resolve(item->url, base);
  return {};
}

Refresh meta_refresh(const MetadataSignals& signals, std::string_view base) {
  std::string_view rest = ascii::trim(signals.meta("refresh"));
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 && !rest.starts_with('.')) return {};
  Refresh refresh{seconds_of(rest.substr(0, digits)), {}};
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789."), rest.size()));
  if (!rest.empty() && rest.front() != ';' && rest.front() != ',' && !ascii::is_space(rest.front())) return {};
  const std::string_view target = refresh_target(rest);
  if (!target.empty()) refresh.url = url::resolve(target, base);
  return refresh;
}

} // namespace trawl::extract
