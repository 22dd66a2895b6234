// SPDX-License-Identifier: GPL-3.0-or-later
/// Fragments of a page that its server sent out of order (streaming server-side rendering). React writes
/// `<template id="B:1">` as a placeholder, and the content at the end of the body in `<div hidden id="S:1">`; a script
/// moves it into place.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

struct GumboInternalNode; // gumbo.h stays out of headers

namespace trawl::html {

/// Maps placeholders to their fragments. Contains views into Gumbo's tree and of ids.
class OutOfOrderFragments {
 public:
  /// The value of an element's attribute "id"; empty if it has none. Called with elements and templates.
  using IdOf = std::function<std::string_view(const GumboInternalNode& element)>;

  /// Finds the fragments among the children of the document's body.
  OutOfOrderFragments(const GumboInternalNode& document, IdOf id_of);

  /// The fragment whose children belong into this template, or nullptr. Hands out each fragment once, so fragments that
  /// contain each other's placeholders do not loop.
  const GumboInternalNode* take(const GumboInternalNode& placeholder);

  /// Whether the element is a fragment that was handed out.
  bool is_taken(const GumboInternalNode& element) const;

 private:
  struct Fragment {
    const GumboInternalNode* node;
    bool is_taken = false;
  };

  /// The part of the element's id after "B:", if its first letter is one of `letters`; else empty.
  std::string_view number_after(const GumboInternalNode& element, std::string_view letters) const;

  IdOf id_of_;
  std::unordered_map<std::string_view, Fragment> fragments_; ///< by the part of the id after "S:"
};

} // namespace trawl::html
