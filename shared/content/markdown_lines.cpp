// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/markdown_lines.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/content/raised.h"

#include <algorithm>
#include <utility>

namespace trawl::content {
namespace {

bool is_ascii_punctuation(char32_t c) { return c > ' ' && c < 0x7F && !ascii::is_alnum(static_cast<char>(c)); }

/// Whether the character is certainly neither punctuation nor white space in CommonMark. Unicode blocks that contain
/// any punctuation or symbols count as punctuation; at worst a character reference is written needlessly.
bool is_letter(char32_t c) {
  if (c < 0x80) return ascii::is_alnum(static_cast<char>(c));
  return c >= 0xC0 && !(c >= 0x2000 && c < 0x2C00) && !(c >= 0x3000 && c < 0x3040) && !(c >= 0xFE10 && c < 0xFE70) &&
         !(c >= 0xFF00 && c < 0xFF66) && c < 0x1F000;
}

bool is_blank(char32_t c) { return c <= ' ' || c == 0xA0; }

/// Whether the byte never needs escaping.
bool is_plain(char c) { return ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 || c == ',' || c == '\''; }

char32_t last_of(std::string_view text) {
  if (text.empty()) return ' ';
  std::size_t at = text.size() - 1;
  while (at > 0 && (text[at] & 0xC0) == 0x80) --at;
  return utf8::next(text, at);
}

char32_t first_of(std::string_view text) {
  std::size_t at = 0;
  return text.empty() ? U' ' : utf8::next(text, at);
}

std::string reference_to(char32_t c) { return "&#" + std::to_string(static_cast<std::uint32_t>(c)) + ";"; }

/// "&amp;" and the like in the text itself.
bool is_like_reference(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && end < 40 && (ascii::is_alnum(text[end]) || text[end] == '#')) ++end;
  return end > 1 && end < text.size() && text[end] == ';';
}

/// TeX between dollar signs: on one line, without a dollar sign that would end it or a final backslash that would
/// continue it.
std::string inline_tex(std::string_view text, LineUse use) {
  std::string tex;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size()) {
      const char next = text[++at];
      use == LineUse::TableCell&& next == '|' ? tex += "\\Vert "
                                              : (tex += c, tex += ascii::is_space(next) ? ' ' : next);
    } else if (c == '\\') {
      tex += "\\ {}";
    } else if (c == '$') {
      tex += "\\$";
    } else if (c == '|' && use == LineUse::TableCell) {
      tex += "\\vert ";
    } else if (c == '(' && tex.ends_with(']')) {
      tex += " ("; // not a link either
    } else if (c == '<') {
      tex += at + 1 < text.size() && !ascii::is_digit(text[at + 1]) ? "< " : "<"; // "<b" could begin an element
    } else if (!ascii::is_space(c)) {
      tex += c;
    } else if (!tex.empty() && tex.back() != ' ') {
      tex += ' ';
    }
  }
  while (tex.ends_with(' ') && !tex.ends_with("\\ ")) tex.pop_back();
  return tex.ends_with("\\ ") ? tex + "{}" : tex;
}

class LineWriter {
 public:
  explicit LineWriter(LineUse use) : use_(use) {}

  void write(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) write(node);
  }

  void write_marked(std::string_view mark, const std::vector<Node>& nodes) {
    if (closed_at_ == out_.size() && closed_ == mark) {
      out_.resize(out_.size() - mark.size()); // merge adjacent emphases
      return write_inside(opened_at_, mark, nodes);
    }
    std::string delimiter(mark);
    if (mark.front() == '*' && out_.ends_with('*')) delimiter.assign(mark.size(), '_');
    const std::size_t begin = out_.size();
    out_ += delimiter;
    write_inside(begin, delimiter, nodes);
  }

  std::string take() {
    while (out_.ends_with(' ')) out_.pop_back();
    if (out_.ends_with("\\\n")) out_.resize(out_.size() - 2);
    return std::move(out_);
  }

 private:
  void write(const Node& node) {
    switch (node.kind) {
    case Kind::Text:
      return text(node.text);
    case Kind::LineBreak:
      return line_break();
    case Kind::CodeSpan:
      return code(node.text);
    case Kind::Formula:
      return formula(node.text);
    case Kind::Link:
      return link(node);
    case Kind::Picture:
      return picture(node);
    case Kind::Emphasis:
      return write_marked("*", node.children);
    case Kind::Strong:
      return write_marked("**", node.children);
    case Kind::Strikethrough:
      return write_marked("~~", node.children);
    case Kind::Superscript:
    case Kind::Subscript:
      return script(node);
    case Kind::FootnoteMark:
      return is_footnote_label(node.attribute) ? markup("[^" + node.attribute + "]") : text(node.text);
    default:
      return write(node.children);
    }
  }

  /// Writes `nodes` after the delimiter at `begin` and closes it, so that CommonMark recognises both delimiters: the
  /// inner side of each must not be blank, and if it is punctuation, the outer side must not be a letter (§6.2, left-
  /// and right-flanking). This rule treats a letter written as a character reference as punctuation.
  void write_inside(std::size_t begin, const std::string& delimiter, const std::vector<Node>& nodes) {
    const std::size_t inside = begin + delimiter.size();
    write(nodes);
    std::size_t blanks = 0;
    while (out_.size() > inside && out_.back() == ' ') out_.pop_back(), ++blanks;
    if (out_.size() <= inside) {
      out_.resize(std::min(out_.size(), begin));
    } else {
      const bool is_word_mark = delimiter.front() == '_';
      const char32_t first = first_of(std::string_view(out_).substr(inside));
      const char32_t before = last_of(std::string_view(out_).substr(0, begin));
      std::size_t shift = 0;
      if (!is_letter(first) && !is_blank(before) && !is_ascii_punctuation(before)) shift = refer_to_last(begin);
      opened_at_ = begin + shift;
      guards_next_ = is_word_mark || !is_letter(last_of(out_));
      out_ += delimiter;
      closed_ = delimiter;
      closed_at_ = out_.size();
    }
    if (blanks > 0) out_ += ' ';
  }
  void write_inside(std::size_t begin, std::string_view mark, const std::vector<Node>& nodes) {
    write_inside(begin, std::string(mark), nodes);
  }

  /// Replaces the character before `end` by its reference; returns how many bytes that adds.
  std::size_t refer_to_last(std::size_t end) {
    std::size_t at = end - 1;
    while (at > 0 && (out_[at] & 0xC0) == 0x80) --at;
    std::size_t position = at;
    const std::string reference = reference_to(utf8::next(out_, position));
    const std::size_t size = position - at;
    out_.replace(at, size, reference);
    return reference.size() - size;
  }

  void text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      if (closed_at_ != out_.size() || !guards_next_) {
        // Words, and single spaces between them: most of any text.
        while (at < text.size() && (is_plain(text[at]) || (text[at] == ' ' && at > begin && text[at - 1] != ' '))) ++at;
        out_.append(text, begin, at - begin);
        if (at > begin) continue;
      }
      const char32_t c = utf8::next(text, at);
      if (is_blank(c) && c != 0xA0) {
        if (!out_.empty() && !out_.ends_with(' ') && !out_.ends_with('\n')) out_ += ' ';
      } else if (closed_at_ == out_.size() && guards_next_ && !is_ascii_punctuation(c) && c != 0xA0) {
        out_ += reference_to(c); // see write_inside; a digit after a dollar sign keeps it from closing
      } else if (c >= 0x80) {
        out_.append(text.substr(begin, at - begin));
      } else {
        character(text, begin);
      }
    }
  }

  /// One ASCII character, escaped if it could be read as markup.
  void character(std::string_view text, std::size_t at) {
    const char c = text[at];
    const bool is_line_start = use_ == LineUse::Paragraph && (out_.empty() || out_.ends_with('\n'));
    const char before = at > 0 ? text[at - 1] : ' ', after = at + 1 < text.size() ? text[at + 1] : ' ';
    bool is_escaped = std::string_view("\\`*[]<$~|").contains(c);
    if (c == '_') is_escaped = !(ascii::is_alnum(before) && ascii::is_alnum(after));
    if (c == '&') is_escaped = is_like_reference(text.substr(at));
    if (c == '!') is_escaped = at + 1 == text.size();
    if (is_line_start) is_escaped = is_escaped || std::string_view("#>+-=").contains(c) || (c == ':' && after == '-');
    // "1. " begins an item, "1.5" does not.
    if ((c == '.' || c == ')') && after == ' ' && is_after_item_number()) is_escaped = true;
    if (is_escaped) out_ += '\\';
    out_ += c;
  }

  /// Whether the line so far is a number, which a full stop would make the number of an item.
  bool is_after_item_number() const {
    if (use_ != LineUse::Paragraph) return false;
    std::size_t begin = out_.size();
    while (begin > 0 && ascii::is_digit(out_[begin - 1])) --begin;
    return begin < out_.size() && (begin == 0 || out_[begin - 1] == '\n');
  }

  void line_break() {
    while (out_.ends_with(' ')) out_.pop_back();
    if (out_.empty() || out_.ends_with('\n')) return;
    use_ == LineUse::Paragraph ? out_ += "\\\n" : out_ += ' ';
  }

  /// Markup that is not text. A letter before it needs no escaping.
  void markup(std::string_view markup) { out_ += markup; }

  void code(std::string_view code) {
    std::string line;
    std::size_t longest = 0, run = 0;
    for (const char c : code) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
      if (c == '|' && use_ == LineUse::TableCell) line += '\\';
      line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    if (line.find_first_not_of(' ') == std::string::npos) return;
    const std::string fence(longest + 1, '`');
    const bool is_padded = line.front() == '`' || line.back() == '`' || (line.front() == ' ' && line.back() == ' ');
    if (out_.ends_with('`')) out_ += ' ';
    markup(fence + (is_padded ? " " : "") + line + (is_padded ? " " : "") + fence);
  }

  void formula(std::string_view text) {
    const std::string tex = inline_tex(text, use_);
    if (tex.empty()) return;
    if (out_.ends_with('$')) out_ += ' ';
    markup("$" + tex + "$");
    guards_next_ = true;
    closed_.clear();
    closed_at_ = out_.size();
  }

  void link(const Node& node) {
    if (is_in_link_ || !is_safe_address(node.attribute)) return write(node.children);
    const std::size_t begin = out_.size();
    out_ += '[';
    is_in_link_ = true;
    write(node.children);
    is_in_link_ = false;
    if (out_.size() == begin + 1) return out_.resize(begin);
    const bool is_blank_after = out_.ends_with(' ');
    while (out_.ends_with(' ')) out_.pop_back();
    markup("](" + address(node.attribute) + ")");
    if (is_blank_after) out_ += ' ';
  }

  void picture(const Node& node) {
    if (!is_safe_address(node.attribute)) return;
    markup("![");
    text(node.text);
    while (out_.ends_with(' ')) out_.pop_back();
    markup("](" + address(node.attribute) + ")");
  }

  std::string address(std::string_view address) const {
    std::string out;
    const bool is_bracketed = address.find_first_of("()") != std::string_view::npos;
    for (const char c : address) {
      c == '|' && use_ == LineUse::TableCell ? out += "%7C" : out += c;
    }
    return is_bracketed ? "<" + out + ">" : out;
  }

  void script(const Node& node) {
    const std::string special = raised(line_of(node.children), node.kind == Kind::Superscript);
    special.empty() ? write(node.children) : markup(special);
  }

  LineUse use_;
  std::string out_;
  bool is_in_link_ = false;
  std::string closed_;                        ///< the last closed delimiter
  std::size_t closed_at_ = std::string::npos; ///< where the text after it begins
  std::size_t opened_at_ = 0;                 ///< where it was opened
  bool guards_next_ = false;                  ///< a letter directly after it must be a reference
};

} // namespace

std::string markdown_lines(const std::vector<Node>& nodes, LineUse use) {
  LineWriter writer(use);
  writer.write(nodes);
  return writer.take();
}

std::string markdown_bold(const std::vector<Node>& nodes) {
  const bool is_bold = nodes.size() == 1 && nodes.front().kind == Kind::Strong;
  LineWriter writer(LineUse::OneLine);
  writer.write_marked("**", is_bold ? nodes.front().children : nodes);
  return writer.take();
}

std::string markdown_formula_block(std::string_view tex) {
  std::string out;
  while (!tex.empty()) {
    const std::size_t end = std::min(tex.find('\n'), tex.size());
    const std::string line = inline_tex(tex.substr(0, end), LineUse::Paragraph);
    tex.remove_prefix(std::min(end + 1, tex.size()));
    if (line.empty()) continue; // it would end the block
    // Behind four blanks no line goes on as an item, the underline of a heading or the like.
    const bool is_plain = line.front() == '\\' || ascii::is_alpha(line.front());
    out.append(is_plain ? "\n" : "\n    ").append(line);
  }
  return out.empty() ? out : "$$" + out + "\n$$";
}

} // namespace trawl::content
