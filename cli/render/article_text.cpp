// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"

#include "cli/render/article_table.h"
#include "shared/base/terminal_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "shared/content/raised.h"

namespace trawl::cli {
namespace {

constexpr std::size_t kWidestText = 100; ///< cells; longer lines are hard to read
constexpr std::size_t kLeastText = 20;

std::string decoded(std::string_view html) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}, {"&amp;", '&'}}};
  std::string out;
  for (std::size_t at = 0; at < html.size();) {
    const auto entity = std::ranges::find_if(
        kEntities, [&](const auto& row) { return html.substr(at, row.first.size()) == row.first; });
    out += entity == kEntities.end() ? html[at] : entity->second;
    at += entity == kEntities.end() ? 1 : entity->first.size();
  }
  return out;
}

std::string attribute_of(std::string_view tag, std::string_view name) {
  const std::string wanted = " " + std::string(name) + "=\"";
  const std::size_t begin = tag.find(wanted);
  if (begin == std::string_view::npos) return {};
  const std::string_view value = tag.substr(begin + wanted.size());
  return decoded(value.substr(0, value.find('"')));
}

std::size_t number_of(std::string_view digits, std::size_t otherwise) {
  std::size_t number = 0;
  for (const char c : digits.substr(0, 9)) number = number * 10 + static_cast<std::size_t>(c - '0');
  return digits.empty() ? otherwise : number;
}

/// One line of code: safe for a terminal, its tabs as they are.
std::string code_line(std::string_view line) {
  std::string out;
  for (;;) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    out += safe_text(line.substr(0, tab));
    if (tab == line.size()) return out;
    out += '\t';
    line.remove_prefix(tab + 1);
  }
}

class ArticleText {
 public:
  explicit ArticleText(const Style& style) : style_(style) {}

  std::string run(std::string_view html) {
    while (!html.empty()) {
      const std::size_t open = std::min(html.find('<'), html.size());
      text(html.substr(0, open));
      html.remove_prefix(open);
      const std::size_t close = html.find('>');
      if (close == std::string_view::npos) break;
      tag(html.substr(1, close - 1));
      html.remove_prefix(close + 1);
    }
    end_block();
    return std::move(out_);
  }

 private:
  /// What the lines of a block begin with: an item's mark on the first, blanks on the others.
  struct Indent {
    std::string name, first, others;
    bool has_gap = false; ///< there is a blank line in it
  };
  /// Whether a blank line comes before the next block.
  enum class Gap { None, UnlessItem, Always };
  struct Link {
    std::string address, end; ///< what its text ends with
  };
  struct List {
    bool is_numbered;
    std::size_t number;
  };

  void text(std::string_view html) {
    if (html.empty()) return;
    if (is_code_) {
      code_ += decoded(html);
      return;
    }
    if (html.find_first_not_of("\n") == std::string_view::npos) return; // between blocks
    std::string words = safe_text(decoded(html));
    if (is_bold_) words = bold(style_, words);
    if (is_inline_code_) words = cyan(style_, words);
    target() += link_.address.empty() ? words : hyperlink(style_, link_.address, words);
  }

  std::string& target() { return rows_.empty() || rows_.back().empty() ? line_ : rows_.back().back().text; }

  void tag(std::string_view tag) {
    const bool is_end = tag.starts_with('/');
    if (is_end) tag.remove_prefix(1);
    const std::string_view name = tag.substr(0, tag.find(' '));
    if (name.size() == 2 && name[0] == 'h') return heading(name[1], is_end);
    if (name == "strong" || name == "dt" || name == "th") is_bold_ = !is_end;
    if (name == "a") anchor(tag, is_end);
    if (name == "sup" && tag.contains("class=\"mark\""))
      target() += '[', is_mark_ = true;
    else if (name == "sup" && is_end && std::exchange(is_mark_, false))
      target() += ']';
    else if (name == "sup" || name == "sub")
      script(name, is_end);
    if (name == "code" && !is_code_) is_inline_code_ = !is_end;
    if (name == "br") rows_.empty() ? end_line() : void(target() += ' ');
    if (name == "pre") return pre(is_end);
    if (name == "ul" || name == "ol") return list(name, tag, is_end);
    if (name == "tr" || name == "td" || name == "th" || name == "table") return table(name, tag, is_end);
    if (name == "li") return item(is_end);
    if (name == "blockquote" || name == "aside") return indent(name, is_end, "│ ", "│ ");
    if (name == "dd") return definition(is_end);
    if (name == "span" && tag.contains("class=\"task\"") && !indents_.empty()) indents_.back().first.clear();
    if (name == "div" && is_end && !indents_.empty() && indents_.back().name == "note") return pop();
    if (name == "div" && tag.contains("class=\"footnote\"")) return push("note", "", "    ");
    if (name == "p" && std::exchange(is_after_label_, false)) return; // on the line of the footnote's mark
    if (name == "p" || name == "figure" || name == "figcaption" || name == "dt" || name == "caption") end_block();
    if (name == "span" && tag.contains("formula display")) end_block();
  }

  /// A link, or the mark that a footnote begins with, or a picture.
  void anchor(std::string_view tag, bool is_end) {
    if (!is_end) {
      link_ = {attribute_of(tag, "href"), {}};
      const bool is_label = tag.contains(" class=\"mark\"") && line_.empty();
      link_.end = is_label || tag.contains(" class=\"picture\"") ? "]" : "";
      if (is_label) is_after_label_ = true, link_.address.clear();
      if (!link_.end.empty()) target() += '[';
      return;
    }
    target() += std::exchange(link_, {}).end;
  }

  void script(std::string_view name, bool is_end) {
    if (!is_end) return void(script_begin_ = target().size());
    std::string& line = target();
    if (script_begin_ >= line.size()) return;
    const std::string special = content::raised(std::string_view(line).substr(script_begin_), name == "sup");
    if (!special.empty()) line.replace(script_begin_, std::string::npos, special);
  }

  void heading(char level, bool is_end) {
    if (!is_end) {
      end_block();
      // Without bold letters, the marks of Markdown show that a line is a heading.
      if (!style_.color) line_ = std::string(static_cast<std::size_t>(std::clamp(level - '0', 1, 6)), '#') + " ";
      is_bold_ = true;
      return;
    }
    is_bold_ = false;
    end_block();
  }

  void pre(bool is_end) {
    if (!is_end) {
      end_block();
      is_code_ = true;
      return;
    }
    is_code_ = false;
    if (code_.ends_with('\n')) code_.pop_back();
    begin_block();
    for (std::string_view rest = code_;;) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      write(code_line(rest.substr(0, end)));
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
    code_.clear();
    gap_ = Gap::Always;
  }

  void list(std::string_view name, std::string_view tag, bool is_end) {
    if (is_end) {
      end_line();
      if (!lists_.empty()) lists_.pop_back();
      gap_ = lists_.empty() ? Gap::Always : Gap::UnlessItem;
      return;
    }
    lists_.empty() ? end_block() : end_line();
    lists_.push_back({name == "ol", number_of(attribute_of(tag, "start"), 1)});
  }

  void item(bool is_end) {
    end_line();
    if (gap_ == Gap::UnlessItem) gap_ = Gap::None;
    if (is_end) return pop();
    std::string mark = "• ";
    if (!lists_.empty() && lists_.back().is_numbered) mark = std::to_string(lists_.back().number++) + ". ";
    begin_block();
    indents_.push_back({"li", mark, std::string(cells(mark), ' ')});
  }

  void indent(std::string_view name, bool is_end, std::string first, std::string others) {
    is_end ? pop() : push(name, std::move(first), std::move(others));
  }

  void definition(bool is_end) {
    end_block();
    gap_ = Gap::None;
    is_end ? pop() : push("dd", "    ", "    ");
  }

  void push(std::string_view name, std::string first, std::string others) {
    end_block();
    begin_block();
    indents_.push_back({std::string(name), std::move(first), std::move(others)});
  }

  void pop() {
    end_line();
    const bool has_gap = !indents_.empty() && indents_.back().name == "li" && indents_.back().has_gap;
    if (!indents_.empty()) indents_.pop_back();
    gap_ = lists_.empty() || has_gap ? Gap::Always : Gap::None;
  }

  void table(std::string_view name, std::string_view tag, bool is_end) {
    if (name == "table") {
      end_block();
      if (is_end) write_table();
      return;
    }
    if (is_end) return;
    if (name == "tr") rows_.emplace_back();
    if (name == "tr" || rows_.empty()) return;
    rows_.back().push_back({.columns = number_of(attribute_of(tag, "colspan"), 1), .is_head = name == "th"});
  }

  void write_table() {
    const std::vector<TableRow> rows = std::exchange(rows_, {});
    const std::vector<std::string> lines = table_lines(rows, room(style_.width));
    begin_block();
    for (const std::string& line : lines) write(line);
    gap_ = Gap::Always;
  }

  /// What is left of `width` cells.
  std::size_t room(std::size_t width) const {
    std::size_t taken = 0;
    for (const Indent& indent : indents_) taken += cells(indent.others);
    return width > taken + kLeastText ? width - taken : kLeastText;
  }

  void begin_block() {
    if (std::exchange(gap_, Gap::None) == Gap::None || out_.empty()) return;
    std::string prefix;
    for (Indent& indent : indents_) indent.has_gap = indent.has_gap || indent.first == indent.others;
    for (const Indent& indent : indents_)
      prefix += indent.first.empty() || indent.first == indent.others ? indent.others : "";
    while (prefix.ends_with(' ')) prefix.pop_back();
    out_ += prefix + "\n";
  }

  void write(std::string_view line) {
    std::string prefix;
    for (Indent& indent : indents_) prefix += std::exchange(indent.first, indent.others);
    out_.append(prefix).append(line);
    while (line.empty() && out_.ends_with(' ')) out_.pop_back();
    out_ += '\n';
  }

  void end_line() {
    if (line_.find_first_not_of(' ') == std::string::npos) return line_.clear();
    begin_block();
    for (const std::string& part : wrap(line_, room(std::min(style_.width, kWidestText)))) write(part);
    line_.clear();
  }

  void end_block() {
    if (!rows_.empty()) return; // inside a table
    const bool has_line = line_.find_first_not_of(' ') != std::string::npos;
    end_line();
    if (has_line) gap_ = Gap::Always;
  }

  const Style& style_;
  std::string out_, line_, code_;
  Link link_;
  std::size_t script_begin_ = std::string::npos; ///< where the raised or lowered text begins in its line
  std::vector<Indent> indents_;
  std::vector<List> lists_;
  std::vector<TableRow> rows_; ///< of the table that is being read
  bool is_bold_ = false, is_code_ = false, is_inline_code_ = false, is_mark_ = false;
  Gap gap_ = Gap::None;
  bool is_after_label_ = false; ///< the footnote's mark is on the line, and its first paragraph will follow
};

} // namespace

std::string safe_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += code_line(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string html_for_people(std::string_view html, const Style& style) { return ArticleText(style).run(html); }

} // namespace trawl::cli
