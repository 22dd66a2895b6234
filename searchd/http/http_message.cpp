// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_message.h"

#include "shared/base/ascii.h"

namespace trawl::searchd {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

std::string_view find_header(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (equal_names(key, name)) return value;
  }
  return {};
}

} // namespace

bool equal_names(std::string_view a, std::string_view b) { return ascii::equals_ignoring_case(a, b); }

bool is_token_char(char c) {
  constexpr std::string_view kExtra = "!#$%&'*+-.^_`|~";
  return ascii::is_alnum(c) || kExtra.contains(c);
}

std::string_view trim_white_space(std::string_view value) {
  const std::size_t begin = value.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return value.substr(begin, value.find_last_not_of(" \t") - begin + 1);
}

std::string_view HttpRequest::header(std::string_view name) const { return find_header(headers, name); }

std::string_view HttpResponse::header(std::string_view name) const { return find_header(headers, name); }

void HttpResponse::set_header(std::string name, std::string value) {
  std::erase_if(headers, [&](const auto& header) { return equal_names(header.first, name); });
  headers.emplace_back(std::move(name), std::move(value));
}

} // namespace trawl::searchd
