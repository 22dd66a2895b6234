// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are compiled into the program (cmake/EmbedFiles.cmake): the page's assets and the description of the API.
#pragma once

#include <string_view>

namespace trawl::searchd {

struct EmbeddedFile {
  std::string_view content;
  std::string_view hash; ///< 16 hex digits of the content's SHA-256
};

/// "page.html", "page.css", "page.js" and the modules it loads, "icon.svg", "openapi.json" or "llms.txt". Empty for
/// another name.
EmbeddedFile embedded_file(std::string_view name);

} // namespace trawl::searchd
