// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/html_tokenizer.h"

#include <algorithm>

#include "indexer/feed/html_fragment.h"
#include "indexer/feed/xml/references.h"
#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;
using ascii::trim;

constexpr std::size_t kMaxAttributes = 64;

bool same_letters(std::string_view text, std::string_view folded) { return to_lower(text) == folded; }

} // namespace

std::string_view HtmlTag::attribute(std::string_view wanted) const {
  for (const auto& [attribute_name, value] : attributes) {
    if (attribute_name == wanted) return trim(value);
  }
  return {};
}

bool HtmlTag::has_word(std::string_view attribute_name, std::string_view word) const {
  const std::string value = to_lower(attribute(attribute_name));
  for (std::size_t at = value.find(word); at != std::string::npos; at = value.find(word, at + 1)) {
    const bool begins = at == 0 || is_space(value[at - 1]);
    const auto behind = at + word.size();
    if (begins && (behind == value.size() || is_space(value[behind]))) return true;
  }
  return false;
}

bool HtmlTokenizer::skip_comment() {
  if (html_.substr(at_, 2) != "<!" && html_.substr(at_, 2) != "<?") return false;
  const bool comment = html_.substr(at_, 4) == "<!--";
  const auto end = html_.find(comment ? "-->" : ">", at_ + 2);
  at_ = end == std::string_view::npos ? html_.size() : end + (comment ? 3 : 1);
  return true;
}

std::optional<HtmlTag> HtmlTokenizer::next() {
  while ((at_ = std::min(html_.find('<', at_), html_.size())) < html_.size()) {
    if (skip_comment()) continue;
    HtmlTag tag;
    tag.begin = at_++;
    tag.is_end = at_ < html_.size() && html_[at_] == '/';
    if (tag.is_end) ++at_;
    if (at_ >= html_.size() || !is_alpha(html_[at_])) continue;
    const auto name = at_;
    while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '>' && html_[at_] != '/') ++at_;
    tag.name = to_lower(html_.substr(name, at_ - name));
    read_attributes(tag);
    tag.end = at_;
    skip_raw_text(tag);
    return tag;
  }
  return std::nullopt;
}

void HtmlTokenizer::read_attributes(HtmlTag& tag) {
  while (at_ < html_.size() && html_[at_] != '>') {
    if (is_space(html_[at_]) || html_[at_] == '/') {
      ++at_;
      continue;
    }
    const auto name = at_++;
    while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '=' && html_[at_] != '>' && html_[at_] != '/')
      ++at_;
    const std::string_view attribute = html_.substr(name, at_ - name);
    while (at_ < html_.size() && is_space(html_[at_])) ++at_;
    std::string_view value;
    if (at_ < html_.size() && html_[at_] == '=') {
      ++at_;
      while (at_ < html_.size() && is_space(html_[at_])) ++at_;
      const char quote = at_ < html_.size() && (html_[at_] == '"' || html_[at_] == '\'') ? html_[at_++] : '\0';
      const auto begin = at_;
      while (at_ < html_.size() && (quote ? html_[at_] != quote : !is_space(html_[at_]) && html_[at_] != '>')) ++at_;
      value = html_.substr(begin, at_ - begin);
      if (quote && at_ < html_.size()) ++at_;
    }
    if (tag.attributes.size() < kMaxAttributes)
      tag.attributes.emplace_back(to_lower(attribute), decode_references(value));
  }
  at_ = std::min(at_ + 1, html_.size());
}

void HtmlTokenizer::skip_raw_text(const HtmlTag& tag) {
  const bool is_raw = tag.name == "script" || tag.name == "style" || tag.name == "textarea" || tag.name == "template";
  if (!is_raw || tag.is_end) return;
  for (auto close = html_.find("</", at_); close != std::string_view::npos; close = html_.find("</", close + 2)) {
    if (!same_letters(html_.substr(close + 2, tag.name.size()), tag.name)) continue;
    at_ = close;
    return;
  }
  at_ = html_.size();
}

} // namespace trawl::feed
