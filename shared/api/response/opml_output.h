// SPDX-License-Identifier: GPL-3.0-or-later
/// Sources as OPML 2.0 (http://opml.org/spec2.opml), the list of subscriptions that feed readers import.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::api {

/// A source and its folder, which is the category of most of its articles; empty: not in a folder.
struct FiledSource {
  search::SourceStatus source;
  std::string folder;
};

/// Each source with the feed of a search for its articles (`base_url` and /v1/search.atom?source=ID). Folders are in
/// alphabetical order, sources in the order given. The title
/// contains the warnings: feed readers show nothing else.
std::string opml(const std::vector<FiledSource>& sources, const std::string& base_url,
                 const std::vector<search::Warning>& warnings = {});

} // namespace trawl::api
