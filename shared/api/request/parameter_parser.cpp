// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/parameter_parser.h"

#include "shared/base/edit_distance.h"

#include <algorithm>
#include <charconv>

namespace trawl::api {
namespace {

using Item = ParameterParser::Item;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The length of the quoted value at the front of `text`, quotes included; 0 if none begins there or it never ends. A
/// quote inside is written twice.
std::size_t quoted_length(std::string_view text) {
  if (!text.starts_with('"')) return 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') continue;
    if (!text.substr(i + 1).starts_with('"')) return i + 1;
    ++i;
  }
  return 0;
}

/// Where the value of an item begins: after spaces and a minus.
std::size_t value_begin(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  if (!text.substr(begin).starts_with('-')) return begin;
  return std::min(text.find_first_not_of(kBlanks, begin + 1), text.size());
}

/// Where the item at the front of `text` ends: the next comma that is not inside quotes.
std::size_t item_end(std::string_view text) {
  const std::size_t begin = value_begin(text);
  const std::size_t quoted = quoted_length(text.substr(begin));
  if (quoted == 0 && text.substr(begin).starts_with('"')) return text.size();
  return std::min(text.find(',', begin + quoted), text.size());
}

std::string unquoted(std::string_view text) {
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"') ++i;
  }
  return out;
}

Item read_item(std::string_view text) {
  Item item;
  item.excluded = trimmed(text).starts_with('-');
  text = trimmed(text.substr(value_begin(text)));
  const std::size_t quoted = quoted_length(text);
  item.value = quoted > 0 && quoted == text.size() ? unquoted(text) : std::string(text);
  return item;
}

std::string joined(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

} // namespace

std::string ParameterParser::text(std::string_view name) {
  known_.push_back(name);
  const Parameter* found = nullptr;
  for (const Parameter& parameter : parameters_) {
    if (parameter.name != name || parameter.value.empty()) continue;
    if (found != nullptr && found->value != parameter.value) {
      reject(name, parameter.value, "is given more than once but takes one value.");
      break;
    }
    found = &parameter;
  }
  return found == nullptr ? std::string{} : found->value;
}

std::vector<std::string> ParameterParser::texts(std::string_view name) {
  known_.push_back(name);
  std::vector<std::string> values;
  for (const Parameter& parameter : parameters_) {
    const bool is_new = std::ranges::find(values, parameter.value) == values.end();
    if (parameter.name == name && !parameter.value.empty() && is_new) values.push_back(parameter.value);
  }
  return values;
}

std::vector<Item> ParameterParser::list(std::string_view name) {
  known_.push_back(name);
  std::vector<Item> items;
  for (const Parameter& parameter : parameters_) {
    if (parameter.name != name) continue;
    std::string_view rest = parameter.value;
    while (!rest.empty()) {
      const std::size_t end = parameter.whole ? rest.size() : item_end(rest);
      Item item = read_item(rest.substr(0, end));
      if (!item.value.empty()) items.push_back(std::move(item));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return items;
}

std::size_t ParameterParser::number(std::string_view name, std::size_t fallback, std::size_t least, std::size_t most) {
  const std::string value = text(name);
  if (value.empty()) return fallback;
  std::size_t number = 0;
  const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = result.ptr == value.data() + value.size() && result.ec != std::errc::invalid_argument;
  if (is_number && result.ec == std::errc{} && number >= least && number <= most) return number;
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  reject(name, value, is_number ? "must be from " + range + "." : "must be a whole number from " + range + ".");
  return fallback;
}

double ParameterParser::share(std::string_view name) {
  const std::string value = text(name);
  if (value.empty()) return 0;
  double share = 0;
  const char* const end = value.data() + value.size();
  const auto result = std::from_chars(value.data(), end, share, std::chars_format::fixed);
  const std::size_t point = std::min(value.find('.'), value.size() - 1);
  const bool is_short = value.size() - 1 - point <= kShareDecimals;
  if (result.ec == std::errc{} && result.ptr == end && is_short && share >= 0 && share <= 1) return share;
  reject(name, value, "must be a number from 0 to 1, e.g. 0.25.");
  return 0;
}

bool ParameterParser::flag(std::string_view name, bool fallback) {
  const std::string value = text(name);
  if (value.empty()) return fallback;
  if (value == "1" || value == "true") return true;
  if (value == "0" || value == "false") return false;
  reject(name, value, "must be 1 or 0.");
  return fallback;
}

std::optional<std::size_t> ParameterParser::choice(std::string_view name, std::span<const std::string_view> known) {
  const std::string value = text(name);
  if (value.empty()) return std::nullopt;
  const auto found = std::ranges::find(known, value);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  reject_unknown(name, value, known);
  return std::nullopt;
}

void ParameterParser::reject(std::string_view name, std::string value, std::string detail, std::string suggestion) {
  errors_.push_back({std::string(name), std::move(value), std::move(detail), std::move(suggestion)});
}

void ParameterParser::reject_unknown(std::string_view name, const std::string& value,
                                     std::span<const std::string_view> known) {
  reject(name, value, "must be one of " + joined(known) + ".", std::string(nearest(value, known)));
}

std::optional<Problem> ParameterParser::finish() {
  for (const Parameter& parameter : parameters_) {
    if (std::ranges::find(known_, parameter.name) != known_.end()) continue;
    const std::string_view near = nearest(parameter.name, known_);
    errors_.push_back({parameter.name, "", "unknown parameter.", std::string(near)});
  }
  if (errors_.empty()) return std::nullopt;
  return bad_parameters(errors_);
}

} // namespace trawl::api
