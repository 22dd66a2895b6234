// SPDX-License-Identifier: GPL-3.0-or-later
/// The document type declaration: passed over, but for entities whose text is plain.
#pragma once

#include "indexer/feed/references.h"

#include <cstddef>
#include <string_view>

namespace trawl::feed {

struct Doctype {
  std::size_t length = 0; ///< of the whole declaration, at least 1
  Entities entities;
};

/// `text` begins with "<!". Takes at most 32 entities of 256 bytes; one that refers to another, to a file or holds
/// markup is left out, so that nothing can be expanded twice.
Doctype read_xml_doctype(std::string_view text);

} // namespace trawl::feed
