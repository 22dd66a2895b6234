// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/hit_builder.h"

namespace trawl::search {

Result<Hit> build_hit(const Snapshot& snapshot, std::uint32_t document, const SnippetMaker& snippets,
                      const HitOptions& options) {
  Hit hit;
  const std::uint32_t stored = snapshot.stored_number(document);
  if (stored == 0) { // withdrawn since the other index was written
    hit.article = snapshot.other->article(document);
    hit.source_label = snapshot.label(hit.article.source);
    return hit;
  }
  const index::Columns& columns = snapshot.reader->columns();
  TRAWL_TRY(hit.article, snapshot.reader->article(stored, options.with_text ? RecordPart::Whole : RecordPart::Fields));
  hit.source_label = snapshot.label(hit.article.source);
  const index::TextBlocks blocks(columns.stored_document(stored).text);
  const index::PositionIndex positions = columns.positions_of(stored);
  const StoredText text{blocks, positions, hit.article.language};
  hit.title_marks = snippets.title_marks(hit.article.title, text);
  if (options.snippets > 0) hit.snippets = snippets.snippets(text, options.snippets, options.snippet_words);
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
