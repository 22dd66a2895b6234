// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"

#include "cli/formula.h"
#include "cli/render/article_table.h"
#include "shared/base/terminal_text.h"
#include "shared/content/code_colours.h"
#include "shared/content/raised.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trawl::cli {
namespace {

using content::Content, content::Kind, content::Node;

constexpr std::size_t kLeastText = 20;

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

  std::string run(const Content& content) {
    write_blocks(content);
    end_block();
    return std::move(out_);
  }

 private:
  /// What the lines of a block begin with: an item's mark on the first, blanks on the others.
  struct Indent {
    std::string first, others;
    bool is_item = false;
    bool has_gap = false; ///< there is a blank line in it
  };
  /// Whether a blank line comes before the next block.
  enum class Gap { None, UnlessItem, Always };
  struct List {
    bool is_numbered;
    std::size_t number;
  };

  std::string& target() { return rows_.empty() || rows_.back().empty() ? line_ : rows_.back().back().text; }

  void write_all(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) write(node);
  }

  void write_blocks(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) write_alone(node);
  }

  /// A picture between paragraphs is a paragraph.
  void write_alone(const Node& node) {
    if (node.kind != Kind::Picture) return write(node);
    if (!content::is_shown_picture(node)) return;
    end_paragraph();
    picture(node);
    end_paragraph();
  }

  void write(const Node& node) { content::is_inside_lines(node.kind) ? write_inside(node) : write_block(node); }

  void write_block(const Node& node) {
    switch (node.kind) {
    case Kind::Heading:
      return heading(node);
    case Kind::Term:
      return bold_lines(node);
    case Kind::Caption:
      return lines(node);
    case Kind::Cell:
      return cell(node);
    case Kind::Quote:
      push("│ ", "│ ");
      write_blocks(node.children);
      return pop();
    case Kind::Note:
      return note(node);
    case Kind::List:
      return list(node);
    case Kind::Item:
      return item(node);
    case Kind::DefinitionList:
      return write_all(node.children);
    case Kind::Definition:
      return definition(node);
    case Kind::Table:
      return table(node);
    case Kind::Row:
      rows_.emplace_back();
      return write_all(node.children);
    case Kind::Figure:
      return figure(node);
    case Kind::Footnote:
      return footnote(node);
    case Kind::Code:
      return code(node);
    default:
      end_paragraph();
      write_all(node.children);
      return end_paragraph();
    }
  }

  void write_inside(const Node& node) {
    switch (node.kind) {
    case Kind::Text:
      return text(node.text);
    case Kind::LineBreak:
      return rows_.empty() ? end_line() : void(target() += ' ');
    case Kind::CodeSpan:
      return in_code([&] { text(node.text); });
    case Kind::Formula:
      if (node.flag) end_block();
      formula(node.text);
      needs_blank_ = node.flag;
      return;
    case Kind::Picture:
      if (content::is_shown_picture(node)) picture(node), needs_blank_ = true;
      return;
    case Kind::Link:
      return link(node);
    case Kind::FootnoteMark:
      return text(content::is_footnote_label(node.attribute) ? "[" + node.attribute + "]" : node.text);
    case Kind::Strong:
      return in_bold([&] { write_all(node.children); });
    case Kind::Superscript:
    case Kind::Subscript:
      return script(node);
    default:
      return write_all(node.children);
    }
  }

  /// TeX that does not read well in Unicode is code.
  void formula(const std::string& tex) {
    const std::string shown = formula_in_unicode(tex);
    if (!shown.empty() && !shown.contains('\\')) return write_lines(shown);
    in_code([&] { write_lines(tex); });
  }

  void write_lines(std::string_view lines) {
    for (std::size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
      text(lines.substr(0, end));
      rows_.empty() ? end_line() : void(target() += ' ');
      lines.remove_prefix(end + 1);
    }
    text(lines);
  }

  void text(std::string_view plain) {
    if (plain.empty()) return;
    std::string words = safe_text(plain);
    if (std::exchange(needs_blank_, false) && !words.starts_with(' ')) target() += ' ';
    if (is_bold_) words = bold(style_, words);
    if (is_inline_code_) words = cyan(style_, words);
    target() += address_.empty() ? words : hyperlink(style_, address_, words);
  }

  template <typename Write>
  void in_code(Write write) {
    is_inline_code_ = true;
    write();
    is_inline_code_ = false;
  }

  template <typename Write>
  void in_bold(Write write) {
    const bool was_bold = std::exchange(is_bold_, true);
    write();
    is_bold_ = was_bold;
  }

  void link(const Node& node) {
    if (!address_.empty() || !content::is_safe_address(node.attribute)) return write_all(node.children);
    address_ = node.attribute;
    write_all(node.children);
    address_.clear();
  }

  /// The name of a picture, which is a link to it.
  void picture(const Node& node) {
    const std::string name = content::picture_name(node, caption_);
    if (!address_.empty()) return text("[" + name + "]");
    target() += '[';
    address_ = node.attribute;
    text(name);
    address_.clear();
    target() += ']';
  }

  void script(const Node& node) {
    const std::size_t begin = target().size();
    write_all(node.children);
    std::string& line = target();
    if (begin >= line.size()) return;
    const std::string special = content::raised(std::string_view(line).substr(begin), node.kind == Kind::Superscript);
    if (!special.empty()) line.replace(begin, std::string::npos, special);
  }

  void lines(const Node& node) {
    end_block();
    write_all(node.children);
    end_block();
  }

  void bold_lines(const Node& node) {
    in_bold([&] { lines(node); });
  }

  void heading(const Node& node) {
    end_block();
    // Without bold letters, the marks of Markdown show that a line is a heading.
    if (!style_.color) line_ = std::string(std::clamp(node.number, 2u, 6u), '#') + " ";
    in_bold([&] { write_all(node.children); });
    end_block();
  }

  void note(const Node& node) {
    push("│ ", "│ ");
    if (!node.text.empty()) {
      end_paragraph();
      text(node.text);
      end_paragraph();
    }
    write_blocks(node.children);
    pop();
  }

  std::string coloured(content::CodeStyle kind, const std::string& code) const {
    if (code.empty()) return code;
    switch (kind) {
    case content::CodeStyle::Comment:
      return dim(style_, code);
    case content::CodeStyle::Keyword:
      return bold(style_, code);
    case content::CodeStyle::String:
    case content::CodeStyle::Added:
      return green(style_, code);
    case content::CodeStyle::Number:
      return yellow(style_, code);
    case content::CodeStyle::Removed:
      return red(style_, code);
    case content::CodeStyle::Plain:
      break;
    }
    return code;
  }

  void code(const Node& node) {
    end_block();
    begin_block();
    std::string_view rest = node.text;
    if (rest.ends_with('\n')) rest.remove_suffix(1);
    std::vector<content::CodeRun> runs;
    if (style_.color) runs = content::code_runs(rest, node.attribute);
    if (runs.empty()) runs.push_back({rest.size()});
    std::string line;
    for (const auto& [bytes, kind] : runs) {
      std::string_view run = rest.substr(0, bytes);
      rest.remove_prefix(bytes);
      for (std::size_t end = run.find('\n'); end != std::string_view::npos; end = run.find('\n')) {
        write_line(line + coloured(kind, code_line(run.substr(0, end))));
        line.clear();
        run.remove_prefix(end + 1);
      }
      line += coloured(kind, code_line(run));
    }
    write_line(line);
    gap_ = Gap::Always;
  }

  void list(const Node& node) {
    lists_.empty() ? end_block() : end_line();
    lists_.push_back({node.flag, node.number});
    write_all(node.children);
    end_line();
    lists_.pop_back();
    gap_ = lists_.empty() ? Gap::Always : Gap::UnlessItem;
  }

  void item(const Node& node) {
    end_line();
    if (gap_ == Gap::UnlessItem) gap_ = Gap::None;
    std::string mark = "• ";
    if (!lists_.empty() && lists_.back().is_numbered) mark = std::to_string(lists_.back().number++) + ". ";
    begin_block();
    const bool is_task = node.number != static_cast<std::uint32_t>(content::TaskState::NoTask);
    indents_.push_back({is_task ? "" : mark, std::string(cells(mark), ' '), true});
    if (is_task) line_ = node.number == static_cast<std::uint32_t>(content::TaskState::Done) ? "☑ " : "☐ ";
    for (const Node& child : node.children) {
      const bool is_lead = child.kind == Kind::Paragraph && &child == &node.children.front();
      is_lead ? write_all(child.children) : write_alone(child);
    }
    end_line();
    if (gap_ == Gap::UnlessItem) gap_ = Gap::None;
    pop();
  }

  void definition(const Node& node) {
    end_block();
    gap_ = Gap::None;
    push("    ", "    ");
    write_blocks(node.children);
    end_block();
    gap_ = Gap::None;
    pop();
  }

  void figure(const Node& node) {
    end_block();
    const auto caption = std::ranges::find(node.children, Kind::Caption, &Node::kind);
    if (caption != node.children.end()) caption_ = content::line_of(caption->children);
    write_all(node.children);
    caption_.clear();
    end_block();
  }

  void footnote(const Node& node) {
    if (!content::is_footnote_label(node.attribute)) return write_blocks(node.children);
    push("", "    ");
    text("[" + node.attribute + "] ");
    is_after_label_ = true;
    write_blocks(node.children);
    pop();
  }

  void push(std::string first, std::string others) {
    end_block();
    begin_block();
    indents_.push_back({std::move(first), std::move(others)});
  }

  void pop() {
    end_line();
    const bool has_gap = indents_.back().is_item && indents_.back().has_gap;
    indents_.pop_back();
    gap_ = lists_.empty() || has_gap ? Gap::Always : Gap::None;
  }

  void table(const Node& node) {
    end_block();
    write_all(node.children);
    write_table();
  }

  void cell(const Node& node) {
    if (rows_.empty()) return write_all(node.children);
    rows_.back().push_back({.columns = std::max(node.number, 1u), .is_head = node.flag, .alignment = node.attribute});
    node.flag ? in_bold([&] { write_all(node.children); }) : write_all(node.children);
  }

  void write_table() {
    const std::vector<TableRow> rows = std::exchange(rows_, {});
    const std::vector<std::string> lines = table_lines(rows, room(style_.width));
    begin_block();
    for (const std::string& line : lines) write_line(line);
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

  void write_line(std::string_view line) {
    std::string prefix;
    for (Indent& indent : indents_) prefix += std::exchange(indent.first, indent.others);
    out_.append(prefix).append(line);
    while (line.empty() && out_.ends_with(' ')) out_.pop_back();
    out_ += '\n';
  }

  void end_line() {
    needs_blank_ = false;
    while (line_.ends_with(' ')) line_.pop_back();
    if (line_.empty()) return;
    begin_block();
    for (const std::string& part : wrap(line_, room(text_width(style_)))) write_line(part);
    line_.clear();
  }

  void end_block() {
    if (!rows_.empty()) return; // inside a table
    const bool has_line = line_.find_first_not_of(' ') != std::string::npos;
    end_line();
    if (has_line) gap_ = Gap::Always;
  }

  /// The same, except that the first paragraph of a footnote continues the line of its mark.
  void end_paragraph() {
    if (!std::exchange(is_after_label_, false)) end_block();
  }

  const Style& style_;
  std::string out_, line_;
  std::string address_; ///< of the link that is being written
  std::string caption_; ///< of the figure
  std::vector<Indent> indents_;
  std::vector<List> lists_;
  std::vector<TableRow> rows_; ///< of the table that is being written
  bool is_bold_ = false, is_inline_code_ = false;
  bool needs_blank_ = false; ///< between a picture or formula and the text after it
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

std::string content_for_people(const Content& content, const Style& style) { return ArticleText(style).run(content); }

} // namespace trawl::cli
