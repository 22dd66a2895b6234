// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/pdf/pdf_page.h"

#include "indexer/pdf/pdf_lines.h"
#include "shared/base/ascii.h"
#include "shared/base/calendar.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trawl::pdf {
namespace {

constexpr std::size_t kLongestHeading = 120, kLongestName = 60;
constexpr int kWidthOfText = 350;               // a line of an address is shorter, one of two columns about as wide
constexpr std::size_t kSheetsOfRunningHead = 3; // a line at an edge of as many sheets is repeated by all

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// A line as running heads are compared: without digits.
std::string without_digits(const Line& line) {
  std::string out = without_tags(line.html);
  std::erase_if(out, [](char c) { return ascii::is_digit(c) || c == ' '; });
  return out;
}

/// Removes the lines that sheets repeat at their edges, and the numbers of sheets.
void remove_running_heads(std::vector<Line>& lines) {
  const auto is_at_edge = [&](std::size_t i) {
    return i < 2 || i + 2 >= lines.size() || lines[i - 2].sheet != lines[i].sheet ||
           lines[i + 2].sheet != lines[i].sheet;
  };
  std::map<std::string, std::size_t> times;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_at_edge(i)) ++times[without_digits(lines[i])];
  std::vector<Line> kept;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string words = without_digits(lines[i]);
    const bool is_repeated = lines[i].sheet > 1 && times[words] >= kSheetsOfRunningHead; // the title may be one
    const bool is_running = is_at_edge(i) && (words.empty() || is_repeated);
    if (!is_running) kept.push_back(std::move(lines[i]));
  }
  lines = std::move(kept);
}

/// The text of the uppermost line of each sheet.
std::vector<std::string> first_lines(const std::vector<Line>& lines) {
  std::map<int, const Line*> uppermost;
  for (const Line& line : lines) {
    const Line*& known = uppermost[line.sheet];
    if (known == nullptr || line.top < known->top) known = &line;
  }
  std::vector<std::string> texts;
  for (const auto& [sheet, line] : uppermost) texts.push_back(without_tags(line->html));
  return texts;
}

/// The font size of most letters.
int size_of_text(const std::vector<Line>& lines) {
  std::map<int, std::size_t> letters;
  for (const Line& line : lines) letters[line.size] += line.html.size();
  const auto most = std::ranges::max_element(letters, {}, [](const auto& pair) { return pair.second; });
  return most == letters.end() ? 0 : most->first;
}

/// The day of the stamp "arXiv:1706.03762v7 [cs.CL] 2 Aug 2023" at the margin of a first sheet, as YYYY-MM-DD; empty if
/// the stamp's cannot be read, nullopt if the text is no stamp.
std::optional<std::string> day_of_stamp(std::string_view text) {
  if (!text.starts_with("arXiv:")) return std::nullopt;
  std::vector<std::string_view> words;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (words.size() < 4) return std::string();
  const std::string_view day = words[words.size() - 3], name = words[words.size() - 2], year = words.back();
  const auto month = std::ranges::find_if(kMonthNames, [&](std::string_view m) { return m.starts_with(name); });
  if (month == std::end(kMonthNames) || name.size() < 3 || year.size() != 4 || day.size() > 2) return std::string();
  const auto at = static_cast<std::size_t>(month - std::begin(kMonthNames)) + 1;
  return std::string(year) + (at < 10 ? "-0" : "-") + std::to_string(at) + (day.size() == 1 ? "-0" : "-") +
         std::string(day);
}

/// A person's name without footnote marks; empty if the text is not one. A name has two to five words, the first and
/// the last capitalised, no digits, and no word that belongs to an institution.
std::string name_in(std::string text) {
  for (const std::string_view mark : {"∗", "†", "‡", "§", "¶", "⋆", "*", "+", "#", "$", "\u00B9", "\u00B2", "\u00B3"})
    replace_all(text, mark, "");
  while (!text.empty() && (ascii::is_digit(text.back()) || text.back() == ' ' || text.back() == ',')) text.pop_back();
  const std::string name(ascii::trim(text));
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto blanks = std::ranges::count(name, ' ');
  if (name.empty() || name.size() > kLongestName || blanks < 1 || blanks > 4) return {};
  if (is_small(name.front()) || is_small(name[name.rfind(' ') + 1])) return {};
  if (std::ranges::any_of(name, [](char c) { return ascii::is_digit(c) || c == '@' || c == ':' || c == '{'; }))
    return {};
  constexpr std::array<std::string_view, 14> kInstitutions{"universi", "institut", "research", "college",   "school",
                                                           "depart",   "laborat",  "google",   "technolog", "academ",
                                                           "cent",     "inc.",     "corpora",  "faculty"};
  const std::string lower = ascii::to_lower(name);
  const bool is_place = std::ranges::any_of(kInstitutions, [&](std::string_view word) { return lower.contains(word); });
  return is_place ? std::string() : name;
}

/// The names in a line: between commas, "and", and marks.
std::vector<std::string> names_in(const Line& line) {
  std::string text = line.names;
  std::ranges::replace(text, kGap, ',');
  for (const std::string_view word : {" and ", " &amp; "}) replace_all(text, word, ",");
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const std::string name = name_in(text.substr(0, end)); !name.empty()) names.push_back(name);
    text.erase(0, std::min(end + 1, text.size()));
  }
  return names;
}

/// The depth of the section's number with which a line begins: 1 for "2" and "IV.", 2 for "3.1" and "A.2". 0 if there
/// is none, or no capital after it.
int section_depth(std::string_view text) {
  std::size_t at = 0;
  int depth = 1;
  while (at < text.size() && (ascii::is_digit(text[at]) || (text[at] == '.' && at > 0) ||
                              (at < 4 && std::string_view("ABCDEFGHIVX").contains(text[at])))) {
    depth += text[at] == '.' && at + 1 < text.size() && ascii::is_digit(text[at + 1]) ? 1 : 0;
    ++at;
  }
  if (at == 0 || at > 8 || at >= text.size() || text[at] != ' ') return 0;
  if (!ascii::is_digit(text[0]) && at == 1) return 0; // "A few words"
  while (at < text.size() && text[at] == ' ') ++at;
  return at < text.size() && text[at] >= 'A' && text[at] <= 'Z' ? depth : 0;
}

bool is_named_section(std::string_view text) {
  constexpr std::array<std::string_view, 10> kNames{"abstract",   "introduction", "references",       "acknowledgments",
                                                    "conclusion", "conclusions",  "acknowledgements", "bibliography",
                                                    "appendix",   "related work"};
  const std::string lower = ascii::to_lower(text);
  return std::ranges::find(kNames, lower) != kNames.end();
}

class PageWriter {
 public:
  explicit PageWriter(std::vector<Line> lines) : lines_(std::move(lines)) {}

  std::string run() {
    take_stamp();
    const std::vector<std::string> heads = first_lines(lines_);
    remove_running_heads(lines_);
    text_size_ = size_of_text(lines_);
    take_title(heads);
    take_authors();
    for (std::size_t i = 0; i < lines_.size();) i = write_block(i);
    return head() + body_ + "</article></body></html>\n";
  }

 private:
  void take_stamp() {
    std::erase_if(lines_, [&](const Line& line) {
      if (line.sheet != 1) return false;
      const auto day = day_of_stamp(ascii::trim(without_tags(line.html)));
      if (day && !day->empty()) day_ = *day;
      return day.has_value();
    });
  }

  /// The uppermost lines of the largest font of the first sheet. A journal's name may stand above in letters as large:
  /// then it stands at the head of the sheets, too.
  void take_title(const std::vector<std::string>& heads) {
    std::vector<const Line*> large;
    for (const Line& line : lines_)
      if (line.sheet == 1 && line.size > text_size_) large.push_back(&line);
    if (large.empty()) return;
    std::ranges::stable_sort(large, {}, &Line::top);
    auto first = std::ranges::max_element(large, {}, &Line::size); // the uppermost of them
    const std::string words = without_tags((*first)->html);
    const auto is_in = [&](const std::string& head) { return head.size() > words.size() && head.contains(words); };
    if (std::ranges::count_if(heads, is_in) >= 2) {
      const auto next = std::ranges::max_element(first + 1, large.end(), {}, &Line::size);
      if (next != large.end() && (*next)->size * 20 >= (*first)->size * 17) first = next;
    }
    const int size = (*first)->size, top = (*first)->top;
    int bottom = top;
    for (; first != large.end() && (*first)->size == size && (*first)->top <= bottom; ++first) {
      title_ += (title_.empty() ? "" : " ") + without_tags((*first)->html);
      bottom = (*first)->top + 2 * (*first)->height;
    }
    leave_title(size, top, bottom);
  }

  /// Removes the title and what stands above it. What stands below but is written before it in the file follows its
  /// sheet.
  void leave_title(int size, int top, int bottom) {
    const auto is_title = [&](const Line& line) {
      return line.sheet == 1 && line.size == size && line.top >= top && line.top < bottom;
    };
    const auto end = std::ranges::find_if(lines_, [](const Line& line) { return line.sheet > 1; });
    std::rotate(lines_.begin(), std::find_if(lines_.begin(), end, is_title), end);
    std::erase_if(lines_, [&](const Line& line) { return line.sheet == 1 && (line.top < top || is_title(line)); });
  }

  /// The names between the title and the first section or paragraph, and what stands with them.
  void take_authors() {
    const auto end = std::ranges::find_if(lines_, [&](const Line& line) {
      const std::string text(ascii::trim(without_tags(line.html)));
      const bool is_text = line.size <= text_size_ && line.right - line.left > kWidthOfText;
      return line.sheet > 1 || is_named_section(text) || section_depth(text) > 0 || is_text;
    });
    if (title_.empty()) return;
    const Line* first = nullptr;
    for (auto line = lines_.begin(); line != end; ++line) {
      auto names = names_in(*line);
      if (names.empty() || (first != nullptr && (line->size != first->size || line->is_bold != first->is_bold)))
        continue;
      if (first == nullptr) first = &*line; // the others are in the same font
      std::ranges::move(names, std::back_inserter(authors_));
    }
    lines_.erase(lines_.begin(), end);
  }

  /// The level of the heading that a line is, from 2 (h2) to 4; 0: it is not one.
  int heading_level(const Line& line) const {
    const std::string text(ascii::trim(without_tags(line.html)));
    if (text.size() < 3 || text.size() > kLongestHeading || line.is_code) return 0;
    const bool is_distinct = line.is_bold || line.size > text_size_;
    if (const int depth = section_depth(text); is_distinct && depth > 0) return std::min(depth + 1, 4);
    if (is_distinct && is_named_section(text)) return 2;
    if (std::ranges::count_if(text, ascii::is_alpha) < 3 || (text[0] >= 'a' && text[0] <= 'z')) return 0; // of a figure
    const bool is_sentence = text.ends_with('.') || text.ends_with(',') || text.ends_with(':');
    return line.size * 20 > text_size_ * 23 && !is_sentence && text.find_first_of("=<>∑∫") == std::string::npos ? 2 : 0;
  }

  /// Whether the line goes on with the paragraph of the line before.
  bool continues(const Line& line, const Line& before, bool is_second) const {
    if (line.is_code != before.is_code || std::abs(line.size - before.size) > 1 || heading_level(line) != 0)
      return false;
    const int step = line.top - before.top;
    const bool is_next = line.sheet == before.sheet && step > 0 && step < 2 * std::max(line.height, before.height);
    if (!is_next) { // at the top of another column or sheet
      const std::string text = without_tags(before.html);
      return line.sheet <= before.sheet + 1 && (step < 0 || line.sheet != before.sheet) && !text.ends_with('.') &&
             !line.is_code;
    }
    const int indent = line.left - before.left;
    if (line.is_code) return true;
    // The second line of a paragraph stands left of an indented first one.
    if (indent < -line.height / 2) return is_second && -indent < 4 * line.height;
    return indent < line.height * 2 / 3;
  }

  std::size_t write_block(std::size_t i) {
    const Line& first = lines_[i];
    if (const int level = heading_level(first); level != 0) {
      std::string text = without_tags(first.html);
      std::size_t next = i + 1;
      for (; next < lines_.size() && lines_[next].size == first.size && lines_[next].is_bold == first.is_bold &&
             heading_level(lines_[next]) == level && lines_[next].top - lines_[next - 1].top < 2 * first.height &&
             lines_[next].top > lines_[next - 1].top && first.size > text_size_;
           ++next) {
        const std::string more(ascii::trim(without_tags(lines_[next].html)));
        if (section_depth(more) > 0 || is_named_section(more)) break;
        text += " " + more;
      }
      const std::string tag = "h" + std::to_string(level);
      body_ += "<" + tag + ">" + text + "</" + tag + ">\n";
      return next;
    }
    std::string text = first.is_code ? code_line(first, first.left) : first.html;
    std::size_t next = i + 1;
    for (; next < lines_.size() && continues(lines_[next], lines_[next - 1], next == i + 1); ++next)
      append(text, lines_[next], first.left);
    body_ += first.is_code ? "<pre>" + text + "</pre>\n" : "<p>" + text + "</p>\n";
    return next;
  }

  /// A line of code, indented by its distance from `left`: letters of a fixed width are about half as wide as high.
  static std::string code_line(const Line& line, int left) {
    const int width = std::max(1, line.height * 55 / 100);
    return std::string(static_cast<std::size_t>(std::clamp((line.left - left) / width, 0, 60)), ' ') +
           without_tags(line.html);
  }

  static void append(std::string& text, const Line& line, int left) {
    if (line.is_code) {
      text += "\n" + code_line(line, left);
      return;
    }
    std::string next = line.html;
    if (text.ends_with("-</i>") && next.starts_with("<i>")) {
      text.resize(text.size() - 4);
      next.erase(0, 3);
    }
    const bool is_small = !next.empty() && next.front() >= 'a' && next.front() <= 'z';
    const bool is_divided =
        text.size() > 1 && text.ends_with('-') && ascii::is_alnum(text[text.size() - 2]) && is_small;
    if (is_divided) text.pop_back();
    text += (is_divided || text.ends_with(' ') ? "" : " ") + next;
  }

  std::string head() const {
    std::string out = "<!doctype html>\n<html><head><meta charset=\"utf-8\"><title>" + title_ + "</title>\n";
    const auto meta = [&](const char* name, const std::string& content) {
      if (!content.empty())
        out += "<meta name=\"" + std::string(name) + "\" content=\"" + attribute_value(content) + "\">\n";
    };
    meta("citation_title", title_);
    for (const std::string& author : authors_) meta("citation_author", author);
    meta("citation_date", day_);
    return out + "</head><body><article>\n" + (title_.empty() ? "" : "<h1>" + title_ + "</h1>\n");
  }

  /// The text is escaped already, but for quotes.
  static std::string attribute_value(std::string text) {
    replace_all(text, "\"", "&quot;");
    return text;
  }

  std::vector<Line> lines_;
  int text_size_ = 0;
  std::string title_, day_, body_;
  std::vector<std::string> authors_;
};

} // namespace

std::string pdf_page(std::string_view xml) { return PageWriter(read_lines(xml)).run(); }

} // namespace trawl::pdf
