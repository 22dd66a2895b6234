// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/json.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace trawl {
namespace {

/// Accepts every event of the parser and notes where the error is. Not every error is an exception that says so: a
/// number that is too large is an `out_of_range`, which has no position.
struct ErrorPosition final : nlohmann::json::json_sax_t {
  std::size_t byte = 0;

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool key(string_t& /*name*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    byte = position;
    return false;
  }
};

} // namespace

nlohmann::json parse_json(std::string_view text, const nlohmann::json::parser_callback_t& guard,
                          JsonComments comments) {
  return nlohmann::json::parse(text, guard, false, comments == JsonComments::Ignored);
}

nlohmann::ordered_json parse_ordered_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

std::size_t json_error_byte(std::string_view text) {
  ErrorPosition position;
  nlohmann::json::sax_parse(text, &position);
  return position.byte;
}

std::string json_text(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string text_at(const nlohmann::ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::size_t number_at(const nlohmann::ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<std::size_t>() : 0;
}

std::string joined_at(const nlohmann::ordered_json& object, const char* key, std::string_view separator) {
  std::string out;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return out;
  for (const auto& item : *found) {
    if (!item.is_string()) continue;
    if (!out.empty()) out += separator;
    out += item.get<std::string>();
  }
  return out;
}

} // namespace trawl
