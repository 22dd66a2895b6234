// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes JSON (RFC 8259) directly into a string, in the order of the calls, without building a tree. The writer adds
/// the commas; the caller is responsible for balanced brackets and for a key before each member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace trawl::api {

/// Appends `text`, escaped as RFC 8259 §7 requires, without quotes.
void append_json_escaped(std::string& out, std::string_view text);

class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer.
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);
  /// Null for an empty string: the API's form of "unknown".
  JsonWriter& string_or_null(std::string_view text) { return text.empty() ? null() : string(text); }
  JsonWriter& number(std::uint64_t value);
  JsonWriter& number(std::int64_t value);
  template <typename Integer>
    requires std::is_integral_v<Integer>
  JsonWriter& number(Integer value) {
    if constexpr (std::is_signed_v<Integer>)
      return number(static_cast<std::int64_t>(value));
    else
      return number(static_cast<std::uint64_t>(value));
  }
  /// Rounded to `decimals` places, without trailing zeros. Infinity and NaN become null.
  JsonWriter& decimal(double value, int decimals);
  JsonWriter& boolean(bool value);
  JsonWriter& null();

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string& out_;
  bool comma_due_ = false;
};

} // namespace trawl::api
