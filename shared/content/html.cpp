// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/html.h"

#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"

#include <algorithm>
#include <set>
#include <utility>

namespace trawl::content {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + html_escape(value) + "\"";
}

class HtmlWriter {
 public:
  explicit HtmlWriter(const HtmlOptions& options) : options_(options) {}

  std::string run(const Content& content) {
    write_blocks(content);
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
    const std::size_t begin = out_.size();
    open("p", " class=\"picture\"");
    const std::size_t inside = out_.size();
    write(node);
    if (out_.size() == inside) return out_.resize(begin);
    out_.pop_back(); // the line's end
    close("p");
  }

  void write(const Node& node) { is_inside_lines(node.kind) ? write_inside(node) : write_block(node); }

  void write_block(const Node& node) {
    switch (node.kind) {
    case Kind::Heading:
      return element("h" + std::to_string(std::clamp(node.number, 2u, 6u)), "", node);
    case Kind::Term:
      return element("dt", "", node);
    case Kind::Caption:
      hidden_ += node.flag ? 0 : 1;
      element(is_in_table_ ? "caption" : "figcaption", "", node);
      hidden_ -= node.flag ? 0 : 1;
      return;
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

  /// The position of a node's text in the plain text: after the previous node's text, skipping only separators. npos if
  /// it is not there.
  std::size_t place_of(const std::string& text) const {
    if (options_.marks.empty() || hidden_ > 0 || text.empty()) return std::string_view::npos;
    const std::size_t next = std::min(options_.text.find_first_not_of(" \n|", at_), options_.text.size());
    return options_.text.substr(0, next + text.size()).find(text, at_);
  }

  void write_text(const std::string& text) {
    const std::size_t found = place_of(text);
    if (found == std::string_view::npos) return append_html_escaped(out_, text);
    at_ = found + text.size();
    std::size_t written = found;
    while (next_mark_ < options_.marks.size() && options_.marks[next_mark_].end <= found) ++next_mark_;
    for (std::size_t i = next_mark_; i < options_.marks.size() && options_.marks[i].begin < at_; ++i) {
      const std::size_t begin = std::max(options_.marks[i].begin, written), end = std::min(options_.marks[i].end, at_);
      append_html_escaped(out_, options_.text.substr(written, begin - written));
      out_ += "<mark>" + html_escape(options_.text.substr(begin, end - begin)) + "</mark>";
      written = end;
    }
    append_html_escaped(out_, options_.text.substr(written, at_ - written));
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

  void open(std::string_view name, std::string_view attributes = {}) {
    out_.append("<").append(name).append(attributes).append(">");
  }
  void close(std::string_view name) { out_.append("</").append(name).append(">\n"); }

  void cell(const Node& node) {
    const std::string spans = node.number > 1 ? attribute("colspan", std::to_string(node.number)) : "";
    element(node.flag ? "th" : "td", spans, node);
  }

  void note(const Node& node) {
    const std::string kind = ascii::to_lower(name_of(static_cast<NoteKind>(node.number)));
    open("aside", attribute("class", kind.empty() ? "note" : "note " + kind));
    if (!node.text.empty()) {
      out_ += "<p class=\"title\">";
      write_text(node.text);
      out_ += "</p>\n";
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
    if (node.number == static_cast<std::uint32_t>(TaskState::Open)) out_ += "<span class=\"task\">☐</span> ";
    if (node.number == static_cast<std::uint32_t>(TaskState::Done)) out_ += "<span class=\"task\">☑</span> ";
    // The lines of a short item are written without a paragraph, so that it is displayed without space around it.
    for (const Node& child : node.children) {
      const bool is_lead = child.kind == Kind::Paragraph && &child == &node.children.front();
      is_lead ? write_all(child.children) : write_alone(child);
    }
    close("li");
  }

  void table(const Node& node) {
    // A wide table scrolls inside its box; the page does not.
    out_ += "<div class=\"table\">";
    open("table");
    const bool was_in_table = std::exchange(is_in_table_, true);
    write_all(node.children);
    is_in_table_ = was_in_table;
    out_ += "</table></div>\n";
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
    out_ += "<a class=\"mark\" href=\"#fnref-" + node.attribute + "\">" + node.attribute + "</a> ";
    write_blocks(node.children);
    close("div");
  }

  void code(const Node& node) {
    out_ += "<pre><code";
    if (!node.attribute.empty()) out_ += attribute("class", "language-" + node.attribute);
    out_ += ">";
    write_text(node.text);
    if (!node.text.ends_with('\n')) out_ += "\n";
    out_ += "</code></pre>\n";
  }

  void write_inside(const Node& node) {
    switch (node.kind) {
    case Kind::Text:
      return write_text(node.text);
    case Kind::LineBreak:
      out_ += "<br>";
      return;
    case Kind::CodeSpan:
      out_ += "<code>";
      write_text(node.text);
      out_ += "</code>";
      return;
    case Kind::Formula:
      out_ += node.flag ? "<span class=\"formula display\">" : "<span class=\"formula\">";
      write_text(node.text);
      out_ += "</span>";
      if (node.flag) out_ += '\n';
      return;
    case Kind::Picture:
      return picture(node);
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
    open(name);
    write_all(node.children);
    out_.append("</").append(name).append(">");
  }

  void link(const Node& node) {
    if (is_in_link_ || !is_safe_address(node.attribute)) return write_all(node.children);
    open("a", attribute("href", node.attribute) + " rel=\"noopener noreferrer\"");
    is_in_link_ = true;
    write_all(node.children);
    is_in_link_ = false;
    out_ += "</a>";
  }

  void picture(const Node& node) {
    if (!is_safe_address(node.attribute) || node.attribute.starts_with("mailto:")) return;
    const bool says_more = !node.text.empty() && node.text != caption_;
    if (options_.has_pictures) {
      out_ += "<img" + attribute("src", node.attribute) + attribute("alt", node.text) +
              " loading=\"lazy\" referrerpolicy=\"no-referrer\">";
    } else if (is_in_link_) {
      out_ += "[" + html_escape(says_more ? node.text : "Picture") + "]";
    } else {
      out_ += "<a class=\"picture\"" + attribute("href", node.attribute) + " rel=\"noopener noreferrer\">" +
              html_escape(says_more ? node.text : "Picture") + "</a>";
    }
    out_ += '\n';
  }

  void footnote_mark(const Node& node) {
    if (!is_footnote_label(node.attribute)) return append_html_escaped(out_, node.text);
    if (const std::size_t found = place_of(node.text); found != std::string_view::npos) {
      at_ = found + node.text.size(); // the label is shown instead
    }
    out_ += "<sup class=\"mark\"";
    // A footnote may be referenced twice, but an id may occur only once.
    if (marks_.insert(node.attribute).second) out_ += attribute("id", "fnref-" + node.attribute);
    const std::string label = node.attribute;
    out_ += is_in_link_ ? ">" + label + "</sup>" : "><a href=\"#fn-" + label + "\">" + label + "</a></sup>";
  }

  const HtmlOptions& options_;
  std::string out_;
  std::size_t at_ = 0, next_mark_ = 0; ///< in the plain text, and among the marks
  int hidden_ = 0;                     ///< number of enclosing captions whose text is not in the plain text
  bool is_in_table_ = false, is_in_link_ = false;
  std::string caption_;         ///< of the figure
  std::set<std::string> marks_; ///< labels of the footnote marks so far
};

} // namespace

std::string to_html(const Content& content, const HtmlOptions& options) { return HtmlWriter(options).run(content); }

} // namespace trawl::content
