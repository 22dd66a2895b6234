// SPDX-License-Identifier: GPL-3.0-or-later
/// The kinds of witness that agree in a vote, each named once.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Holds views: the names must outlive it.
class WitnessNames {
 public:
  explicit WitnessNames(std::string_view first) : names_{first} {}

  /// False if it was named before: then it has no second voice.
  bool add(std::string_view name) {
    if (std::ranges::find(names_, name) != names_.end()) return false;
    names_.push_back(name);
    return true;
  }

  /// "h1, og:title", in the order they were added.
  std::string text() const {
    std::string out;
    for (const std::string_view name : names_) {
      if (!out.empty()) out += ", ";
      out += name;
    }
    return out;
  }

 private:
  std::vector<std::string_view> names_;
};

} // namespace trawl::extract
