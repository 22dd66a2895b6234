// SPDX-License-Identifier: GPL-3.0-or-later
/// A small part of CSS selectors (Selectors Level 3): enough to name places in a page.
///
/// tag, *, .class, #id, [attr], [attr=value], [attr^=value], [attr$=value], [attr*=value], [attr~=value]; descendant
/// (blank) and child (>); lists with commas. Attribute values may be quoted and compare without ASCII case.
/// No pseudo-classes, no siblings.
#pragma once

#include "indexer/html/dom.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {

/// A compiled selector: an immutable value.
class Selector {
 public:
  /// `css` is our own text: one outside the grammar is a broken promise and matches nothing.
  explicit Selector(std::string_view css);

  bool matches(const Dom& dom, NodeId node) const;
  /// The first match inside `scope` in document order, or kNoNode.
  NodeId first(const Dom& dom, NodeId scope = 0) const;
  /// All matches inside `scope` in document order.
  std::vector<NodeId> all(const Dom& dom, NodeId scope = 0) const;

 private:
  enum class Compare { Present, Equal, Prefix, Suffix, Part, Word };
  struct AttributeTest {
    std::string name;
    Compare compare = Compare::Present;
    std::string value;
  };
  /// One element's tests, and how it hangs on the one before it.
  struct Compound {
    Tag tag = Tag::Document;  ///< Document: any
    std::string unknown_name; ///< for Unknown
    std::vector<AttributeTest> tests;
    bool is_child = false; ///< of the compound before (else: descendant)
  };
  using Path = std::vector<Compound>;

  static bool fits(const Compound& compound, const Dom& dom, NodeId node);
  static bool fits(const AttributeTest& test, std::string_view value);
  static bool fits(const Path& path, const Dom& dom, NodeId node);
  class Reader;

  std::vector<Path> paths_;
};

} // namespace trawl::html
