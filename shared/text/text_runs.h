// SPDX-License-Identifier: GPL-3.0-or-later
/// Divides an article's text into prose, lists and code, and bibliographies and links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::text {

enum class RunKind : std::uint8_t {
  Prose,     ///< sentences, with the headings and short lines between them
  Plain,     ///< short lines without a sentence, three or more in a row or at the very beginning: lists, tables, code
  Reference, ///< bibliographies, BibTeX, "cite as", lists of links
};

/// Whole lines of one kind.
struct TextRun {
  std::size_t begin = 0, end = 0; ///< bytes
  RunKind kind = RunKind::Prose;
};

/// The runs of a text, in order, without gaps; neighbours differ in kind. Judged line by line: a line after a heading
/// such as "References" belongs to the bibliography unless it reads like a paragraph. Linear.
std::vector<TextRun> text_runs(std::string_view text);

/// Whether a sentence ends at the end of the line, or inside it.
bool has_sentence(std::string_view line);

} // namespace trawl::text
