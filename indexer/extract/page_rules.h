// SPDX-License-Identifier: GPL-3.0-or-later
/// What a source's own rules say of its pages: where text, title, date, authors and tags stand, and what is to be
/// overlooked. For sites that are read wrongly without.
#pragma once

#include "indexer/extract/article_extractor.h"
#include "indexer/html/css_selector.h"
#include "indexer/html/dom.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::extract {

/// Compiled rules: an immutable value. A rule that finds nothing on a page leaves the field as it is without rules.
class PageRules {
 public:
  /// The names rules may have, and what each selects.
  ///   content  the text: all matches, in order
  ///   remove   what is no text and no metadata, wherever it stands
  ///   title    the first match
  ///   date     when it was published: the first match, by its datetime or content attribute, else its text
  ///   author   each match a byline
  ///   tags     each match a keyword, or several between commas
  static bool is_known(std::string_view name);

  /// BadInput: a name is unknown, or a selector is wrong.
  static Result<PageRules> compile(const std::map<std::string, std::string>& selectors);

  bool empty() const { return selectors_.empty(); }

  /// Before anything is read: takes out what `remove` selects.
  void prepare(html::Dom& dom) const;
  /// After everything was read: what the other rules select stands for what was found.
  void apply(const html::Dom& dom, const PageInput& input, Extract& extract) const;
  /// The text that `content` selects; nullopt where it finds none.
  std::optional<std::string> text(const html::Dom& dom) const;

 private:
  const html::CssSelector* find(std::string_view name) const;

  std::map<std::string, html::CssSelector, std::less<>> selectors_;
};

} // namespace trawl::extract
