// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_content.h"

#include <algorithm>
#include <array>

namespace trawl::searchd {
namespace {

using search::Mark;

/// Inline elements. A word may continue across their tags, but not across those of other elements.
constexpr std::array<std::string_view, 9> kInline{"a", "em", "strong", "del", "sup", "sub", "code", "span", "mark"};

struct CharacterReference {
  std::string_view name;
  char character;
};

// The character references that html_escape writes.
constexpr std::array kReferences{CharacterReference{"&amp;", '&'}, CharacterReference{"&lt;", '<'},
                                 CharacterReference{"&gt;", '>'}, CharacterReference{"&quot;", '"'},
                                 CharacterReference{"&#39;", '\''}};

/// A tag, or one character of the text (a byte, or a whole character reference).
struct Piece {
  std::string_view html;
  bool is_tag = false;
  char character = 0; ///< of the text
};

Piece first_piece(std::string_view html) {
  if (html.front() == '<') return {html.substr(0, std::min(html.find('>'), html.size() - 1) + 1), true};
  for (const CharacterReference& reference : kReferences) {
    if (html.starts_with(reference.name)) return {html.substr(0, reference.name.size()), false, reference.character};
  }
  return {html.substr(0, 1), false, html.front()};
}

/// "h2" of "<h2>", "</h2>" and "<h2 id=…>".
std::string_view element_name(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  return tag.substr(0, tag.find_first_of(" >/"));
}

bool divides_words(std::string_view tag) { return std::ranges::find(kInline, element_name(tag)) == kInline.end(); }

/// 2 to 6 for a tag of a heading, else 0.
int heading_level(std::string_view tag) {
  const std::string_view name = element_name(tag);
  return name.size() == 2 && name[0] == 'h' && name[1] >= '2' && name[1] <= '6' ? name[1] - '0' : 0;
}

/// The text alone, with a line feed for each tag between words.
std::string text_of(std::string_view html) {
  std::string out;
  while (!html.empty()) {
    const Piece piece = first_piece(html);
    html.remove_prefix(piece.html.size());
    if (!piece.is_tag) out += piece.character;
    if (piece.is_tag && divides_words(piece.html)) out += '\n';
  }
  return out;
}

/// Copies the pieces of the HTML and inserts marks and ids.
class ContentWriter {
 public:
  explicit ContentWriter(const std::vector<Mark>& marks) : mark_(marks.begin()), end_(marks.end()) {}

  void write(const Piece& piece) {
    if (piece.is_tag)
      write_tag(piece.html);
    else
      write_character(piece);
  }

  ReadableContent finish() {
    close_mark();
    return std::move(out_);
  }

 private:
  void write_tag(std::string_view tag) {
    close_mark();
    const int level = heading_level(tag);
    const bool is_opening = !tag.starts_with("</");
    if (level > 0 && is_opening)
      begin_heading(level);
    else
      out_.html += tag;
    if (level > 0 && !is_opening) is_in_heading_ = false;
    if (divides_words(tag)) ++position_;
  }

  void begin_heading(int level) {
    const std::string id = "part-" + std::to_string(out_.headings.size() + 1);
    out_.headings.push_back({level, id, ""});
    out_.html += "<h" + std::to_string(level) + " id=\"" + id + "\">";
    is_in_heading_ = true;
  }

  void write_character(const Piece& piece) {
    while (mark_ != end_ && position_ >= mark_->end) {
      close_mark();
      ++mark_;
    }
    if (mark_ != end_ && position_ >= mark_->begin && !is_open_) {
      if (position_ == mark_->begin) ++out_.marks;
      out_.html += "<mark>";
      is_open_ = true;
    }
    out_.html += piece.html;
    if (is_in_heading_) out_.headings.back().text += piece.character;
    ++position_;
  }

  void close_mark() {
    if (is_open_) out_.html += "</mark>";
    is_open_ = false;
  }

  ReadableContent out_;
  std::vector<Mark>::const_iterator mark_, end_;
  std::size_t position_ = 0; ///< in the text alone
  bool is_open_ = false, is_in_heading_ = false;
};

} // namespace

ReadableContent make_readable(std::string_view html, const search::Highlighter& highlighter,
                              std::string_view language) {
  const std::vector<Mark> marks = search::to_marks(highlighter.hits(text_of(html), language));
  ContentWriter writer(marks);
  while (!html.empty()) {
    const Piece piece = first_piece(html);
    writer.write(piece);
    html.remove_prefix(piece.html.size());
  }
  return writer.finish();
}

} // namespace trawl::searchd
