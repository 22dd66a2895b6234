// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/structure_walk.h"

#include "indexer/extract/structure/code_text.h"
#include "indexer/extract/structure/media.h"
#include "indexer/html/text.h"
#include "indexer/html/text_forms.h"
#include "shared/base/ascii.h"
#include "shared/url/percent_encoding.h"
#include "shared/url/url.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace trawl::extract {

namespace {

using content::Kind;
using content::Node;
using content::TaskState;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

/// The number of <td> and <th> in the row.
std::size_t cells_in(const Dom& dom, NodeId row) {
  std::size_t cells = 0;
  for (NodeId cell = dom[row].first_child; cell != kNoNode; cell = dom[cell].next_sibling) {
    cells += dom[cell].tag == Tag::Td || dom[cell].tag == Tag::Th ? 1 : 0;
  }
  return cells;
}

/// The state of the checkbox at the beginning of an item.
TaskState task_state(const Dom& dom, NodeId item) {
  constexpr NodeId kNear = 8; // nodes between the item and its box
  for (NodeId at = item; at < std::min<NodeId>(dom[item].end, item + kNear); ++at) {
    if (dom[at].tag == Tag::Text && !ascii::trim(dom[at].text).empty()) break;
    if (dom[at].tag == Tag::Input && ascii::equals_ignoring_case(dom.attribute(at, "type"), "checkbox")) {
      return dom.has_attribute(at, "checked") ? TaskState::Done : TaskState::Open;
    }
    if (dom.attribute(at, "role") == "checkbox") {
      return dom.attribute(at, "aria-checked") == "true" ? TaskState::Done : TaskState::Open;
    }
  }
  return TaskState::NoTask;
}

/// Whether the table only arranges the page, by its form or because the page says so.
bool is_layout_table(const Dom& dom, NodeId table) {
  const std::string_view role = dom.attribute(table, "role");
  if (role == "presentation" || role == "none") return true;
  std::size_t rows = 0, widest = 0;
  bool has_names = false;
  for (NodeId at = table + 1; at < dom[table].end; ++at) {
    const Tag tag = dom[at].tag;
    if (tag == Tag::Table || html::heading_level(tag) > 0) return true;
    if (tag == Tag::Pre && html::raw_text(dom, at).find('\n') != std::string::npos) return true;
    has_names = has_names || tag == Tag::Th || tag == Tag::Caption;
    if (tag == Tag::Tr) ++rows, widest = std::max(widest, cells_in(dom, at));
  }
  return !has_names && (widest < 2 || rows < 2);
}

/// Whether the row names the columns.
bool is_head_row(const Dom& dom, NodeId row) {
  if (dom[dom[row].parent].tag == Tag::Thead) return true;
  bool has_name = false;
  for (NodeId cell = dom[row].first_child; cell != kNoNode; cell = dom[cell].next_sibling) {
    if (dom[cell].tag == Tag::Td) return false;
    has_name = has_name || dom[cell].tag == Tag::Th;
  }
  return has_name;
}

/// "left", "center" or "right", if the page says so of a cell; else empty.
std::string alignment_of(const Dom& dom, NodeId cell) {
  std::string alignment = ascii::to_lower(dom.attribute(cell, "align"));
  std::string style = ascii::to_lower(dom.attribute(cell, "style")) + ";";
  std::erase_if(style, ascii::is_space);
  constexpr std::string_view kName = "text-align:";
  for (std::size_t at = 0; at < style.size(); at = style.find(';', at) + 1) {
    const std::string_view declaration = std::string_view(style).substr(at, style.find(';', at) - at);
    if (declaration.starts_with(kName)) alignment = declaration.substr(kName.size());
  }
  return content::is_alignment(alignment) ? alignment : std::string();
}

constexpr NodeId kLargestHeading = 400; ///< nodes; a heading that was never closed contains the rest of the page

std::optional<Kind> mark_kind(Tag tag) {
  switch (tag) {
  case Tag::Em:
  case Tag::I:
  case Tag::Dfn:
  case Tag::Var:
  case Tag::Cite:
    return Kind::Emphasis;
  case Tag::Strong:
  case Tag::B:
    return Kind::Strong;
  case Tag::Del:
  case Tag::S:
  case Tag::Strike:
    return Kind::Strikethrough;
  case Tag::Code:
  case Tag::Kbd:
  case Tag::Samp:
  case Tag::Tt:
    return Kind::CodeSpan;
  case Tag::Sup:
    return Kind::Superscript;
  case Tag::Sub:
    return Kind::Subscript;
  default:
    return std::nullopt;
  }
}

/// What the page calls the place of a heading: its own id, the address of a link in it that leads to itself, a name
/// inside it, or the id of the section that begins with it. Empty if it has no such name.
std::string fragment_of_heading(const Dom& dom, NodeId heading) {
  constexpr std::size_t kLongestName = 300; // bytes
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.size() <= kLongestName && std::ranges::none_of(name, ascii::is_space);
  };
  std::string_view inside;
  for (NodeId node = heading; node < dom[heading].end; ++node) {
    if (!dom.is_element(node)) continue;
    if (const std::string_view id = dom.attribute(node, "id"); is_name(id)) {
      if (node == heading) return std::string(id);
      if (inside.empty()) inside = id;
    }
    if (dom[node].tag != Tag::A) continue;
    const std::string_view href = dom.attribute(node, "href");
    if (href.starts_with('#') && is_name(href.substr(1))) return url::percent_decode(href.substr(1));
    if (const std::string_view name = dom.attribute(node, "name"); inside.empty() && is_name(name)) inside = name;
  }
  if (!inside.empty()) return std::string(inside);
  const NodeId parent = dom[heading].parent;
  if (parent == kNoNode || dom[parent].tag != Tag::Section) return {};
  for (NodeId node = parent + 1; node < heading; ++node) {
    if (dom[node].tag == Tag::Text && !html::squeeze(dom[node].text).empty()) return {};
  }
  const std::string_view id = dom.attribute(parent, "id");
  return is_name(id) ? std::string(id) : std::string();
}

/// The number that the text begins with; `least` if there is none.
std::uint32_t number_at(std::string_view text, std::uint32_t least, std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::clamp(number, least, most) : least;
}

bool has_styled_items(const Dom& dom, NodeId list) {
  for (NodeId item = dom[list].first_child; item != kNoNode; item = dom[item].next_sibling) {
    if (dom[item].tag == Tag::Li && dom.has_attribute(item, "class")) return true;
  }
  return false;
}

} // namespace

std::uint32_t number_of(const Dom& dom, NodeId node, std::string_view name, std::uint32_t least, std::uint32_t most) {
  return number_at(ascii::trim(dom.attribute(node, name)), least, most);
}

std::optional<NodeId> StructureWalk::visit_media(NodeId node) {
  const Tag tag = dom_[node].tag;
  const bool is_picture_element = tag == Tag::Unknown && dom_[node].text.ends_with("-img");
  if (tag == Tag::Img || is_picture_element) {
    if (!html::tex_of(dom_, node).empty()) return std::nullopt;
    auto picture = picture_of(dom_, node, input_.base_url);
    if (!picture) return dom_[node].end;
    tree().has_line_text() ? tree().add_inside(std::move(*picture)) : tree().add_block(std::move(*picture));
    return dom_[node].end;
  }
  const bool may_embed = tag == Tag::Iframe || tag == Tag::Video || tag == Tag::Audio || tag == Tag::Unknown;
  if (!may_embed) return std::nullopt;
  auto link = embed_of(dom_, node, input_.base_url);
  if (!link) return std::nullopt;
  Node caption{.kind = Kind::Caption}, figure{.kind = Kind::Figure};
  caption.children.push_back(std::move(*link));
  figure.children.push_back(std::move(caption));
  tree().add_block(std::move(figure));
  return dom_[node].end;
}

std::optional<NodeId> StructureWalk::visit_formula(NodeId node) {
  const Tag tag = dom_[node].tag;
  if (tag != Tag::Math && tag != Tag::Script && tag != Tag::Img && tag != Tag::Unknown &&
      dom_[node].attribute_count == 0)
    return std::nullopt;
  if (const std::string_view tex = html::tex_of(dom_, node); !tex.empty()) {
    if (input_.kept.has_text(dom_, node)) write_formula(tex, false);
    return dom_[node].end;
  }
  if (dom_[node].text == "d-math") {
    if (input_.kept.has_text(dom_, node)) write_formula(html::raw_text(dom_, node), dom_.has_attribute(node, "block"));
    return dom_[node].end;
  }
  const bool is_script = tag == Tag::Script && html::is_tex_script(dom_, node);
  const NodeId source = is_script ? node : tag == Tag::Math ? html::tex_annotation(dom_, node) : kNoNode;
  if (source == kNoNode) return std::nullopt; // MathML without TeX is read as it is shown
  const bool is_displayed =
      dom_.attribute(node, "type").contains("mode=display") || dom_.attribute(node, "display") == "block";
  if (input_.kept.has_text(dom_, node)) write_formula(html::raw_text(dom_, source), is_displayed);
  return dom_[node].end;
}

/// A citation into which the page's script would write numbers; the keys of the works stand for them.
std::optional<NodeId> StructureWalk::visit_citation(NodeId node) {
  constexpr std::size_t kLongestKeys = 300; // bytes
  const bool is_citation =
      dom_[node].tag == Tag::Unknown && (dom_[node].text == "d-cite" || dom_[node].text == "dt-cite");
  if (!is_citation || !html::squeeze(html::raw_text(dom_, node)).empty()) return std::nullopt;
  const std::string keys = html::squeeze(dom_.attribute(node, dom_.has_attribute(node, "key") ? "key" : "bibtex-key"));
  if (keys.empty() || keys.size() > kLongestKeys || !input_.kept.has_text(dom_, dom_[node].parent)) return std::nullopt;
  std::string written;
  for (const char c : keys) written += c == ',' ? ", " : c == ' ' ? "" : std::string(1, c);
  tree().text("[" + written + "]");
  return dom_[node].end;
}

std::optional<NodeId> StructureWalk::visit_footnote(NodeId node) {
  if (const std::string_view label = footnotes_.label_of_note(node); !label.empty() && notes_.empty()) {
    tree().end_line();
    enter_footnote(node, std::string(label));
    return node + 1;
  }
  if (const std::string_view label = footnotes_.label_of_mark(node); !label.empty()) {
    if (!input_.kept.has_text(dom_, node)) return dom_[node].end;
    std::string text = html::squeeze(html::raw_text(dom_, node));
    if (!text.starts_with('[')) text = "[" + text + "]";
    const bool is_note_kept = input_.kept.has_text(dom_, footnotes_.note_of(label));
    tree().add_inside({.kind = is_note_kept ? Kind::FootnoteMark : Kind::Text,
                       .text = std::move(text),
                       .attribute = is_note_kept ? std::string(label) : ""});
    return dom_[node].end;
  }
  if (dom_[node].tag == Tag::Sup) {
    if (const std::string_view mark = html::footnote_mark(dom_, node); !mark.empty()) {
      if (input_.kept.has_text(dom_, node))
        tree().add_inside({.kind = Kind::Text, .text = "[" + std::string(mark) + "]"});
      return dom_[node].end;
    }
  }
  std::string folded = notes_.empty() ? mark_of_folded_note(dom_, node) : std::string();
  const bool is_note = !folded.empty() || (notes_.empty() && is_note_beside_mark(dom_, node));
  if (is_note && input_.kept.has_text(dom_, node)) {
    folded_mark_ = std::move(folded);
    std::string label = footnotes_.next_label();
    tree().add_inside({.kind = Kind::FootnoteMark, .attribute = label});
    enter_footnote(node, std::move(label));
    return node + 1;
  }
  return std::nullopt;
}

StructureWalk::StructureWalk(const StructureInput& input)
    : input_(input), dom_(input.dom), footnotes_(input.dom, input.dom.body()), has_dollars_(renders_formulas(dom_)),
      trees_(1) {}

content::Content StructureWalk::run() {
  const NodeId body = dom_.body();
  for (NodeId at = body + 1; at < dom_[body].end;) {
    while (!open_.empty() && at >= open_.back().end) leave();
    at = visit(at);
  }
  while (!open_.empty()) leave();
  return tree().take();
}

void StructureWalk::leave() {
  const Open closed = open_.back();
  open_.pop_back();
  switch (closed.closing) {
  case Closing::Table:
    tables_.pop_back();
    [[fallthrough]];
  case Closing::Level:
    return tree().close(closed.level);
  case Closing::Mark:
    return tree().close_mark();
  case Closing::Line:
    return tree().end_line();
  case Closing::Footnote:
    Node note = std::move(notes_.back());
    notes_.pop_back();
    folded_mark_.clear();
    note.children = tree().take();
    trees_.pop_back();
    tree().add_after(std::move(note));
  }
}

NodeId StructureWalk::visit(NodeId node) {
  const Tag tag = dom_[node].tag;
  if (tag == Tag::Text) {
    const bool is_caption = node < caption_end_ && input_.kept.is_caption_kept(node);
    if (!is_caption && !input_.kept.is_kept(node)) return node + 1;
    write_text(dom_[node].text);
    return node + 1;
  }
  if (const auto next = visit_citation(node)) return *next;
  if (!input_.kept.may_have_content(dom_, node) || is_left_out(node)) return dom_[node].end;
  if (const auto next = visit_media(node)) return *next;
  if (const auto next = visit_formula(node)) return *next;
  if (is_skipped(node) || is_note_title_taken(node)) return dom_[node].end;
  if (input_.captions.contains(node)) return enter_caption(node, false);
  if (const auto next = visit_footnote(node)) return *next;
  if (const auto next = visit_table(node)) return *next;
  if (const auto next = visit_block(node)) return *next;
  visit_inside(node);
  return node + 1;
}

/// Whether the node is left out. A visible figure without text is kept, although it is in `left_out`: it has no text
/// that could be kept.
bool StructureWalk::is_left_out(NodeId node) const {
  if (!input_.left_out.contains(node)) return false;
  return dom_[node].tag != Tag::Figure || html::is_hidden(dom_, node) || !html::line_text(dom_, node).empty();
}

bool StructureWalk::is_skipped(NodeId node) {
  const Tag tag = dom_[node].tag;
  if (tag == Tag::Noscript) return input_.hidden != html::Hidden::ShownWithNoscript;
  const bool is_heading_button = tag == Tag::Button && tree().is_in(Kind::Heading) && !tree().has_line_text();
  if ((html::is_invisible(tag) && !is_heading_button) || tag == Tag::Rt) return true;
  if (!notes_.empty() && !folded_mark_.empty() && (tag == Tag::Sup || tag == Tag::Span) &&
      html::squeeze(html::raw_text(dom_, node)) == folded_mark_)
    return true;
  if (dom_[node].attribute_count == 0) return footnotes_.is_back_link(node);
  return (tag == Tag::A && html::is_permalink(dom_, node)) || html::is_for_screen_readers(dom_, node) ||
         (input_.hidden == html::Hidden::LeftOut && html::is_hidden(dom_, node)) ||
         html::is_rendered_formula(dom_, node) || html::is_line_numbering(dom_, node) || footnotes_.is_back_link(node);
}

/// The first element of a note may be its title.
bool StructureWalk::is_note_title_taken(NodeId node) {
  if (note_level_ == 0) return false;
  Node* note = tree().untouched(note_level_);
  if (note == nullptr || note->kind != Kind::Note) {
    note_level_ = 0;
    return false;
  }
  if (!input_.kept.has_text(dom_, node) || !is_note_title(dom_, node)) return false;
  // A heading that can be linked to is the author's, not the template's.
  if (html::heading_level(dom_[node].tag) > 0 && !fragment_of_heading(dom_, node).empty()) return false;
  note->text = html::line_text(dom_, node);
  if (note->text.empty()) note->text = html::squeeze(html::raw_text(dom_, node));
  note_level_ = 0;
  return true;
}

void StructureWalk::enter(NodeId node, Node block) {
  open_.push_back({dom_[node].end, Closing::Level, tree().open(std::move(block))});
}

void StructureWalk::enter_mark(NodeId node, Kind kind, std::string attribute) {
  tree().open_mark({.kind = kind, .attribute = std::move(attribute)});
  open_.push_back({dom_[node].end, Closing::Mark, 0});
}

void StructureWalk::enter_footnote(NodeId node, std::string label) {
  notes_.push_back({.kind = Kind::Footnote, .attribute = std::move(label)});
  trees_.emplace_back();
  open_.push_back({dom_[node].end, Closing::Footnote, 0});
}

std::optional<NodeId> StructureWalk::visit_table(NodeId node) {
  switch (dom_[node].tag) {
  case Tag::Table: {
    tree().end_line();
    if (is_code_table(dom_, node)) {
      write_code(node);
      return dom_[node].end;
    }
    if (is_layout_table(dom_, node)) return std::nullopt;
    const std::size_t level = tree().open({.kind = Kind::Table});
    tables_.emplace_back();
    open_.push_back({dom_[node].end, Closing::Table, level});
    return node + 1;
  }
  case Tag::Caption:
    return enter_caption(node, false);
  case Tag::Tr:
    if (!tree().is_in(Kind::Table)) return std::nullopt;
    tables_.back().column = 0;
    enter(node, {.kind = Kind::Row, .flag = is_head_row(dom_, node)});
    return node + 1;
  case Tag::Td:
  case Tag::Th:
    if (!tree().is_in(Kind::Row)) return std::nullopt;
    enter_cell(node);
    return node + 1;
  default:
    return std::nullopt;
  }
}

void StructureWalk::enter_cell(NodeId node) {
  constexpr std::uint32_t kMostRows = 1'000;
  auto& [spanned, column] = tables_.back();
  for (; column < spanned.size() && spanned[column] > 0; ++column) {
    --spanned[column];
    tree().close(tree().open({.kind = Kind::Cell})); // the place of a cell that spans rows
  }
  const std::uint32_t columns = number_of(dom_, node, "colspan", 1, content::kMaxColumns);
  const std::uint32_t rows = number_of(dom_, node, "rowspan", 1, kMostRows);
  if (rows > 1 && column + columns <= content::kMaxColumns) {
    spanned.resize(std::max(spanned.size(), column + columns));
    for (std::size_t i = column; i < column + columns; ++i) spanned[i] = rows - 1;
  }
  column += columns;
  enter(node, {.kind = Kind::Cell,
               .flag = dom_[node].tag == Tag::Th,
               .number = columns > 1 ? columns : 0,
               .attribute = alignment_of(dom_, node)});
}

NodeId StructureWalk::enter_caption(NodeId node, bool is_of_quote) {
  const bool is_text = input_.kept.has_text(dom_, node);
  enter(node, {.kind = is_of_quote && is_text ? Kind::Attribution : Kind::Caption, .flag = is_text});
  if (!is_text) caption_end_ = dom_[node].end;
  return node + 1;
}

std::optional<NodeId> StructureWalk::visit_block(NodeId node) {
  const Tag tag = dom_[node].tag;
  const auto enter_block = [&](Node block) {
    enter(node, std::move(block));
    return node + 1;
  };
  if (const int level = html::heading_level(tag); level > 0 && dom_[node].end - node < kLargestHeading) {
    return enter_block({.kind = Kind::Heading,
                        .number = static_cast<std::uint32_t>(level),
                        .attribute = fragment_of_heading(dom_, node)});
  }
  if (const auto kind = node < note_end_ ? std::nullopt : note_kind(dom_, node);
      kind && !input_.kept.is_most(dom_, node)) {
    note_end_ = dom_[node].end;
    enter(node, {.kind = Kind::Note, .number = static_cast<std::uint32_t>(*kind)});
    note_level_ = open_.back().level;
    return node + 1;
  }
  switch (tag) {
  case Tag::Ul:
  case Tag::Menu:
    return enter_block({.kind = Kind::List});
  case Tag::Ol:
    return enter_block(
        {.kind = Kind::List,
         .flag = true,
         .number = dom_.has_attribute(node, "start") ? number_of(dom_, node, "start", 0, 999'999'999) : 1,
         .attribute = std::string(has_styled_items(dom_, node) ? kStyledItems : "")});
  case Tag::Li:
    return enter_block({.kind = Kind::Item, .number = static_cast<std::uint32_t>(task_state(dom_, node))});
  case Tag::Dl:
    return enter_block({.kind = Kind::DefinitionList});
  case Tag::Dt:
    return enter_block({.kind = Kind::Term});
  case Tag::Dd:
    return enter_block({.kind = Kind::Definition});
  case Tag::Blockquote:
    return enter_block({.kind = Kind::Quote});
  case Tag::Figure:
    return enter_block({.kind = Kind::Figure});
  case Tag::Figcaption: {
    const NodeId figure = dom_.closest(node, Tag::Figure);
    return enter_caption(node, figure != kNoNode && dom_.first(Tag::Blockquote, figure) != kNoNode);
  }
  case Tag::Cite:
  case Tag::Footer:
    if (dom_[dom_[node].parent].tag != Tag::Blockquote) break;
    return enter_block({.kind = Kind::Attribution});
  case Tag::Pre:
    write_code(node);
    return dom_[node].end;
  case Tag::Unknown:
    if (dom_[node].text != "d-code") break;
    if (html::is_custom_code(dom_, node)) return write_code(node), dom_[node].end;
    enter_mark(node, Kind::CodeSpan);
    return node + 1;
  case Tag::Summary:
    tree().end_line();
    open_.push_back({dom_[node].end, Closing::Line, 0});
    enter_mark(node, Kind::Strong);
    return node + 1;
  default:
    break;
  }
  return std::nullopt;
}

void StructureWalk::visit_inside(NodeId node) {
  const Tag tag = dom_[node].tag;
  if (tag == Tag::Br) return tree().line_break();
  if (html::follows_label(dom_, node)) return tree().text(" ");
  if (tag == Tag::A) {
    if (std::string address = address_of_link(node); !address.empty()) enter_mark(node, Kind::Link, std::move(address));
    return;
  }
  const bool is_cell = tag == Tag::Td || tag == Tag::Th; // of a layout table
  if (html::is_block(tag) || is_cell || dom_.attribute(node, "data-as") == "p") {
    tree().end_line();
    open_.push_back({dom_[node].end, Closing::Line, 0});
  } else if (const auto kind = mark_kind(tag)) {
    enter_mark(node, *kind);
  }
}

void StructureWalk::write_text(std::string_view raw) {
  if (!raw.contains('\\') && !raw.contains('$')) return tree().text(raw);
  for (const TextPart& part : divide_formulas(raw, has_dollars_)) {
    part.is_formula ? write_formula(part.text, part.is_displayed) : tree().text(part.text);
  }
}

void StructureWalk::write_formula(std::string_view tex, bool is_displayed) {
  Node formula{.kind = Kind::Formula, .flag = is_displayed, .text = std::string(ascii::trim(tex))};
  if (formula.text.empty()) return;
  is_displayed ? tree().add_block(std::move(formula)) : tree().add_inside(std::move(formula));
}

void StructureWalk::write_code(NodeId node) {
  if (!input_.kept.has_text(dom_, node)) return;
  Node code{.kind = Kind::Code,
            .text = dom_[node].tag == Tag::Table ? code_table_text(dom_, node, input_.left_out, input_.hidden)
                                                 : code_text(dom_, node, input_.left_out, input_.hidden),
            .attribute = code_language(dom_, node)};
  if (!code.text.empty()) tree().add_block(std::move(code));
}

/// The absolute address of a link; empty if it leads nowhere, or from a heading to itself.
std::string StructureWalk::address_of_link(NodeId link) {
  const std::string_view href = ascii::trim(dom_.attribute(link, "href"));
  if (href.empty() || (href.front() == '#' && tree().is_in(Kind::Heading))) return {};
  if (href.starts_with("mailto:")) return content::is_safe_address(href) ? std::string(href) : std::string();
  std::string address = url::resolve(href, input_.base_url);
  return content::is_safe_address(address) ? address : std::string();
}

} // namespace trawl::extract
