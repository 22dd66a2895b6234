// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/signal_collector.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/element_marks.h"
#include "indexer/extract/metadata/signals/element_text.h"
#include "indexer/extract/metadata/signals/head_signals.h"
#include "indexer/extract/metadata/signals/text_signals.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::size_t kMaxTagLinks = 50;

class SignalCollector {
 public:
  explicit SignalCollector(const Dom& dom) : dom_(dom), places_(dom.size(), 0), marker_(dom) {}

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
    const ElementMarks marks = marks_of(dom_, at);
    places_[at] |= marker_.places_of(at, marks, places_[at]);
    add_heading(signals_, dom_, at, marks, places_[at]);
    add_byline(signals_, dom_, at, marks, places_[at]);
    add_date(signals_, dom_, at, marks, places_[at]);
    if (node.tag == Tag::A && has_token(marks.rel, "tag") && signals_.tag_links.size() < kMaxTagLinks) {
      if (std::string tag = short_text(dom_, at); !tag.empty()) signals_.tag_links.push_back(std::move(tag));
    }
  }

  const Dom& dom_;
  std::vector<std::uint8_t> places_; ///< of Place, by node
  PlaceMarker marker_;
  std::size_t json_ld_bytes_ = 0; ///< read so far
  MetadataSignals signals_;
};

} // namespace

MetadataSignals collect_signals(const Dom& dom) { return SignalCollector(dom).run(); }

} // namespace trawl::extract
