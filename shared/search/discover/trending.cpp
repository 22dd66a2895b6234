// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/trending.h"

#include <algorithm>
#include <cmath>
#include <limits>
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
constexpr double kMaxUsualShare = 0.05;      // of the other articles have it: more is ordinary vocabulary
constexpr double kMaxUsualSources = 1.0 / 3; // of the sources have used it before: the same
constexpr std::size_t kManySources = 5;      // fewer tell nothing about what is ordinary
constexpr double kMinTitleShare = 0.2;       // of the articles with the word, have it in the title

/// Where a word occurs in the window.
struct Usage {
  std::vector<std::uint32_t> documents; ///< ascending
  std::size_t titles = 0;               ///< with the word; words of style become frequent too, but not in titles
};

struct DatedArticle {
  std::uint32_t document = 0;
  std::int64_t published = 0;
};

/// The newest articles published in (from, to], ascending by number.
std::vector<std::uint32_t> published_between(const index::Columns& columns, std::int64_t from, std::int64_t to) {
  std::vector<DatedArticle> found;
  for (const index::Part& part : columns.parts()) {
    const index::NumberArray& dates = part.segment->published();
    dates.with_array([&](const auto* raw) {
      for (std::uint32_t local = 1; local <= part.segment->documents(); ++local) {
        const std::int64_t published = dates.least() + static_cast<std::int64_t>(raw[local]);
        const bool is_inside = raw[local] != 0 && published > from && published <= to;
        if (is_inside && !part.is_removed(local)) found.push_back({part.base + local, published});
      }
    });
  }
  if (found.size() > kMaxArticles) {
    std::ranges::nth_element(found, found.begin() + kMaxArticles, std::greater(), &DatedArticle::published);
    found.resize(kMaxArticles);
    std::ranges::sort(found, {}, &DatedArticle::document);
  }
  std::vector<std::uint32_t> documents;
  for (const DatedArticle& one : found) documents.push_back(one.document);
  return documents;
}

/// Whether a term is a word of the text (not a filter or a title term) worth showing; not a piece of a longer name, as
/// "of-experts" is.
bool is_nameable(std::string_view term) {
  const auto first = static_cast<unsigned char>(term.front());
  if (first < 0x80 && !(first >= 'a' && first <= 'z')) return false;
  const std::string_view begin = term.substr(0, term.find('-')), end = term.substr(term.rfind('-') + 1);
  const bool is_piece = text::is_stop_word(begin) || text::is_stop_word(end) || end.empty();
  return term.size() >= kMinTermLetters && !is_piece && !term.contains('/');
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

/// What was written before the window, to tell ordinary vocabulary by: a word that many sources use is no news, however
/// often it comes now.
class Before {
 public:
  Before(const IndexView& view, std::vector<std::uint32_t> documents)
      : view_(view), documents_(std::move(documents)), sources_(sources_among(documents_).size()) {}

  bool is_ordinary(const std::string& term) const {
    if (sources_ < kManySources) return false;
    const std::vector<std::uint32_t> tf = term_frequencies(view_, term, documents_);
    std::vector<std::uint32_t> users;
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      if (tf[i] > 0) users.push_back(documents_[i]);
    }
    return static_cast<double>(sources_among(users).size()) > kMaxUsualSources * static_cast<double>(sources_);
  }

 private:
  std::set<std::uint32_t> sources_among(const std::vector<std::uint32_t>& documents) const {
    std::set<std::uint32_t> sources;
    for (const std::uint32_t document : documents) {
      for (const std::uint32_t source : view_.columns.source().of(document)) sources.insert(source);
    }
    return sources;
  }

  const IndexView& view_;
  std::vector<std::uint32_t> documents_; ///< ascending
  std::size_t sources_;
};

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

std::vector<Rising> rising(const std::unordered_map<std::string, Usage>& uses, double window, const IndexView& view,
                           const Before& before) {
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
    if (times < kMinRise || g2 < kMinSignificance || before.is_ordinary(term)) continue;
    out.push_back({term, &use, std::move(sources), times, g2});
  }
  // Of equal ones the longest first: the parts of a name come where it does.
  std::ranges::sort(out, [](const Rising& a, const Rising& b) {
    if (a.significance != b.significance) return a.significance > b.significance;
    return a.term.size() != b.term.size() ? a.term.size() > b.term.size() : a.term < b.term;
  });
  return out;
}

} // namespace

TrendingDocuments trending_documents(const IndexView& view, std::chrono::seconds window, std::size_t limit, Moment now,
                                     Budget& budget) {
  const std::int64_t to = now.time_since_epoch().count();
  const auto documents = published_between(view.columns, to - window.count(), to);
  if (documents.empty()) return {};
  const auto uses = uses_in(documents, view, budget);
  const Before before(view,
                      published_between(view.columns, std::numeric_limits<std::int64_t>::min(), to - window.count()));
  TrendingDocuments out;
  text::Stemmer stemmer;
  std::set<std::string> stems;
  std::map<std::uint32_t, double> by_document; // the sum of its words' significance
  for (const Rising& word : rising(uses, static_cast<double>(documents.size()), view, before)) {
    if (out.terms.size() >= limit) break;
    std::string letters = word.term;
    std::erase(letters, '-');
    // "offs" of "trade-offs", which is listed above.
    const bool is_part = std::ranges::any_of(out.terms, [&](const TrendingTerm& listed) {
      return listed.term.starts_with(word.term + "-") || listed.term.ends_with("-" + word.term);
    });
    if (is_part) continue;
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
