// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/image_texts.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace trawl::content {
namespace {

/// `text` with each run of white space as a single space.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : ascii::trim(text)) {
    if (!ascii::is_space(c)) {
      line += c;
    } else if (!line.ends_with(' ')) {
      line += ' ';
    }
  }
  return line;
}

/// In scripts without spaces, words cannot be counted; there, a few characters count as several words.
bool has_words(std::string_view line) {
  constexpr std::size_t kWide = 12; // bytes: four characters of three
  std::size_t wide = 0;
  for (const char c : line) {
    if (c == ' ') return true;
    const auto byte = static_cast<unsigned char>(c);
    wide += byte >= 0xE3 && byte <= 0xED ? 3 : 0; // begins a character of U+3000 to U+DFFF: kana, Han, Hangul
  }
  return wide >= kWide;
}

/// Whether a figure is an embedded video or audio player: its only content is a link to it.
bool is_player(const Node& figure) {
  if (figure.kind != Kind::Figure || figure.children.size() != 1) return false;
  const Node& caption = figure.children.front();
  return caption.kind == Kind::Caption && caption.children.size() == 1 && caption.children.front().kind == Kind::Link;
}

template <typename Visit>
void each_node(const std::vector<Node>& nodes, const Visit& visit) {
  for (const Node& node : nodes) {
    visit(node);
    each_node(node.children, visit); // no deeper than kMaxDepth
  }
}

} // namespace

std::vector<std::string> image_texts(const Content& content) {
  std::unordered_set<std::string> known;
  bool has_pictures = false;
  each_node(content, [&](const Node& node) {
    has_pictures = has_pictures || (node.kind == Kind::Picture && !node.text.empty());
    if (node.kind == Kind::Caption) known.insert(on_one_line(line_of(node.children)));
  });
  std::vector<std::string> texts;
  if (!has_pictures) return texts;
  each_node(content, [&](const Node& node) {
    if (node.kind != Kind::Picture || texts.size() >= kMaxImageTexts) return;
    std::string text(utf8::truncate_bytes(on_one_line(node.text), kMaxImageTextBytes));
    if (has_words(text) && known.insert(text).second) texts.push_back(std::move(text));
  });
  return texts;
}

std::vector<std::string> captions(const Content& content) {
  std::vector<std::string> lines;
  const Node* of_player = nullptr;
  each_node(content, [&](const Node& node) {
    if (is_player(node)) of_player = &node.children.front();
    if (node.kind != Kind::Caption || node.flag || &node == of_player || lines.size() >= kMaxImageTexts) return;
    std::string line(utf8::truncate_bytes(on_one_line(line_of(node.children)), kMaxImageTextBytes));
    if (!line.empty()) lines.push_back(std::move(line));
  });
  return lines;
}

} // namespace trawl::content
