// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of a page that its server sent late. React writes `<template id="B:1">` where a part belongs, and the part
/// itself at the end of the body, in `<div hidden id="S:1">`; a script moves it there.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

struct GumboInternalNode; // gumbo.h stays out of headers

namespace trawl::html {

/// Which part belongs to which place. Holds views into Gumbo's tree and of ids. All nodes given to it are elements or
/// templates but the document.
class StreamedParts {
 public:
  /// The value of an element's attribute "id"; empty without one.
  using IdOf = std::function<std::string_view(const GumboInternalNode& element)>;

  /// Finds the parts among the children of the body.
  StreamedParts(const GumboInternalNode& document, IdOf id_of);

  /// The part whose children stand at this template, or nullptr. Each part is handed out once, so places cannot go
  /// round in a circle.
  const GumboInternalNode* take(const GumboInternalNode& place);

  /// Whether the element is a part that was taken.
  bool is_taken(const GumboInternalNode& element) const;

 private:
  struct Part {
    const GumboInternalNode* node;
    bool is_taken = false;
  };

  /// The element's id without its first letter, which is one of `letters`, and the colon behind it; empty if it has
  /// none.
  std::string_view number_after(const GumboInternalNode& element, std::string_view letters) const;

  IdOf id_of_;
  std::unordered_map<std::string_view, Part> parts_; ///< by what follows "S:"
};

} // namespace trawl::html
