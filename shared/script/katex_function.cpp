// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/script/katex_function.h"

namespace trawl::script {
namespace {

/// Environments for several lines are displayed formulas, whatever the page says. Browsers have left the attribute
/// mathvariant to the characters of the block Mathematical Alphanumeric Symbols
/// (https://www.w3.org/TR/mathml-core/#the-mathvariant-attribute), so it is written with those; twenty-four of them are
/// older and elsewhere.
constexpr std::string_view kWriter = R"js(
(function () {
  var first = { // of A, a, 0, Α, α
    "bold": [0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2],
    "italic": [0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC],
    "bold-italic": [0x1D468, 0x1D482, 0, 0x1D71C, 0x1D736],
    "script": [0x1D49C, 0x1D4B6, 0, 0, 0],
    "fraktur": [0x1D504, 0x1D51E, 0, 0, 0],
    "double-struck": [0x1D538, 0x1D552, 0x1D7D8, 0, 0],
    "sans-serif": [0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0],
    "monospace": [0x1D670, 0x1D68A, 0x1D7F6, 0, 0]
  };
  var elsewhere = {
    "italic": { h: 0x210E },
    "script": { B: 0x212C, E: 0x2130, F: 0x2131, H: 0x210B, I: 0x2110, L: 0x2112, M: 0x2133, R: 0x211B, e: 0x212F, g: 0x210A, o: 0x2134 },
    "fraktur": { C: 0x212D, H: 0x210C, I: 0x2111, R: 0x211C, Z: 0x2128 },
    "double-struck": { C: 0x2102, H: 0x210D, N: 0x2115, P: 0x2119, Q: 0x211A, R: 0x211D, Z: 0x2124 }
  };
  var alphabets = [/[A-Z]/, /[a-z]/, /[0-9]/, /[\u0391-\u03A9]/, /[\u03B1-\u03C9]/];
  var begins = [0x41, 0x61, 0x30, 0x391, 0x3B1];
  function styled(variant, text) {
    return text.replace(/&[a-z]+;|[A-Za-z0-9\u0391-\u03A9\u03B1-\u03C9]/g, function (letter) {
      if (letter.length > 1) return letter;
      var code = (elsewhere[variant] || {})[letter];
      for (var i = 0; !code && i < alphabets.length; i++)
        if (alphabets[i].test(letter) && first[variant][i]) code = first[variant][i] + letter.charCodeAt(0) - begins[i];
      return code ? "&#" + code + ";" : letter;
    });
  }
  // As in TeX, a thin space stands between a function and what is beside it, and none behind a sign. KaTeX writes neither:
  // names stand without their argument, and brackets without a row around them.
  function spaced(html) {
    var before = "nothing", open = []; // nothing, name, operator or operand; the elements around the place
    function endChild() {
      var parent = open[open.length - 1];
      if (!parent || !parent.isScript) return;
      if (parent.children++ === 0) parent.isName = before === "name";
      before = "nothing";
    }
    return html.replace(/<(\/?)(m[a-z]+)([^>]*)>([^<]*)/g, function (all, end, name, attributes, text, at) {
      var isLeaf = /^m([ino]|text|space)$/.test(name);
      if (end) {
        if (!isLeaf) {
          var ended = open.pop(), isName = ended.isScript ? ended.isName : /^m(row|style)$/.test(name) && before === "name";
          before = isName ? "name" : "operand";
        }
        endChild();
      } else if (text === "\u2061") { // function application
        before = "name";
      } else if (name === "mo") {
        if (before === "operator" && /^[\u2212+\u00B1\u2213]$/.test(text)) all = "<mo form=\"prefix\"" + attributes + ">" + text;
        before = /^[)\]}|!\u2026\u2032\u2016\u2223\u2225\u22EF\u2309\u230B\u27E9]$/.test(text) ? "operand" : "operator";
      } else {
        var isFunction = html.substr(at + all.length, 11) === "</mi><mo>\u2061<";
        if ((before === "name" && name !== "mspace") || (before === "operand" && isFunction)) all = "<mspace width=\"0.1667em\"></mspace>" + all;
        before = isLeaf ? "operand" : "nothing";
        if (!isLeaf) open.push({ isScript: /^m(sub|sup|under|over)/.test(name), children: 0, isName: false });
      }
      return all;
    });
  }
  return function (tex, option) {
    var isDisplayed = option === "displayed" || /^\s*\\begin\{(align|gather|equation|multline)/.test(tex);
    // MathJax, which most pages are written for, allows these.
    tex = tex.replace(/\\label\{[^{}]*\}/g, "")
      .replace(/\\text(bf|it|rm|tt)?\{[^{}]*\}/g, function (text) { return text.replace(/([^\\])([_#&])/g, "$1\\$2"); })
      .replace(/([_^]) *(\\[a-z]+\{[^{}]*\}|\\(max|min|sup|inf)(?![a-z]))/g, "$1{$2}");
    var options = { output: "mathml", displayMode: isDisplayed, strict: false };
    var html = katex.renderToString(tex, options);
    if (html.indexOf('linebreak="newline"') > 0) // which browsers do not know
      html = katex.renderToString("\\begin{gathered}" + tex + "\\end{gathered}", options);
    return spaced(html.slice(html.indexOf("<math"), html.lastIndexOf("</math>") + 7)
      .replace(/<annotation [^>]*>[^<]*<\/annotation>/g, "")
      .replace(/<\/?semantics>/g, "")
      .replace(/<mtd class ="[a-z-]+"><\/mtd>/g, "").replace(/<mtd class ="[a-z-]+">/g, "<mtd>") // equation numbers
      .replace(/\u02C9/g, "\u00AF").replace(/\u20D7/g, "\u2192") // the bar and arrow that fonts have at the right place
      .replace(/<mspace ([^>]*)\/>/g, "<mspace $1></mspace>")
      .replace(/ mathvariant="([a-z-]+)">([^<]*)/g, function (all, variant, text) {
        return first[variant] ? ">" + styled(variant, text) : all;
      }));
  };
})()
)js";

} // namespace

ScriptFunction katex_function(std::string_view katex) { return ScriptFunction({katex, kWriter}); }

} // namespace trawl::script
