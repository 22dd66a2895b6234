// SPDX-License-Identifier: GPL-3.0-or-later
/// What the search engine returns: plain values. shared/api writes them as JSON. Highlights are byte offsets here and
/// become HTML, ANSI colours or numbers only where they are shown.
#pragma once

#include "shared/article/article.h"
#include "shared/query/warning.h"
#include "shared/search/request.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace trawl::search {

/// A highlighted range in bytes of the text it belongs to: begin < end, at character boundaries. Lists of marks are
/// sorted and do not overlap.
struct Mark {
  std::size_t begin = 0;
  std::size_t end = 0;

  auto operator<=>(const Mark&) const = default;
};

/// A passage of an article's text: whole words, with an ellipsis where text is left out.
struct Snippet {
  std::string text;
  std::vector<Mark> marks;  ///< into `text`
  std::size_t position = 0; ///< its beginning in the article's text, in code points
  std::size_t found_at = 0; ///< byte of the text at which its first mark stands, or it begins
};

/// A section of an article.
struct Section {
  std::vector<std::string> path; ///< its heading, and before it those of the sections around it
  std::string link;              ///< the article's address with a fragment that leads to it; empty without an address
};

/// One part of a score: {"title", "'attention' 2 times", 3.2}. The parts of a hit add up to its score.
struct ExplainPart {
  std::string name;   ///< of the signal: stem, title, exact, pairs, cover, recency, …
  std::string detail; ///< for readers
  double weight = 0;
};

struct Hit {
  Article article; ///< text only if asked for (SearchRequest::with_text)
  std::string source_label;
  std::vector<Mark> title_marks; ///< into article.title
  std::vector<Snippet> snippets;
  std::optional<Section> section; ///< that of the first snippet
  double score = 0;
  std::vector<ExplainPart> explain; ///< empty unless asked for
  std::size_t more_from_source = 0; ///< with per_source or group_by_source: hits of this source not shown
  bool by_words = false;            ///< found by a query with words
  bool by_meaning = false;          ///< and among the first ten only by what the index has learnt
};

struct FacetValue {
  std::string value;
  std::string label; ///< of a source; otherwise equal to `value`
  std::size_t count = 0;
  bool selected = false;
};

/// Counts over the whole result without the field's own filter.
struct Facet {
  std::string field;
  std::vector<FacetValue> values;
  std::size_t total_values = 0; ///< values with a count above 0
  std::size_t other = 0;        ///< sum of the counts of values not listed
  std::size_t missing = 0;      ///< documents without a value
  bool is_exact = true;         ///< false if time ran out: counts may be higher
};

struct DateBucket {
  std::string value; ///< 2026-04-08, 2026-W15, 2026-04, 2026
  std::size_t count = 0;
};

struct DateHistogram {
  DateInterval interval = DateInterval::Month;
  std::vector<DateBucket> values; ///< without gaps, oldest first
  std::size_t missing = 0;        ///< undated documents
};

using query::Warning;

struct DidYouMean {
  std::string q;
  std::size_t total = 0;
};

/// The query that was searched for instead of the one that was typed, which no article has all words of.
struct Correction {
  std::string q;
  std::size_t typed_total = 0; ///< what the query finds as typed
};

/// Which state of an index an answer is from, and which changes of crawl.db that has. Compared by the first three.
struct IndexState {
  std::uint64_t generation = 0;
  std::uint64_t revision = 0;
  /// Differs between the indexes of two stores at the same revision, and with what is said below.
  std::uint64_t identity = 0;
  std::string store = {};             ///< the name of the crawl.db that it was made from; empty: not known
  std::uint64_t sequence = 0;         ///< of the last change of that which it has
  std::vector<Warning> warnings = {}; ///< what must be said of it in every answer

  friend std::strong_ordering operator<=>(const IndexState& a, const IndexState& b) {
    return std::tie(a.generation, a.revision, a.identity) <=> std::tie(b.generation, b.revision, b.identity);
  }
  friend bool operator==(const IndexState& a, const IndexState& b) { return (a <=> b) == 0; }
};

struct SearchResponse {
  std::string q;                       ///< as typed
  std::string understood;              ///< what was looked for (QueryPlan)
  std::vector<std::string> plan;       ///< what was searched for, a line for each decision; empty unless asked for
  Filters filters;                     ///< as applied, those inside `q` included
  std::size_t total = 0;               ///< articles with all words; exact, unless `is_exact` says otherwise
  std::size_t total_fewer_words = 0;   ///< how many more are listed, with fewer of the words
  std::optional<std::size_t> left_out; ///< of those, by `per_source` or `group`; nullopt without them
  bool is_exact = true;                ///< false if time ran out: there may be more hits, and a warning says why
  std::size_t offset = 0;
  std::size_t limit = 0;
  std::string next; ///< cursor of the next page, or empty
  std::vector<Hit> hits;
  std::vector<Facet> facets;
  std::optional<DateHistogram> dates;
  std::optional<DidYouMean> did_you_mean;
  std::optional<Correction> correction; ///< if set, the hits are those of another query than `q`
  std::vector<Warning> warnings;
  IndexState index;
};

/// Whether an answer may be stored: nothing is missing in it.
inline bool is_whole(const SearchResponse& response) { return response.is_exact; }

/// The values of one field, without hits.
struct FacetResponse {
  Facet facet;
  std::vector<Warning> warnings;
  IndexState index = {};
};

struct RelatedResponse {
  std::vector<Hit> articles;
  std::vector<Warning> warnings;
  IndexState index = {};
};

/// A source as the index knows it.
struct SourceStatus {
  std::string id;
  std::string label;
  std::string homepage;
  std::size_t articles = 0;
  std::optional<Date> newest;
  std::optional<Moment> last_success; ///< of crawling it
  std::string health;                 ///< ok, failing, silent, never, paused; empty when unknown
  std::string last_error;
  std::map<std::string, std::uint64_t> fetches = {}; ///< requests of all crawls by outcome: ok, not_modified, …
  std::uint64_t fetched_bytes = 0;
  std::uint64_t gone = 0;       ///< articles that its publisher has withdrawn; not among `articles`
  std::chrono::seconds pace{0}; ///< between two requests for its seed; 0: not known
};

struct SourcesResponse {
  std::vector<SourceStatus> sources;
  std::vector<Warning> warnings;
  IndexState index = {};
};

struct IndexStats {
  std::size_t documents = 0;
  std::size_t terms = 0;     ///< distinct
  double average_length = 0; ///< in words
  std::uintmax_t bytes = 0;  ///< on disk
  IndexState index;
  std::optional<Date> newest;
  Moment committed{}; ///< time of the last commit
  std::vector<Warning> warnings = {};
};

struct Suggestion {
  std::string kind; ///< article, tag, source, phrase
  std::string text;
  std::string value; ///< what to open or search for: an id, a tag, a source id, a query
  std::size_t count = 0;
};

struct SuggestResponse {
  std::vector<Suggestion> suggestions;
  std::vector<Warning> warnings;
  IndexState index = {};
};

struct TrendingTerm {
  std::string term;
  std::size_t count = 0;  ///< articles in the window
  double times_usual = 0; ///< how much more frequent than before
  std::vector<std::string> sources;
};

/// The longest window for trending words.
inline constexpr std::chrono::seconds kMaxTrendingWindow = std::chrono::days{90};

struct Trending {
  Moment from{}, to{};
  std::vector<TrendingTerm> terms;
  std::vector<Hit> articles;
  std::vector<Warning> warnings = {};
  IndexState index = {};
};

} // namespace trawl::search
