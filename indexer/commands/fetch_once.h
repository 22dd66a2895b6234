// SPDX-License-Identifier: GPL-3.0-or-later
/// One address, fetched while we wait: redirects followed, nothing stored. For trying sources, not for crawling.
#pragma once

#include "indexer/fetch/fetcher.h"

#include <string>

namespace trawl::commands {

/// The last answer of the way `url` leads. HttpStatus for an answer other than 200; whatever the fetcher fails with.
Result<fetch::FetchResponse> fetch_once(fetch::Fetcher& fetcher, const std::string& url, fetch::ResourceKind kind);

} // namespace trawl::commands
