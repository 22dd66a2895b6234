// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/kept_text.h"

#include <algorithm>

namespace trawl::extract {
namespace {

/// The first span that ends at `node` or later.
auto first_reaching(const std::vector<TextSpan>& spans, html::NodeId node) {
  return std::ranges::lower_bound(spans, node, {}, &TextSpan::last);
}

} // namespace

std::vector<TextSpan> spans_of(const std::vector<html::TextBlock>& blocks) {
  std::vector<TextSpan> spans;
  spans.reserve(blocks.size());
  for (const html::TextBlock& block : blocks) {
    spans.push_back({block.first, block.last, block.kind == html::BlockKind::Caption});
  }
  return spans;
}

KeptText::KeptText(html::NodeId container, const std::vector<TextSpan>& all, const std::vector<html::TextBlock>& kept)
    : container_(container), kept_(spans_of(kept)) {
  auto next = kept_.begin();
  for (const TextSpan& span : all) {
    while (next != kept_.end() && next->first < span.first) ++next;
    if (next != kept_.end() && next->first == span.first) continue;
    (span.is_caption ? captions_ : removed_).push_back(span);
  }
}

bool KeptText::is_most(const html::Dom& dom, html::NodeId node) const {
  const auto inside = first_reaching(kept_, dom[node].end) - first_reaching(kept_, node);
  return static_cast<std::size_t>(inside) * 2 > kept_.size();
}

bool KeptText::meets(const std::vector<TextSpan>& spans, html::NodeId begin, html::NodeId end) {
  const auto span = first_reaching(spans, begin);
  return span != spans.end() && span->first < end;
}

} // namespace trawl::extract
