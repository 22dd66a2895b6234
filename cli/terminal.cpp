// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminal.h"

#include "shared/base/environment.h"
#include "shared/base/utf8.h"
#include "shared/options/help_text.h"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace trawl::cli {
namespace {

struct Range {
  char32_t first, last;
};

/// East Asian Wide and Fullwidth (UAX #11) and emoji presentation, as blocks: enough to align columns.
constexpr std::array kWide{Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2E80, 0x303E},
                           Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},
                           Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
                           Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                           Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
                           Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};
constexpr std::array kZeroWidth{Range{0x0300, 0x036F}, Range{0x1AB0, 0x1AFF}, Range{0x20D0, 0x20FF},
                                Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0x200B, 0x200D}};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](Range range) { return c >= range.first && c <= range.last; });
}

constexpr char32_t kFirstSpecial = 0x300; // every character before it takes one cell

std::size_t cells_of(char32_t c) {
  if (c < kFirstSpecial) return 1;
  return in(kZeroWidth, c) ? 0 : in(kWide, c) ? 2 : 1;
}

constexpr std::string_view kReset = "\x1b[0m", kLink = "\x1b]8;;", kLinkEnd = "\x1b]8;;\x1b\\";

/// The end of the sequence for colour (ESC [ … m) or a link (ESC ] … ESC \) that begins at `position`; `position` if
/// none does.
std::size_t end_of_sequence(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position);
  const std::string_view last = rest.starts_with("\x1b[") ? "m" : rest.starts_with(kLink) ? "\x1b\\" : "";
  const std::size_t end = last.empty() ? std::string_view::npos : rest.find(last, 2);
  return end == std::string_view::npos ? position : position + end + last.size();
}

/// Han, kana and their punctuation, between which a line may break. Korean puts blanks between words.
constexpr std::array kUnspaced{Range{0x2E80, 0x303E}, Range{0x3041, 0x312F},  Range{0x31A0, 0x4DBF},
                               Range{0x4E00, 0xA4CF}, Range{0xF900, 0xFAFF},  Range{0xFE30, 0xFE4F},
                               Range{0xFF00, 0xFF60}, Range{0x20000, 0x3FFFD}};
constexpr std::u32string_view kNotFirst =
    U",.!?:;)]}%'\"’”…—·、。〃々〉》」』】〕〗〙〞〟ぁぃぅぇぉっゃゅょゎ゛゜ゝゞァィゥェォ"
    U"ッャュョヮヵヶ・ーヽヾ！％），．：；？］｝～";
constexpr std::u32string_view kNotLast = U"([{'\"‘“—〈《「『【〔〖〘〝（［｛";

/// Whether a line may end after `before` and the next begin with `c`, without a blank between them (UAX #14, roughly).
bool may_break_between(char32_t before, char32_t c) {
  const bool is_unspaced = in(kUnspaced, before) || in(kUnspaced, c);
  return is_unspaced && cells_of(c) > 0 && !kNotFirst.contains(c) && !kNotLast.contains(before);
}

/// Ends at the end of each line what is painted and linked there, and begins it again in the next.
void resume_on_each_line(std::vector<std::string>& lines) {
  std::string colours, link;
  for (std::string& line : lines) {
    const std::string begin = link + colours;
    for (std::size_t at = line.find('\x1b'); at != std::string::npos; at = line.find('\x1b', at + 1)) {
      const std::string sequence = line.substr(at, end_of_sequence(line, at) - at);
      if (sequence.starts_with(kLink)) {
        link = sequence == kLinkEnd ? "" : sequence;
      } else {
        colours = sequence == kReset ? "" : colours + sequence;
      }
    }
    line.insert(0, begin);
    if (!colours.empty()) line += kReset;
    if (!link.empty()) line += kLinkEnd;
  }
}

/// Paints `text`. Parts that are painted already keep their colour; this one resumes after each of them.
std::string paint(const Style& style, std::string_view code, std::string_view text) {
  if (!style.color || text.empty()) return std::string(text);
  const std::string begin = "\x1b[" + std::string(code) + "m";
  std::string out = begin + std::string(text);
  for (std::size_t at = out.find(kReset); at != std::string::npos; at = out.find(kReset, at + kReset.size())) {
    out.insert(at + kReset.size(), begin);
  }
  return out + std::string(kReset);
}

} // namespace

Style detect_style(ColorMode mode) {
  Style style;
  style.terminal = ::isatty(STDOUT_FILENO) == 1;
  style.width = std::clamp<std::size_t>(options::terminal_width(), 20, 200);
  const bool wanted = style.terminal && environment("TERM") != "dumb" && environment("NO_COLOR").empty();
  style.color = mode == ColorMode::Always || (mode == ColorMode::Auto && wanted);
  return style;
}

std::size_t cells(std::string_view text) {
  std::size_t total = 0;
  for (std::size_t position = 0; position < text.size();) {
    if (const auto end = end_of_sequence(text, position); end != position) {
      position = end;
    } else {
      total += cells_of(utf8::next(text, position));
    }
  }
  return total;
}

std::size_t text_width(const Style& style) {
  constexpr std::size_t kWidest = 100; // cells; longer lines are hard to read
  return std::min(style.width, kWidest);
}

std::string fit(std::string_view text, std::size_t width) {
  if (cells(text) <= width) return std::string(text);
  std::size_t used = 0, end = 0;
  for (std::size_t position = 0; position < text.size(); end = position) {
    used += cells_of(utf8::next(text, position));
    if (used + 1 > width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = cells(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0, last_break = std::string::npos;
  char32_t before = ' ';
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t begin = position;
    if (position = end_of_sequence(text, begin); position != begin) {
      line.append(text, begin, position - begin);
      continue;
    }
    const char32_t c = utf8::next(text, position);
    if (c == ' ' && used == 0) continue; // also after a colour sequence, which takes no cells
    if (c == ' ' || (used > 0 && may_break_between(before, c))) last_break = line.size();
    if (cells_of(c) > 0) before = c;
    line.append(text, begin, position - begin);
    used += cells_of(c);
    if (used <= width) continue;
    const std::size_t cut = last_break != std::string::npos ? last_break : line.size() - (position - begin);
    if (cut == 0) continue;
    std::string rest = line.substr(cut);
    rest.erase(0, rest.find_first_not_of(' '));
    line.resize(cut);
    lines.push_back(std::move(line));
    line = std::move(rest);
    used = cells(line);
    last_break = std::string::npos;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  resume_on_each_line(lines);
  return lines;
}

std::string bold(const Style& style, std::string_view text) { return paint(style, "1", text); }
std::string dim(const Style& style, std::string_view text) { return paint(style, "2", text); }
std::string cyan(const Style& style, std::string_view text) { return paint(style, "36", text); }
std::string green(const Style& style, std::string_view text) { return paint(style, "32", text); }
std::string yellow(const Style& style, std::string_view text) { return paint(style, "33", text); }
std::string red(const Style& style, std::string_view text) { return paint(style, "31", text); }
std::string marked(const Style& style, std::string_view text) { return paint(style, "1;33", text); }

std::string hyperlink(const Style& style, std::string_view url, std::string_view text) {
  const bool is_web = url.starts_with("http://") || url.starts_with("https://");
  const bool is_clean = std::ranges::all_of(url, [](unsigned char c) { return c > 0x20 && c < 0x7F && c != ';'; });
  if (!style.color || !is_web || !is_clean) return std::string(text);
  return "\x1b]8;;" + std::string(url) + "\x1b\\" + std::string(text) + "\x1b]8;;\x1b\\";
}

} // namespace trawl::cli
