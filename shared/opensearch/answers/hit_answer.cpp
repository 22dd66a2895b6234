// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/hit_answer.h"

#include "shared/opensearch/document.h"
#include "shared/search/answer/section.h"
#include "shared/search/answer/snippet.h"

#include <utility>

namespace trawl::opensearch {

Json source_parts(ArticlePart part) {
  return part == ArticlePart::Fields ? Json{"fields"} : Json{"fields", "text", "structure"};
}

Result<search::Hit> plain_hit(const Json& document, const Session& session) {
  search::Hit hit;
  TRAWL_TRY(hit.article, article_of(document.value("_source", Json())));
  hit.source_label = session.label(hit.article.source);
  return hit;
}

Result<std::vector<search::Hit>> plain_hits(const Json& answer, const Session& session) {
  std::vector<search::Hit> hits;
  for (const Json& document : buckets_of(answer, "/hits/hits")) {
    TRAWL_TRY(search::Hit hit, plain_hit(document, session));
    hit.article.text.clear();
    hits.push_back(std::move(hit));
  }
  return hits;
}

ArticlePart part_of(const search::SearchRequest& request) {
  return request.with_text || request.snippets > 0 ? ArticlePart::Whole : ArticlePart::Fields;
}

Result<search::Hit> marked_hit(const Json& document, const search::Highlighter& marks,
                               const search::SearchRequest& request, const Session& session) {
  TRAWL_TRY(search::Hit hit, plain_hit(document, session));
  Article& article = hit.article;
  hit.title_marks = search::to_marks(marks.hits(article.title, article.language));
  if (request.snippets > 0) {
    hit.snippets =
        search::make_snippets(article.text, marks, request.snippets, search::kSnippetWords, {}, article.language);
  }
  if (!hit.snippets.empty()) {
    const auto read = [&](std::size_t begin, std::size_t end) {
      return begin < article.text.size() ? article.text.substr(begin, end - begin) : std::string();
    };
    hit.section = search::section_at(article, article.structure, hit.snippets.front().found_at, read);
  }
  const auto score = document.find("_score");
  if (score != document.end() && score->is_number()) hit.score = score->get<double>();
  if (request.explain && hit.score > 0) hit.explain = {{"bm25", "OpenSearch's score", hit.score}};
  if (!request.with_text) {
    article.text.clear();
    article.structure.clear();
  }
  return hit;
}

} // namespace trawl::opensearch
