// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/mathml_tex.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/html/text.h"
#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

constexpr int kMaxDepth = 64;

using Names = std::pair<std::string_view, std::string_view>;

/// Characters above a letter, and their commands.
constexpr auto kAccents = std::to_array<Names>({{"^", "\\hat"},
                                                {"ˆ", "\\hat"},
                                                {"~", "\\tilde"},
                                                {"˜", "\\tilde"},
                                                {"¯", "\\bar"},
                                                {"ˉ", "\\bar"},
                                                {"‾", "\\overline"},
                                                {"_", "\\overline"},
                                                {"→", "\\vec"},
                                                {"⃗", "\\vec"},
                                                {"˙", "\\dot"},
                                                {"¨", "\\ddot"},
                                                {"⏞", "\\overbrace"}});
constexpr auto kBelow = std::to_array<Names>({{"_", "\\underline"}, {"̲", "\\underline"}, {"⏟", "\\underbrace"}});
/// Operators under and over which TeX puts limits.
constexpr auto kLimits = std::to_array<std::string_view>(
    {"∑", "∏", "∐", "⋃", "⋂", "⨁", "⨂", "lim", "max", "min", "sup", "inf", "lim sup", "lim inf", "argmax", "argmin"});
constexpr auto kFunctions = std::to_array<std::string_view>(
    {"arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim",  "exp", "gcd", "hom", "inf",
     "ker",    "lg",     "lim",    "ln",  "log", "max",  "min", "Pr",  "sec", "sin", "sinh", "sup", "tan", "tanh"});

std::string_view command(std::span<const Names> names, std::string_view text) {
  const auto found = std::ranges::find(names, text, &Names::first);
  return found == names.end() ? std::string_view{} : found->second;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\backslash ";
    } else {
      if (std::string_view("{}#%&_$").contains(c)) out += '\\';
      out += c;
    }
  }
  return out;
}

class TexWriter {
 public:
  explicit TexWriter(const Dom& dom) : dom_(dom) {}

  std::string of(NodeId node) {
    if (dom_[node].tag == Tag::Text) return escaped(squeeze(dom_[node].text));
    if (!dom_.is_element(node) || depth_ == kMaxDepth) return {};
    ++depth_;
    std::string tex = element(node);
    --depth_;
    return tex;
  }

 private:
  std::vector<NodeId> children(NodeId node) const {
    std::vector<NodeId> found;
    for (NodeId at = dom_[node].first_child; at != kNoNode; at = dom_[at].next_sibling)
      if (dom_.is_element(at)) found.push_back(at);
    return found;
  }

  std::string all(NodeId node) {
    std::string tex;
    for (NodeId at = dom_[node].first_child; at != kNoNode; at = dom_[at].next_sibling) tex += of(at);
    return tex;
  }

  std::string argument(const std::vector<NodeId>& parts, std::size_t i) {
    return i < parts.size() ? "{" + of(parts[i]) + "}" : "{}";
  }

  std::string element(NodeId node) {
    const std::string_view name = dom_[node].text;
    if (name == "mi" || name == "mo" || name == "mn" || name == "mtext") return leaf(node, name);
    if (name == "annotation" || name == "annotation-xml") return {};
    if (name == "mspace") return "\\ ";
    const std::vector<NodeId> parts = children(node);
    if (name == "mfrac") return "\\frac" + argument(parts, 0) + argument(parts, 1);
    if (name == "msqrt") return "\\sqrt{" + all(node) + "}";
    if (name == "mroot") return "\\sqrt[" + argument(parts, 1) + "]" + argument(parts, 0);
    if (name == "msub") return base(parts) + "_" + argument(parts, 1);
    if (name == "msup") return base(parts) + "^" + argument(parts, 1);
    if (name == "msubsup") return base(parts) + "_" + argument(parts, 1) + "^" + argument(parts, 2);
    if (name == "munder") return around(parts, 1, 0);
    if (name == "mover") return around(parts, 0, 1);
    if (name == "munderover") return around(parts, 1, 2);
    if (name == "mtable") return table(node, parts);
    if (name == "mrow" && parts.size() > 2 && is_fence(parts.front()) && is_fence(parts.back())) return fenced(parts);
    return all(node);
  }

  /// Whether it is a bracket that grows with what is in the row.
  bool is_fence(NodeId node) const {
    constexpr auto kFences =
        std::to_array<std::string_view>({"(", ")", "[", "]", "{", "}", "|", "‖", "⟨", "⟩", "⌊", "⌋", "⌈", "⌉"});
    return dom_[node].text == "mo" && dom_.attribute(node, "stretchy") != "false" &&
           std::ranges::find(kFences, squeeze(raw_text(dom_, node))) != kFences.end();
  }

  std::string fenced(const std::vector<NodeId>& parts) {
    std::string tex = "\\left";
    for (const NodeId part : parts) tex += (part == parts.back() ? "\\right" : "") + of(part);
    return tex;
  }

  /// Text with its blanks, of which those at its edges are often no-break spaces.
  std::string text_of(NodeId node) const {
    std::string text = raw_text(dom_, node);
    for (std::size_t at = text.find("\u00A0"); at != std::string::npos; at = text.find("\u00A0", at))
      text.replace(at, 2, " ");
    return ascii::trim(text).empty() ? "\\ " : "\\text{" + escaped(text) + "}";
  }

  std::string leaf(NodeId node, std::string_view name) {
    if (name == "mtext") return text_of(node);
    const std::string text = squeeze(raw_text(dom_, node));
    if (text.size() < 2 || !ascii::is_alpha(text[0])) {
      constexpr auto kInvisible = std::to_array<std::string_view>({"\u2061", "\u2062", "\u2063", "\u2064"});
      return std::ranges::find(kInvisible, text) == kInvisible.end() ? escaped(text) : std::string();
    }
    if (std::ranges::find(kFunctions, text) != kFunctions.end()) return "\\" + text + " ";
    return (has_limits(text) ? "\\operatorname*{" : "\\operatorname{") + escaped(text) + "}";
  }

  static bool has_limits(std::string_view text) { return std::ranges::find(kLimits, text) != kLimits.end(); }

  /// What has scripts: in braces unless it is one symbol or name.
  std::string base(const std::vector<NodeId>& parts) {
    if (parts.empty()) return "{}";
    const std::string_view name = dom_[parts[0]].text;
    return name == "mi" || name == "mo" || name == "mn" ? of(parts[0]) : argument(parts, 0);
  }

  /// Something with parts `under` and `over` it; 0: there is none.
  std::string around(const std::vector<NodeId>& parts, std::size_t under, std::size_t over) {
    if (parts.empty()) return {};
    if (has_limits(squeeze(raw_text(dom_, parts[0])))) {
      return base(parts) + (under > 0 ? "_" + argument(parts, under) : "") +
             (over > 0 ? "^" + argument(parts, over) : "");
    }
    std::string tex = argument(parts, 0);
    if (over > 0) tex = "{" + stacked(kAccents, "\\overset", parts, over, tex) + "}";
    if (under > 0) tex = stacked(kBelow, "\\underset", parts, under, tex);
    return tex;
  }

  std::string stacked(std::span<const Names> names, std::string_view other, const std::vector<NodeId>& parts,
                      std::size_t i, const std::string& tex) {
    const std::string_view known =
        i < parts.size() ? command(names, squeeze(raw_text(dom_, parts[i]))) : std::string_view{};
    return known.empty() ? std::string(other) + argument(parts, i) + tex : std::string(known) + tex;
  }

  std::string table(NodeId node, const std::vector<NodeId>& rows) {
    const std::string name = dom_.attribute(node, "columnalign").starts_with("right left") ? "{aligned}" : "{matrix}";
    std::string tex = "\\begin" + name;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      tex += row == 0 ? " " : " \\\\ ";
      const std::vector<NodeId> cells = children(rows[row]);
      for (std::size_t cell = 0; cell < cells.size(); ++cell) tex += (cell == 0 ? "" : " & ") + of(cells[cell]);
    }
    return tex + " \\end" + name;
  }

  const Dom& dom_;
  int depth_ = 0;
};

} // namespace

std::string tex_of_mathml(const Dom& dom, NodeId math) { return TexWriter(dom).of(math); }

} // namespace trawl::html
