// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/script/code_colours.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <string>

namespace trawl::script {
namespace {

using content::CodeRun;
using content::CodeStyle;

constexpr std::size_t kMaxCode = 20'000;

/// The letters of the styles that the function below writes, in the order of CodeStyle.
constexpr std::string_view kStyles = "pcksnfad";

/// Returns each run as the letter of its style, its text, and a NUL. Prism's tokens nest; the innermost that has a
/// style decides.
constexpr std::string_view kColours = R"js(
(function () {
  var styles = {};
  function set(letter, names) { names.split(" ").forEach(function (name) { styles[name] = letter; }); }
  set("c", "comment prolog doctype cdata shebang");
  set("k", "keyword important atrule rule directive section table");
  set("s", "string char attr-value regex template-string triple-quoted-string url value");
  set("n", "number boolean constant symbol variable entity");
  set("f", "function function-name class-name maybe-class-name builtin decorator annotation tag selector property attr-name key");
  set("a", "inserted-sign inserted");
  set("d", "deleted-sign deleted");
  set("p", "interpolation parameters punctuation operator");
  function load(name) {
    if (Prism.languages.hasOwnProperty(name)) return;
    (Prism.needs[name] || []).forEach(load);
    Prism.parts[name]();
  }
  function write(token, style) {
    if (typeof token === "string") return style + token + "\0";
    if (Array.isArray(token)) return token.map(function (part) { return write(part, style); }).join("");
    return write(token.content, styles[token.type] || style);
  }
  return function (code, language) {
    if (!Prism.names.hasOwnProperty(language)) return "";
    var name = Prism.names[language];
    load(name);
    return write(Prism.tokenize(code, Prism.languages[name]), "p");
  };
})()
)js";

/// Reads what the function returned; nothing unless it is exactly the code.
std::vector<CodeRun> read_runs(std::string_view written, std::string_view code) {
  std::vector<CodeRun> runs;
  while (!written.empty()) {
    const std::size_t style = kStyles.find(written.front()), end = written.find('\0');
    if (style == std::string_view::npos || end == std::string_view::npos) return {};
    const std::string_view text = written.substr(1, end - 1);
    if (!code.starts_with(text)) return {};
    code.remove_prefix(text.size());
    written.remove_prefix(end + 1);
    const auto kind = static_cast<CodeStyle>(style);
    if (!runs.empty() && runs.back().style == kind)
      runs.back().bytes += text.size();
    else
      runs.push_back({text.size(), kind});
  }
  return code.empty() ? runs : std::vector<CodeRun>{};
}

} // namespace

CodeColours::CodeColours(std::string_view prism) : function_({prism, kColours}) {}

std::vector<CodeRun> CodeColours::runs(std::string_view code, std::string_view language) {
  if (language.empty() || code.size() > kMaxCode || code.contains('\0') || !utf8::is_valid(code)) return {};
  return read_runs(function_.call(code, ascii::to_lower(language)), code);
}

} // namespace trawl::script
