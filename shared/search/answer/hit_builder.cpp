// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/hit_builder.h"

#include "shared/search/answer/section.h"

#include <algorithm>
#include <string>

namespace trawl::search {
namespace {

/// The bytes of a text from `begin` to `end`.
std::string read_part(const index::TextBlocks& blocks, std::size_t begin, std::size_t end) {
  std::string out;
  for (const index::TextBlock& block : blocks.blocks()) {
    if (block.end <= begin || block.begin >= end) continue;
    const std::string text = index::TextBlocks::read(block);
    const std::size_t from = std::min(begin > block.begin ? begin - block.begin : 0, text.size());
    out.append(text, from, std::min(end, block.end) - block.begin - from);
  }
  return out;
}

} // namespace

Result<Hit> build_hit(const Snapshot& snapshot, std::uint32_t document, const SnippetMaker& snippets,
                      const HitOptions& options) {
  Hit hit;
  const index::Columns& columns = snapshot.index->columns();
  const index::StoredDocument stored = columns.stored_document(document);
  TRAWL_TRY(hit.article, snapshot.index->article(stored, options.with_text ? ArticlePart::Whole : ArticlePart::Fields));
  hit.source_label = snapshot.label(hit.article.source);
  const index::TextBlocks blocks(stored.text);
  const StoredText text{blocks, columns, document, hit.article.language};
  const SnippetMaker::Found found = snippets.find(text);
  hit.title_marks = snippets.title_marks(hit.article.title, text, found);
  if (options.snippets > 0) hit.snippets = snippets.snippets(text, found, options.snippets, kSnippetWords);
  if (std::string structure; !hit.snippets.empty() && stored.structure.read(structure)) {
    hit.section = section_at(hit.article, structure, hit.snippets.front().found_at,
                             [&](std::size_t begin, std::size_t end) { return read_part(blocks, begin, end); });
  }
  return hit;
}

Result<std::vector<Hit>> build_plain_hits(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents) {
  const SnippetMaker none{HighlightTerms{}};
  std::vector<Hit> hits;
  for (const std::uint32_t document : documents) {
    TRAWL_TRY(Hit hit, build_hit(snapshot, document, none, {}));
    hits.push_back(std::move(hit));
  }
  return hits;
}

} // namespace trawl::search
