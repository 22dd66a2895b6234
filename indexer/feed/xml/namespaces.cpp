// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/namespaces.h"

#include <algorithm>

#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

/// Namespaces in scope at once. Each lookup of a prefix walks through them.
constexpr std::size_t kMaxBindings = 512;

} // namespace

std::string_view prefix_of(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
}

std::string_view local_of(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool NamespaceScope::enter(XmlNode& element, std::size_t depth) {
  for (const XmlAttribute& attribute : element.attributes) {
    const bool is_default = attribute.name == "xmlns";
    if (bindings_.size() == kMaxBindings || !(is_default || attribute.name.starts_with("xmlns:"))) continue;
    const std::string prefix = is_default ? std::string{} : attribute.name.substr(6);
    bindings_.push_back({depth, prefix, rules_.namespace_of_uri(attribute.value)});
  }
  bool is_declared = true;
  element.name_space = find(prefix_of(element.name), is_declared);
  for (XmlAttribute& attribute : element.attributes) {
    const auto prefix = prefix_of(attribute.name);
    attribute.local = ascii::to_lower(local_of(attribute.name));
    attribute.name_space = prefix.empty() ? XmlNamespace::None : find(prefix, is_declared);
  }
  return is_declared;
}

void NamespaceScope::leave(std::size_t depth) {
  while (!bindings_.empty() && bindings_.back().depth >= depth) bindings_.pop_back();
}

XmlNamespace NamespaceScope::find(std::string_view prefix, bool& is_declared) const {
  const auto found = std::find_if(bindings_.rbegin(), bindings_.rend(),
                                  [&](const Binding& binding) { return binding.prefix == prefix; });
  if (found != bindings_.rend()) return found->name_space;
  if (!prefix.empty() && prefix != "xml" && prefix != "xmlns") is_declared = false;
  return rules_.namespace_of_prefix(prefix);
}

} // namespace trawl::feed
