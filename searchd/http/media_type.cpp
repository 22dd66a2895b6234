// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/media_type.h"

#include "searchd/http/http_message.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

/// Takes the part of `rest` before the next `separator`, without blanks around it.
std::string_view take_part(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const std::size_t begin = part.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return part.substr(begin, part.find_last_not_of(" \t") - begin + 1);
}

/// Whether the parameters of a media range hold q=0, 0.0, 0.00 or 0.000: "not this".
bool is_refused(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view parameter = take_part(parameters, ';');
    if (parameter.size() < 3 || !equal_names(parameter.substr(0, 2), "q=")) continue;
    return parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
  }
  return false;
}

} // namespace

bool names_type(std::string_view accept, std::string_view type) {
  while (!accept.empty()) {
    std::string_view parameters = take_part(accept, ',');
    if (equal_names(take_part(parameters, ';'), type)) return !is_refused(parameters);
  }
  return false;
}

bool is_json_type(std::string_view content_type) {
  if (!equal_names(take_part(content_type, ';'), "application/json")) return false;
  while (!content_type.empty()) {
    const std::string_view parameter = take_part(content_type, ';');
    const bool is_charset = parameter.size() > 8 && equal_names(parameter.substr(0, 8), "charset=");
    if (is_charset && !equal_names(parameter.substr(8), "utf-8") && !equal_names(parameter.substr(8), "\"utf-8\"")) {
      return false;
    }
  }
  return true;
}

} // namespace trawl::searchd
