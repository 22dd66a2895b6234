// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/freshness.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/base/ascii.h"
#include "shared/base/calendar.h"
#include "shared/base/whole_number.h"

namespace trawl::fetch {
namespace {

using std::chrono::seconds;

constexpr std::string_view kSeparators = " ,-\t";

/// The words of a date: splits at spaces, tabs, commas and hyphens.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (words.size() < 8) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    if (text.empty()) break;
    const std::size_t end = std::min(text.find_first_of(kSeparators), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::optional<int> number(std::string_view text) {
  const auto value = whole_number<int>(text);
  return value && *value >= 0 && *value <= 9999 ? value : std::nullopt;
}

std::optional<unsigned> month_number(std::string_view name) {
  for (unsigned month = 1; month <= 12; ++month) {
    if (name == short_name(std::chrono::month{month})) return month;
  }
  return std::nullopt;
}

/// Reads "08:49:37". A leap second is read as the second before it.
std::optional<seconds> time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto hour = number(text.substr(0, 2));
  const auto minute = number(text.substr(3, 2));
  const auto second = number(text.substr(6, 2));
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return seconds(*hour * 3600 + *minute * 60 + std::min(*second, 59));
}

std::optional<Moment> assemble(std::string_view day_text, std::string_view month_text, std::string_view year_text,
                               std::string_view time_text) {
  const auto day = number(day_text);
  const auto month = month_number(month_text);
  auto year = number(year_text);
  const auto time = time_of_day(time_text);
  if (!day || !month || !year || !time) return std::nullopt;
  if (year_text.size() == 2) *year += *year < 70 ? 2000 : 1900;
  using namespace std::chrono;
  const year_month_day date{std::chrono::year{*year}, std::chrono::month{*month},
                            std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return sys_days{date} + *time;
}

/// Reads delta-seconds (RFC 9111 §1.2.2); a number too large is read as the largest one.
std::optional<seconds> delta_seconds(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  if (text.empty() || !std::ranges::all_of(text, ascii::is_digit)) return std::nullopt;
  return seconds(whole_number<std::int32_t>(text).value_or(INT32_MAX));
}

} // namespace

std::optional<Moment> parse_http_date(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() == 6 && words[5] == "GMT") return assemble(words[1], words[2], words[3], words[4]);
  if (words.size() == 5) return assemble(words[2], words[1], words[4], words[3]); // asctime
  return std::nullopt;
}

std::optional<seconds> max_age(std::string_view cache_control) {
  std::optional<seconds> age;
  while (!cache_control.empty()) {
    const std::size_t end = std::min(cache_control.find(','), cache_control.size());
    const std::string_view directive = ascii::trim(cache_control.substr(0, end));
    cache_control.remove_prefix(std::min(end + 1, cache_control.size()));
    const std::size_t equals = std::min(directive.find('='), directive.size());
    const std::string_view name = ascii::trim(directive.substr(0, equals));
    if (ascii::equals_ignoring_case(name, "no-cache") || ascii::equals_ignoring_case(name, "no-store"))
      return seconds{0};
    if (ascii::equals_ignoring_case(name, "max-age") && equals < directive.size() && !age) {
      age = delta_seconds(ascii::trim(directive.substr(equals + 1)));
    }
  }
  return age;
}

Moment fresh_until(const FetchResponse& response, std::optional<seconds> ttl, const FreshnessBounds& bounds) {
  seconds lifetime{0};
  if (const auto age = max_age(response.cache_control)) {
    lifetime = *age;
  } else if (const auto expires = parse_http_date(response.expires)) {
    lifetime = *expires - parse_http_date(response.date).value_or(response.fetched_at);
  }
  lifetime = std::max(lifetime, ttl.value_or(seconds{0}));
  return response.fetched_at + std::max(bounds.shortest, std::min(lifetime, bounds.longest));
}

} // namespace trawl::fetch
