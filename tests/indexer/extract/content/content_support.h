// SPDX-License-Identifier: GPL-3.0-or-later
/// Pages made of paragraphs, and the text read from them.
#pragma once

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "indexer/extract/content/main_content.h"

namespace trawl::extract {

inline std::string paragraph(int number) {
  return "<p>Paragraph " + std::to_string(number) +
         " tells at some length what was measured, how it was measured, and why the outcome should be believed.</p>";
}

inline std::string paragraphs(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += paragraph(i);
  return text;
}

inline std::string text_of(const std::string& html, const ContentHints& hints = {}) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  NameLookup names;
  return read_main_content(*dom, names, hints).text;
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace trawl::extract
