// SPDX-License-Identifier: GPL-3.0-or-later
/// The namespaces in scope at one place of a document (Namespaces in XML 1.0, §6). Part of the XML parser.
#pragma once

#include "indexer/feed/xml/tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// The part of a qualified name before the ":"; empty if it has none.
std::string_view prefix_of(std::string_view name);

/// The part of a qualified name after the ":", or the whole name.
std::string_view local_of(std::string_view name);

class NamespaceScope {
 public:
  /// `rules` must outlive this.
  explicit NamespaceScope(const XmlRules& rules) : rules_(rules) {}

  /// Declares the namespaces of the element's xmlns attributes, and sets the namespace and local name of the element
  /// and its attributes. `depth` is the number of elements open around it. False if a prefix is not declared.
  bool enter(XmlNode& element, std::size_t depth);

  /// Forgets what was declared at `depth` and deeper.
  void leave(std::size_t depth);

 private:
  struct Binding {
    std::size_t depth;
    std::string prefix;
    XmlNamespace name_space;
  };

  XmlNamespace find(std::string_view prefix, bool& is_declared) const;

  const XmlRules& rules_;
  std::vector<Binding> bindings_;
};

} // namespace trawl::feed
