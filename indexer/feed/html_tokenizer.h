// SPDX-License-Identifier: GPL-3.0-or-later
/// The tags of a page one after another (HTML Standard §13.2.5), without a tree: enough to find links, in linear time.
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
  std::size_t begin = 0, end = 0;                              ///< position in the page
  std::vector<std::pair<std::string, std::string>> attributes; ///< names in lower case, references decoded; at most 64

  /// Trimmed; empty if absent.
  std::string_view attribute(std::string_view name) const;
  /// Whether the attribute, a set of space-separated tokens, contains `word`; ASCII case-insensitive.
  bool has_word(std::string_view attribute_name, std::string_view word) const;
};

/// Reads UTF-8 HTML. Skips comments and the content of script, style, textarea and template.
class HtmlTokenizer {
 public:
  explicit HtmlTokenizer(std::string_view html) : html_(html) {}

  std::optional<HtmlTag> next();

 private:
  bool skip_comment();
  void read_attributes(HtmlTag& tag);
  void skip_raw_text(const HtmlTag& tag);

  std::string_view html_;
  std::size_t at_ = 0;
};

} // namespace trawl::feed
