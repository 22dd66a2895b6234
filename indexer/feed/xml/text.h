// SPDX-License-Identifier: GPL-3.0-or-later
/// Character data of XML to text: references replaced, what XML forbids dropped. Part of the XML reader.
#pragma once

#include "indexer/feed/references.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::feed {

/// One decoder reads one document; what its entities may add is bounded over the whole of it.
class XmlTextDecoder {
 public:
  /// Entities of the document's own DTD; of those declared twice the first counts.
  void declare(const Entities& entities) { entities_.insert(entities.begin(), entities.end()); }

  /// Text or an attribute's value.
  std::string decode(std::string_view raw);

  /// A CDATA section: control characters dropped; those of U+0080 to U+009F are windows-1252 that was taken for
  /// Latin-1.
  std::string without_controls(std::string_view raw);

  /// Whether all that was decoded so far was as XML wants it.
  bool is_clean() const { return is_clean_; }

 private:
  Entities entities_;
  std::size_t growth_ = 0;
  bool is_clean_ = true;
};

} // namespace trawl::feed
