// SPDX-License-Identifier: GPL-3.0-or-later
/// Namespaces in force at a place of an XML document. Part of the XML reader.
#pragma once

#include "indexer/feed/xml/names.h"
#include "indexer/feed/xml/tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// The part of a name in front of ":", or empty; the part behind it, or all.
std::string_view prefix_of(std::string_view name);
std::string_view local_of(std::string_view name);

class NamespaceScope {
 public:
  /// Declares what the element's xmlns attributes say, and gives it and its attributes their vocabularies and local
  /// names. `depth` counts the open elements above it. False: a prefix is declared nowhere.
  bool enter(XmlNode& element, std::size_t depth);

  /// Forgets what was declared at `depth` and deeper.
  void leave(std::size_t depth);

 private:
  struct Binding {
    std::size_t depth;
    std::string prefix;
    Vocabulary vocabulary;
  };

  Vocabulary find(std::string_view prefix, bool& is_declared) const;

  std::vector<Binding> bindings_;
};

} // namespace trawl::feed
