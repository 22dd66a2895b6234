// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/pdf/pdf_lines.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <utility>

namespace trawl::pdf {
namespace {

constexpr std::size_t kMaxLines = 200'000;

/// A run of text in one font.
struct Run {
  int top = 0, left = 0, right = 0, height = 0;
  int size = 0; ///< of the font
  bool is_code = false, is_bold = false;
  std::string html; ///< text, and b and i
};

struct Font {
  int size = 0;
  bool is_code = false, is_bold = false;
};

/// `name="…"` of an element as pdftohtml writes it.
std::string_view attribute(std::string_view element, std::string_view name) {
  const std::size_t at = element.find(" " + std::string(name) + "=\"");
  if (at == std::string_view::npos) return {};
  const std::string_view rest = element.substr(at + name.size() + 3);
  return rest.substr(0, std::min(rest.find('"'), rest.size()));
}

int number(std::string_view element, std::string_view name) {
  const std::string_view text = attribute(element, name);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp(value, -100'000, 100'000);
}

/// What pdftohtml wrote inside a run, without its links, whose files do not exist.
std::string with_emphasis(std::string_view html) {
  std::string out;
  while (!html.empty()) {
    const std::size_t tag = std::min(html.find('<'), html.size());
    out += html.substr(0, tag);
    html.remove_prefix(tag);
    if (html.empty()) break;
    const std::size_t end = std::min(html.find('>'), html.size() - 1) + 1;
    const std::string_view name = html.substr(0, end);
    if (name == "<b>" || name == "</b>" || name == "<i>" || name == "</i>") out += name;
    html.remove_prefix(end);
  }
  return out;
}

/// "a b s t r a c t" as a word: letters set apart for emphasis.
std::string without_letterspacing(const std::string& html) {
  constexpr std::size_t kFewestLetters = 5;
  if (html.size() < 2 * kFewestLetters - 1) return html;
  std::string out;
  for (std::size_t at = 0; at < html.size(); ++at) {
    if (at % 2 == 0 ? !ascii::is_alpha(html[at]) : html[at] != ' ') return html;
    if (at % 2 == 0) out += html[at];
  }
  return out;
}

class SheetParser {
 public:
  std::vector<Line> read(std::string_view xml) {
    while (!xml.empty() && lines_.size() < kMaxLines) {
      const std::size_t end = std::min(xml.find('\n'), xml.size());
      read_element(xml.substr(0, end));
      xml.remove_prefix(std::min(end + 1, xml.size()));
    }
    end_line();
    return std::move(lines_);
  }

 private:
  void read_element(std::string_view element) {
    element.remove_prefix(std::min(element.find('<'), element.size()));
    if (element.starts_with("<page ")) {
      end_line();
      ++sheet_;
    } else if (element.starts_with("<fontspec ")) {
      const std::string family = ascii::to_lower(attribute(element, "family"));
      const auto has = [&](std::string_view part) { return family.contains(part); };
      fonts_[number(element, "id")] = {number(element, "size"),
                                       has("mono") || has("courier") || has("cmtt") || has("typewriter"),
                                       has("bold") || has("demi") || has("cmb") || has("medi")};
    } else if (element.starts_with("<text ")) {
      read_run(element);
    }
  }

  void read_run(std::string_view element) {
    const std::size_t begin = element.find('>'), end = element.rfind("</text>");
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return;
    const Font font = fonts_[number(element, "font")];
    const int left = number(element, "left");
    Run run{number(element, "top"),
            left,
            left + number(element, "width"),
            number(element, "height"),
            font.size,
            font.is_code,
            font.is_bold,
            {}};
    run.html = with_emphasis(element.substr(begin + 1, end - begin - 1));
    if (ascii::trim(without_tags(run.html)).empty() || run.html.contains(" . . . ")) return; // of a table of contents
    run.is_bold = run.is_bold || run.html.starts_with("<b>");
    if (!continues(run)) end_line();
    runs_.push_back(std::move(run));
  }

  /// Whether the run is on the line of the runs before it: beside them, at about their height, as an exponent is.
  bool continues(const Run& run) const {
    if (runs_.empty()) return false;
    const Run& last = runs_.back();
    const int overlap = std::min(run.top + run.height, last.top + last.height) - std::max(run.top, last.top);
    return overlap * 3 > std::min(run.height, last.height) && run.left + run.height / 2 >= last.right &&
           run.left < last.right + 4 * std::max(run.height, 1);
  }

  void end_line() {
    if (runs_.empty()) return;
    Line line{sheet_, runs_.front().top, runs_.front().left, runs_.back().right, 0, 0, true, true, {}, {}};
    std::map<int, std::size_t> letters;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const Run& run = runs_[i];
      letters[run.size] += run.html.size();
      line.height = std::max(line.height, run.height);
      line.is_code = line.is_code && run.is_code;
      line.is_bold = line.is_bold && run.is_bold;
      const int gap = i == 0 ? 0 : run.left - runs_[i - 1].right;
      if (gap * 6 > run.height && !line.html.ends_with(' ')) line.html += ' ';
      if (gap > run.height) line.html += kGap;
      line.html += run.html;
    }
    line.size = std::ranges::max_element(letters, {}, [](const auto& pair) { return pair.second; })->first;
    line.names = without_marks(line);
    line.html = without_letterspacing(line.html);
    lines_.push_back(std::move(line));
    runs_.clear();
  }

  /// The text of the runs, a comma in place of those of less than three quarters of the line's size.
  std::string without_marks(const Line& line) const {
    if (std::ranges::none_of(runs_, [&](const Run& run) { return is_mark(run, line); })) return without_tags(line.html);
    std::string names;
    const Run* before = nullptr;
    for (const Run& run : runs_) {
      const bool is_apart = before != nullptr && (run.left - before->right) * 6 > run.height;
      names += is_mark(run, line) ? "," : (is_apart ? " " : "") + without_tags(run.html);
      before = &run;
    }
    return names;
  }

  static bool is_mark(const Run& run, const Line& line) { return run.size * 4 < line.size * 3; }

  std::map<int, Font> fonts_;
  std::vector<Run> runs_;
  std::vector<Line> lines_;
  int sheet_ = 0;
};

} // namespace

std::vector<Line> read_lines(std::string_view xml) { return SheetParser().read(xml); }

std::string without_tags(std::string_view html) {
  std::string out;
  while (!html.empty()) {
    const std::size_t tag = std::min(html.find('<'), html.size());
    out += html.substr(0, tag);
    html.remove_prefix(tag);
    html.remove_prefix(html.empty() ? 0 : std::min(html.find('>'), html.size() - 1) + 1);
  }
  return out;
}

} // namespace trawl::pdf
