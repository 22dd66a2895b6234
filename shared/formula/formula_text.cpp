// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/formula/formula_text.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/content/raised.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace trawl::formula {
namespace {

struct Element {
  std::string_view name;
  std::string text; ///< of an element without children
  std::vector<Element> children;
};

/// A character of Mathematical Alphanumeric Symbols as the letter that it is a style of.
char32_t without_style(char32_t c) {
  if (c >= 0x1D400 && c < 0x1D6A4) return (c - 0x1D400) % 52 < 26 ? 'A' + (c - 0x1D400) % 26 : 'a' + (c - 0x1D400) % 26;
  if (c >= 0x1D7CE && c < 0x1D800) return '0' + (c - 0x1D7CE) % 10;
  if (c < 0x1D6A8 || c >= 0x1D7CC) return c;
  const char32_t place = (c - 0x1D6A8) % 58; // 25 capitals, nabla, 25 small letters, then variants
  return place < 25 ? 0x391 + place : place == 25 ? 0x2207 : place < 51 ? 0x3B1 + place - 26 : c;
}

void append_decoded(std::string& out, std::string_view html) {
  constexpr auto kNames = std::to_array<std::pair<std::string_view, char>>(
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#x27;", '\''}});
  while (!html.empty()) {
    const auto name = std::ranges::find_if(kNames, [&](const auto& pair) { return html.starts_with(pair.first); });
    unsigned code = 0;
    if (name != kNames.end()) {
      out += name->second;
      html.remove_prefix(name->first.size());
    } else if (html.starts_with("&#") &&
               std::from_chars(html.data() + 2, html.data() + html.size(), code).ec == std::errc{}) {
      utf8::append(out, without_style(code));
      html.remove_prefix(std::min(html.find(';'), html.size() - 1) + 1);
    } else {
      std::size_t position = 0;
      utf8::append(out, without_style(utf8::next(html, position)));
      html.remove_prefix(position);
    }
  }
}

/// Reads the element that `html` begins with and removes it.
Element read(std::string_view& html) {
  Element element;
  html.remove_prefix(1);
  element.name = html.substr(0, html.find_first_of(" >"));
  html.remove_prefix(html.find('>') + 1);
  while (!html.starts_with("</")) {
    if (html.starts_with('<')) {
      element.children.push_back(read(html));
    } else {
      append_decoded(element.text, html.substr(0, html.find('<')));
      html.remove_prefix(html.find('<'));
    }
  }
  html.remove_prefix(html.find('>') + 1);
  return element;
}

bool is_one_character(std::string_view text) { return utf8::length(text) == 1; }

bool has_spaced_operator(std::string_view text) { return text.contains(' ') || text.contains('/'); }

std::string in_parentheses(const std::string& text) {
  return is_one_character(text) || (!has_spaced_operator(text) && utf8::length(text) < 4) ? text : "(" + text + ")";
}

/// "ₜ₋₁"; "_(t−1,x)" if Unicode lacks one of the characters.
std::string script(std::string text, bool is_up) {
  std::erase(text, ' ');
  if (is_up && text.starts_with("′")) return text;
  std::string out;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t begin = position;
    const char32_t c = utf8::next(text, position);
    const std::string one = content::raised(c == 0x2212 ? "-" : text.substr(begin, position - begin), is_up);
    if (one.empty()) return (is_up ? "^" : "_") + (is_one_character(text) ? text : "(" + text + ")");
    out += one;
  }
  return out;
}

class Writer {
 public:
  std::optional<std::string> write(const Element& element) {
    std::string out = of(element);
    if (!lines_.empty() && out != lines_) reads_well_ = false;
    return reads_well_ ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  std::string of(const Element& element) {
    const std::string_view name = element.name;
    const auto child = [&](std::size_t at) { return at < element.children.size() ? of(element.children[at]) : ""; };
    if (name == "mi" || name == "mn" || name == "mtext" || name == "mo") return element.text;
    if (name == "mspace" || name == "mphantom") return " ";
    if (name == "msub" || name == "munder") return child(0) + script(child(1), false);
    if (name == "msup") return child(0) + script(child(1), true);
    if (name == "msubsup" || name == "munderover") return child(0) + script(child(1), false) + script(child(2), true);
    if (name == "mover") return over(child(0), child(1));
    if (name == "msqrt") return "√" + in_parentheses(row(element));
    if (name == "mroot") return script(child(1), true) + "√" + in_parentheses(child(0));
    if (name == "mfrac") return fraction(element);
    if (name == "mtable") return lines(element);
    if (name == "menclose") reads_well_ = false;
    return row(element);
  }

  /// A table is the lines of an equation if nothing stands beside it.
  std::string lines(const Element& table) {
    if (!std::exchange(lines_, "").empty()) reads_well_ = false;
    for (const Element& line : table.children) lines_ += (lines_.empty() ? "" : "\n") + of(line);
    return lines_;
  }

  std::string fraction(const Element& element) {
    if (element.children.size() != 2 || is_in_fraction_) reads_well_ = false;
    if (!reads_well_) return {};
    is_in_fraction_ = true;
    const std::string above = of(element.children[0]), below = of(element.children[1]);
    is_in_fraction_ = false;
    return in_parentheses(above) + "/" + in_parentheses(below);
  }

  std::string over(const std::string& base, const std::string& accent) {
    constexpr auto kCombining = std::to_array<std::pair<std::string_view, std::string_view>>({{"^", "\u0302"},
                                                                                              {"~", "\u0303"},
                                                                                              {"¯", "\u0304"},
                                                                                              {"‾", "\u0304"},
                                                                                              {"˙", "\u0307"},
                                                                                              {"¨", "\u0308"},
                                                                                              {"⃗", "\u20D7"},
                                                                                              {"→", "\u20D7"}});
    const auto* const found =
        std::ranges::find(kCombining, accent, &std::pair<std::string_view, std::string_view>::first);
    if (found == kCombining.end()) return base + script(accent, true);
    if (!is_one_character(base)) reads_well_ = false;
    return base + std::string(found->second);
  }

  /// The children side by side, with blanks around operators that have something on both sides.
  std::string row(const Element& element) {
    constexpr std::string_view kTight = "()[]{}|.!/′∣∥⟨⟩⌊⌋⌈⌉‖:∇∂∫∑∏√";
    std::string out = element.text;
    bool has_operand = false; // before the place
    for (const Element& child : element.children) {
      const std::string text = of(child);
      if (child.name != "mo" || text == "…" || text == "⋯") {
        const bool is_word = child.name == "mi" && text.size() > 1 && ascii::is_alpha(text[0]); // log, max
        const bool follows_letter = !out.empty() && ascii::is_alnum(out.back());
        if (is_word && follows_letter) out += ' ';
        out += text;
        has_operand = true; // an empty one, too: KaTeX puts it before an operator that has two sides
        continue;
      }
      if (text == "\u2061" || text == "\u2062" || text == "\u2063" || text == "\u2064") continue;
      if (text == "," || text == ";") {
        out += text + " ";
      } else if (kTight.contains(text)) {
        out += text;
        has_operand = text == ")" || text == "]" || text == "}";
        continue;
      } else if (has_operand) {
        out += " " + text + " ";
      } else {
        out += text;
      }
      has_operand = false;
    }
    return out;
  }

  bool reads_well_ = true;
  std::string lines_; ///< of a table
  bool is_in_fraction_ = false;
};

} // namespace

std::string formula_text(std::string_view mathml) {
  const auto text = Writer().write(read(mathml));
  if (!text) return {};
  std::string out;
  for (const char c : ascii::trim(*text)) {
    if (c != ' ' || !(out.ends_with(' ') || out.ends_with('\n'))) out += c;
  }
  return out;
}

std::string formula_text(MathmlWriter& writer, const std::string& tex, FormulaTime& time) {
  const std::string mathml = writer.write(tex, false, time);
  return mathml.empty() ? tex : formula_text(mathml);
}

} // namespace trawl::formula
