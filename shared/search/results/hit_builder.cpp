// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/hit_builder.h"

#include "shared/search/results/snippet.h"

namespace trawl::search {

Result<Hit> build_hit(const Snapshot& snapshot, std::uint32_t document, const Highlighter& highlighter,
                      const HitOptions& options) {
  const bool needs_text = options.snippets > 0 || options.with_text;
  Hit hit;
  TRAWL_TRY(hit.article, snapshot.reader->article(document, needs_text ? RecordPart::Whole : RecordPart::Fields));
  hit.source_label = snapshot.label(hit.article.source);
  hit.title_marks = to_marks(highlighter.hits(hit.article.title));
  hit.snippets = make_snippets(hit.article.text, highlighter, options.snippets, options.snippet_words);
  if (!options.with_text) hit.article.text.clear();
  return hit;
}

Result<std::vector<Hit>> build_plain_hits(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents) {
  const Highlighter none{HighlightTerms{}};
  std::vector<Hit> hits;
  for (const std::uint32_t document : documents) {
    TRAWL_TRY(Hit hit, build_hit(snapshot, document, none, {}));
    hits.push_back(std::move(hit));
  }
  return hits;
}

} // namespace trawl::search
