// SPDX-License-Identifier: GPL-3.0-or-later
/// The document type declaration (XML 1.0 §2.8): skipped, except for entities whose text is plain.
#pragma once

#include "indexer/html/references.h"

#include <cstddef>
#include <string_view>

namespace trawl::feed {

struct Doctype {
  std::size_t length = 0; ///< of the whole declaration, at least 1
  html::Entities entities;
};

/// `text` begins with "<!". Takes at most 32 entities of at most 256 bytes. An entity that refers to another one or to
/// a file, or that contains markup, is ignored, so nothing can be expanded twice.
Doctype read_xml_doctype(std::string_view text);

} // namespace trawl::feed
