// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/search_run.h"

#include "shared/search/discover/did_you_mean.h"
#include "shared/search/facets/date_histogram.h"
#include "shared/search/facets/facets.h"
#include "shared/search/results/hit_builder.h"
#include "shared/search/results/page.h"

namespace trawl::search {
namespace {

/// Fewer hits than this are reason to ask whether a word is misspelt.
constexpr std::size_t kFewHits = 10;

SortOrder order_of(const SearchRequest& request, const ParsedQuery& parsed) {
  const SortOrder wanted = request.sort.value_or(SortOrder::Relevance);
  return wanted == SortOrder::Relevance && !parsed.has_words ? SortOrder::Newest : wanted;
}

Result<MatchResult> match_documents(const ParsedQuery& parsed, const Snapshot& snapshot, MatchMode mode,
                                    Deadline deadline) {
  if (parsed.tree.empty()) return MatchResult{DocSet(snapshot.columns().live), std::nullopt, {}};
  return match_query(parsed, *snapshot.reader, mode, deadline);
}

/// How many of the result hold every word. The matcher counts before the filters, so with filters it has to be asked
/// again, unless every match holds every word.
Result<std::optional<std::size_t>> count_all_words(const Found& found, const MatchResult& match,
                                                   const Snapshot& snapshot, Deadline deadline) {
  if (!match.all_words) return std::nullopt;
  if (*match.all_words == 0 || found.filters.empty()) return match.all_words;
  if (*match.all_words == found.match.count()) return found.total;
  TRAWL_TRY(MatchResult all, match_query(found.parsed, *snapshot.reader, MatchMode::All, deadline));
  all.documents &= found.filtered.documents;
  return all.documents.count();
}

void append(std::vector<Warning>& to, std::vector<Warning> from) {
  for (Warning& warning : from) to.push_back(std::move(warning));
}

LabelOf labels_of(const Snapshot& snapshot, std::string_view field) {
  if (field != "source") return {};
  return [&snapshot](std::string_view source) { return snapshot.label(source); };
}

void add_facets(const SearchRequest& request, const Snapshot& snapshot, const Found& found, SearchResponse& response) {
  for (const std::string& field : request.facets) {
    const DocSet documents = found.filtered.without_own_filter(field);
    if (field == kDateField) {
      response.dates = date_histogram(snapshot.columns(), documents, request.date_interval);
      continue;
    }
    const index::ValueColumn* column = snapshot.columns().column(field);
    if (column == nullptr) continue;
    FacetOptions options{request.facet_limit, request.facet_sort, request.facet_zeros, nullptr, {}, {}};
    options.label = labels_of(snapshot, field);
    if (const auto own = found.filters.fields.find(field); own != found.filters.fields.end()) {
      options.filter = &own->second;
    }
    response.facets.push_back(count_facet(field, *column, documents, options));
  }
}

/// Proposes another spelling only if that finds more.
Result<void> add_did_you_mean(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline,
                              SearchResponse& response) {
  if (response.total >= kFewHits || request.q.empty()) return {};
  auto corrected = corrected_query(request.q, *snapshot.reader, deadline);
  if (!corrected || *corrected == request.q) return {};
  SearchRequest other = request;
  other.q = *corrected;
  other.strict = false;
  TRAWL_TRY(const Found found, find_documents(other, snapshot, now, deadline));
  if (found.total > response.total) response.did_you_mean = DidYouMean{std::move(*corrected), found.total};
  return {};
}

Result<std::vector<Hit>> hits_of(const SearchRequest& request, const Snapshot& snapshot, const ParsedQuery& parsed,
                                 Page page) {
  const Highlighter highlighter(highlight_terms(parsed));
  const HitOptions options{request.snippets, request.snippet_words, request.with_text};
  std::vector<Hit> hits;
  for (Page::Row& row : page.rows) {
    TRAWL_TRY(Hit hit, build_hit(snapshot, row.document, highlighter, options));
    hit.score = row.score;
    hit.explain = std::move(row.explain);
    hit.more_from_source = row.more_from_source;
    hits.push_back(std::move(hit));
  }
  return hits;
}

} // namespace

Result<Found> find_documents(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline) {
  Found found;
  TRAWL_TRY(found.parsed, parse_query(request.q, now, request.strict));
  found.filters = combined(found.parsed.filters, request.filters);
  TRAWL_TRY(MatchResult match, match_documents(found.parsed, snapshot, request.match, deadline));
  found.match = std::move(match.documents);
  found.filtered = apply_filters(found.match, found.filters, snapshot.columns());
  found.total = found.filtered.documents.count();
  TRAWL_TRY(found.total_all_words, count_all_words(found, match, snapshot, deadline));
  found.warnings = found.parsed.warnings;
  append(found.warnings, std::move(match.warnings));
  // Nothing is listed, so nothing was listed for fewer words either.
  if (found.total == 0) std::erase_if(found.warnings, [](const Warning& w) { return w.code == "fewer_words"; });
  append(found.warnings, unknown_values(request.filters, snapshot.columns(), labels_of(snapshot, "source")));
  return found;
}

Result<SearchResponse> run_search(const SearchRequest& request, const Snapshot& snapshot, CachedRankings& orders,
                                  Moment now, Deadline deadline) {
  TRAWL_TRY(Found found, find_documents(request, snapshot, now, deadline));
  const SortOrder order = order_of(request, found.parsed);
  TRAWL_TRY(Page page, cut_page({request, found.parsed, snapshot, found.filters, found.filtered.documents, found.total,
                                 order, now, deadline},
                                orders));
  SearchResponse response;
  response.q = request.q;
  response.total = found.total;
  response.total_all_words = found.total_all_words;
  response.offset = page.offset;
  response.limit = request.limit;
  response.next = page.next;
  response.index = snapshot.state();
  TRAWL_TRY(response.hits, hits_of(request, snapshot, found.parsed, std::move(page)));
  add_facets(request, snapshot, found, response);
  TRAWL_CHECK(add_did_you_mean(request, snapshot, now, deadline, response));
  response.understood = std::move(found.parsed.understood);
  response.filters = std::move(found.filters);
  response.warnings = std::move(found.warnings);
  return response;
}

} // namespace trawl::search
