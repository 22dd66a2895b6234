// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/head_signals.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/text_signals.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::size_t kMaxMetas = 400;
constexpr std::size_t kMaxMetaBytes = 4'000;
constexpr std::size_t kMaxLinks = 200;
constexpr std::size_t kMaxImages = 40;
constexpr std::size_t kMaxUrlBytes = 2'048;

/// Adds microdata like <meta itemprop=datePublished content=…> to the dates. False if it is not a date.
bool add_item_date(MetadataSignals& signals, NodeId at, std::string_view itemprop, std::string_view content,
                   std::uint8_t places) {
  const std::string name = ascii::to_lower(itemprop);
  if (!name.starts_with("date") || signals.dates.size() >= kMaxDateSignals) return false;
  DateSignal date;
  date.machine = squeeze(content);
  date.is_update = name == "datemodified" || name == "dateupdate";
  date.itemprop = date.is_update ? "dateModified" : itemprop;
  date.places = places;
  date.order = at;
  signals.dates.push_back(std::move(date));
  return true;
}

/// The last text inside the script.
std::string_view script_text(const Dom& dom, NodeId at) {
  std::string_view text;
  for (NodeId child = dom[at].first_child; child != html::kNoNode; child = dom[child].next_sibling) {
    if (dom[child].tag == Tag::Text) text = dom[child].text;
  }
  return text;
}

} // namespace

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
    if (std::string_view(key) == "itemprop") {
      // Microdata may describe a teaser or a comment.
      if ((places & (kInBoilerplate | kInComments)) != 0) continue;
      if (add_item_date(signals, at, name, content, places)) continue;
    }
    signals.metas.push_back({ascii::to_lower(name), std::string(content.substr(0, kMaxMetaBytes))});
  }
}

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

} // namespace trawl::extract
