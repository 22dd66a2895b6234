// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/html_fragment.h"

#include <algorithm>

#include "indexer/feed/xml/tree.h"
#include "indexer/html/references.h"
#include "shared/base/ascii.h"
#include "shared/base/html_escape.h"
#include "shared/url/url.h"

namespace trawl::feed {
namespace {

using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;
using ascii::trim;

// The elements that authors use in titles; sorted.
constexpr std::string_view kTextElements[] = {
    "a",    "abbr", "acronym", "b",     "bdi",  "bdo",    "big",    "blockquote", "br",  "center", "cite",
    "code", "del",  "div",     "em",    "font", "h1",     "h2",     "h3",         "h4",  "h5",     "h6",
    "hr",   "i",    "img",     "ins",   "kbd",  "li",     "mark",   "nobr",       "ol",  "p",      "pre",
    "q",    "s",    "samp",    "small", "span", "strike", "strong", "sub",        "sup", "table",  "tbody",
    "td",   "th",   "time",    "tr",    "tt",   "u",      "ul",     "var",        "wbr"};

constexpr std::string_view kLinkAttributes[] = {"href",   "src",  "action",     "cite",     "longdesc",
                                                "poster", "data", "background", "codebase", "usemap"};

/// The length of the tag or comment at the front of `html`, which begins with "<"; 0 if it is neither.
std::size_t tag_length(std::string_view html) {
  if (html.starts_with("<!--")) {
    // A comment without an end runs to the end of the text (HTML Standard §13.2.5.45).
    const auto end = html.find("-->", 4);
    return end == std::string_view::npos ? html.size() : end + 3;
  }
  const bool is_end = html.size() > 1 && html[1] == '/';
  const std::size_t name = is_end ? 2 : 1;
  if (html.size() <= name || !is_alpha(html[name])) return 0;
  char quote = 0, before = 0; // the last character that is not a space
  for (std::size_t at = name; at < html.size(); ++at) {
    const char c = html[at];
    if (quote)
      quote = c == quote ? '\0' : quote;
    else if ((c == '"' || c == '\'') && before == '=')
      quote = c;
    else if (c == '>')
      return at + 1;
    else if (c == '<')
      return 0;
    if (!is_space(c)) before = c;
  }
  return 0;
}

/// The name runs to a space, "/" or ">" (HTML Standard §13.2.5.8): "<i@a.example>" is not an <i>.
std::string tag_name(std::string_view tag) {
  const std::size_t begin = tag.starts_with("</") ? 2 : 1;
  return to_lower(tag.substr(begin, tag.find_first_of(" \t\r\n\f/>", begin) - begin));
}

bool has_scheme(std::string_view reference) {
  const auto colon = reference.find_first_of(":/?#");
  return colon != std::string_view::npos && colon > 0 && reference[colon] == ':' && is_alpha(reference[0]);
}

/// Copies one tag, with its URLs made absolute.
void write_tag(std::string_view tag, std::string_view base, std::string& out) {
  std::size_t at = std::min(tag.find_first_of(" \t\r\n\f/", 1), tag.size());
  out.append(tag.substr(0, at));
  while (at < tag.size()) {
    const auto begin = at;
    while (at < tag.size() && (is_space(tag[at]) || tag[at] == '/')) ++at;
    const auto name = at;
    while (at < tag.size() && !is_space(tag[at]) && tag[at] != '=' && tag[at] != '>') ++at;
    const std::string attribute = to_lower(tag.substr(name, at - name));
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at >= tag.size() || tag[at] != '=') {
      if (at == name) at = tag.size();
      out.append(tag.substr(begin, at - begin));
      continue;
    }
    ++at;
    while (at < tag.size() && is_space(tag[at])) ++at;
    const char quote = at < tag.size() && (tag[at] == '"' || tag[at] == '\'') ? tag[at] : '\0';
    const auto value = quote ? at + 1 : at;
    auto end = value;
    while (end < tag.size() && (quote ? tag[end] != quote : !is_space(tag[end]) && tag[end] != '>')) ++end;
    const bool is_link =
        std::find(std::begin(kLinkAttributes), std::end(kLinkAttributes), attribute) != std::end(kLinkAttributes);
    const std::string reference =
        is_link ? html::decode_references(trim(tag.substr(value, end - value))) : std::string{};
    if (const std::string link = is_link ? absolute_link(reference, base) : reference; link != reference) {
      out.append(tag.substr(begin, value - begin - (quote ? 1 : 0)));
      out += '"' + html_escape(link) + '"';
      at = std::min(end + (quote ? 1 : 0), tag.size());
    } else {
      at = std::min(end + (quote ? 1 : 0), tag.size());
      out.append(tag.substr(begin, at - begin));
    }
  }
}

} // namespace

std::string fold_spaces(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool no_break_space = text.substr(at, 2) == "\xC2\xA0";
    if (no_break_space) ++at;
    if (!no_break_space && !is_space(text[at])) {
      out += text[at];
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string plain_text(std::string_view html) {
  std::string kept;
  for (std::size_t at = 0; at < html.size();) {
    const auto open = std::min(html.find('<', at), html.size());
    kept.append(html.substr(at, open - at));
    if ((at = open) == html.size()) break;
    const std::size_t length = tag_length(html.substr(at));
    const std::string name = length ? tag_name(html.substr(at, length)) : std::string{};
    const bool is_comment = length && html[at + 1] == '!';
    if (length && (is_comment || std::binary_search(std::begin(kTextElements), std::end(kTextElements), name))) {
      if (name == "br" || name == "p" || name == "div") kept += ' ';
      at += length;
    } else {
      kept += '<';
      ++at;
    }
  }
  return fold_spaces(html::decode_references(kept));
}

std::string absolute_link(std::string_view reference, std::string_view base) {
  const std::string_view link = trim(reference);
  if (link.empty() || base.empty() || has_scheme(link)) return std::string(link);
  std::string resolved = url::resolve(link, base);
  return resolved.empty() ? std::string(link) : resolved;
}

std::string with_absolute_links(std::string_view html, std::string_view base) {
  if (base.empty()) return std::string(html);
  std::string out;
  out.reserve(html.size());
  for (std::size_t at = 0; at < html.size();) {
    const auto open = std::min(html.find('<', at), html.size());
    out.append(html.substr(at, open - at));
    if ((at = open) == html.size()) break;
    const std::size_t length = tag_length(html.substr(at));
    if (length == 0) {
      out += html[at++];
    } else if (html[at + 1] == '!' || html[at + 1] == '/') {
      out.append(html.substr(at, length));
      at += length;
    } else {
      write_tag(html.substr(at, length), base, out);
      at += length;
    }
  }
  return out;
}

bool looks_like_html(std::string_view text) {
  for (auto at = text.find_first_of("<&"); at != std::string_view::npos; at = text.find_first_of("<&", at + 1)) {
    if (text[at] == '<' ? tag_length(text.substr(at)) > 0 : html::read_reference(text.substr(at)).length > 0)
      return true;
  }
  return false;
}

} // namespace trawl::feed
