// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/hit_answer.h"

#include "shared/opensearch/answers/scoring.h"
#include "shared/opensearch/document.h"
#include "shared/search/results/section.h"
#include "shared/search/results/snippet.h"

#include <utility>

namespace trawl::opensearch {
namespace {

double score_of(const Json& document) {
  const auto score = document.find("_score");
  return score != document.end() && score->is_number() ? score->get<double>() : 0;
}

} // namespace

Json source_parts(HitPart part) {
  if (part == HitPart::Fields) return {"fields"};
  return {"fields", "text", "structure"};
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

HitPart HitMaker::part() const {
  return request_.with_text || request_.snippets > 0 ? HitPart::Whole : HitPart::Fields;
}

Result<search::Hit> HitMaker::make(const Json& document, const Session& session) const {
  TRAWL_TRY(search::Hit hit, plain_hit(document, session));
  hit.title_marks = search::to_marks(highlighter_.hits(hit.article.title, hit.article.language));
  if (request_.snippets > 0) {
    hit.snippets = search::make_snippets(hit.article.text, highlighter_, request_.snippets, request_.snippet_words, {},
                                         hit.article.language);
  }
  if (!hit.snippets.empty()) {
    const auto read = [&](std::size_t begin, std::size_t end) {
      return begin < hit.article.text.size() ? hit.article.text.substr(begin, end - begin) : std::string();
    };
    hit.section = search::section_at(hit.article, hit.article.structure, hit.snippets.front().found_at, read);
  }
  if (!request_.with_text) {
    hit.article.text.clear();
    hit.article.structure.clear();
  }
  hit.score = score_of(document);
  if (request_.explain) hit.explain = explanation_of(document.value("matched_queries", Json()), hit.score);
  return hit;
}

} // namespace trawl::opensearch
