// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/value_key.h"

#include "shared/schema/fields.h"
#include "shared/text/unicode.h"

namespace trawl::index {
namespace {

std::string squeeze(std::string_view value) {
  std::string out;
  for (const char c : value) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

} // namespace

std::string value_key(std::string_view field, std::string_view value) {
  const schema::Field* row = schema::find_filter(field);
  // Folding can give blanks (U+00A0), so they are squeezed after it.
  return squeeze(row != nullptr && row->ignores_case ? text::fold(value) : std::string(value));
}

} // namespace trawl::index
