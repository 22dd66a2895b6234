// SPDX-License-Identifier: GPL-3.0-or-later
/// A subset of CSS selectors (Selectors Level 4, https://www.w3.org/TR/selectors-4/), for the rules that people write
/// about pages.
///
/// Supported: tag, *, .class, #id, [attr], [attr=value], [attr^=value], [attr$=value], [attr*=value], [attr~=value];
/// the descendant (space) and child (>) combinators; comma-separated lists. Values may be quoted. Names of tags and
/// attributes are case-insensitive; classes, ids and values are case-sensitive. No pseudo-classes, siblings or escapes.
#pragma once

#include "indexer/html/dom.h"
#include "shared/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {

/// A compiled selector list: an immutable value. Selecting takes time linear in the page, whatever the selector.
class CssSelector {
 public:
  /// BadInput: the message says what is wrong, and at which character (from 1).
  static Result<CssSelector> parse(std::string_view css);

  /// All matches inside `scope`, not itself, in document order. Combinators also look at the ancestors of `scope`.
  std::vector<NodeId> all(const Dom& dom, NodeId scope = 0) const;

  /// The matches that are not inside another match.
  std::vector<NodeId> outermost(const Dom& dom, NodeId scope = 0) const;

 private:
  enum class Compare : std::uint8_t { Present, Equal, Prefix, Suffix, Part, Word };
  struct AttributeSelector {
    std::string name;
    Compare compare = Compare::Present;
    std::string value;
  };
  /// The conditions on one element, and its combinator with the compound selector before it.
  struct CompoundSelector {
    std::string tag; ///< in lower case; empty: any
    std::vector<AttributeSelector> attributes;
    bool is_child = false; ///< child combinator; else descendant
  };
  using ComplexSelector = std::vector<CompoundSelector>;
  class Parser;

  static bool matches(const CompoundSelector& compound, const Dom& dom, NodeId node);
  static bool matches(const AttributeSelector& test, std::string_view value);
  static void mark(const ComplexSelector& path, const Dom& dom, std::vector<std::uint32_t>& here,
                   std::vector<std::uint32_t>& above, std::vector<bool>& matched);

  std::vector<ComplexSelector> paths_;
};

} // namespace trawl::html
