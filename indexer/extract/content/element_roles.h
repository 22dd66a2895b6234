// SPDX-License-Identifier: GPL-3.0-or-later
/// What an element's tag, class, id, itemprop and ARIA role say about its purpose.
#pragma once

#include "indexer/extract/content/name_roles.h"
#include "indexer/html/dom.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace trawl::extract {

/// Reads the roles (name_roles.h) of the elements of one page. Reads the names that several elements share only once.
class RoleReader {
 public:
  explicit RoleReader(const html::Dom& dom) : dom_(dom) {}

  std::uint8_t roles_of(html::NodeId node);

 private:
  std::uint8_t roles_of_names(std::string_view names);

  const html::Dom& dom_;
  std::unordered_map<const char*, std::uint8_t> known_; ///< by the value of the attribute
};

} // namespace trawl::extract
