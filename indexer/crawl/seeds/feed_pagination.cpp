// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/seeds/feed_pagination.h"

#include "shared/url/url.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace trawl::crawl {
namespace {

constexpr std::size_t kHeadBytes = 16u << 10; // metadata of the feed comes before its entries

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

/// The number in an element such as <openSearch:totalResults>.
std::optional<std::size_t> element_number(std::string_view head, std::string_view name) {
  const auto at = head.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  const auto begin = head.find('>', at);
  return begin == std::string_view::npos ? std::nullopt : number_in(head.substr(begin + 1));
}

/// Calls `visit` with each "name=value" of a query.
template <typename Visit>
void each_parameter(std::string_view query, Visit visit) {
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    visit(query.substr(0, end));
    query.remove_prefix(std::min(end + 1, query.size()));
  }
}

bool is_named(std::string_view parameter, std::string_view name) {
  return parameter.starts_with(name) && parameter.substr(name.size()).starts_with('=');
}

std::optional<std::size_t> parameter_of(const url::Url& url, std::string_view name) {
  std::optional<std::size_t> value;
  each_parameter(url.query.value_or(""), [&](std::string_view parameter) {
    if (is_named(parameter, name)) value = number_in(parameter.substr(name.size() + 1));
  });
  return value;
}

std::string with_parameter(url::Url url, std::string_view name, std::size_t value) {
  std::string query;
  each_parameter(url.query.value_or(""), [&](std::string_view parameter) {
    if (!is_named(parameter, name)) query.append(parameter).append("&");
  });
  url.query = query.append(name).append("=").append(std::to_string(value));
  return url.to_string();
}

} // namespace

std::string older_page(std::string_view feed_bytes, std::string_view url, std::size_t entries) {
  const auto parsed = url::parse(url);
  if (!parsed || entries == 0) return {};
  const auto head = feed_bytes.substr(0, kHeadBytes);
  if (head.find("://wordpress.org/?v=") != std::string_view::npos) {
    return with_parameter(*parsed, "paged", parameter_of(*parsed, "paged").value_or(1) + 1);
  }
  const auto total = element_number(head, "totalResults");
  const auto first = element_number(head, "startIndex");
  if (!total || !first || head.find("logger") == std::string_view::npos) return {}; // Blogger, www.blogger.com
  const auto next = *first + entries;
  return next <= *total ? with_parameter(*parsed, "start-index", next) : std::string();
}

} // namespace trawl::crawl
