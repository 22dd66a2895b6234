// SPDX-License-Identifier: GPL-3.0-or-later
/// A small part of CSS selectors (Selectors Level 4, https://www.w3.org/TR/selectors-4/): enough to name places in a
/// page, for rules that people write.
///
/// tag, *, .class, #id, [attr], [attr=value], [attr^=value], [attr$=value], [attr*=value], [attr~=value]; descendant
/// (blank) and child (>); lists with commas. Values may be quoted. Names of tags and attributes compare without case,
/// classes, ids and values with it. No pseudo-classes, no siblings, no escapes.
#pragma once

#include "indexer/html/dom.h"
#include "shared/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {

/// A compiled selector: an immutable value. Selecting is linear in the page, whatever the selector.
class CssSelector {
 public:
  /// BadInput: the sentence says what is wrong and at which character (from 1).
  static Result<CssSelector> parse(std::string_view css);

  /// All matches inside `scope` (not itself) in document order. The elements above `scope` count for combinators.
  std::vector<NodeId> all(const Dom& dom, NodeId scope = 0) const;

  /// Of all matches those that are not inside another one.
  std::vector<NodeId> outermost(const Dom& dom, NodeId scope = 0) const;

 private:
  enum class Compare : std::uint8_t { Present, Equal, Prefix, Suffix, Part, Word };
  struct AttributeTest {
    std::string name;
    Compare compare = Compare::Present;
    std::string value;
  };
  /// What one element must be, and how it hangs on the one before it.
  struct Compound {
    std::string tag; ///< in lower case; empty: any
    std::vector<AttributeTest> tests;
    bool is_child = false; ///< of the one before; else below it
  };
  using Path = std::vector<Compound>;
  class Reader;

  static bool fits(const Compound& compound, const Dom& dom, NodeId node);
  static bool fits(const AttributeTest& test, std::string_view value);
  static void mark(const Path& path, const Dom& dom, std::vector<std::uint32_t>& here,
                   std::vector<std::uint32_t>& above, std::vector<bool>& matched);

  std::vector<Path> paths_;
};

} // namespace trawl::html
