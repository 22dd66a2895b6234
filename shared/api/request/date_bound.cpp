// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/date_bound.h"

#include "shared/query/age.h"

#include <chrono>
#include <string>

namespace trawl::api {

std::optional<Moment> parse_bound(std::string_view text) {
  std::string whole(text);
  if (text.size() == 4) whole += "-01-01";
  if (text.size() == 7) whole += "-01";
  const auto date = parse_rfc3339(whole);
  if (!date) return std::nullopt;
  return date->time;
}

std::optional<Moment> parse_age(std::string_view text, Moment now) {
  const auto age = query::parse_age(text);
  if (!age) return std::nullopt;
  return query::moment_before(*age, now);
}

std::optional<std::chrono::seconds> parse_window(std::string_view text) {
  const auto age = query::parse_age(text);
  if (!age || age->count == 0) return std::nullopt;
  switch (age->unit) {
  case 'h':
    return std::chrono::hours{age->count};
  case 'd':
    return std::chrono::days{age->count};
  case 'w':
    return std::chrono::weeks{age->count};
  default:
    return std::nullopt;
  }
}

} // namespace trawl::api
