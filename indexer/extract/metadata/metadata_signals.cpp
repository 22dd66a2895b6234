// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/metadata_signals.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/dates/dates_words.h"
#include "indexer/extract/metadata/page_metadata_names.h"
#include "indexer/extract/metadata/page_metadata_nodes.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/html/ascii.h"
#include "indexer/html/dom.h"
#include "indexer/html/text.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

using ascii::is_digit;
using html::Dom;
using html::Node;
using html::NodeId;
using html::Tag;

constexpr std::size_t kMaxMetas = 400;
constexpr std::size_t kMaxMetaBytes = 4'000;
constexpr std::size_t kMaxHeadings = 60;
constexpr std::size_t kMaxBylines = 60;
constexpr std::size_t kMaxDates = 120;
constexpr std::size_t kMaxLinks = 200;
constexpr std::size_t kMaxImages = 40;
constexpr std::size_t kMaxShortTexts = 200;
constexpr std::size_t kFewH1s = 3;
constexpr std::size_t kMaxTagLinks = 50;

bool is_quote(Tag tag) {
  return tag == Tag::Pre || tag == Tag::Code || tag == Tag::Blockquote || tag == Tag::Figure || tag == Tag::Cite;
}

bool has_token(std::string_view list, std::string_view token) {
  for (std::size_t at = 0; at < list.size();) {
    const auto end = std::min(list.find_first_of(" \t\n", at), list.size());
    if (html::equals_ignoring_case(list.substr(at, end - at), token)) return true;
    at = end + 1;
  }
  return false;
}

/// One walk over the tree.
class Gatherer {
 public:
  explicit Gatherer(const Dom& dom) : dom_(dom), places_(dom.size(), 0) {
    // A box that holds a third of the page is its frame, whatever its class says.
    frame_ = dom.size() / 3;
    for (NodeId at = 1; at < dom.size(); ++at) {
      if (dom[at].tag == Tag::H1) h1s_.push_back(at);
    }
  }

  Witnesses run() {
    witnesses_.html_lang = squeeze(dom_.attribute(dom_.html(), "lang"));
    if (witnesses_.html_lang.empty()) witnesses_.html_lang = squeeze(dom_.attribute(dom_.html(), "xml:lang"));
    for (NodeId at = 1; at < dom_.size(); ++at) {
      const Node& node = dom_[at];
      places_[at] = places_[node.parent];
      if (dom_.is_element(at)) {
        visit(at, node);
      } else {
        add_short_text(at, node.text);
      }
    }
    return std::move(witnesses_);
  }

 private:
  struct Marks {
    std::string_view name_class, id, itemprop, rel;
    std::uint16_t hints = 0;
  };

  Marks marks_of(NodeId at) const {
    Marks marks;
    for (const auto& [name, value] : dom_.attributes(at)) {
      if (name == "class") marks.name_class = value;
      if (name == "id") marks.id = value;
      if (name == "rel") marks.rel = value;
      if (name == "itemprop" || (name == "property" && marks.itemprop.empty())) marks.itemprop = value;
    }
    if (!marks.name_class.empty()) marks.hints |= name_hints(marks.name_class.substr(0, 300));
    if (!marks.id.empty()) marks.hints |= name_hints(marks.id.substr(0, 100));
    return marks;
  }

  void visit(NodeId at, const Node& node) {
    switch (node.tag) {
    case Tag::Meta:
      return add_meta(at);
    case Tag::Script:
      return add_script(at);
    case Tag::Link:
      return add_link(at);
    case Tag::Title:
      return add_document_title(at);
    case Tag::Base:
      if (witnesses_.base_href.empty()) witnesses_.base_href = squeeze(dom_.attribute(at, "href"));
      return;
    case Tag::Img:
      return add_image(at);
    default:
      break;
    }
    if (node.attribute_count == 0 && html::heading_level(node.tag) == 0 && node.tag != Tag::Time) {
      mark_place(at, node, {});
      return;
    }
    const Marks marks = marks_of(at);
    mark_place(at, node, marks);
    add_heading(at, node, marks);
    add_byline(at, node, marks);
    add_date(at, node, marks);
    if (node.tag == Tag::A && has_token(marks.rel, "tag") && witnesses_.tag_links.size() < kMaxTagLinks) {
      if (std::string tag = short_text(dom_, at); !tag.empty()) witnesses_.tag_links.push_back(std::move(tag));
    }
  }

  /// Whether one of the page's few h1 is in the element: then it is no box beside the article, whatever its class says.
  bool holds_headline(NodeId at, const Node& node) const {
    if (h1s_.size() > kFewH1s) return false;
    return std::ranges::any_of(h1s_, [&](NodeId h1) { return h1 >= at && h1 < node.end; });
  }

  void mark_place(NodeId at, const Node& node, const Marks& marks) {
    std::uint8_t& places = places_[at];
    const bool is_frame = node.end - at > frame_;
    switch (node.tag) {
    case Tag::Article:
    case Tag::Main:
      places |= kInArticle;
      break;
    case Tag::Header:
      if ((places & kInArticle) == 0) places |= kInHeader;
      break;
    case Tag::Nav:
    case Tag::Aside:
      places |= kInChrome;
      break;
    case Tag::Footer:
      if ((places & kInArticle) == 0) places |= kInChrome;
      break;
    default:
      break;
    }
    if (is_quote(node.tag)) places |= kInQuote;
    if (marks.itemprop == "articleBody") places |= kInArticle;
    const bool may_be_box = !is_frame && !holds_headline(at, node) && html::heading_level(node.tag) == 0 &&
                            node.tag != Tag::Body && node.tag != Tag::Article && node.tag != Tag::Main &&
                            node.tag != Tag::Html;
    if (!may_be_box) return;
    if ((marks.hints & kNamesComments) != 0) places |= kInComments;
    // A byline in an element called "author-widget" or "post-footer" is still one.
    if ((marks.hints & kNamesChrome) != 0 && (marks.hints & (kNamesByline | kNamesTitle)) == 0) places |= kInChrome;
  }

  /// "By", "Von:" in a text node of its own, the names in the next element.
  static bool is_bare_cue(std::string_view text) {
    if (text.empty() || text.size() > 14) return false;
    const std::string with_name = std::string(text) + " X";
    return byline_cue_length(with_name) >= text.size();
  }

  void add_text_after_cue(NodeId at) {
    if (witnesses_.short_texts.size() >= kMaxShortTexts) return;
    const std::string cue = squeeze(dom_[at].text);
    NodeId box = dom_[at].parent;
    for (int level = 0; level < 2; ++level, box = dom_[box].parent) {
      std::string text = short_text(dom_, box);
      if (text.size() <= cue.size() + 1) continue;
      const auto begin = text.find(cue);
      if (begin != std::string::npos) text.erase(0, begin);
      witnesses_.short_texts.push_back({std::move(text), {}, places_[at], at});
      return;
    }
  }

  void add_short_text(NodeId at, std::string_view text) {
    text = html::trim(text);
    if (is_bare_cue(text)) return add_text_after_cue(at);
    if (text.size() < 6 || text.size() > kMaxShortText || witnesses_.short_texts.size() >= kMaxShortTexts) return;
    if (dom_[dom_[at].parent].tag == Tag::Title || dom_[dom_[at].parent].tag == Tag::Script) return;
    const bool is_byline = text.size() < 120 && byline_cue_length(text) > 0;
    if (is_byline || holds_year(text) || !after_date_cue(text).empty()) {
      witnesses_.short_texts.push_back({squeeze(text), lead_text(dom_, at), places_[at], at});
    }
  }

  void add_meta(NodeId at) {
    if (witnesses_.metas.size() >= kMaxMetas) return;
    std::string_view content = dom_.attribute(at, "content");
    for (const auto* const other : {"value", "datetime"}) { // pages saved by tools that write their own
      if (content.empty()) content = dom_.attribute(at, other);
    }
    if (content.empty()) return;
    for (const auto* const key : {"property", "name", "itemprop", "http-equiv", "pubdate"}) {
      const std::string_view name = html::trim(dom_.attribute(at, key));
      if (name.empty()) continue;
      if (std::string_view(key) == "itemprop") {
        // Microdata may stand in a teaser's or a comment's own scope.
        if ((places_[at] & (kInChrome | kInComments)) != 0) continue;
        if (add_item_date(at, name, content)) continue;
      }
      witnesses_.metas.push_back({html::to_lower(name), std::string(content.substr(0, kMaxMetaBytes))});
    }
  }

  /// False if it is no date.
  bool add_item_date(NodeId at, std::string_view itemprop, std::string_view content) {
    if (!html::to_lower(itemprop).starts_with("date") || witnesses_.dates.size() >= kMaxDates) return false;
    DateWitness date;
    date.machine = squeeze(content);
    date.is_update = html::to_lower(itemprop) == "datemodified" || html::to_lower(itemprop) == "dateupdate";
    date.itemprop = date.is_update ? "dateModified" : itemprop;
    date.places = places_[at];
    date.order = at;
    witnesses_.dates.push_back(std::move(date));
    return true;
  }

  void add_script(NodeId at) {
    const bool is_front_matter = dom_[dom_[at].parent].text == "d-front-matter";
    if (!dom_.attribute(at, "type").contains("ld+json") && !is_front_matter) return;
    std::string_view block;
    for (NodeId child = dom_[at].first_child; child != html::kNoNode; child = dom_[child].next_sibling) {
      if (dom_[child].tag == Tag::Text) block = dom_[child].text;
    }
    if (block.empty()) return;
    if (block.size() > kMaxJsonLdBytes - std::min(json_ld_bytes_, kMaxJsonLdBytes)) {
      witnesses_.warnings.emplace_back("JSON-LD too large, left out");
      return;
    }
    json_ld_bytes_ += block.size();
    auto items = read_json_ld(block);
    if (!items) {
      witnesses_.warnings.emplace_back("JSON-LD does not parse");
      return;
    }
    for (JsonLdItem& item : *items) {
      if (witnesses_.json_ld.size() < kMaxJsonLdItems) witnesses_.json_ld.push_back(std::move(item));
    }
  }

  void add_link(NodeId at) {
    const std::string_view rel = dom_.attribute(at, "rel");
    const std::string_view href = dom_.attribute(at, "href");
    if (rel.empty() || href.empty() || href.size() > 2'048 || witnesses_.links.size() >= kMaxLinks) return;
    witnesses_.links.push_back({html::to_lower(html::trim(rel)), squeeze(href)});
  }

  void add_document_title(NodeId at) {
    if (!witnesses_.document_title.empty() || dom_[dom_[at].parent].tag == Tag::Svg) return;
    std::string text;
    for (NodeId child = at + 1; child < dom_[at].end; ++child) {
      if (dom_[child].tag == Tag::Text) text += dom_[child].text;
    }
    witnesses_.document_title = squeeze(utf8::truncate_bytes(text, kMaxMetaBytes));
  }

  void add_image(NodeId at) {
    if (witnesses_.images.size() >= kMaxImages) return;
    std::string_view url = dom_.attribute(at, "src");
    if (url.empty() || url.starts_with("data:")) url = dom_.attribute(at, "data-src");
    if (url.empty() || url.starts_with("data:")) return;
    const std::string_view width = dom_.attribute(at, "width");
    ImageWitness image{squeeze(url.substr(0, 2'048)), places_[at], 0};
    std::from_chars(width.data(), width.data() + width.size(), image.width);
    witnesses_.images.push_back(std::move(image));
  }

  void add_heading(NodeId at, const Node& node, const Marks& marks) {
    const int level = html::heading_level(node.tag);
    const std::string_view property = local_property(marks.itemprop);
    const bool marked = property == "headline" || (property == "name" && level > 0);
    const bool titled = level > 0 && (marks.hints & kNamesTitle) != 0;
    const bool wanted = level == 1 || (level >= 2 && level <= 3) || marked;
    if (!wanted || witnesses_.headings.size() >= kMaxHeadings || node.end - at > 400) return;
    HeadingWitness heading;
    heading.text = heading_text(dom_, at);
    if (std::string whole = html::line_text(dom_, at); whole != heading.text) heading.whole = std::move(whole);
    if (heading.text.empty() || heading.text.size() > 600) return;
    heading.level = level;
    heading.places = places_[at];
    heading.is_headline = marked || titled;
    heading.is_home_link = is_home_link(dom_, at);
    heading.order = at;
    witnesses_.headings.push_back(std::move(heading));
  }

  void add_byline(NodeId at, const Node& node, const Marks& marks) {
    if (witnesses_.bylines.size() >= kMaxBylines) return;
    const std::string_view property = local_property(marks.itemprop);
    std::string text;
    BylineKind kind = BylineKind::Class;
    if (has_token(marks.rel, "author") && node.tag == Tag::A) {
      kind = BylineKind::RelAuthor;
      text = byline_text(dom_, at);
    } else if (property == "author" || property == "creator") {
      kind = BylineKind::ItemProp;
      text = item_name(dom_, at);
    } else if ((marks.hints & kNamesAuthor) != 0 && (marks.hints & kNamesProfile) == 0) {
      text = byline_text(dom_, at);
    } else if (node.tag == Tag::A && is_author_address(dom_.attribute(at, "href"))) {
      kind = BylineKind::AuthorLink;
      text = byline_text(dom_, at);
    }
    if (!text.empty()) witnesses_.bylines.push_back({std::move(text), kind, places_[at], at});
  }

  void add_date(NodeId at, const Node& node, const Marks& marks) {
    if (witnesses_.dates.size() >= kMaxDates) return;
    const std::string_view property = local_property(marks.itemprop);
    const bool dated = property == "datePublished" || property == "dateModified" || property == "dateCreated";
    const bool is_time = node.tag == Tag::Time || node.text == "relative-time";
    if (!is_time && !dated && (marks.hints & kNamesDate) == 0) return;
    DateWitness date;
    date.machine = squeeze(dom_.attribute(at, "datetime"));
    if (date.machine.empty() && dated) date.machine = squeeze(dom_.attribute(at, "content"));
    date.text = short_text(dom_, at);
    if (date.machine.empty()) { // hCalendar's <abbr title="2024-05-01T08:00">
      const std::string_view title = dom_.attribute(at, "title");
      if (title.size() >= 8 && is_digit(title[0]) && is_digit(title[3])) date.machine = squeeze(title);
    }
    if (date.machine.empty() && date.text.find_first_of("0123456789") == std::string::npos) return;
    date.itemprop = dated ? property : std::string_view{};
    date.lead = lead_text(dom_, at);
    date.is_time_element = is_time;
    date.is_update = property == "dateModified" || ((marks.hints & kNamesUpdate) != 0 && property.empty());
    date.places = places_[at];
    date.order = at;
    witnesses_.dates.push_back(std::move(date));
  }

  const Dom& dom_;
  std::vector<std::uint8_t> places_; ///< of Place, by node
  NodeId frame_ = 0;
  std::vector<NodeId> h1s_;
  std::size_t json_ld_bytes_ = 0;
  Witnesses witnesses_;
};

} // namespace

std::string_view Witnesses::meta(std::string_view name) const {
  for (const MetaElement& element : metas) {
    if (element.name == name && !html::trim(element.content).empty()) return element.content;
  }
  return {};
}

Witnesses gather_witnesses(const html::Dom& dom) { return Gatherer(dom).run(); }

} // namespace trawl::extract
