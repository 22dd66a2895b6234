// SPDX-License-Identifier: GPL-3.0-or-later
/// Any text through the analyzer: terms within Xapian's limit, ranges inside the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shared/base/utf8.h"
#include "shared/text/analyzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = trawl::utf8::repair(std::string_view(reinterpret_cast<const char*>(data), size));
  trawl::text::TermTable table;
  for (const auto& occurrence : trawl::text::analyze_article(table, text, text).terms) {
    if (occurrence.term.empty() || occurrence.term.size() > 245) std::abort();
  }
  trawl::text::Stemmer stemmer;
  for (const auto& word : trawl::text::words_of(text, stemmer)) {
    if (word.begin >= word.end || word.end > text.size()) std::abort();
  }
  return 0;
}
