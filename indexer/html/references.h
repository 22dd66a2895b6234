// SPDX-License-Identifier: GPL-3.0-or-later
/// Character and entity references of XML and HTML: "&amp;", "&#8217;", "&eacute;".
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace trawl::html {

/// Entities that a document's own DTD declares, name to text; only those whose text is plain.
using Entities = std::map<std::string, std::string, std::less<>>;

/// A character or entity reference (XML 1.0 §4.1).
struct Reference {
  std::size_t length = 0; ///< in the source; 0: this is not a reference, the "&" means itself
  std::string text;       ///< empty for a character that XML forbids
  bool foreign = false;   ///< the name is one of HTML's, which XML does not define
};

/// Reads the reference at the front of `text`, which begins with "&".
///
/// Code points 128 to 159 are read as windows-1252, as the HTML Standard does (§13.2.5.80). Several references that
/// spell the bytes of one UTF-8 character ("&#226;&#128;&#166;") are read as that character.
Reference read_reference(std::string_view text, const Entities& entities = {});

/// `text` with its references replaced, once.
std::string decode_references(std::string_view text);

} // namespace trawl::html
