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
#include "shared/base/utf8.h"

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
constexpr auto kBelow =
    std::to_array<Names>({{"_", "\\underline"}, {"‾", "\\underline"}, {"̲", "\\underline"}, {"⏟", "\\underbrace"}});
/// Operators under and over which TeX puts limits.
constexpr auto kLimits = std::to_array<std::string_view>(
    {"∑", "∏", "∐", "⋃", "⋂", "⨁", "⨂", "lim", "max", "min", "sup", "inf", "lim sup", "lim inf", "argmax", "argmin"});
constexpr auto kFunctions = std::to_array<std::string_view>(
    {"arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim",  "exp", "gcd", "hom", "inf",
     "ker",    "lg",     "lim",    "ln",  "log", "max",  "min", "Pr",  "sec", "sin", "sinh", "sup", "tan", "tanh"});
/// Characters and how authors write them, of several spellings the most frequent one.
constexpr std::string_view kSymbols = R"( α\alpha β\beta γ\gamma δ\delta ϵ\epsilon ε\varepsilon ζ\zeta η\eta θ\theta
 ϑ\vartheta ι\iota κ\kappa λ\lambda μ\mu ν\nu ξ\xi π\pi ϖ\varpi ρ\rho ϱ\varrho σ\sigma ς\varsigma τ\tau υ\upsilon
 ϕ\phi φ\varphi χ\chi ψ\psi ω\omega Γ\Gamma Δ\Delta Θ\Theta Λ\Lambda Ξ\Xi Π\Pi Σ\Sigma Υ\Upsilon Φ\Phi Ψ\Psi Ω\Omega
 ∑\sum ∏\prod ∐\coprod ∫\int ∬\iint ∮\oint ⋃\bigcup ⋂\bigcap ⨁\bigoplus ⨂\bigotimes ∂\partial ∇\nabla ∞\infty ℓ\ell
 ℏ\hbar ∅\emptyset ∀\forall ∃\exists ¬\neg ∠\angle △\triangle ⊤\top ⊥\perp ⋆\star ∘\circ ∙\bullet ⋅\cdot ·\cdot ×\times ÷\div
 ±\pm ∓\mp ⊕\oplus ⊖\ominus ⊗\otimes ⊙\odot ∧\wedge ∨\vee ∩\cap ∪\cup ∖\setminus ≤\leq ≥\geq ≠\neq ≪\ll ≫\gg
 ≺\prec ≻\succ ≡\equiv ≈\approx ≃\simeq ≅\cong ∼\sim ∝\propto ∈\in ∉\notin ∋\ni ⊂\subset ⊃\supset ⊆\subseteq
 ⊇\supseteq ⊢\vdash ⊨\models →\to ←\leftarrow ↔\leftrightarrow ⇒\Rightarrow ⇐\Leftarrow ⇔\Leftrightarrow
 ⟹\implies ⟺\iff ⟶\longrightarrow ↦\mapsto ↑\uparrow ↓\downarrow …\dots ⋯\cdots ⋮\vdots ⋱\ddots ∥\| ‖\| ⟨\langle
 ⟩\rangle ⌊\lfloor ⌋\rfloor ⌈\lceil ⌉\rceil −- ∗* ′' )";
/// The alphabets of Mathematical Alphanumeric Symbols, by 52 letters: https://unicode.org/charts/PDF/U1D400.pdf.
constexpr auto kAlphabets = std::to_array<std::string_view>(
    {"bold", "", "bold-italic", "script", "bold-script", "fraktur", "double-struck", "bold-fraktur", "sans-serif",
     "bold-sans-serif", "sans-serif", "bold-sans-serif", "monospace"});
/// Their letters that are older and elsewhere.
constexpr auto kElsewhere = std::to_array<std::array<std::string_view, 2>>({
    {"double-struck", "ℂC ℍH ℕN ℙP ℚQ ℝR ℤZ "},
    {"script", "ℬB ℰE ℱF ℋH ℐI ℒL ℳM ℛR "},
});
constexpr auto kVariants = std::to_array<Names>({{"bold", "\\mathbf"},
                                                 {"bold-italic", "\\boldsymbol"},
                                                 {"script", "\\mathcal"},
                                                 {"fraktur", "\\mathfrak"},
                                                 {"double-struck", "\\mathbb"},
                                                 {"sans-serif", "\\mathsf"},
                                                 {"monospace", "\\texttt"},
                                                 {"normal", "\\mathrm"}});

/// Spaces by their width, and the characters that KaTeX writes for them.
constexpr auto kSpaces = std::to_array<Names>({{"0.1667em", "\\,"},
                                               {"0.2222em", "\\:"},
                                               {"0.2778em", "\\;"},
                                               {"-0.1667em", "\\!"},
                                               {"1em", "\\quad"},
                                               {"2em", "\\qquad"},
                                               {"\u2009", "\\,"},
                                               {"\u2005", "\\:"},
                                               {"\u2005\u200A", "\\;"}});
/// Tables in brackets.
constexpr auto kMatrices = std::to_array<Names>(
    {{"[]", "bmatrix"}, {"()", "pmatrix"}, {"||", "vmatrix"}, {"∣∣", "vmatrix"}, {"{}", "Bmatrix"}, {"{", "cases"}});

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

/// What authors write for a character; empty if that is the character.
std::string_view symbol(std::string_view character) {
  const std::size_t at = kSymbols.find(character);
  if (character.empty() || ascii::is_alnum(character[0]) || at == std::string_view::npos ||
      !ascii::is_space(kSymbols[at - 1]))
    return {};
  const std::string_view symbol = kSymbols.substr(at + character.size());
  return symbol.substr(0, symbol.find_first_of(" \n"));
}

/// A letter and the name of its alphabet: "x" and "bold" of "𝐱".
std::pair<std::string_view, std::string_view> styled_letter(std::string_view text) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const auto& [alphabet, letters] : kElsewhere) {
    const std::size_t at = text.size() < 2 ? std::string_view::npos : letters.find(text);
    if (at != std::string_view::npos) return {letters.substr(at + text.size(), 1), alphabet};
  }
  std::size_t end = 0;
  const char32_t place = text.empty() ? 0 : utf8::next(text, end) - 0x1D400;
  if (end != text.size() || place >= kLetters.size() * kAlphabets.size()) return {text, {}};
  return {kLetters.substr(place % kLetters.size(), 1), kAlphabets[place / kLetters.size()]};
}

/// Whether it is one character or one command: "x", "\theta"; with `arguments`, "\hat{x}", too.
bool is_one(std::string_view tex, bool arguments) {
  if (!tex.starts_with('\\')) return utf8::length(tex) == 1;
  std::size_t at = 1;
  while (at < tex.size() && ascii::is_alpha(tex[at])) ++at;
  int depth = 0;
  while (arguments && at < tex.size() && (depth > 0 || tex[at] == '{')) {
    if (tex[at] == '{' || tex[at] == '}') depth += tex[at] == '{' ? 1 : -1;
    ++at;
  }
  return at > 1 && at == tex.size();
}

/// Appends it, with a blank if a command ends before a letter.
void append(std::string& tex, std::string_view more) {
  if (more.empty()) return;
  constexpr std::size_t kLongestCommand = 32; // or a long run of letters would be read for each of them
  std::size_t letters = 0;
  while (letters < std::min(tex.size(), kLongestCommand) && ascii::is_alpha(tex[tex.size() - 1 - letters])) ++letters;
  const bool ends_in_command = letters > 0 && letters < tex.size() && tex[tex.size() - 1 - letters] == '\\';
  if (ends_in_command && ascii::is_alpha(more[0])) tex += ' ';
  tex += more;
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
    for (NodeId at = dom_[node].first_child; at != kNoNode; at = dom_[at].next_sibling) append(tex, of(at));
    return tex;
  }

  std::string argument(const std::vector<NodeId>& parts, std::size_t i) {
    return i < parts.size() ? "{" + of(parts[i]) + "}" : "{}";
  }

  std::string element(NodeId node) {
    const std::string_view name = dom_[node].text;
    if (name == "mi" || name == "mo" || name == "mn") return leaf(node, squeeze(raw_text(dom_, node)));
    if (name == "mtext") return text_of(node);
    if (name == "mspace") return space(node);
    if (name == "menclose" && dom_.attribute(node, "notation") == "box") return "\\boxed{" + all(node) + "}";
    if (name == "annotation" || name == "annotation-xml") return {};
    const std::vector<NodeId> parts = children(node);
    if (name == "mfrac") return "\\frac" + argument(parts, 0) + argument(parts, 1);
    if (name == "msqrt") return "\\sqrt{" + all(node) + "}";
    if (name == "mroot") return "\\sqrt[" + (parts.size() > 1 ? of(parts[1]) : "") + "]" + argument(parts, 0);
    if (name == "msub") return with_scripts(parts, 1, 0);
    if (name == "msup") return with_scripts(parts, 0, 1);
    if (name == "msubsup") return with_scripts(parts, 1, 2);
    if (name == "munder") return around(parts, 1, 0);
    if (name == "mover") return around(parts, 0, 1);
    if (name == "munderover") return around(parts, 1, 2);
    if (name == "mtable")
      return table(parts, dom_.attribute(node, "columnalign").starts_with("right left") ? "aligned" : "matrix");
    return name == "mrow" && parts.size() > 1 ? row(node, parts) : all(node);
  }

  std::string row(NodeId node, const std::vector<NodeId>& parts) {
    if (dom_[parts[1]].text == "mtable" && parts.size() <= 3) {
      const std::string end = parts.size() == 3 ? raw_text(dom_, parts[2]) : "";
      const std::string_view matrix = command(kMatrices, raw_text(dom_, parts[0]) + end);
      if (!matrix.empty()) return table(children(parts[1]), matrix);
    }
    if (is_fence(parts.front()) && is_fence(parts.back())) {
      std::string tex = "\\left";
      for (const NodeId part : parts) append(tex, (part == parts.back() ? "\\right" : "") + of(part));
      return tex;
    }
    return is_styled_word(parts) ? styled(raw_text(dom_, node), dom_.attribute(parts[0], "mathvariant")) : all(node);
  }

  /// Whether it is a bracket that grows with what is in the row.
  bool is_fence(NodeId node) const {
    constexpr auto kFences =
        std::to_array<std::string_view>({"(", ")", "[", "]", "{", "}", "|", "‖", "⟨", "⟩", "⌊", "⌋", "⌈", "⌉"});
    return dom_[node].text == "mo" && dom_.attribute(node, "stretchy") != "false" &&
           std::ranges::find(kFences, squeeze(raw_text(dom_, node))) != kFences.end();
  }

  bool is_styled_word(const std::vector<NodeId>& parts) const {
    const std::string_view variant = dom_.attribute(parts[0], "mathvariant");
    return !variant.empty() && std::ranges::all_of(parts, [&](NodeId part) {
      return dom_[part].text == "mi" && dom_.attribute(part, "mathvariant") == variant;
    });
  }

  static std::string styled(const std::string& tex, std::string_view variant) {
    const std::string_view style = command(kVariants, variant);
    return style.empty() ? tex : std::string(style) + "{" + tex + "}";
  }

  std::string space(NodeId node) const {
    if (dom_.attribute(node, "linebreak") == "newline") return "\\\\";
    const std::string_view known = command(kSpaces, dom_.attribute(node, "width"));
    return known.empty() ? "\\ " : std::string(known);
  }

  /// Text with its blanks, of which those at its edges are often no-break spaces.
  std::string text_of(NodeId node) const {
    std::string text = raw_text(dom_, node);
    for (std::size_t at = text.find("\u00A0"); at != std::string::npos; at = text.find("\u00A0", at))
      text.replace(at, 2, " ");
    if (ascii::trim(text).empty()) return "\\ ";
    if (const std::string_view known = command(kSpaces, text); !known.empty()) return std::string(known);
    if (text.size() > 1 && utf8::length(text) == 1) return text; // a sign beyond ASCII, such as a Chinese comma
    const std::string_view variant = dom_.attribute(node, "mathvariant");
    return (variant == "monospace" ? "\\texttt{" : variant == "bold" ? "\\textbf{" : "\\text{") + escaped(text) + "}";
  }

  std::string leaf(NodeId node, const std::string& text) const {
    constexpr auto kInvisible = std::to_array<std::string_view>({"\u2061", "\u2062", "\u2063", "\u2064"});
    if (std::ranges::find(kInvisible, text) != kInvisible.end()) return {};
    const std::string_view name = dom_[node].text, variant = dom_.attribute(node, "mathvariant");
    if (text == "∣") return name == "mi" ? "|" : "\\mid"; // the difference that KaTeX makes
    if (const std::string_view known = symbol(text); !known.empty()) {
      return styled(std::string(known), variant == "normal" ? "" : variant == "bold" ? "bold-italic" : variant);
    }
    const auto [letter, alphabet] = styled_letter(text);
    if (!alphabet.empty()) return styled(std::string(letter), alphabet);
    if (text.size() > 1 && ascii::is_alpha(text[0]) && name == "mi") {
      if (std::ranges::find(kFunctions, text) != kFunctions.end()) return "\\" + text;
      return (has_limits(text) ? "\\operatorname*{" : "\\operatorname{") + escaped(text) + "}";
    }
    const bool is_upright = variant == "normal" && !ascii::is_alpha(text.empty() ? ' ' : text[0]);
    return styled(escaped(text), is_upright ? "" : variant);
  }

  /// Whether scripts stand above and below it by themselves: a large operator, or a brace over or under something.
  bool takes_limits(NodeId node) const {
    const std::vector<NodeId> parts = children(node);
    const std::string text = squeeze(raw_text(dom_, parts.size() == 2 ? parts[1] : node));
    return parts.size() == 2 ? text == "⏟" || text == "⏞" : has_limits(text);
  }

  static bool has_limits(std::string_view text) { return std::ranges::find(kLimits, text) != kLimits.end(); }

  /// What has scripts: in braces unless it is one symbol, name, or group.
  std::string base(const std::vector<NodeId>& parts) {
    if (parts.empty()) return {};
    const std::string_view name = dom_[parts[0]].text;
    std::string tex = of(parts[0]);
    const bool stands_alone =
        name == "mi" || name == "mo" || name == "mn" || tex.empty() || tex.starts_with("\\left") || is_one(tex, true);
    return stands_alone ? tex : "{" + tex + "}";
  }

  std::string script(const std::vector<NodeId>& parts, std::size_t i) {
    std::string tex = i < parts.size() ? of(parts[i]) : std::string();
    return is_one(tex, false) ? tex : "{" + tex + "}";
  }

  /// The first part with its scripts; 0: there is none.
  std::string with_scripts(const std::vector<NodeId>& parts, std::size_t below, std::size_t above) {
    std::string tex = base(parts);
    std::string over = above > 0 ? script(parts, above) : std::string();
    if (over == "'") tex += std::exchange(over, "");
    if (below > 0) tex += "_" + script(parts, below);
    return over.empty() ? tex : tex + "^" + over;
  }

  /// The first part with others under and over it; 0: there is none.
  std::string around(const std::vector<NodeId>& parts, std::size_t under, std::size_t over) {
    if (parts.empty() || takes_limits(parts[0])) return with_scripts(parts, under, over);
    std::string tex = argument(parts, 0);
    if (over > 0) tex = stacked(kAccents, "\\overset", parts, over, tex);
    if (under > 0) tex = stacked(kBelow, "\\underset", parts, under, over > 0 ? "{" + tex + "}" : tex);
    return tex;
  }

  std::string stacked(std::span<const Names> names, std::string_view other, const std::vector<NodeId>& parts,
                      std::size_t i, const std::string& tex) {
    const std::string_view known =
        i < parts.size() ? command(names, squeeze(raw_text(dom_, parts[i]))) : std::string_view{};
    return known.empty() ? std::string(other) + argument(parts, i) + tex : std::string(known) + tex;
  }

  std::string table(const std::vector<NodeId>& rows, std::string_view name) {
    const std::string environment = "{" + std::string(name) + "}";
    std::string tex = "\\begin" + environment;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      tex += row == 0 ? " " : " \\\\ ";
      const std::vector<NodeId> cells = children(rows[row]);
      for (std::size_t cell = 0; cell < cells.size(); ++cell) tex += (cell == 0 ? "" : " & ") + of(cells[cell]);
    }
    return tex + " \\end" + environment;
  }

  const Dom& dom_;
  int depth_ = 0;
};

} // namespace

std::string tex_of_mathml(const Dom& dom, NodeId math) { return TexWriter(dom).of(math); }

} // namespace trawl::html
