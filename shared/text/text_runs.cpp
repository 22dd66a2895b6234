// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/text_runs.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <string>

namespace trawl::text {
namespace {

constexpr std::size_t kProseWords = 8;
constexpr std::size_t kBytesOfCjkWord = 6;    // two characters
constexpr std::size_t kShortLines = 3;        // in a row are a list
constexpr std::size_t kParagraphWords = 40;   // of a line that ends a bibliography
constexpr std::size_t kLongestHeading = 40;   // bytes
constexpr std::size_t kLongestReference = 80; // words
constexpr std::size_t kLongestBibtex = 60;    // lines

constexpr std::array<std::string_view, 15> kReferenceHeadings = {
    "references", "reference",   "bibliography", "citation",    "citations",     "cited as",
    "cite as",    "how to cite", "literature",   "works cited", "related posts", "references and notes",
    "参考文献",   "参考资料",    "参考"};

/// The features of one line.
struct LineTraits {
  std::size_t words = 0;
  bool is_blank = true;
  bool ends_sentence = false; ///< at its end, or inside it
};

LineTraits traits_of(std::string_view line) {
  LineTraits traits;
  std::size_t beyond_ascii = 0;
  bool in_word = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (ascii::is_blank(c)) {
      in_word = false;
      continue;
    }
    traits.is_blank = false;
    if (!in_word) ++traits.words;
    in_word = true;
    beyond_ascii += static_cast<unsigned char>(c) >= 0xE0 ? 3 : 0;
    const bool at_end = i + 1 == line.size() || ascii::is_blank(line[i + 1]);
    if (at_end && std::string_view(".!?").contains(c)) traits.ends_sentence = true;
  }
  if (line.contains("。") || line.contains("！") || line.contains("？")) traits.ends_sentence = true;
  traits.words += beyond_ascii / kBytesOfCjkWord;
  return traits;
}

std::string_view trimmed(std::string_view line, std::string_view what) {
  const std::size_t begin = line.find_first_not_of(what);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(what) - begin + 1);
}

bool is_reference_heading(std::string_view line) {
  const std::string_view bare = trimmed(line, " \t\r\n#*:.0123456789");
  if (bare.empty() || bare.size() > kLongestHeading) return false;
  return std::ranges::any_of(kReferenceHeadings,
                             [&](std::string_view heading) { return ascii::equals_ignoring_case(bare, heading); });
}

bool has_year(std::string_view line) {
  for (std::size_t i = 0; i + 4 <= line.size(); ++i) {
    const std::string_view year = line.substr(i, 4);
    const bool four =
        (year.starts_with("19") || year.starts_with("20")) && ascii::is_digit(year[2]) && ascii::is_digit(year[3]);
    if (four && (i == 0 || !ascii::is_digit(line[i - 1])) && (i + 4 == line.size() || !ascii::is_digit(line[i + 4])))
      return true;
  }
  return false;
}

/// [12] or (12) or 12. at the beginning.
bool is_numbered(std::string_view line) {
  const bool bracket = line.starts_with('[') || line.starts_with('(');
  std::size_t at = bracket ? 1 : 0;
  const std::size_t first = at;
  while (at < line.size() && ascii::is_digit(line[at])) ++at;
  return at > first && at < line.size() && (bracket ? line[at] == ']' || line[at] == ')' : line[at] == '.');
}

/// The number of features of a bibliography entry that a line has.
int reference_signs(std::string_view line) {
  constexpr std::string_view kVenues[] = {
      "Proceedings", "Proc.", "Conference", "Journal", "Transactions", "Workshop", "NeurIPS",     "NIPS",
      "ICML",        "ICLR",  "CVPR",       "ACL ",    "EMNLP",        "AAAI",     "Advances in", "Tech Report"};
  const auto has = [&](std::string_view sign) { return line.contains(sign); };
  int signs = is_numbered(line) ? 1 : 0;
  signs += has_year(line) ? 1 : 0;
  signs += has("et al") ? 1 : 0;
  signs += has("arXiv") || has("arxiv") || has("doi") || has("preprint") ? 1 : 0;
  signs += std::ranges::any_of(kVenues, has) ? 1 : 0;
  signs += has("“") || has("\"") ? 1 : 0;
  signs += has("http://") || has("https://") ? 1 : 0;
  return signs;
}

/// Whether a line is little more than a URL.
bool is_link(std::string_view line, const LineTraits& traits) {
  return (line.contains("http://") || line.contains("https://")) && traits.words < kProseWords;
}

/// Reads lines from the first to the last.
class LineJudge {
 public:
  /// nullopt: the line is blank.
  RunKind judge(std::string_view line, const LineTraits& traits) {
    if (is_bibtex(line)) return RunKind::Reference;
    if (is_reference_heading(line)) {
      in_bibliography_ = true;
      return RunKind::Reference;
    }
    // Nearly all lines are seen to be none before the many signs of one are looked for.
    const bool is_short = traits.words <= kLongestReference;
    if (in_bibliography_ && (traits.words < kParagraphWords || (is_short && reference_signs(line) >= 2)))
      return RunKind::Reference;
    in_bibliography_ = false;
    const bool is_entry = is_short && is_numbered(line) && reference_signs(line) >= 3;
    if (is_entry || is_link(line, traits)) return RunKind::Reference;
    return traits.words >= kProseWords || (traits.ends_sentence && traits.words > 3) ? RunKind::Prose : RunKind::Plain;
  }

 private:
  /// Whether the line is between "@article{key," and its closing brace.
  bool is_bibtex(std::string_view line) {
    if (bibtex_lines_ == 0) {
      const std::string_view bare = trimmed(line, " \t\r\n");
      const std::size_t brace = bare.find('{');
      if (!bare.starts_with('@') || brace == std::string_view::npos || brace < 2) return false;
      if (!std::ranges::all_of(bare.substr(1, brace - 1), [](char c) { return ascii::is_alpha(c); })) return false;
      open_ = 0;
    }
    for (const char c : line) open_ += c == '{' ? 1 : c == '}' ? -1 : 0;
    ++bibtex_lines_;
    if (open_ <= 0 || bibtex_lines_ > kLongestBibtex) bibtex_lines_ = 0;
    return true;
  }

  std::size_t bibtex_lines_ = 0; ///< in the current entry
  int open_ = 0;
  bool in_bibliography_ = false;
};

/// Headings and short lines between paragraphs belong to the prose: only several in a row make a list. Before the first
/// paragraph a date, a row of buttons or a heading is nothing that a reader would begin with.
void join_short_lines(std::vector<TextRun>& lines) {
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && lines[end].kind == RunKind::Plain) ++end;
    if (i > 0 && end > i && end - i < kShortLines) {
      const RunKind around = end < lines.size() ? lines[end].kind : lines[i - 1].kind;
      for (std::size_t k = i; k < end; ++k) lines[k].kind = around;
    }
    i = std::max(end, i + 1);
  }
}

} // namespace

std::vector<TextRun> text_runs(std::string_view text) {
  std::vector<TextRun> lines; // the non-blank ones, each up to the next
  LineJudge judge;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    const LineTraits traits = traits_of(line);
    if (!traits.is_blank) lines.push_back({lines.empty() ? 0 : begin, end, judge.judge(line, traits)});
    begin = end;
  }
  join_short_lines(lines);
  std::vector<TextRun> runs;
  for (const TextRun& line : lines) {
    if (!runs.empty()) runs.back().end = line.begin;
    if (runs.empty() || runs.back().kind != line.kind) runs.push_back(line);
  }
  if (!runs.empty()) runs.back().end = text.size();
  return runs;
}

bool has_sentence(std::string_view line) { return traits_of(line).ends_sentence; }

} // namespace trawl::text
