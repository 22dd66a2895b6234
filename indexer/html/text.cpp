// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/text.h"

#include "indexer/html/text_blocks.h"
#include "shared/base/ascii.h"

namespace trawl::html {

std::string visible_text(const Dom& dom, NodeId node) { return join(text_blocks(dom, node)); }

std::string line_text(const Dom& dom, NodeId node) {
  std::string line;
  for (const TextBlock& block : text_blocks(dom, node)) {
    if (!line.empty()) line += ' ';
    line += block.text;
  }
  return squeeze(line);
}

std::string raw_text(const Dom& dom, NodeId node) {
  std::string text;
  for (NodeId at = node; at < dom[node].end; ++at) {
    if (dom[at].tag == Tag::Text) text += dom[at].text;
  }
  return text;
}

std::string squeeze(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool is_pending = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_nbsp = text.substr(at, 2) == "\xC2\xA0";
    if (ascii::is_space(text[at]) || is_nbsp) {
      is_pending = !out.empty();
      if (is_nbsp) ++at;
      continue;
    }
    if (is_pending) out += ' ';
    is_pending = false;
    out += text[at];
  }
  return out;
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80) out += ascii::to_lower(c);
  }
  return out;
}

std::string fragment_text(std::string_view html) {
  const auto dom = Dom::parse(std::string(html));
  return dom && dom->body() != kNoNode ? visible_text(*dom, dom->body()) : std::string{};
}

} // namespace trawl::html
