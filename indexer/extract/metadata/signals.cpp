// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals.h"

#include "indexer/extract/metadata/authors.h"
#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/metadata/dates.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace trawl::extract {

namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

/// Signals that readers see: headings, bylines, dates, and short texts that may be one of them. Each function adds only
/// signals of its element, and nothing to lists that are full.
inline constexpr std::size_t kMaxDateSignals = 120;

constexpr std::size_t kMaxHeadings = 60;
constexpr std::size_t kMaxHeadingBytes = 600;
constexpr NodeId kMaxHeadingNodes = 400;
constexpr std::size_t kMaxShortTexts = 200;
constexpr std::size_t kMaxDatelines = 20;
constexpr std::size_t kMaxCueBytes = 14;
constexpr std::size_t kMaxDateTitle = 40;

/// Whether the text node is a byline cue alone ("By", "Von:"), and the names are in the next element.
bool is_bare_cue(std::string_view text) {
  if (text.empty() || text.size() > kMaxCueBytes) return false;
  const std::string with_name = std::string(text) + " X";
  return byline_cue_length(with_name) >= text.size();
}

/// Adds the text from the cue to the end of the smallest of two boxes around it that has more text.
void add_text_after_cue(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  if (signals.short_texts.size() >= kMaxShortTexts) return;
  const std::string cue = squeeze(dom[at].text);
  NodeId box = dom[at].parent;
  for (int level = 0; level < 2; ++level, box = dom[box].parent) {
    std::string text = short_text(dom, box);
    if (text.size() <= cue.size() + 1) continue;
    const auto begin = text.find(cue);
    if (begin != std::string::npos) text.erase(0, begin);
    signals.short_texts.push_back({std::move(text), {}, places, at});
    return;
  }
}

/// Adds the beginning of a paragraph up to the character that ends its place and date: "Berlin, 3 May 2024 – ".
void add_dateline(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  constexpr std::size_t kMaxDateline = 60;
  const std::string_view text = ascii::trim(dom[at].text);
  if (text.size() <= kMaxDateline || signals.datelines.size() >= kMaxDatelines) return;
  const std::string_view start = text.substr(0, kMaxDateline);
  const auto digit = start.find_first_of("0123456789");
  if (digit == std::string_view::npos) return;
  for (const std::string_view end : {" – ", " — ", " - ", "). ", ") ", ": ", " | ", "– ", "— "}) {
    const auto cut = start.find(end, digit);
    if (cut == std::string_view::npos || !contains_year(start.substr(0, cut))) continue;
    signals.datelines.push_back({squeeze(start.substr(0, cut)), {}, places, at});
    return;
  }
}

/// The machine-readable date of an element, or empty.
std::string machine_date(const Dom& dom, NodeId at, bool has_date_property) {
  std::string date = squeeze(dom.attribute(at, "datetime"));
  if (date.empty() && has_date_property) date = squeeze(dom.attribute(at, "content"));
  if (!date.empty()) return date;
  // "3 days ago" has its date in the title, as <abbr title="2024-05-01T08:00"> of hCalendar.
  const std::string_view title = dom.attribute(at, "title");
  const bool may_be_date = title.size() >= 8 && title.size() <= kMaxDateTitle && contains_year(title);
  return may_be_date ? squeeze(title) : std::string();
}

void add_heading(MetadataSignals& signals, const Dom& dom, NameLookup& names, NodeId at, const ElementMarks& marks,
                 std::uint8_t places) {
  const int level = html::heading_level(dom[at].tag);
  const std::string_view property = local_property(marks.itemprop);
  const bool is_marked = property == "headline" || (property == "name" && level > 0);
  const bool is_named_title = level > 0 && (marks.hints & kNamesTitle) != 0;
  const bool is_wanted = (level >= 1 && level <= 3) || is_marked;
  if (!is_wanted || signals.headings.size() >= kMaxHeadings || dom[at].end - at > kMaxHeadingNodes) return;
  HeadingSignal heading;
  heading.text = heading_text(dom, names, at);
  if (std::string whole = html::line_text(dom, at); whole != heading.text) heading.whole = std::move(whole);
  if (heading.text.empty() || heading.text.size() > kMaxHeadingBytes) return;
  heading.level = level;
  heading.places = places;
  heading.is_headline = is_marked || is_named_title;
  heading.is_home_link = is_home_link(dom, at);
  heading.order = at;
  signals.headings.push_back(std::move(heading));
}

void add_date(MetadataSignals& signals, const Dom& dom, NodeId at, const ElementMarks& marks, std::uint8_t places) {
  if (signals.dates.size() >= kMaxDateSignals) return;
  const std::string_view property = local_property(marks.itemprop);
  const bool has_date_property = property == "datePublished" || property == "dateModified" || property == "dateCreated";
  const bool is_time = dom[at].tag == Tag::Time || dom[at].text == "relative-time";
  if (!is_time && !has_date_property && (marks.hints & kNamesDate) == 0) return;
  DateSignal date;
  date.machine = machine_date(dom, at, has_date_property);
  date.text = short_text(dom, at);
  if (date.machine.empty() && date.text.find_first_of("0123456789") == std::string::npos) return;
  date.itemprop = has_date_property ? property : std::string_view{};
  date.lead = lead_text(dom, at);
  date.is_time_element = is_time;
  date.is_update = property == "dateModified" || ((marks.hints & kNamesUpdate) != 0 && property.empty());
  date.places = places;
  date.order = at;
  signals.dates.push_back(std::move(date));
}

/// Adds a text node that contains a year or begins like a byline. A byline cue alone ("By") is added with the text of
/// the elements after it.
void add_short_text(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  const std::string_view text = ascii::trim(dom[at].text);
  add_dateline(signals, dom, at, places);
  if (is_bare_cue(text)) return add_text_after_cue(signals, dom, at, places);
  if (text.size() < 6 || text.size() > kMaxShortText || signals.short_texts.size() >= kMaxShortTexts) return;
  const Tag parent = dom[dom[at].parent].tag;
  if (parent == Tag::Title || parent == Tag::Script) return;
  const bool is_byline = text.size() < 120 && byline_cue_length(text) > 0 && !is_in_sentence(dom, at);
  if (is_byline || contains_year(text)) {
    signals.short_texts.push_back({squeeze(text), lead_text(dom, at), places, at});
  }
}

constexpr std::size_t kMaxMetas = 400;
constexpr std::size_t kMaxMetaBytes = 4'000;
constexpr std::size_t kMaxLinks = 200;
constexpr std::size_t kMaxImages = 40;
constexpr std::size_t kMaxUrlBytes = 2'048;

/// The last text inside the script.
std::string_view script_text(const Dom& dom, NodeId at) {
  std::string_view text;
  for (NodeId child = dom[at].first_child; child != html::kNoNode; child = dom[child].next_sibling) {
    if (dom[child].tag == Tag::Text) text = dom[child].text;
  }
  return text;
}

/// Signals of single elements without text of their own: meta, script, link, title and img. Each function adds only
/// signals of its element, and nothing to lists that are full.
void add_meta(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  if (signals.metas.size() >= kMaxMetas) return;
  std::string_view content = dom.attribute(at, "content");
  for (const auto* const other : {"value", "datetime"}) { // written by tools that save pages
    if (content.empty()) content = dom.attribute(at, other);
  }
  if (content.empty()) return;
  for (const auto* const key : {"property", "name", "itemprop", "http-equiv", "pubdate"}) {
    const std::string_view name = ascii::trim(dom.attribute(at, key));
    if (name.empty()) continue;
    // Microdata may describe a teaser or a comment.
    if (std::string_view(key) == "itemprop" && (places & (kInBoilerplate | kInComments)) != 0) continue;
    signals.metas.push_back({ascii::to_lower(name), std::string(content.substr(0, kMaxMetaBytes))});
  }
}

/// Reads a script of JSON-LD, or the front matter of a Distill article. `bytes_read`: the size of all blocks read so
/// far, which is bounded by kMaxJsonLdBytes.
void add_json_ld(MetadataSignals& signals, const Dom& dom, NodeId at, std::size_t& bytes_read) {
  const bool is_front_matter = dom[dom[at].parent].text == "d-front-matter";
  if (!dom.attribute(at, "type").contains("ld+json") && !is_front_matter) return;
  const std::string_view block = script_text(dom, at);
  if (block.empty()) return;
  if (block.size() > kMaxJsonLdBytes - std::min(bytes_read, kMaxJsonLdBytes)) {
    signals.warnings.emplace_back("JSON-LD too large, left out");
    return;
  }
  bytes_read += block.size();
  auto items = read_json_ld(block);
  if (!items) {
    signals.warnings.emplace_back("JSON-LD does not parse");
    return;
  }
  for (JsonLdItem& item : *items) {
    if (signals.json_ld.size() < kMaxJsonLdItems) signals.json_ld.push_back(std::move(item));
  }
}

void add_link(MetadataSignals& signals, const Dom& dom, NodeId at) {
  const std::string_view rel = dom.attribute(at, "rel");
  const std::string_view href = dom.attribute(at, "href");
  if (rel.empty() || href.empty() || href.size() > kMaxUrlBytes || signals.links.size() >= kMaxLinks) return;
  signals.links.push_back({ascii::to_lower(ascii::trim(rel)), squeeze(href)});
}

void add_document_title(MetadataSignals& signals, const Dom& dom, NodeId at) {
  if (!signals.document_title.empty() || dom[dom[at].parent].tag == Tag::Svg) return;
  std::string text;
  for (NodeId child = at + 1; child < dom[at].end; ++child) {
    if (dom[child].tag == Tag::Text) text += dom[child].text;
  }
  signals.document_title = squeeze(utf8::truncate_bytes(text, kMaxMetaBytes));
}

void add_image(MetadataSignals& signals, const Dom& dom, NodeId at, std::uint8_t places) {
  if (signals.images.size() >= kMaxImages) return;
  std::string_view url = dom.attribute(at, "src");
  if (url.empty() || url.starts_with("data:")) url = dom.attribute(at, "data-src");
  if (url.empty() || url.starts_with("data:")) return;
  const std::string_view width = dom.attribute(at, "width");
  ImageSignal image{squeeze(url.substr(0, kMaxUrlBytes)), places, 0};
  std::from_chars(width.data(), width.data() + width.size(), image.width);
  signals.images.push_back(std::move(image));
}

constexpr std::size_t kMaxTagLinks = 50;

class SignalCollector {
 public:
  SignalCollector(const Dom& dom, NameLookup& names) : dom_(dom), names_(names), places_(dom.size(), 0), marker_(dom) {}

  MetadataSignals run() {
    signals_.html_lang = squeeze(dom_.attribute(dom_.html(), "lang"));
    if (signals_.html_lang.empty()) signals_.html_lang = squeeze(dom_.attribute(dom_.html(), "xml:lang"));
    for (NodeId at = 1; at < dom_.size(); ++at) {
      places_[at] = places_[dom_[at].parent];
      if (dom_.is_element(at)) {
        visit(at);
      } else {
        add_short_text(signals_, dom_, at, places_[at]);
      }
    }
    return std::move(signals_);
  }

 private:
  void visit(NodeId at) {
    switch (dom_[at].tag) {
    case Tag::Meta:
      return add_meta(signals_, dom_, at, places_[at]);
    case Tag::Script:
      return add_json_ld(signals_, dom_, at, json_ld_bytes_);
    case Tag::Link:
      return add_link(signals_, dom_, at);
    case Tag::Title:
      return add_document_title(signals_, dom_, at);
    case Tag::Base:
      if (signals_.base_href.empty()) signals_.base_href = squeeze(dom_.attribute(at, "href"));
      return;
    case Tag::Img:
      return add_image(signals_, dom_, at, places_[at]);
    default:
      return visit_text_element(at);
    }
  }

  void visit_text_element(NodeId at) {
    const html::Node& node = dom_[at];
    if (node.attribute_count == 0 && html::heading_level(node.tag) == 0 && node.tag != Tag::Time) {
      places_[at] |= marker_.places_of(at, {}, places_[at]);
      return;
    }
    const ElementMarks marks = marks_of(dom_, names_, at);
    places_[at] |= marker_.places_of(at, marks, places_[at]);
    add_heading(signals_, dom_, names_, at, marks, places_[at]);
    collect_byline(signals_, dom_, at, marks, places_[at]);
    add_date(signals_, dom_, at, marks, places_[at]);
    if (node.tag == Tag::A && html::lists_word(marks.rel, "tag") && signals_.tag_links.size() < kMaxTagLinks) {
      if (std::string tag = short_text(dom_, at); !tag.empty()) signals_.tag_links.push_back(std::move(tag));
    }
  }

  const Dom& dom_;
  NameLookup& names_;
  std::vector<std::uint8_t> places_; ///< of Place, by node
  PlaceMarker marker_;
  std::size_t json_ld_bytes_ = 0; ///< read so far
  MetadataSignals signals_;
};

} // namespace

std::string_view MetadataSignals::meta(std::string_view name) const {
  for (const MetaElement& element : metas) {
    if (element.name == name && !ascii::trim(element.content).empty()) return element.content;
  }
  return {};
}

MetadataSignals collect_signals(const Dom& dom, NameLookup& names) { return SignalCollector(dom, names).run(); }

} // namespace trawl::extract
