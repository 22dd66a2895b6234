// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/name_roles.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "indexer/extract/content/name_role_words.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

constexpr std::string_view kLayoutWords[] = {"container", "wrap",   "wrapper", "wrapping", "grid",  "layout",
                                             "row",       "column", "columns", "col",      "inner", "page",
                                             "main",      "outer",  "body",    "template"};

// Page builders call all their parts widgets, sections and modules, whatever they contain; Drupal notes on every field
// whether its label is hidden.
constexpr std::string_view kBuilderPrefixes[] = {"elementor", "et_pb",   "vc_",        "wpb_",
                                                 "fl-",       "fusion-", "siteorigin", "field--label-hidden"};

/// Whether the name is a conditional style ("print:break-after", "lg:[&>*]:mt-5") or an identifier of a program
/// ("auth.LoginMixin.login_url").
bool is_style_or_identifier(std::string_view name) { return name.find_first_of(":[/.") != std::string_view::npos; }

/// Removes the suffix that build tools add to make names unique ("_x7Qad").
std::string_view without_hash(std::string_view name) {
  const std::size_t at = name.rfind('_');
  if (at == std::string_view::npos || at == 0) return name;
  const std::string_view end = name.substr(at + 1);
  const bool is_mixed =
      std::ranges::any_of(end, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
  return end.size() >= 4 && end.size() <= 6 && is_mixed ? name.substr(0, at) : name;
}

/// Whether the next word describes the layout and not this element: "has-sidebar".
bool negates(std::string_view word) {
  return word == "has" || word == "with" || word == "no" || word == "without" || word == "is" || word == "not" ||
         word == "overflow"; // "overflow-hidden" cuts what is too long
}

/// The roles of one name (no white space).
std::uint8_t roles_of_single(std::string_view name) {
  std::uint8_t roles = kNoRole;
  bool is_negated = false, is_layout = false;
  std::string pair;     // the previous word and the current one, joined by '-'
  std::size_t word = 0; // where the current one begins in `pair`
  for (std::size_t at = 0; at <= name.size(); ++at) {
    const char c = at < name.size() ? name[at] : '-';
    const bool is_letter = ascii::is_alpha(c) || (c >= '0' && c <= '9');
    const bool is_camel_case = c >= 'A' && c <= 'Z' && at > 0 && name[at - 1] >= 'a' && name[at - 1] <= 'z';
    if ((!is_letter || is_camel_case) && pair.size() > word) {
      const std::string_view single = std::string_view(pair).substr(word);
      if (!is_negated) roles |= roles_of_word(single);
      if (!is_negated && word > 0) roles |= roles_of_word(pair);
      is_layout = is_layout || std::ranges::find(kLayoutWords, single) != std::end(kLayoutWords);
      is_negated = negates(single);
      pair.erase(0, word);
      pair += '-';
      word = pair.size();
    }
    if (is_letter) pair += ascii::to_lower(c);
  }
  if (is_layout) roles &= static_cast<std::uint8_t>(~kBoilerplate); // "content-and-sidebar-container"
  return roles;
}

} // namespace

std::uint8_t roles_of_name(std::string_view value) {
  std::uint8_t roles = kNoRole;
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && !ascii::is_space(value[end])) ++end;
    const std::string_view name = value.substr(at, end - at);
    const bool is_builder =
        std::ranges::any_of(kBuilderPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
    if (name == "note") roles |= kNotice; // next to the kind of note: "note info"
    if (!name.empty() && !is_builder && !is_style_or_identifier(name)) roles |= roles_of_single(without_hash(name));
    at = end + 1;
  }
  return roles;
}

} // namespace trawl::extract
