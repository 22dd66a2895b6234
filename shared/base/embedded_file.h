// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are compiled into a program (cmake/EmbedFiles.cmake): the page's assets, the description of the API,
/// KaTeX.
#pragma once

#include <string_view>

namespace trawl {

struct EmbeddedFile {
  std::string_view content;
  std::string_view hash; ///< 16 hex digits of the content's SHA-256
};

/// The file of this name, without its folder. Empty for another one. Each program that has files defines this.
EmbeddedFile embedded_file(std::string_view name);

} // namespace trawl
