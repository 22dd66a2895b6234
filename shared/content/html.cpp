// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/html.h"

#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"
#include "shared/content/code_colours.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace trawl::content {
namespace {

/// Runs of code that a page has at most; code after them has no colours. Each takes about thirty bytes of HTML.
constexpr std::size_t kMostRuns = 50'000;

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + html_escape(value) + "\"";
}

std::string_view name_of(CodeStyle style) {
  constexpr std::array<std::string_view, 7> kNames{"", "comment", "keyword", "string", "number", "added", "removed"};
  return kNames.at(static_cast<std::size_t>(style));
}

class HtmlWriter {
 public:
  enum class Output { Html, Text };
  HtmlWriter(const HtmlOptions& options, Output output)
      : options_(options), is_text_(output == Output::Text), mark_(options.marks.begin()) {}

  HtmlContent run(const Content& content) {
    write_blocks(content);
    end_mark();
    return std::move(out_);
  }

 private:
  void write_all(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) write(node);
  }

  /// Pictures and formulas between paragraphs are written as blocks, too.
  void write_blocks(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) write_alone(node);
  }

  void write_alone(const Node& node) {
    if (node.kind != Kind::Picture) return write(node);
    if (!is_shown_picture(node)) return;
    open("p", " class=\"picture\"");
    picture(node);
    close("p");
  }

  void write(const Node& node) { is_inside_lines(node.kind) ? write_inside(node) : write_block(node); }

  void write_block(const Node& node) {
    switch (node.kind) {
    case Kind::Heading:
      return heading(node);
    case Kind::Term:
      return element("dt", "", node);
    case Kind::Caption:
      return element(is_in_table_ ? "caption" : "figcaption", "", node);
    case Kind::Attribution:
      return element("p", " class=\"attribution\"", node);
    case Kind::Cell:
      return cell(node);
    case Kind::Quote:
      return container("blockquote", node);
    case Kind::Note:
      return note(node);
    case Kind::List:
      return list(node);
    case Kind::Item:
      return item(node);
    case Kind::DefinitionList:
      return element("dl", "", node);
    case Kind::Definition:
      return container("dd", node);
    case Kind::Table:
      return table(node);
    case Kind::Row:
      return element("tr", "", node);
    case Kind::Figure:
      return figure(node);
    case Kind::Footnote:
      return footnote(node);
    case Kind::Code:
      return code(node);
    default:
      return element("p", "", node);
    }
  }

  // Everything is written by the next three functions. Marks end at tags, so that elements stay balanced.

  /// A tag of a block, or another that a word does not continue across.
  void tag(std::string_view html) {
    inline_tag(html);
    if (is_text_) out_.html += '\n';
    ++position_;
  }

  void inline_tag(std::string_view html) {
    end_mark();
    if (!is_text_) out_.html += html;
  }

  void write_text(std::string_view text) {
    if (is_in_heading_) append_html_escaped(out_.headings.back().html, text);
    if (is_text_) {
      out_.html += text;
      return;
    }
    while (!text.empty()) {
      while (mark_ != options_.marks.end() && position_ >= mark_->end) {
        end_mark();
        ++mark_;
      }
      const std::size_t run = std::min(text.size(), next_edge() - position_);
      append_html_escaped(out_.html, text.substr(0, run));
      text.remove_prefix(run);
      position_ += run;
    }
  }

  /// Begins the mark at the position, if there is one. Returns where it ends, or where the next one begins.
  std::size_t next_edge() {
    if (mark_ == options_.marks.end()) return std::string::npos;
    if (position_ < mark_->begin) return mark_->begin;
    if (!std::exchange(is_in_mark_, true)) {
      out_.html += "<mark>";
      out_.marks += position_ == mark_->begin ? 1 : 0;
    }
    return mark_->end;
  }

  void end_mark() {
    if (std::exchange(is_in_mark_, false)) out_.html += "</mark>";
  }

  void element(std::string_view name, std::string_view attributes, const Node& node) {
    open(name, attributes);
    write_all(node.children);
    close(name);
  }

  /// An element of blocks.
  void container(std::string_view name, const Node& node) {
    open(name);
    write_blocks(node.children);
    close(name);
  }

  static std::string start_tag(std::string_view name, std::string_view attributes) {
    return "<" + std::string(name).append(attributes) + ">";
  }
  static std::string end_tag(std::string_view name) { return "</" + std::string(name) + ">"; }

  void open(std::string_view name, std::string_view attributes = {}) { tag(start_tag(name, attributes)); }
  void close(std::string_view name) {
    tag(end_tag(name));
    write_text("\n");
  }
  void open_inline(std::string_view name, std::string_view attributes = {}) { inline_tag(start_tag(name, attributes)); }
  void close_inline(std::string_view name) { inline_tag(end_tag(name)); }

  void heading(const Node& node) {
    while (!above_.empty() && above_.back() >= node.number) above_.pop_back();
    above_.push_back(node.number);
    const auto level = static_cast<std::uint32_t>(std::min<std::size_t>(1 + above_.size(), 6));
    const std::string name = "h" + std::to_string(level);
    if (!options_.has_heading_ids) return element(name, "", node);
    out_.headings.push_back({level, "part-" + std::to_string(out_.headings.size() + 1), ""});
    open(name, attribute("id", out_.headings.back().id));
    is_in_heading_ = true;
    write_all(node.children);
    is_in_heading_ = false;
    close(name);
  }

  void cell(const Node& node) {
    std::string attributes = node.number > 1 ? attribute("colspan", std::to_string(node.number)) : "";
    // A style would be refused by the page, which allows none inside a text.
    if (is_alignment(node.attribute)) attributes += attribute("align", node.attribute);
    // A header without words heads nothing: a screen reader would announce it.
    element(node.flag && !node.children.empty() ? "th" : "td", attributes, node);
  }

  void note(const Node& node) {
    const std::string kind = ascii::to_lower(name_of(static_cast<NoteKind>(node.number)));
    open("aside", attribute("class", kind.empty() ? "note" : "note " + kind));
    if (!node.text.empty()) {
      open("p", " class=\"title\"");
      write_text(node.text);
      close("p");
    }
    write_blocks(node.children);
    close("aside");
  }

  void list(const Node& node) {
    const bool starts_elsewhere = node.flag && node.number != 1;
    element(node.flag ? "ol" : "ul", starts_elsewhere ? attribute("start", std::to_string(node.number)) : "", node);
  }

  void item(const Node& node) {
    open("li");
    if (node.number == static_cast<std::uint32_t>(TaskState::Open)) task_box("☐");
    if (node.number == static_cast<std::uint32_t>(TaskState::Done)) task_box("☑");
    // The lines of a short item are written without a paragraph, so that it is displayed without space around it.
    for (const Node& child : node.children) {
      const bool is_lead = child.kind == Kind::Paragraph && &child == &node.children.front();
      is_lead ? write_all(child.children) : write_alone(child);
    }
    close("li");
  }

  void task_box(std::string_view box) {
    open_inline("span", " class=\"task\"");
    write_text(box);
    close_inline("span");
    write_text(" ");
  }

  void table(const Node& node) {
    // A wide table scrolls inside its box; the page does not.
    open("div", " class=\"table\"");
    open("table");
    const bool was_in_table = std::exchange(is_in_table_, true);
    write_all(node.children);
    is_in_table_ = was_in_table;
    tag(end_tag("table"));
    close("div");
  }

  void figure(const Node& node) {
    const bool was_in_table = std::exchange(is_in_table_, false);
    const auto caption = std::ranges::find(node.children, Kind::Caption, &Node::kind);
    if (caption != node.children.end()) caption_ = line_of(caption->children);
    element("figure", "", node);
    caption_.clear();
    is_in_table_ = was_in_table;
  }

  void footnote(const Node& node) {
    if (!is_footnote_label(node.attribute)) return write_blocks(node.children);
    open("div", " class=\"footnote\"" + attribute("id", "fn-" + node.attribute));
    open_inline("a", " class=\"mark\"" + attribute("href", "#fnref-" + node.attribute));
    write_text(node.attribute);
    close_inline("a");
    write_text(" ");
    write_blocks(node.children);
    close("div");
  }

  void code(const Node& node) {
    open("pre");
    open_inline("code", node.attribute.empty() ? "" : attribute("class", "language-" + node.attribute));
    write_code(node);
    if (!node.text.ends_with('\n')) write_text("\n");
    close_inline("code");
    close("pre");
  }

  void write_code(const Node& node) {
    std::vector<CodeRun> runs;
    if (!is_text_ && options_.has_code_colours) runs = code_runs(node.text, node.attribute);
    coloured_ += runs.size();
    if (runs.empty() || coloured_ > kMostRuns) return write_text(node.text);
    std::string_view rest = node.text;
    for (const auto& [bytes, style] : runs) {
      if (style != CodeStyle::Plain) open_inline("span", attribute("class", name_of(style)));
      write_text(rest.substr(0, bytes));
      if (style != CodeStyle::Plain) close_inline("span");
      rest.remove_prefix(bytes);
    }
  }

  void write_inside(const Node& node) {
    switch (node.kind) {
    case Kind::Text:
      return write_text(node.text);
    case Kind::LineBreak:
      return tag("<br>");
    case Kind::CodeSpan:
      open_inline("code");
      write_text(node.text);
      return close_inline("code");
    case Kind::Formula:
      return formula(node);
    case Kind::Picture:
      if (!is_shown_picture(node)) return;
      picture(node);
      return write_text("\n");
    case Kind::Link:
      return link(node);
    case Kind::FootnoteMark:
      return footnote_mark(node);
    default:
      return marked(node);
    }
  }

  void marked(const Node& node) {
    const std::string_view name = node.kind == Kind::Strong          ? "strong"
                                  : node.kind == Kind::Strikethrough ? "del"
                                  : node.kind == Kind::Superscript   ? "sup"
                                  : node.kind == Kind::Subscript     ? "sub"
                                                                     : "em";
    open_inline(name);
    write_all(node.children);
    close_inline(name);
  }

  void link(const Node& node) {
    if (is_in_link_ || !is_safe_address(node.attribute)) return write_all(node.children);
    open_inline("a", attribute("href", node.attribute) + " rel=\"noopener noreferrer\"");
    is_in_link_ = true;
    write_all(node.children);
    is_in_link_ = false;
    close_inline("a");
  }

  void picture(const Node& node) {
    const std::string name = picture_name(node, caption_);
    const OwnPicture own = options_.find_picture ? options_.find_picture(node.attribute) : OwnPicture{};
    if (!own.path.empty()) {
      out_.has_own_pictures = true;
      return tag("<img" + attribute("src", own.path) + attribute("alt", node.text) +
                 attribute("width", std::to_string(own.width)) + attribute("height", std::to_string(own.height)) +
                 " loading=\"lazy\">");
    }
    out_.has_pictures = out_.has_pictures || options_.has_pictures || !is_in_link_;
    if (options_.has_pictures)
      return tag("<img" + attribute("src", node.attribute) + attribute("alt", node.text) +
                 " loading=\"lazy\" referrerpolicy=\"no-referrer\">");
    if (is_in_link_) return write_text("[" + name + "]");
    open_inline("a", " class=\"picture\"" + attribute("href", node.attribute) + " rel=\"noopener noreferrer\"");
    write_text(name);
    close_inline("a");
  }

  void formula(const Node& node) {
    const bool may_be_mathml = !is_text_ && options_.write_formula != nullptr;
    const std::string mathml = may_be_mathml ? options_.write_formula(node.text, node.flag) : "";
    const std::string_view name = mathml.empty() ? "code" : "span";
    open_inline(name, node.flag ? " class=\"formula display\"" : " class=\"formula\"");
    mathml.empty() ? write_text(node.text) : write_mathml(mathml, node.text.size());
    close_inline(name);
    if (node.flag) write_text("\n");
  }

  /// Instead of `size` bytes of text. A mark within them marks the whole formula.
  void write_mathml(std::string_view mathml, std::size_t size) {
    if (is_in_heading_) out_.headings.back().html += mathml;
    position_ += size;
    std::size_t marks = 0;
    for (; mark_ != options_.marks.end() && mark_->end <= position_; ++mark_) ++marks;
    out_.marks += marks;
    out_.html.append(marks > 0 ? "<mark>" : "").append(mathml).append(marks > 0 ? "</mark>" : "");
  }

  void footnote_mark(const Node& node) {
    if (!is_footnote_label(node.attribute)) return write_text(node.text);
    const std::string& label = node.attribute;
    // A footnote may be referenced twice, but an id may occur only once.
    const bool is_first = marks_.insert(label).second;
    open_inline("sup", " class=\"mark\"" + (is_first ? attribute("id", "fnref-" + label) : ""));
    if (!is_in_link_) open_inline("a", attribute("href", "#fn-" + label));
    write_text(label);
    if (!is_in_link_) close_inline("a");
    close_inline("sup");
  }

  const HtmlOptions& options_;
  const bool is_text_;
  HtmlContent out_;
  std::span<const TextRange>::iterator mark_; ///< the first that does not end before the position
  std::size_t position_ = 0;                  ///< in the shown text
  std::vector<std::uint32_t> above_;          ///< levels of the last heading and of those that it stands under
  std::size_t coloured_ = 0;                  ///< runs of code
  bool is_in_mark_ = false, is_in_heading_ = false, is_in_table_ = false, is_in_link_ = false;
  std::string caption_;         ///< of the figure
  std::set<std::string> marks_; ///< labels of the footnote marks so far
};

} // namespace

HtmlContent to_html_content(const Content& content, const HtmlOptions& options) {
  return HtmlWriter(options, HtmlWriter::Output::Html).run(content);
}

std::string to_html(const Content& content, const HtmlOptions& options) {
  return to_html_content(content, options).html;
}

std::string shown_text(const Content& content, const HtmlOptions& options) {
  return HtmlWriter(options, HtmlWriter::Output::Text).run(content).html;
}

} // namespace trawl::content
