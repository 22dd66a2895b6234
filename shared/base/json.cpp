// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/json.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace trawl {

nlohmann::json parse_json(std::string_view text, const nlohmann::json::parser_callback_t& guard,
                          JsonComments comments) {
  return nlohmann::json::parse(text, guard, false, comments == JsonComments::Ignored);
}

nlohmann::ordered_json parse_ordered_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

std::size_t json_error_byte(std::string_view text) {
  try {
    return nlohmann::json::parse(text).is_discarded() ? 1 : 0; // it throws instead
  } catch (const nlohmann::json::parse_error& error) {
    return error.byte;
  }
}

std::string json_text(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace trawl
