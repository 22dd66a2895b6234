// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/content.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace trawl::content {
namespace {

void append_line(std::string& out, const Node& node) {
  if (node.kind == Kind::LineBreak) out += ' ';
  if (node.kind != Kind::Picture) out += node.text;
  for (const Node& child : node.children) append_line(out, child);
}

std::string_view server_of(std::string_view address) {
  address.remove_prefix(std::min(address.find("//") + 2, address.size()));
  address = address.substr(0, address.find_first_of("/?#"));
  return address.substr(address.rfind('@') + 1); // npos + 1 is the beginning
}

/// "saddle point" of ".../saddle-point.png"; empty if the name is no words, as "20230312170956.png".
std::string words_of_file(std::string_view address) {
  constexpr std::size_t kShortestWord = 3, kEnoughWords = 2;
  std::string_view name = address.substr(0, address.find_first_of("?#"));
  name = name.substr(name.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  std::string words;
  std::size_t count = 0;
  while (!name.empty()) {
    const auto end = std::ranges::find_if_not(name, ascii::is_alnum);
    const std::string_view word(name.begin(), end);
    if (word.size() >= kShortestWord && std::ranges::all_of(word, ascii::is_alpha)) ++count;
    if (!word.empty()) words.append(words.empty() ? "" : " ").append(word);
    name.remove_prefix(std::min(word.size() + 1, name.size()));
  }
  return count >= kEnoughWords ? words : "";
}

Node paragraph_of(std::string_view lines) {
  Node paragraph;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (!paragraph.children.empty()) paragraph.children.push_back({.kind = Kind::LineBreak});
    if (end > 0) paragraph.children.push_back({.kind = Kind::Text, .text = std::string(lines.substr(0, end))});
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return paragraph;
}

} // namespace

bool is_line_block(Kind kind) { return kind <= Kind::Cell; }

bool is_inside_lines(Kind kind) { return kind >= Kind::Picture; }

std::string line_of(const std::vector<Node>& nodes) {
  std::string line;
  for (const Node& node : nodes) append_line(line, node);
  return line;
}

bool is_safe_address(std::string_view address) {
  const bool is_known =
      address.starts_with("http://") || address.starts_with("https://") || address.starts_with("mailto:");
  return is_known && address.size() <= kMaxAddressBytes && std::ranges::all_of(address, [](char c) {
           return static_cast<unsigned char>(c) > ' ' && c != 0x7F && !std::string_view("<>\"'`\\").contains(c);
         });
}

bool is_shown_picture(const Node& picture) {
  return is_safe_address(picture.attribute) && !picture.attribute.starts_with("mailto:");
}

std::string picture_name(const Node& picture, std::string_view caption) {
  if (!picture.text.empty() && picture.text != caption) return picture.text;
  const std::string words = words_of_file(picture.attribute);
  return words.empty() ? "Picture from " + std::string(server_of(picture.attribute)) : "Picture: " + words;
}

bool is_alignment(std::string_view alignment) {
  return alignment == "left" || alignment == "center" || alignment == "right";
}

bool is_footnote_label(std::string_view label) {
  return !label.empty() && label.size() <= 32 &&
         std::ranges::all_of(label, [](char c) { return ascii::is_alnum(c) || c == '-'; });
}

std::string_view name_of(NoteKind kind) {
  static constexpr std::array<std::string_view, 6> kNames{"", "Note", "Tip", "Important", "Warning", "Caution"};
  return kNames[static_cast<std::size_t>(kind) % kNames.size()];
}

Content of_text(std::string_view text) {
  Content content;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    Node paragraph = paragraph_of(text.substr(0, end));
    if (!paragraph.children.empty()) content.push_back(std::move(paragraph));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return content;
}

} // namespace trawl::content
