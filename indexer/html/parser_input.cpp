// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/parser_input.h"

#include "indexer/html/tag.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

namespace trawl::html {
namespace {

using ascii::equals_ignoring_case;
using ascii::is_alnum;
using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;

constexpr std::size_t kLongData = 64;       ///< bytes of a data-* attribute; shorter values are often names
constexpr std::size_t kLongWhiteSpace = 60; ///< white space that the extractor was tuned to count as text

/// False for void elements (HTML Standard §13.1.2) and for elements that the next element of the same kind closes.
bool may_nest(Tag tag) {
  static constexpr std::array kFlat = {Tag::Base,   Tag::Br,       Tag::Col,   Tag::Embed,  Tag::Hr,    Tag::Img,
                                       Tag::Input,  Tag::Link,     Tag::Meta,  Tag::Source, Tag::Track, Tag::Wbr,
                                       Tag::Frame,  Tag::P,        Tag::Li,    Tag::Dt,     Tag::Dd,    Tag::Tr,
                                       Tag::Td,     Tag::Th,       Tag::Tbody, Tag::Thead,  Tag::Tfoot, Tag::Colgroup,
                                       Tag::Option, Tag::Optgroup, Tag::Html,  Tag::Head,   Tag::Body};
  static constexpr auto kIsFlat = [] {
    std::array<bool, 256> is_flat{};
    for (const Tag flat : kFlat) is_flat[static_cast<std::size_t>(flat)] = true;
    return is_flat;
  }();
  return !kIsFlat[static_cast<std::size_t>(tag)];
}

/// Whether an attribute can be dropped: event handlers, image candidates and data for scripts, which nothing reads; and
/// names that look like a placeholder, or that would look like a value in the output.
bool is_unread(const StartTag::Attribute& attribute) {
  if (attribute.name.starts_with(AttributeSets::kPlaceholder) || attribute.name.starts_with('=')) return true;
  const auto begins = [&](std::string_view with) {
    return equals_ignoring_case(attribute.name.substr(0, with.size()), with);
  };
  const bool has_value = attribute.source.size() > attribute.name.size();
  if (!has_value) return false;
  if (begins("on") || equals_ignoring_case(attribute.name, "srcset") || equals_ignoring_case(attribute.name, "sizes"))
    return true;
  return attribute.value.size() > kLongData && begins("data-") && !begins("data-math") && !begins("data-latex") &&
         !begins("data-src");
}

bool is_data_url(std::string_view value) { return equals_ignoring_case(value.substr(0, 5), "data:"); }

/// Whether the attribute is the type of a script whose content is read.
bool is_read_script(const StartTag::Attribute& attribute) {
  return attribute.value.contains("ld+json") || attribute.value == "text/json" || attribute.value.contains("math/tex");
}

/// Whether the parser would not change the attribute: nothing to decode or to lower-case, no namespace.
bool is_plain(const StartTag::Attribute& attribute) {
  const auto is_plain_in_name = [](char c) { return c > ' ' && c <= '~' && c != '&' && c != ':' && to_lower(c) == c; };
  const auto is_plain_in_value = [](char c) { return (c >= ' ' && c <= '~' && c != '&') || c == '\t' || c == '\n'; };
  return std::ranges::all_of(attribute.name, is_plain_in_name) &&
         std::ranges::all_of(attribute.value, is_plain_in_value);
}

/// Elements whose attributes the parser acts on, or merges from a second tag (html, body).
bool is_read_by_parser(Tag tag, std::string_view name) {
  return tag == Tag::Html || tag == Tag::Body || tag == Tag::Input || tag == Tag::Font || tag == Tag::Svg ||
         tag == Tag::Math || name == "annotation-xml" || name == "isindex";
}

/// Elements whose content is text, not markup (HTML Standard §13.1.2: raw text and escapable raw text elements).
bool holds_raw_text(Tag tag, std::string_view name) {
  return tag == Tag::Script || tag == Tag::Style || tag == Tag::Textarea || tag == Tag::Title || tag == Tag::Iframe ||
         name == "xmp" || name == "noembed" || name == "noframes" || name == "plaintext";
}

class Scanner {
 public:
  Scanner(std::string_view html, const ParserInputLimits& limits) : html_(html), limits_(limits) {
    out_.reserve(html.size());
  }

  Result<ParserInput> run() {
    while (at_ < html_.size()) {
      const std::size_t mark = std::min(html_.find('<', at_), html_.size());
      write_text(html_.substr(at_, mark - at_));
      at_ = mark;
      if (at_ < html_.size()) TRAWL_CHECK(markup());
    }
    return ParserInput{std::move(out_), std::move(sets_)};
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0'; }

  /// Shortens white space between two tags to one character, because it collapses; except in code.
  void write_text(std::string_view text) {
    const bool collapses = open_code_ == 0 && text.size() < kLongWhiteSpace && std::ranges::all_of(text, is_space);
    out_.append(collapses ? text.substr(0, 1) : text);
  }

  Result<void> markup() {
    const char next = peek(1);
    if (is_alpha(next)) return start_tag();
    if (next == '/' && is_alpha(peek(2))) return end_tag();
    if (next == '!' || next == '?' || next == '/') return declaration(), Result<void>{};
    out_.push_back(html_[at_++]);
    return {};
  }

  /// Drops comments, CDATA and processing instructions. Keeps the doctype, which selects the parser's mode.
  void declaration() {
    const std::size_t begin = at_;
    at_ = declaration_end();
    if (equals_ignoring_case(html_.substr(begin + 2, 7), "doctype")) {
      out_.append(html_, begin, at_ - begin);
    } else if (is_open_ended()) {
      out_.append("<!---->");
    }
  }

  std::size_t declaration_end() {
    if (html_.substr(at_, 4) != "<!--") return std::min(html_.find('>', at_), html_.size() - 1) + 1;
    const bool is_empty = peek(4) == '>' || html_.substr(at_ + 4, 2) == "->";
    return is_empty ? html_.find('>', at_) + 1 : comment_end();
  }

  /// Whether what follows could become part of a tag or of a character reference: "<" and "b>", "&#x" and "41".
  bool is_open_ended() const {
    constexpr std::size_t kLongestReference = 40; // longer ones are possible, with zeros: what is as long counts as one
    const std::string_view end = std::string_view(out_).substr(out_.size() - std::min(out_.size(), kLongestReference));
    const auto before = std::find_if_not(end.rbegin(), end.rend(), [](char c) { return is_alnum(c) || c == '#'; });
    return before == end.rend() ? end.size() == kLongestReference : *before == '&' || *before == '<';
  }

  /// The end of the comment that begins here. A downlevel-revealed conditional comment contains "<!-->", which some
  /// tools remove as an empty comment. Then it has no end, and must not swallow the page.
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

  /// Cuts long names; none of the known ones is that long.
  static std::string lower_name(std::string_view name) { return to_lower(name.substr(0, 64)); }

  Result<void> start_tag() {
    at_ = read_start_tag(html_, at_, limits_.attributes, tag_);
    if (tag_.attributes.size() > limits_.attributes) return fail(ErrorCode::TooLarge, "a tag has too many attributes");
    if (!tag_.has_end) return {}; // the page ends inside the tag
    const std::string name = lower_name(tag_.name);
    const Tag tag = tag_named(name);
    const bool keeps_script = tag == Tag::Script && std::ranges::any_of(tag_.attributes, is_read_script);
    out_.push_back('<');
    out_.append(tag_.name);
    write_attributes(is_read_by_parser(tag, name));
    out_.append(tag_.is_self_closing ? " />" : ">");
    if (tag == Tag::Pre) ++open_code_;
    if (tag == Tag::Svg) return tag_.is_self_closing ? Result<void>{} : (skip_svg(), Result<void>{});
    if (holds_raw_text(tag, name)) return raw_text(tag, name, keeps_script);
    return may_nest(tag) && !tag_.is_self_closing ? open(name) : Result<void>{};
  }

  void write_attributes(bool parser_reads_them) {
    std::erase_if(tag_.attributes, is_unread);
    if (tag_.attributes.empty()) return;
    if (!parser_reads_them && std::ranges::all_of(tag_.attributes, is_plain)) {
      kept_.clear();
      for (const auto& [name, value, source] : tag_.attributes)
        kept_.push_back({name, is_data_url(value) ? std::string_view{} : value});
      if (const auto placeholder = sets_.placeholder_for(tag_.attributes_source, kept_)) {
        out_.push_back(' ');
        out_.append(*placeholder);
        return;
      }
    }
    for (const auto& [name, value, source] : tag_.attributes) {
      out_.push_back(' ');
      out_.append(is_data_url(value) ? name : source);
    }
  }

  /// The position of the next "</name" from `from`, in any case; the end of the input if there is none.
  std::size_t find_end_tag(std::string_view name, std::size_t from) const {
    for (std::size_t at = html_.find("</", from); at != std::string_view::npos; at = html_.find("</", at + 2)) {
      if (equals_ignoring_case(read_tag_name(html_.substr(0, at + 3 + name.size()), at + 2), name)) return at;
    }
    return html_.size();
  }

  /// Inside svg and math the parser reads the content as markup. So this counts the templates in it: with many open
  /// templates the parser takes quadratic time at the end of the page, where it allocates nothing, so that no budget
  /// stops it.
  Result<void> raw_text(Tag tag, std::string_view name, bool keeps_script) {
    std::size_t end = name == "plaintext" ? html_.size() : find_end_tag(name, at_);
    if (tag == Tag::Script) end = end_after_inner_scripts(end);
    const bool is_emptied = tag == Tag::Style || tag == Tag::Iframe || (tag == Tag::Script && !keeps_script);
    constexpr std::string_view kTemplate = "template";
    const std::string_view content = is_emptied ? std::string_view{} : html_.substr(at_, end - at_);
    for (std::size_t at = content.find('<'); at != std::string_view::npos; at = content.find('<', at + 1)) {
      raw_templates_ += equals_ignoring_case(content.substr(at + 1, kTemplate.size()), kTemplate) ? 1 : 0;
    }
    if (raw_templates_ > limits_.depth) return fail(ErrorCode::TooLarge, "elements are nested too deep");
    out_.append(content);
    at_ = end;
    return {};
  }

  /// The end of a script that contains scripts in a comment ("<!-- … '<script></script>' … -->", HTML Standard
  /// §13.2.5.20 to .31, script data double escaped state): not `end`, the first end tag, but the one after the comment.
  /// Returns `end` if there is none; later scripts then do not look for it again.
  std::size_t end_after_inner_scripts(std::size_t end) {
    bool is_inside = false; // the comment
    for (std::size_t from = at_, to = end; !is_inner_unclosed_;) {
      const std::string_view part = html_.substr(from, to - from);
      const std::size_t close = part.rfind("-->"); // npos + 1 is 0
      const std::size_t open = is_inside && close == std::string_view::npos ? 0 : part.find("<!--", close + 1);
      is_inside = open != std::string_view::npos;
      if (!is_inside || !part.substr(open).contains("<script")) return to;
      from = to + 2;
      to = find_end_tag("script", from);
      is_inner_unclosed_ = to == html_.size();
    }
    return end;
  }

  /// Skips the content of an <svg>. One without an end tag, or with another <svg> before it, was probably never closed
  /// and is left to the parser. Each end tag is searched for once.
  void skip_svg() {
    if (svg_end_ < at_) svg_end_ = find_end_tag("svg", at_);
    const bool is_closed = svg_end_ < html_.size() && !html_.substr(at_, svg_end_ - at_).contains("<svg");
    if (is_closed) at_ = svg_end_;
  }

  static std::uint8_t bucket_of(std::string_view name) {
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return static_cast<std::uint8_t>(hash ^ (hash >> 8) ^ (hash >> 16));
  }

  Result<void> open(std::string_view name) {
    if (open_.size() >= limits_.depth) return fail(ErrorCode::TooLarge, "elements are nested too deep");
    if (name == "template") templates_.push_back(open_.size());
    open_.push_back(bucket_of(name));
    return {};
  }

  /// Closes the nearest open element of this name and what is open inside it, but nothing outside an open template.
  /// Ignores an end tag that matches no element. Drops its attributes.
  Result<void> end_tag() {
    at_ = read_start_tag(html_, at_ + 1, limits_.attributes, tag_);
    if (tag_.attributes.size() > limits_.attributes) return fail(ErrorCode::TooLarge, "a tag has too many attributes");
    if (!tag_.has_end) return {};
    out_.append("</").append(tag_.name).append(">");
    const std::string name = lower_name(tag_.name);
    const Tag tag = tag_named(name);
    if (tag == Tag::Pre && open_code_ > 0) --open_code_;
    if (!may_nest(tag)) return {};
    const std::size_t floor = tag == Tag::Template || templates_.empty() ? 0 : templates_.back() + 1;
    const auto first = open_.begin() + static_cast<std::ptrdiff_t>(floor);
    const auto found = std::find(open_.rbegin(), std::make_reverse_iterator(first), bucket_of(name));
    if (found.base() != first) open_.erase(std::prev(found.base()), open_.end());
    while (!templates_.empty() && templates_.back() >= open_.size()) templates_.pop_back();
    return {};
  }

  std::string_view html_;
  ParserInputLimits limits_;
  std::size_t at_ = 0;
  std::size_t comment_close_ = 0; ///< the first "-->" after the last comment's start; searched for once
  std::string out_;
  StartTag tag_;                ///< the current one
  std::vector<Attribute> kept_; ///< attributes of `tag_` that are kept
  AttributeSets sets_;
  std::vector<std::uint8_t> open_;     ///< hashes of names; a collision only makes the count slightly wrong
  std::vector<std::size_t> templates_; ///< their positions in `open_`
  std::size_t raw_templates_ = 0;      ///< "<template" inside text elements
  std::size_t open_code_ = 0;          ///< open <pre> elements
  bool is_inner_unclosed_ = false;     ///< a script contains a script, and has no end tag itself
  std::size_t svg_end_ = 0;            ///< position of the next "</svg"
};

using ascii::is_space;

/// Reads the attribute at `at`; returns the position after it.
std::size_t read_attribute(std::string_view html, std::size_t at, StartTag::Attribute& attribute) {
  const std::size_t begin = at;
  ++at; // a name may begin with '='
  while (at < html.size() && !is_space(html[at]) && html[at] != '=' && html[at] != '>' && html[at] != '/') ++at;
  attribute.name = attribute.source = html.substr(begin, at - begin);
  attribute.value = {};
  std::size_t value = at;
  while (value < html.size() && is_space(html[value])) ++value;
  if (value == html.size() || html[value] != '=') return at;
  ++value;
  while (value < html.size() && is_space(html[value])) ++value;
  std::size_t end = value;
  if (value < html.size() && (html[value] == '"' || html[value] == '\'')) {
    end = std::min(html.find(html[value], value + 1), html.size());
    ++value;
    at = std::min(end + 1, html.size());
  } else {
    while (end < html.size() && !is_space(html[end]) && html[end] != '>') ++end;
    at = end;
  }
  attribute.value = html.substr(value, end - value);
  attribute.source = html.substr(begin, at - begin);
  return at;
}

} // namespace

Result<ParserInput> make_parser_input(std::string_view html, const ParserInputLimits& limits) {
  return Scanner(html, limits).run();
}

std::string_view read_tag_name(std::string_view html, std::size_t at) {
  std::size_t end = at;
  while (end < html.size() && !is_space(html[end]) && html[end] != '>' && html[end] != '/') ++end;
  return html.substr(at, end - at);
}

std::size_t read_start_tag(std::string_view html, std::size_t at, std::size_t max_attributes, StartTag& tag) {
  tag.name = read_tag_name(html, at + 1);
  tag.attributes.clear();
  tag.is_self_closing = false;
  at += 1 + tag.name.size();
  const std::size_t begin = at;
  while (at < html.size() && html[at] != '>' && tag.attributes.size() <= max_attributes) {
    if (is_space(html[at]) || html[at] == '/') {
      tag.is_self_closing = html[at] == '/';
      ++at;
      continue;
    }
    tag.is_self_closing = false;
    at = read_attribute(html, at, tag.attributes.emplace_back());
  }
  tag.has_end = at < html.size() && html[at] == '>';
  tag.attributes_source = html.substr(begin, at - begin);
  return tag.has_end ? at + 1 : at;
}

void bound_character_references(std::string& page) {
  constexpr std::size_t kMostDigits = 7; // these fit an integer; more mean a number beyond U+10FFFF
  for (std::size_t at = page.find("&#"); at != std::string::npos; at = page.find("&#", at)) {
    at += 2;
    const bool is_hex = at < page.size() && (page[at] == 'x' || page[at] == 'X');
    if (is_hex) ++at;
    const std::size_t end =
        std::min(page.find_first_not_of(is_hex ? "0123456789abcdefABCDEF" : "0123456789", at), page.size());
    const std::size_t first = std::min(page.find_first_not_of('0', at), end);
    if (end - first > kMostDigits) {
      const std::string_view replacement = is_hex ? "FFFD" : "65533";
      std::fill(page.begin() + static_cast<std::ptrdiff_t>(first), page.begin() + static_cast<std::ptrdiff_t>(end),
                '0');
      page.replace(end - replacement.size(), replacement.size(), replacement);
    }
    at = end;
  }
}

} // namespace trawl::html
