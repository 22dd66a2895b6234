// SPDX-License-Identifier: GPL-3.0-or-later
/// An engine with two fixed articles, so that routes are tested without an index.
#pragma once

#include "shared/api/engine/engine.h"
#include "shared/article/article_id.h"
#include "shared/article/article_names.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

namespace trawl::test {

inline Moment moment(std::string_view text) { return parse_rfc3339(text)->time; }

inline search::Hit make_hit(const std::string& url, const std::string& title, const std::string& source,
                            const std::string& day) {
  search::Hit hit;
  hit.article.id = article_id(url);
  hit.article.url = url;
  hit.article.title = title;
  hit.article.source = source;
  hit.article.site = "example.org";
  hit.article.authors = {"Ada Example", "Bo Example"};
  hit.article.published = parse_rfc3339(day);
  hit.article.indexed = moment("2026-04-20T08:00:00Z");
  hit.article.category = "infra";
  hit.article.tags = {"attention", "gpu"};
  hit.article.language = "en";
  hit.article.text = "The first paragraph speaks of attention.\n\nThe second one of memory.";
  hit.article.words = 1830;
  hit.article.reading_minutes = 8;
  hit.article.provenance = {{"title", "og:title"}, {"category", "guess: text 'gpu'", 62}};
  hit.source_label = source == "pytorch" ? "PyTorch Blog" : source;
  hit.score = 11.93;
  return hit;
}

/// Tests can change its answers; `asked` is the last request.
class FakeEngine : public api::Engine {
 public:
  std::vector<search::Hit> hits{
      make_hit("https://example.org/flash", "Flash attention at last", "pytorch", "2026-04-08"),
      make_hit("https://example.org/two", "Second thoughts on serving", "vllm", "2026-03-02T10:00:00Z")};
  search::IndexState live{.generation = 3, .revision = 41};
  bool has_index = true;
  std::exception_ptr thrown; ///< by every question
  bool is_exact = true;
  std::optional<search::Correction> correction;
  std::vector<search::Warning> warnings; ///< of every answer that has any
  search::SearchRequest asked;
  search::Filters filters_of_query; ///< filters of the query itself

  FakeEngine() {
    hits[0].title_marks = {{0, 15}};
    hits[0].snippets = {{"… speaks of attention and memory …", {{14, 23}}, 12}};
    hits[1].article.aliases = {"00112233445566aa"};
    hits[1].article.copies = {{"https://copy.example/two", "together"}};
  }

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment) override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    TRAWL_TRY(asked, with_marks(request));
    search::SearchResponse response;
    response.q = request.q;
    response.understood = request.q.empty() ? "" : "(" + request.q + ")";
    response.filters = filters_of_query.empty() ? request.filters : filters_of_query;
    response.total = hits.size();
    response.is_exact = is_exact;
    response.correction = correction;
    response.warnings = warnings;
    response.offset = request.offset;
    response.limit = request.limit;
    response.next = request.cursor.empty() && request.limit < hits.size() ? "opaque" : "";
    response.hits.assign(hits.begin(),
                         hits.begin() + static_cast<std::ptrdiff_t>(std::min(request.limit, hits.size())));
    fill_facets(request, response);
    response.index = live;
    return with_formulas(std::move(response));
  }
  Result<search::Hit> article(std::string_view id) override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    const auto found = std::ranges::find_if(hits, [&](const search::Hit& hit) {
      const auto aliases = alias_ids(hit.article);
      return hit.article.id == id || std::ranges::find(aliases, id) != aliases.end();
    });
    if (found == hits.end()) return fail(ErrorCode::NotFound, "there is no article of that id");
    return *found;
  }
  Result<bool> is_removed(std::string_view id) override { return id == "00000000000000ff"; }
  Result<search::RelatedResponse> related(std::string_view id, std::size_t limit) override {
    if (auto found = article(id); !found) return std::unexpected(found.error());
    search::RelatedResponse response{{}, warnings, live};
    for (const search::Hit& hit : hits) {
      if (hit.article.id != id && response.articles.size() < limit) response.articles.push_back(hit);
    }
    return response;
  }
  Result<search::FacetResponse> facet_values(std::string_view field, const search::SearchRequest& request,
                                             std::string_view, Moment) override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    asked = request;
    search::FacetResponse response{facet(std::string(field), request), warnings, live};
    response.facet.is_exact = is_exact;
    return response;
  }
  Result<search::SuggestResponse> suggest(std::string_view typed, std::size_t) override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    return search::SuggestResponse{{{"tag", std::string(typed) + "tion", "attention", 12}}, warnings, live};
  }
  Result<search::Trending> trending(std::chrono::seconds window, std::size_t, Moment now) override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    return search::Trending{now - window, now, {{"speculative decoding", 4, 6.5, {"vllm"}}}, hits, warnings, live};
  }
  Result<search::SourcesResponse> sources() override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    return search::SourcesResponse{{{"pytorch",
                                     "PyTorch Blog",
                                     "https://pytorch.org/blog/",
                                     17,
                                     parse_rfc3339("2026-04-08"),
                                     moment("2026-04-20T08:00:00Z"),
                                     "ok",
                                     "",
                                     {{"not_modified", 9}, {"ok", 31}},
                                     123456}},
                                   warnings,
                                   live};
  }
  Result<search::IndexStats> stats() override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    return search::IndexStats{
        hits.size(), 321, 54.25, 4096, live, parse_rfc3339("2026-04-08"), moment("2026-04-20T08:00:00Z"), warnings};
  }
  Result<search::IndexState> state() override {
    if (auto missing = check(); !missing) return std::unexpected(missing.error());
    return live;
  }

 private:
  Result<void> check() const {
    if (thrown) std::rethrow_exception(thrown);
    if (!has_index) return fail(ErrorCode::NoIndex, "no index", "/secret/path");
    return {};
  }

  static search::Facet facet(const std::string& field, const search::SearchRequest& request) {
    const auto filter = request.filters.fields.find(field);
    const auto chosen = [&](const std::string& value) {
      return filter != request.filters.fields.end() &&
             std::ranges::find(filter->second.any_of, value) != filter->second.any_of.end();
    };
    search::Facet facet{field, {}, 2, 0, 0};
    facet.values = {{"pytorch", "PyTorch Blog", 17, chosen("pytorch")}, {"vllm", "vllm", 5, chosen("vllm")}};
    return facet;
  }

  static void fill_facets(const search::SearchRequest& request, search::SearchResponse& response) {
    for (const std::string& field : request.facets) {
      if (field != "date")
        response.facets.push_back(facet(field, request));
      else
        response.dates = search::DateHistogram{search::DateInterval::Month, {{"2026-03", 1}, {"2026-04", 3}}, 2};
    }
  }
};

} // namespace trawl::test
