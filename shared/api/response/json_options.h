// SPDX-License-Identifier: GPL-3.0-or-later
/// How an answer is written as JSON: options that do not change what is found.
#pragma once

#include "shared/search/request.h"

#include <string>
#include <vector>

namespace trawl::api {

enum class Highlight {
  Html, ///< title_html and snippets[].html, escaped, with <mark>
  None,
};

struct JsonOptions {
  Highlight highlight = Highlight::Html;
  std::vector<std::string> fields; ///< keys of a hit to write; empty: the default ones
  bool explain = false;            ///< hits have the key `explain`
  bool more_from_source = false;   ///< hits have the key `more_from_source`

  bool operator==(const JsonOptions&) const = default;
};

/// The options that follow from the search itself.
inline JsonOptions json_options_for(const search::SearchRequest& request) {
  JsonOptions options;
  options.explain = request.explain;
  options.more_from_source = request.per_source > 0 || request.group_by_source;
  return options;
}

} // namespace trawl::api
