// SPDX-License-Identifier: GPL-3.0-or-later
/// Character and entity references of XML and HTML: "&amp;", "&#8217;", "&eacute;".
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace trawl::feed {

/// Entities that a document's own DTD declares, name to text; only those whose text is plain.
using Entities = std::map<std::string, std::string, std::less<>>;

/// What a reference at the front of `text` (which begins with "&") means: its length in `text` and its text. Length 0:
/// it is no reference, the "&" stands for itself. References to characters that XML forbids mean nothing (length, no
/// text); 128 to 159 are read as windows-1252, as browsers do. `foreign` is set for names that XML itself does not
/// know.
///
/// Several references that spell the octets of one UTF-8 character ("&#226;&#128;&#166;") are read as that character.
struct Reference {
  std::size_t length = 0;
  std::string text;
  bool foreign = false;
};

Reference read_reference(std::string_view text, const Entities& entities = {});

/// `text` with its references replaced, once.
std::string decode_references(std::string_view text);

} // namespace trawl::feed
