// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/media.h"

#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/url/url.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace trawl::extract {

namespace {

using content::Kind;
using content::Node;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr int kIcon = 40; ///< pixels; smaller pictures are decoration

std::string resolved(std::string_view address, std::string_view base_url) {
  std::string absolute = address.empty() ? std::string() : url::resolve(ascii::trim(address), base_url);
  return content::is_safe_address(absolute) ? absolute : std::string();
}

/// Prefers the addresses that a script sets when the picture comes into view over the placeholder that is shown until
/// then.
std::string address_of(const Dom& dom, NodeId img, std::string_view base_url) {
  for (const std::string_view name : {"data-src", "data-lazy-src", "data-original", "data-orig-file", "src"}) {
    if (auto address = resolved(dom.attribute(img, name), base_url); !address.empty()) return address;
  }
  return {};
}

bool is_small(const Dom& dom, NodeId img) {
  for (const std::string_view name : {"width", "height"}) {
    const std::string_view value = dom.attribute(img, name);
    int pixels = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), pixels);
    const bool is_length = error == std::errc() && (end == value.data() + value.size() || *end == 'p');
    if (is_length && pixels < kIcon) return true;
  }
  return false;
}

/// The plain <img> in the <noscript> beside the picture, on pages that need a script to show pictures.
NodeId noscript_image(const Dom& dom, NodeId img) {
  for (NodeId next : {dom[img].next_sibling, dom[img].previous_sibling}) {
    while (next != kNoNode && dom[next].tag == Tag::Text) next = dom[next].next_sibling;
    if (next != kNoNode && dom[next].tag == Tag::Noscript) return dom.first(Tag::Img, next);
  }
  return kNoNode;
}

Node link_to(std::string address, std::string text) {
  Node link{.kind = Kind::Link, .attribute = std::move(address)};
  link.children.push_back({.kind = Kind::Text, .text = std::move(text)});
  return link;
}

std::string host_of(std::string_view address) {
  const auto parsed = url::parse(address);
  std::string host = parsed ? parsed->host : std::string();
  return host.starts_with("www.") ? host.substr(4) : host;
}

/// The address at which readers can watch a video whose player is embedded.
std::string video_of_player(std::string_view address) {
  const auto parsed = url::parse(address);
  if (!parsed) return {};
  const bool is_player = parsed->path.starts_with("/embed/") &&
                         (parsed->host.ends_with("youtube.com") || parsed->host.ends_with("youtube-nocookie.com"));
  return is_player ? "https://www.youtube.com/watch?v=" + parsed->path.substr(7) : std::string(address);
}

constexpr std::size_t kLongest = 4'000;     ///< bytes of a formula
constexpr std::size_t kLongestInline = 400; ///< bytes between single dollars, which also are prices

struct Delimiters {
  std::string_view open, close;
  bool is_displayed;
};
constexpr Delimiters kDelimiters[] = {{"\\(", "\\)", false}, {"\\[", "\\]", true}, {"$$", "$$", true}};

/// Environments that are formulas without delimiters around them, as MathJax takes them; each also with an asterisk.
constexpr std::string_view kEnvironments[] = {"align",   "alignat", "eqnarray", "equation",
                                              "flalign", "gather",  "multline"};

/// "\\end{align}" of an environment that begins here; empty if none does.
std::string end_of_environment(std::string_view raw) {
  constexpr std::string_view kBegin = "\\begin{";
  if (!raw.starts_with(kBegin)) return {};
  std::string_view name = raw.substr(kBegin.size(), raw.find('}') - kBegin.size());
  const std::string end = "\\end{" + std::string(name.substr(0, kLongestInline)) + "}";
  if (name.ends_with('*')) name.remove_suffix(1);
  return std::ranges::find(kEnvironments, name) == std::end(kEnvironments) ? std::string() : end;
}

/// The bytes of a reference to a numbered formula, which MathJax replaces in prose, too; 0: none begins here.
std::size_t size_of_reference(std::string_view raw) {
  if (!raw.starts_with("\\eqref{") && !raw.starts_with("\\ref{")) return 0;
  const std::size_t end = raw.substr(0, kLongestInline).find('}');
  return end == std::string_view::npos ? 0 : end + 1;
}

/// Whether the text between two dollar signs and spaces, "$ x_i $", is TeX and not the text between two prices.
bool has_tex_marks(std::string_view inside) {
  return ascii::is_space(inside.back()) && inside.find_first_of("\\_^") != std::string_view::npos;
}

/// The end of the formula that begins with the dollar sign at `at`, or npos if it does not begin one. Apart from "$ x_i
/// $", a formula has no space just inside its dollar signs, and no digit after it.
std::size_t end_of_dollars(std::string_view raw, std::size_t at) {
  if (at + 1 >= raw.size() || raw[at + 1] == '$') return std::string_view::npos;
  const bool is_spaced = ascii::is_space(raw[at + 1]);
  if (at > 0 && (raw[at - 1] == '\\' || ascii::is_alnum(raw[at - 1]))) return std::string_view::npos;
  for (std::size_t end = at + 1; end < std::min(raw.size(), at + kLongestInline); ++end) {
    if (raw[end] == '\\')
      ++end;
    else if (raw[end] == '$') {
      const bool is_loose =
          is_spaced ? !has_tex_marks(raw.substr(at + 1, end - at - 1)) : ascii::is_space(raw[end - 1]);
      const bool is_price = is_loose || (end + 1 < raw.size() && ascii::is_digit(raw[end + 1]));
      return is_price ? std::string_view::npos : end;
    }
  }
  return std::string_view::npos;
}

} // namespace

std::optional<Node> picture_of(const Dom& dom, NodeId img, std::string_view base_url) {
  if (is_small(dom, img)) return std::nullopt;
  std::string address = address_of(dom, img, base_url);
  if (const NodeId twin = address.empty() ? noscript_image(dom, img) : kNoNode; twin != kNoNode) {
    address = address_of(dom, twin, base_url);
  }
  if (address.empty()) return std::nullopt;
  return Node{.kind = Kind::Picture, .text = html::squeeze(dom.attribute(img, "alt")), .attribute = std::move(address)};
}

std::optional<Node> embed_of(const Dom& dom, NodeId node, std::string_view base_url) {
  std::string address, text = html::squeeze(dom.attribute(node, "title"));
  const Tag tag = dom[node].tag;
  if (tag == Tag::Iframe) {
    const bool is_for_readers = !text.empty() || dom.has_attribute(node, "allowfullscreen");
    if (!is_for_readers || is_small(dom, node)) return std::nullopt;
    address = resolved(dom.attribute(node, "src"), base_url);
    if (address.empty()) address = resolved(dom.attribute(node, "data-src"), base_url);
    if (!address.empty()) address = video_of_player(address);
  } else if (tag == Tag::Video || tag == Tag::Audio) {
    address = resolved(dom.attribute(node, "src"), base_url);
    const NodeId source = address.empty() ? dom.first(Tag::Source, node) : kNoNode;
    if (source != kNoNode) address = resolved(dom.attribute(source, "src"), base_url);
  } else if (tag == Tag::Unknown && dom[node].text.ends_with("-youtube")) {
    std::string_view id = dom.attribute(node, "data-videoid");
    if (id.empty()) id = dom.attribute(node, "videoid");
    if (!id.empty()) address = resolved("https://www.youtube.com/watch?v=" + std::string(id), base_url);
  }
  if (address.empty()) return std::nullopt;
  if (text.empty()) text = host_of(address);
  return link_to(std::move(address), std::move(text));
}

std::vector<TextPart> divide_formulas(std::string_view raw, bool has_dollars) {
  std::vector<TextPart> parts;
  std::size_t begin = 0;
  const auto add = [&](std::size_t from, std::size_t inside, std::size_t inside_end, std::size_t end, bool displayed) {
    if (from > begin) parts.push_back({raw.substr(begin, from - begin)});
    parts.push_back({raw.substr(inside, inside_end - inside), true, displayed});
    begin = end;
  };
  // If a closing delimiter does not follow here, it will not follow later either, so each failed search is made only
  // once.
  bool is_unclosed[std::size(kDelimiters)] = {}, is_environment_unclosed = false;
  for (std::size_t at = raw.find_first_of("\\$"); at != std::string_view::npos; at = raw.find_first_of("\\$", at)) {
    std::size_t next = at + 1;
    for (std::size_t i = 0; i < std::size(kDelimiters); ++i) {
      const auto& [open, close, is_displayed] = kDelimiters[i];
      if (is_unclosed[i] || raw.substr(at, 2) != open) continue;
      const std::size_t end = raw.find(close, at + 2);
      is_unclosed[i] = end == std::string_view::npos;
      if (is_unclosed[i] || end == at + 2 || end - at > kLongest) continue;
      add(at, at + 2, end, end + 2, is_displayed);
      next = end + 2;
      break;
    }
    if (const std::string close = is_environment_unclosed ? "" : end_of_environment(raw.substr(at)); !close.empty()) {
      const std::size_t end = raw.find(close, at);
      is_environment_unclosed = end == std::string_view::npos;
      if (!is_environment_unclosed && end - at <= kLongest) {
        next = end + close.size();
        add(at, at, next, next, true);
      }
    }
    if (const std::size_t size = size_of_reference(raw.substr(at)); next == at + 1 && size > 0) {
      next = at + size;
      add(at, at, next, next, false);
    }
    if (next == at + 1 && has_dollars && raw[at] == '$') {
      if (const std::size_t end = end_of_dollars(raw, at); end != std::string_view::npos) {
        add(at, at + 1, end, end + 1, false);
        next = end + 1;
      }
    }
    if (next == at + 1 && raw[at] == '\\') ++next; // an escaped dollar
    at = next;
  }
  if (begin < raw.size()) parts.push_back({raw.substr(begin)});
  return parts;
}

bool renders_formulas(const html::Dom& dom) {
  for (html::NodeId node = 0; node < dom.size(); ++node) {
    if (dom[node].tag != html::Tag::Script && dom[node].tag != html::Tag::Link) continue;
    const std::string address =
        ascii::to_lower(dom.attribute(node, dom[node].tag == html::Tag::Script ? "src" : "href"));
    if (address.contains("mathjax") || address.contains("katex")) return true;
  }
  return false;
}

} // namespace trawl::extract
