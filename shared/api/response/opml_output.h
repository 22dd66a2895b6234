// SPDX-License-Identifier: GPL-3.0-or-later
/// Sources as OPML 2.0 (http://opml.org/spec2.opml), the list of subscriptions that feed readers import.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::api {

/// A source and the folder it stands in: the category of most of its articles; empty: outside of all folders.
struct FiledSource {
  search::SourceStatus source;
  std::string folder;
};

/// Each source as the feed of the search for it (`base_url` and /v1/search.atom?source=ID). Folders are in the order of
/// the alphabet, sources in the order given.
std::string opml(const std::vector<FiledSource>& sources, const std::string& base_url);

} // namespace trawl::api
