// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the addresses of pages that somebody kept elsewhere: exports of Pocket and Instapaper (CSV, RFC 4180, or
/// HTML), a browser's bookmarks (HTML in the Netscape form), or one address per line.
#pragma once

#include "shared/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::commands {

/// The canonical addresses in their order, each once; without front pages, lists and what is no http(s) address.
/// BadInput: the file has no address.
Result<std::vector<std::string>> read_reading_list(std::string_view bytes, const std::string& file_name);

} // namespace trawl::commands
