// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/prescan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "indexer/html/ascii.h"
#include "indexer/html/tag.h"

namespace trawl::html {
namespace {

constexpr std::size_t kLongData = 64; ///< bytes of a data-* attribute; shorter ones name things

// Void elements (HTML Standard §13.1.2) and those that a sibling of their kind closes: none of them nests by itself.
bool may_nest(Tag tag) {
  static constexpr std::array kFlat = {Tag::Base,   Tag::Br,       Tag::Col,   Tag::Embed,  Tag::Hr,    Tag::Img,
                                       Tag::Input,  Tag::Link,     Tag::Meta,  Tag::Source, Tag::Track, Tag::Wbr,
                                       Tag::Frame,  Tag::P,        Tag::Li,    Tag::Dt,     Tag::Dd,    Tag::Tr,
                                       Tag::Td,     Tag::Th,       Tag::Tbody, Tag::Thead,  Tag::Tfoot, Tag::Colgroup,
                                       Tag::Option, Tag::Optgroup, Tag::Html,  Tag::Head,   Tag::Body};
  return std::find(kFlat.begin(), kFlat.end(), tag) == kFlat.end();
}

/// Attributes nobody reads: event handlers, choices of images, and what scripts keep for themselves.
bool is_unread(std::string_view name, std::string_view value) {
  const auto begins = [&](std::string_view with) { return equals_ignoring_case(name.substr(0, with.size()), with); };
  if (begins("on") || equals_ignoring_case(name, "srcset") || equals_ignoring_case(name, "sizes")) return true;
  return value.size() > kLongData && begins("data-") && !begins("data-math") && !begins("data-latex") &&
         !begins("data-src");
}

/// Elements whose content is text to the parser, whatever it looks like.
bool holds_raw_text(Tag tag) {
  return tag == Tag::Script || tag == Tag::Style || tag == Tag::Textarea || tag == Tag::Title || tag == Tag::Iframe;
}

class Scanner {
 public:
  Scanner(std::string_view html, const PrescanLimits& limits) : html_(html), limits_(limits) {
    out_.reserve(html.size());
  }

  Result<std::string> run() {
    while (at_ < html_.size()) {
      const std::size_t mark = std::min(html_.find('<', at_), html_.size());
      out_.append(html_, at_, mark - at_);
      at_ = mark;
      if (at_ < html_.size()) TRAWL_CHECK(markup());
    }
    return std::move(out_);
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0'; }

  Result<void> markup() {
    const char next = peek(1);
    if (is_alpha(next)) return start_tag();
    if (next == '/' && is_alpha(peek(2))) return end_tag(), Result<void>{};
    if (next == '!' || next == '?' || next == '/') return declaration(), Result<void>{};
    out_.push_back(html_[at_++]);
    return {};
  }

  /// Comments go; a doctype stays, since it decides the parser's mode; CDATA and processing instructions go up to '>'.
  void declaration() {
    if (html_.substr(at_, 4) == "<!--") {
      const bool is_empty = peek(4) == '>' || html_.substr(at_ + 4, 2) == "->";
      at_ = is_empty ? html_.find('>', at_) + 1 : comment_end();
      return;
    }
    const std::size_t end = html_.find('>', at_);
    const std::size_t stop = end == std::string_view::npos ? html_.size() : end + 1;
    if (equals_ignoring_case(html_.substr(at_ + 2, 7), "doctype")) out_.append(html_, at_, stop - at_);
    at_ = stop;
  }

  /// Where the comment that begins here ends. Cleaners that drop empty comments take the "<!-->" with which a
  /// conditional comment lets the page itself through; such a comment has no end of its own and would swallow the page.
  std::size_t comment_end() {
    constexpr std::string_view kConditional = "<!--[if";
    if (comment_close_ < at_ + 4) comment_close_ = std::min(html_.find("-->", at_ + 4), html_.size());
    const std::size_t begin = at_ + kConditional.size();
    if (html_.substr(at_).starts_with(kConditional)) {
      const bool is_closed = comment_close_ < html_.size();
      const std::string_view inside = html_.substr(begin, comment_close_ - std::min(begin, comment_close_));
      if (!is_closed || inside.contains(kConditional)) return std::min(html_.find('>', at_), html_.size() - 1) + 1;
    }
    return std::min(comment_close_ + 3, html_.size());
  }

  std::string tag_name(std::size_t begin) const {
    std::size_t end = begin;
    while (end < html_.size() && !is_space(html_[end]) && html_[end] != '>' && html_[end] != '/') ++end;
    return to_lower(html_.substr(begin, std::min<std::size_t>(end - begin, 64)));
  }

  Result<void> start_tag() {
    const std::string name = tag_name(at_ + 1);
    const Tag tag = tag_named(name);
    keeps_script_ = false;
    bool closes_itself = false;
    out_.push_back('<');
    out_.append(html_, at_ + 1, name.size());
    at_ += 1 + name.size();
    TRAWL_CHECK(attributes(closes_itself));
    if (tag == Tag::Svg) return closes_itself ? Result<void>{} : (skip_svg(), Result<void>{});
    if (holds_raw_text(tag)) return raw_text(tag, name), Result<void>{};
    return may_nest(tag) && !closes_itself ? open(name) : Result<void>{};
  }

  /// Copies attributes up to and with the '>', values of data: URLs left out.
  Result<void> attributes(bool& closes_itself) {
    std::size_t count = 0;
    while (at_ < html_.size()) {
      const char c = html_[at_];
      if (c == '>') return out_.push_back(html_[at_++]), Result<void>{};
      if (is_space(c) || c == '/') {
        closes_itself = c == '/' && peek(1) == '>';
        out_.push_back(c), ++at_;
        continue;
      }
      if (++count > limits_.attributes) return fail(ErrorCode::TooLarge, "a tag has too many attributes");
      attribute();
    }
    return {};
  }

  void attribute() {
    const std::size_t begin = at_;
    ++at_; // a name may begin with '='
    while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '=' && html_[at_] != '>' && html_[at_] != '/')
      ++at_;
    const std::size_t name_end = at_;
    std::size_t equals = at_;
    while (equals < html_.size() && is_space(html_[equals])) ++equals;
    if (equals >= html_.size() || html_[equals] != '=') return void(out_.append(html_, begin, at_ - begin));
    std::size_t value = equals + 1;
    while (value < html_.size() && is_space(html_[value])) ++value;
    const char quote = value < html_.size() && (html_[value] == '"' || html_[value] == '\'') ? html_[value] : '\0';
    if (quote) ++value;
    std::size_t end = value;
    if (quote) {
      end = std::min(html_.find(quote, value), html_.size());
    } else {
      while (end < html_.size() && !is_space(html_[end]) && html_[end] != '>') ++end;
    }
    if (!is_unread(html_.substr(begin, name_end - begin), html_.substr(value, end - value))) {
      copy_attribute(begin, value, end, quote);
    }
    at_ = std::min(end + (quote ? 1 : 0), html_.size());
  }

  void copy_attribute(std::size_t begin, std::size_t value_begin, std::size_t value_end, char quote) {
    const std::string_view value = html_.substr(value_begin, value_end - value_begin);
    if (value.find("ld+json") != std::string_view::npos || value == "text/json" ||
        value.find("math/tex") != std::string_view::npos) {
      keeps_script_ = true;
    }
    if (equals_ignoring_case(value.substr(0, 5), "data:")) {
      out_.append(html_, begin, value_begin - (quote ? 1 : 0) - begin);
      out_.append("\"\"");
      return;
    }
    out_.append(html_, begin, value_end - begin);
    if (quote) out_.push_back(quote);
  }

  /// Finds "</name" from here, without case; the end of input if there is none.
  std::size_t find_end_tag(std::string_view name) const {
    for (std::size_t at = html_.find("</", at_); at != std::string_view::npos; at = html_.find("</", at + 2)) {
      if (equals_ignoring_case(html_.substr(at + 2, name.size()), name)) return at;
    }
    return html_.size();
  }

  void raw_text(Tag tag, std::string_view name) {
    const std::size_t end = find_end_tag(name);
    const bool is_kept = tag == Tag::Title || tag == Tag::Textarea || (tag == Tag::Script && keeps_script_);
    if (is_kept) out_.append(html_, at_, end - at_);
    at_ = end;
  }

  /// An <svg> that is never closed is left to the parser, and the search for its end is not repeated.
  void skip_svg() {
    if (svg_is_unclosed_) return;
    const std::size_t end = find_end_tag("svg");
    svg_is_unclosed_ = end == html_.size();
    if (!svg_is_unclosed_) at_ = end;
  }

  static std::uint8_t bucket_of(std::string_view name) {
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return static_cast<std::uint8_t>(hash ^ (hash >> 8) ^ (hash >> 16));
  }

  Result<void> open(std::string_view name) {
    if (open_.size() >= limits_.depth) return fail(ErrorCode::TooLarge, "elements are nested too deep");
    open_.push_back(bucket_of(name));
    ++open_count_[open_.back()];
    return {};
  }

  /// Closes up to the nearest open element of this name; an end tag that matches none is ignored.
  void end_tag() {
    const std::string name = tag_name(at_ + 2);
    const std::uint8_t bucket = bucket_of(name);
    if (may_nest(tag_named(name)) && open_count_[bucket] > 0) {
      std::uint8_t last = 0;
      do {
        last = open_.back();
        open_.pop_back();
        --open_count_[last];
      } while (last != bucket);
    }
    const std::size_t end = html_.find('>', at_);
    const std::size_t stop = end == std::string_view::npos ? html_.size() : end + 1;
    out_.append(html_, at_, stop - at_);
    at_ = stop;
  }

  std::string_view html_;
  PrescanLimits limits_;
  std::size_t at_ = 0;
  std::size_t comment_close_ = 0; ///< the first "-->" behind the last comment's beginning; searched for once
  std::string out_;
  std::vector<std::uint8_t> open_; ///< hashes of names: a clash only makes the count a little wrong
  std::array<std::uint32_t, 256> open_count_{};
  bool keeps_script_ = false;
  bool svg_is_unclosed_ = false;
};

} // namespace

Result<std::string> prescan(std::string_view html, const PrescanLimits& limits) { return Scanner(html, limits).run(); }

} // namespace trawl::html
