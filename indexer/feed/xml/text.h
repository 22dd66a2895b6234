// SPDX-License-Identifier: GPL-3.0-or-later
/// Character data of XML to text: replaces references and drops the characters that XML forbids. Part of the XML
/// parser.
#pragma once

#include "indexer/html/references.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::feed {

/// Decodes one document. Bounds what the document's entities may add to it.
class XmlTextDecoder {
 public:
  /// Entities of the document's own DTD. The first declaration of a name is binding (XML 1.0 §4.2).
  void declare(const html::Entities& entities) { entities_.insert(entities.begin(), entities.end()); }

  /// Decodes text or an attribute's value.
  std::string decode(std::string_view raw);

  /// Decodes a CDATA section: drops control characters. U+0080 to U+009F come from windows-1252 that was taken for
  /// Latin-1, and are decoded as windows-1252.
  std::string without_controls(std::string_view raw);

  /// Whether everything decoded so far was well-formed.
  bool is_clean() const { return is_clean_; }

 private:
  html::Entities entities_;
  std::size_t growth_ = 0;
  bool is_clean_ = true;
};

} // namespace trawl::feed
