// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/hit_answer.h"

#include "shared/opensearch/answers/scoring.h"
#include "shared/opensearch/document.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/search/answer/section.h"
#include "shared/search/answer/snippet.h"

#include <algorithm>
#include <utility>

namespace trawl::opensearch {
namespace {

/// Hits of a page whose texts are read to the end if their beginnings show none of the words: as many as a page has
/// unless more are asked for.
constexpr std::size_t kMostReadOn = 10;

double score_of(const Json& document) {
  const auto score = document.find("_score");
  return score != document.end() && score->is_number() ? score->get<double>() : 0;
}

} // namespace

Json source_parts(HitPart part) {
  if (part == HitPart::Fields) return {"fields"};
  Json parts = {"fields", "text", "structure"};
  if (part == HitPart::Whole) parts.push_back("rest");
  return parts;
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
  if (request_.with_text) return HitPart::Whole;
  return request_.snippets > 0 ? HitPart::Beginning : HitPart::Fields;
}

/// Whether a text that the words may be in was not read to its end.
bool HitMaker::needs_rest(const search::Hit& hit) const {
  const auto has_marks = [](const search::Snippet& snippet) { return !snippet.marks.empty(); };
  return part() == HitPart::Beginning && is_cut(hit.article) && highlighter_.term_count() > 0 &&
         hit.title_marks.empty() && std::ranges::none_of(hit.snippets, has_marks);
}

Result<search::Hit> HitMaker::make(const Json& document, const Session& session) const {
  TRAWL_TRY(search::Hit hit, plain_hit(document, session));
  hit.title_marks = search::to_marks(highlighter_.hits(hit.article.title, hit.article.language));
  if (request_.snippets > 0) {
    hit.snippets = search::make_snippets(hit.article.text, highlighter_, request_.snippets, search::kSnippetWords, {},
                                         hit.article.language);
  }
  if (!hit.snippets.empty()) {
    const auto read = [&](std::size_t begin, std::size_t end) {
      return begin < hit.article.text.size() ? hit.article.text.substr(begin, end - begin) : std::string();
    };
    hit.section = search::section_at(hit.article, hit.article.structure, hit.snippets.front().found_at, read);
  }
  hit.score = score_of(document);
  if (request_.explain) hit.explain = explanation_of(document.value("matched_queries", Json()), hit.score);
  return hit;
}

Result<std::vector<search::Hit>> HitMaker::make(std::vector<Json> documents, const Session& session) const {
  std::vector<search::Hit> hits;
  std::vector<std::string> unread;
  for (const Json& document : documents) {
    TRAWL_TRY(search::Hit hit, make(document, session));
    if (needs_rest(hit) && unread.size() < kMostReadOn) unread.push_back(hit.article.id);
    hits.push_back(std::move(hit));
  }
  if (!unread.empty()) {
    TRAWL_TRY(const Json answer, session.search({{"size", unread.size()},
                                                 {"track_total_hits", false},
                                                 {"_source", source_parts(HitPart::Whole)},
                                                 {"query", terms_query(field::kId, unread)}}));
    for (const Json& whole : buckets_of(answer, "/hits/hits")) {
      const auto known = std::ranges::find(documents, whole.at("_id"), [](const Json& one) { return one.at("_id"); });
      if (known == documents.end()) continue;
      (*known)["_source"] = whole.value("_source", Json());
      TRAWL_TRY(hits[static_cast<std::size_t>(known - documents.begin())], make(*known, session));
    }
  }
  if (request_.with_text) return hits;
  for (search::Hit& hit : hits) {
    hit.article.text.clear();
    hit.article.structure.clear();
  }
  return hits;
}

} // namespace trawl::opensearch
