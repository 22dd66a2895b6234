// SPDX-License-Identifier: GPL-3.0-or-later
/// Takes known parameters out of a request one by one, and says at the end what was wrong with all of them: unknown
/// names, unknown values, numbers beyond their limits, repetition where one value is meant.
#pragma once

#include "shared/api/request/parameters.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

class ParameterReader {
 public:
  /// `parameters` must outlive the reader.
  explicit ParameterReader(const Parameters& parameters) : parameters_(parameters) {}

  /// One item of a list, e.g. of source=pytorch,-openai.
  struct Item {
    std::string value;
    bool excluded = false; ///< had a leading minus outside quotes
  };

  /// The value of a name that may come once; empty when absent. An empty value is the same as none.
  std::string text(std::string_view name);

  /// All values of a name, repeated or joined by commas. A value in double quotes may hold commas, begin with a minus
  /// or a quote; a quote inside them is written twice.
  std::vector<Item> list(std::string_view name);

  std::size_t number(std::string_view name, std::size_t fallback, std::size_t least, std::size_t most);
  /// 1 or true, 0 or false.
  bool flag(std::string_view name, bool fallback);
  /// The index of the value in `known`.
  std::optional<std::size_t> choice(std::string_view name, std::span<const std::string_view> known);

  /// Adds an error of the caller's own.
  void reject(std::string_view name, std::string value, std::string detail, std::string suggestion = {});
  /// `value` is none of `known`.
  void reject_unknown(std::string_view name, const std::string& value, std::span<const std::string_view> known);

  /// What was wrong, names never asked for included; nullopt if nothing.
  std::optional<Problem> finish();

 private:
  const Parameters& parameters_;
  std::vector<std::string_view> known_;
  std::vector<ParameterError> errors_;
};

} // namespace trawl::api
