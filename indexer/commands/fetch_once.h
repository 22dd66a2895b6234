// SPDX-License-Identifier: GPL-3.0-or-later
/// Fetches one URL and waits for the answer: follows redirects, stores nothing. For probing sources, not for crawling.
#pragma once

#include "indexer/fetch/fetcher.h"

#include <string>

namespace trawl::commands {

/// The response after redirects. HttpStatus if its status is not 200; else the fetcher's own error.
Result<fetch::FetchResponse> fetch_once(fetch::Fetcher& fetcher, const std::string& url, fetch::ResourceKind kind);

} // namespace trawl::commands
