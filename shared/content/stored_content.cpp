// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/stored_content.h"

#include "shared/base/packed.h"
#include "shared/base/utf8.h"

#include <utility>

namespace trawl::content {
namespace {

constexpr char kForm = 1; ///< the first byte of a structure

// Which members of a node follow its kind.
enum Member : std::uint8_t {
  kFlag = 1,
  kNumber = 2,
  kOwnText = 4,    ///< text that the plain text lacks
  kSharedText = 8, ///< text of the plain text: how many bytes to skip, then its length
  kAttribute = 16,
  kChildren = 32,
};

/// How a line is separated in the plain text: the lines of a list or a table are not separated by blank lines.
enum class Line : std::uint8_t { Other, Item, Row };

class Packer {
 public:
  StoredContent run(const Content& content) {
    out_.structure = kForm;
    packed::put_number(out_.structure, content.size());
    for (const Node& node : content) put(node, Line::Other, false);
    return std::move(out_);
  }

 private:
  static Line line_of_kind(Kind kind, Line outer) {
    switch (kind) {
    case Kind::List:
    case Kind::DefinitionList:
      return Line::Item;
    case Kind::Row:
      return Line::Row;
    case Kind::Heading:
    case Kind::Caption:
    case Kind::Code:
    case Kind::Footnote:
      return Line::Other;
    default:
      return outer;
    }
  }

  static bool begins_line(Kind kind, bool is_in_line) {
    if (is_in_line || kind == Kind::Cell) return false;
    return is_line_block(kind) || kind == Kind::Row || kind == Kind::Code || kind == Kind::Note ||
           kind == Kind::Formula;
  }

  void put(const Node& node, Line outer, bool is_in_line) {
    if (node.kind == Kind::Caption && !node.flag) return put_unshared(node);
    const Line line = line_of_kind(node.kind, outer);
    if (begins_line(node.kind, is_in_line)) begin_line(line);
    if (node.kind == Kind::Cell && !is_line_empty_) gap_ += " | ";
    if (node.kind == Kind::LineBreak && !is_line_empty_) gap_ += '\n';
    put_members(node, node.kind != Kind::Picture);
    if (node.kind == Kind::Note) begin_line(line); // below its title
    for (const Node& child : node.children) put(child, line, is_in_line || is_line_block(node.kind));
  }

  /// A node whose text is not part of the plain text.
  void put_unshared(const Node& node) {
    put_members(node, false);
    for (const Node& child : node.children) put_unshared(child);
  }

  void put_members(const Node& node, bool is_shared) {
    std::string& out = out_.structure;
    const int text_member = node.text.empty() ? 0 : is_shared ? kSharedText : kOwnText;
    out += static_cast<char>(node.kind);
    out += static_cast<char>((node.flag ? kFlag : 0) | (node.number != 0 ? kNumber : 0) | text_member |
                             (node.attribute.empty() ? 0 : kAttribute) | (node.children.empty() ? 0 : kChildren));
    if (node.number != 0) packed::put_number(out, node.number);
    if (text_member == kSharedText) put_shared(node.text);
    if (text_member == kOwnText) packed::put_text(out, node.text);
    if (!node.attribute.empty()) packed::put_text(out, node.attribute);
    if (!node.children.empty()) packed::put_number(out, node.children.size());
  }

  void begin_line(Line line) {
    line_ = line;
    gap_.clear();
    is_line_empty_ = true;
  }

  void put_shared(const std::string& text) {
    if (is_line_empty_ && !out_.text.empty()) gap_ = line_ == last_line_ && line_ != Line::Other ? "\n" : "\n\n";
    out_.text += gap_;
    packed::put_number(out_.structure, gap_.size());
    packed::put_number(out_.structure, text.size());
    out_.text += text;
    gap_.clear();
    last_line_ = line_;
    is_line_empty_ = false;
  }

  StoredContent out_;
  std::string gap_;              ///< what separates the next text from the last
  Line line_ = Line::Other;      ///< what the current line belongs to
  Line last_line_ = Line::Other; ///< the same for the last line that has text
  bool is_line_empty_ = true;
};

bool is_allowed_in(Kind child, Kind parent) {
  switch (parent) {
  case Kind::List:
    return child == Kind::Item;
  case Kind::DefinitionList:
    return child == Kind::Term || child == Kind::Definition;
  case Kind::Table:
    return child == Kind::Caption || child == Kind::Row;
  case Kind::Row:
    return child == Kind::Cell;
  default:
    break;
  }
  if (is_line_block(parent)) return is_inside_lines(child);
  if (parent >= Kind::Link && parent <= Kind::Subscript) return is_inside_lines(child);
  const bool has_blocks = parent >= Kind::Quote && parent <= Kind::Footnote;
  if (!has_blocks) return false;
  const bool is_part = child == Kind::Term || child == Kind::Cell || child == Kind::Item || child == Kind::Definition ||
                       child == Kind::Row;
  return !is_part && child <= Kind::Formula;
}

class Unpacker {
 public:
  Unpacker(std::string_view text, std::string_view structure) : text_(text), structure_(structure) {}

  std::optional<Content> run() {
    if (structure_.empty() || structure_.front() != kForm) return std::nullopt;
    structure_.remove_prefix(1);
    Content content;
    const Node all{.kind = Kind::Quote}; // an article may contain what a quote may contain
    if (!take_children(content, all.kind, 1) || !structure_.empty() || !text_.empty()) return std::nullopt;
    return content;
  }

 private:
  bool take_children(std::vector<Node>& children, Kind parent, std::size_t depth) {
    std::uint64_t count = 0;
    if (depth > kMaxDepth || !packed::take_number(structure_, count) || count > structure_.size()) return false;
    for (; count > 0; --count) {
      if (++nodes_ > kMaxNodes || !take(children.emplace_back(), parent, depth)) return false;
    }
    return true;
  }

  bool take(Node& node, Kind parent, std::size_t depth) {
    if (structure_.size() < 2 || static_cast<unsigned char>(structure_[0]) >= kKinds) return false;
    node.kind = static_cast<Kind>(structure_[0]);
    const auto members = static_cast<std::uint8_t>(structure_[1]);
    structure_.remove_prefix(2);
    node.flag = (members & kFlag) != 0;
    std::uint64_t number = 0;
    if ((members & kNumber) != 0 && !packed::take_number(structure_, number)) return false;
    node.number = static_cast<std::uint32_t>(number);
    if (number > kMaxNumber || !is_allowed_in(node.kind, parent) || !is_possible(node)) return false;
    if ((members & kOwnText) != 0 && !take_own(node.text)) return false;
    if ((members & kSharedText) != 0 && !take_shared(node.text)) return false;
    if ((members & kAttribute) != 0 && !take_own(node.attribute)) return false;
    return (members & kChildren) == 0 || take_children(node.children, node.kind, depth + 1);
  }

  static bool is_possible(const Node& node) {
    switch (node.kind) {
    case Kind::Heading:
      return node.number >= 1 && node.number <= 6;
    case Kind::Cell:
      return node.number <= kMaxColumns;
    case Kind::Note:
      return node.number <= static_cast<std::uint32_t>(NoteKind::Caution);
    case Kind::Item:
      return node.number <= static_cast<std::uint32_t>(TaskState::Done);
    default:
      return true;
    }
  }

  bool take_own(std::string& text) {
    std::string_view view;
    if (!packed::take_text(structure_, view)) return false;
    text = view;
    return utf8::is_valid(text);
  }

  bool take_shared(std::string& text) {
    std::uint64_t gap = 0, size = 0;
    if (!packed::take_number(structure_, gap) || !packed::take_number(structure_, size)) return false;
    if (gap > text_.size() || size > text_.size() - gap) return false;
    if (cuts_character(gap) || cuts_character(gap + size)) return false;
    text = text_.substr(gap, size);
    text_.remove_prefix(gap + size);
    return true;
  }

  /// Whether the text, which is valid UTF-8, has a character that begins before byte `at` and ends after it.
  bool cuts_character(std::uint64_t at) const {
    return at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80;
  }

  static constexpr std::uint64_t kMaxNumber = 1'000'000'000; // the limit for item numbers in Markdown

  std::string_view text_, structure_; ///< the parts not read yet
  std::size_t nodes_ = 0;
};

/// Reads the nodes of a structure one after another, each before its children.
class HeadingScan {
 public:
  explicit HeadingScan(std::string_view structure) : structure_(structure) {}

  std::vector<HeadingPlace> run() {
    if (structure_.empty() || structure_.front() != kForm) return {};
    structure_.remove_prefix(1);
    std::uint64_t count = 0;
    if (packed::take_number(structure_, count)) left_.push_back(count);
    while (!left_.empty()) {
      if (left_.back() == 0) {
        left_.pop_back();
        if (left_.size() <= heading_depth_) heading_depth_ = kNone;
      } else if (!take()) {
        break;
      }
    }
    std::erase_if(out_, [](const HeadingPlace& heading) { return heading.begin == heading.end; });
    return std::move(out_);
  }

 private:
  bool take() {
    if (structure_.size() < 2 || left_.size() > kMaxDepth) return false;
    --left_.back();
    const auto kind = static_cast<Kind>(structure_[0]);
    const auto members = static_cast<std::uint8_t>(structure_[1]);
    structure_.remove_prefix(2);
    std::uint64_t number = 0, gap = 0, size = 0, children = 0;
    std::string_view own, attribute;
    if ((members & kNumber) != 0 && !packed::take_number(structure_, number)) return false;
    if ((members & kOwnText) != 0 && !packed::take_text(structure_, own)) return false;
    if ((members & kSharedText) != 0 &&
        (!packed::take_number(structure_, gap) || !packed::take_number(structure_, size)))
      return false;
    if ((members & kAttribute) != 0 && !packed::take_text(structure_, attribute)) return false;
    if ((members & kChildren) != 0 && !packed::take_number(structure_, children)) return false;
    if (gap > kMaxBytes || size > kMaxBytes || at_ > kMaxBytes) return false;
    if (kind == Kind::Heading && heading_depth_ == kNone) {
      heading_depth_ = left_.size();
      out_.push_back({static_cast<std::uint32_t>(number), 0, 0, std::string(attribute)});
    }
    if (size > 0) {
      HeadingPlace* const heading = heading_depth_ == kNone ? nullptr : &out_.back();
      if (heading != nullptr && heading->end == 0) heading->begin = at_ + gap;
      at_ += gap + size;
      if (heading != nullptr) heading->end = at_;
    }
    left_.push_back(children);
    return true;
  }

  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;

  std::string_view structure_;        ///< what is not read yet
  std::vector<std::uint64_t> left_;   ///< nodes not read yet, of each list that is open
  std::size_t heading_depth_ = kNone; ///< lists that were open before the heading that is open
  std::size_t at_ = 0;                ///< in the plain text
  std::vector<HeadingPlace> out_;
};

} // namespace

std::vector<HeadingPlace> headings_of(std::string_view structure) { return HeadingScan(structure).run(); }

StoredContent pack(const Content& content) { return Packer().run(content); }

std::optional<Content> unpack(std::string_view text, std::string_view structure) {
  return Unpacker(text, structure).run();
}

Content unpack_or_text(std::string_view text, std::string_view structure) {
  auto content = unpack(text, structure);
  return content ? std::move(*content) : of_text(text);
}

} // namespace trawl::content
