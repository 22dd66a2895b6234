// SPDX-License-Identifier: GPL-3.0-or-later
/// The tags of a page one after another, without a tree: enough for links, and linear whatever the page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::feed {

struct HtmlTag {
  std::string name; ///< lower case
  bool is_end = false;
  std::size_t begin = 0, end = 0;                              ///< where it stands in the page
  std::vector<std::pair<std::string, std::string>> attributes; ///< names in lower case, references decoded; at most 64

  /// Trimmed; empty if absent.
  std::string_view attribute(std::string_view name) const;
  /// Whether the blank-separated words of the attribute include `word`, without case.
  bool has_word(std::string_view attribute_name, std::string_view word) const;
};

/// Walks over UTF-8 HTML. Comments and the content of script, style, textarea and template are passed over.
class HtmlTagScanner {
 public:
  explicit HtmlTagScanner(std::string_view html) : html_(html) {}

  std::optional<HtmlTag> next();

 private:
  bool skip_comment();
  void read_attributes(HtmlTag& tag);
  void skip_raw_text(const HtmlTag& tag);

  std::string_view html_;
  std::size_t at_ = 0;
};

} // namespace trawl::feed
