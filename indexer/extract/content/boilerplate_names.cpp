// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/boilerplate_names.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "indexer/extract/content/boilerplate_words.h"
#include "indexer/html/ascii.h"

namespace trawl::extract {
namespace {

constexpr std::string_view kLayoutWords[] = {"container", "wrap",   "wrapper", "wrapping", "grid",  "layout",
                                             "row",       "column", "columns", "col",      "inner", "page",
                                             "main",      "outer",  "body",    "template"};

// Class prefixes of page builders, whose parts are called widgets, sections and modules whatever they hold; Drupal
// tells of every field whether its label is hidden.
constexpr std::string_view kBuilderPrefixes[] = {"elementor", "et_pb",   "vc_",        "wpb_",
                                                 "fl-",       "fusion-", "siteorigin", "field--label-hidden"};

/// Classes like "print:break-after" and "lg:[&>*]:mt-5" are styles for a case; ids like "auth.LoginMixin.login_url" are
/// names in a program.
bool is_no_name(std::string_view name) { return name.find_first_of(":[/.") != std::string_view::npos; }

/// Without the "_x7Qad" that build tools hang on names to keep them apart.
std::string_view without_hash(std::string_view name) {
  const std::size_t at = name.rfind('_');
  if (at == std::string_view::npos || at == 0) return name;
  const std::string_view end = name.substr(at + 1);
  const bool is_mixed =
      std::ranges::any_of(end, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
  return end.size() >= 4 && end.size() <= 6 && is_mixed ? name.substr(0, at) : name;
}

/// Words that turn the next one round: "has-sidebar" tells of the layout, not of the box.
bool negates(std::string_view word) {
  return word == "has" || word == "with" || word == "no" || word == "without" || word == "is" || word == "not";
}

/// The roles of one name without white space.
std::uint8_t roles_of_single(std::string_view name) {
  std::uint8_t roles = kNoRole;
  bool is_negated = false, is_layout = false;
  std::string pair;     // the word before and this one, joined
  std::size_t word = 0; // where this one begins in `pair`
  for (std::size_t at = 0; at <= name.size(); ++at) {
    const char c = at < name.size() ? name[at] : '-';
    const bool is_letter = html::is_alpha(c) || (c >= '0' && c <= '9');
    const bool is_hump = c >= 'A' && c <= 'Z' && at > 0 && name[at - 1] >= 'a' && name[at - 1] <= 'z';
    if ((!is_letter || is_hump) && pair.size() > word) {
      const std::string_view single = std::string_view(pair).substr(word);
      if (!is_negated) roles |= roles_of_word(single);
      if (!is_negated && word > 0) roles |= roles_of_word(pair);
      is_layout = is_layout || std::ranges::find(kLayoutWords, single) != std::end(kLayoutWords);
      is_negated = negates(single);
      pair.erase(0, word);
      pair += '-';
      word = pair.size();
    }
    if (is_letter) pair += html::to_lower(c);
  }
  if ((roles & kChrome) && is_layout) roles = static_cast<std::uint8_t>((roles & ~kChrome) | kLayout);
  return roles;
}

} // namespace

std::uint8_t roles_of_name(std::string_view value) {
  std::uint8_t roles = kNoRole;
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && !html::is_space(value[end])) ++end;
    const std::string_view name = value.substr(at, end - at);
    const bool is_builder =
        std::ranges::any_of(kBuilderPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
    if (!name.empty() && !is_builder && !is_no_name(name)) roles |= roles_of_single(without_hash(name));
    at = end + 1;
  }
  return roles;
}

} // namespace trawl::extract
