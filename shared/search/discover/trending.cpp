// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/trending.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "shared/index/records/stored_fields.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/results/grouping.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"

namespace trawl::search {
namespace {

constexpr std::size_t kMaxArticles = 2'000;
constexpr std::size_t kMinArticles = 2;
constexpr std::size_t kMinSources = 2;
constexpr double kMinRise = 3; // times the usual rate
/// Of G², which chance exceeds once in a hundred words.
constexpr double kMinSignificance = 6.63;
constexpr std::size_t kMinTermLetters = 3;
constexpr double kMaxUsualShare = 0.05; // of the other articles have it: more is ordinary vocabulary
constexpr double kMinTitleShare = 0.2;  // of the articles with the word, have it in the title

/// Where a word occurs in the window.
struct Usage {
  std::vector<std::uint32_t> documents; ///< ascending
  std::size_t titles = 0;               ///< with the word; words of style become frequent too, but not in titles
};

/// The newest articles published in (from, to], ascending by number.
std::vector<std::uint32_t> published_between(const index::Columns& columns, std::int64_t from, std::int64_t to) {
  std::vector<std::uint32_t> found;
  all_documents(columns).for_each([&](std::uint32_t document) {
    const std::int64_t published = columns.published[document];
    if (published != index::kUndated && published > from && published <= to) found.push_back(document);
  });
  if (found.size() > kMaxArticles) {
    std::ranges::nth_element(found, found.begin() + kMaxArticles, std::greater(),
                             [&](std::uint32_t document) { return columns.published[document]; });
    found.resize(kMaxArticles);
    std::ranges::sort(found);
  }
  return found;
}

/// Whether a term is a word of the text (not a filter or a title term) worth showing.
bool is_nameable(std::string_view term) {
  const auto first = static_cast<unsigned char>(term.front());
  if (first < 0x80 && !(first >= 'a' && first <= 'z')) return false;
  return term.size() >= kMinTermLetters && !text::is_stop_word(term) && !term.contains('/');
}

/// How many of the documents have a word in their title.
std::unordered_map<std::string, std::size_t> title_words(const std::vector<std::uint32_t>& documents,
                                                         const IndexView& view, Budget& budget) {
  std::unordered_map<std::string, std::size_t> titles;
  Article article;
  for (const std::uint32_t document : documents) {
    if (budget.passed()) break;
    if (!index::unpack_stored_fields(view.columns.stored_document(document).stored_fields, article)) continue;
    std::set<std::string> words;
    for (text::TermOccurrence& occurrence : text::analyze_article(article.title, {}).terms) {
      const std::string& term = occurrence.term; // "S" and the word as written
      if (term.size() > 1 && term.front() == 'S' && is_nameable(std::string_view(term).substr(1))) {
        words.insert(term.substr(1));
      }
    }
    for (const std::string& word : words) ++titles[word];
  }
  return titles;
}

/// The uses of the words that are in enough titles.
std::unordered_map<std::string, Usage> uses_in(const std::vector<std::uint32_t>& documents, const IndexView& view,
                                               Budget& budget) {
  std::unordered_map<std::string, Usage> uses;
  for (const auto& [word, titles] : title_words(documents, view, budget)) {
    if (titles < kMinArticles || budget.spent()) continue;
    Usage& use = uses[word];
    use.titles = titles;
    const std::vector<std::uint32_t> tf = term_frequencies(view, word, documents);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (tf[i] > 0) use.documents.push_back(documents[i]);
    }
  }
  return uses;
}

/// By source: how many articles use the word.
std::map<std::uint32_t, std::size_t> sources_of(const Usage& use, const index::Columns& columns) {
  std::map<std::uint32_t, std::size_t> out;
  for (const std::uint32_t document : use.documents) {
    for (const std::uint32_t source : columns.source().of(document)) ++out[source];
  }
  return out;
}

/// The articles that count: those of one source no more than those of all others, or one blog's series would be a
/// trend.
std::size_t counted_articles(const std::map<std::uint32_t, std::size_t>& sources) {
  std::size_t sum = 0, largest = 0;
  for (const auto& [source, articles] : sources) {
    sum += articles;
    largest = std::max(largest, articles);
  }
  return sum - largest + std::min(largest, sum - largest);
}

/// Dunning's log-likelihood ratio (1993) of a word in `inside` of `window` articles against `outside` of `others`.
double significance(double inside, double window, double outside, double others) {
  const double rate = (inside + outside) / (window + others);
  const auto part = [](double seen, double expected) { return seen > 0 ? seen * std::log(seen / expected) : 0.0; };
  return 2 * (part(inside, window * rate) + part(outside, others * rate));
}

struct Rising {
  std::string term;
  const Usage* use = nullptr;
  std::map<std::uint32_t, std::size_t> sources = {};
  double times_usual = 0;
  double significance = 0;
};

std::vector<Rising> rising(const std::unordered_map<std::string, Usage>& uses, double window, const IndexView& view) {
  std::vector<Rising> out;
  const double others = view.columns.live_documents - window;
  for (const auto& [term, use] : uses) {
    const auto all_inside = static_cast<double>(use.documents.size());
    if (use.documents.size() < kMinArticles) continue;
    if (static_cast<double>(use.titles) < kMinTitleShare * all_inside) continue;
    const double outside = static_cast<double>(document_frequency(view, term)) - all_inside;
    if (outside > kMaxUsualShare * others) continue;
    std::map<std::uint32_t, std::size_t> sources = sources_of(use, view.columns);
    if (sources.size() < kMinSources) continue;
    const auto inside = static_cast<double>(counted_articles(sources));
    const double usual = (outside + 0.5) / (others + 1); // never zero, so that a new word has a finite rise
    const double times = inside / window / usual;
    const double g2 = significance(inside, window, outside, others);
    if (times >= kMinRise && g2 >= kMinSignificance) out.push_back({term, &use, std::move(sources), times, g2});
  }
  std::ranges::sort(out, [](const Rising& a, const Rising& b) {
    return a.significance != b.significance ? a.significance > b.significance : a.term < b.term;
  });
  return out;
}

} // namespace

TrendingDocuments trending_documents(const IndexView& view, std::chrono::seconds window, std::size_t limit, Moment now,
                                     Deadline deadline) {
  Budget budget(deadline);
  const std::int64_t to = now.time_since_epoch().count();
  const auto documents = published_between(view.columns, to - window.count(), to);
  const auto uses = uses_in(documents, view, budget);
  TrendingDocuments out;
  text::Stemmer stemmer;
  std::set<std::string> stems;
  std::map<std::uint32_t, double> by_document; // the sum of its words' significance
  for (const Rising& word : rising(uses, static_cast<double>(documents.size()), view)) {
    if (out.terms.size() >= limit) break;
    std::string letters = word.term;
    std::erase(letters, '-');
    if (!stems.insert(stemmer.stem(letters)).second) continue; // another form of a word listed above
    TrendingTerm term{word.term, word.use->documents.size(), word.times_usual, {}};
    for (const auto& [source, articles] : word.sources) term.sources.emplace_back(view.columns.source().values[source]);
    out.terms.push_back(std::move(term));
    for (const std::uint32_t document : word.use->documents) by_document[document] += word.significance;
  }
  for (const auto& [document, weight] : by_document) out.documents.push_back(document);
  std::ranges::stable_sort(out.documents, std::greater(),
                           [&](std::uint32_t document) { return by_document[document]; });
  out.documents = group_by_source(view.columns, std::move(out.documents), {std::max<std::size_t>(2, limit / 3), false});
  return out;
}

} // namespace trawl::search
