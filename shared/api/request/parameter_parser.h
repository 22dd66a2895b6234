// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the parameters of a request one by one and collects every error: unknown names, unknown values, numbers out of
/// range, repeated parameters that take one value.
#pragma once

#include "shared/api/request/parameters.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

inline constexpr int kShareDecimals = 3;

class ParameterParser {
 public:
  /// `parameters` must outlive the parser.
  explicit ParameterParser(const Parameters& parameters) : parameters_(parameters) {}

  /// One item of a list, e.g. of source=pytorch,-openai.
  struct Item {
    std::string value;
    bool excluded = false; ///< had a leading minus outside quotes
  };

  /// The value of a parameter that takes one value; empty if absent. An empty value counts as absent.
  std::string text(std::string_view name);

  /// All values of a parameter that may be repeated, each as it stands, without empty and repeated ones.
  std::vector<std::string> texts(std::string_view name);

  /// All values of a parameter, repeated or joined by commas. A value in double quotes may contain commas and begin
  /// with a minus; a quote inside it is written twice.
  std::vector<Item> list(std::string_view name);

  std::size_t number(std::string_view name, std::size_t fallback, std::size_t least, std::size_t most);
  /// A number from 0 to 1, with at most kShareDecimals decimal places; 0 if absent.
  double share(std::string_view name);
  /// 1 or true, 0 or false.
  bool flag(std::string_view name, bool fallback);
  /// The index of the value in `known`.
  std::optional<std::size_t> choice(std::string_view name, std::span<const std::string_view> known);

  /// Adds an error.
  void reject(std::string_view name, std::string value, std::string detail, std::string suggestion = {});
  /// Adds the error that `value` is not one of `known`, with the nearest of them.
  void reject_unknown(std::string_view name, const std::string& value, std::span<const std::string_view> known);

  /// All errors as one problem, including parameters that were never read; nullopt if there are none.
  std::optional<Problem> finish();

 private:
  const Parameters& parameters_;
  std::vector<std::string_view> known_;
  std::vector<ParameterError> errors_;
};

} // namespace trawl::api
