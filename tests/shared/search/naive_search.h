// SPDX-License-Identifier: GPL-3.0-or-later
/// What a search must answer, found by asking every article: a model of matching, filters, facets, orders and the first
/// score that knows nothing of an index. For tests on made-up words, which have no other spellings.
#pragma once

#include "shared/schema/fields.h"
#include "shared/search/plan/match_policy.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace trawl::search::test {

using Number = std::uint16_t;
using Numbers16 = std::vector<Number>;

/// The word with a number, which is above 0: no stop word, and none is an inflection, a part or a synonym of another.
inline std::string word_of(Number number) {
  static const char* const kLetters = "bdfghklmnprstv";
  std::string out = "wa";
  for (; number > 0; number = static_cast<Number>(number / 14)) out += std::string(1, kLetters[number % 14]) + "o";
  return out;
}

inline std::size_t count_of(const Numbers16& words, Number word) {
  return static_cast<std::size_t>(std::count(words.begin(), words.end(), word));
}

inline std::string ascii_folded(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// An article whose title and text are words by number.
struct NaiveArticle {
  Article article;
  Numbers16 title, text;

  bool has(Number word) const { return count_of(title, word) + count_of(text, word) > 0; }

  bool has_prefix(std::string_view prefix) const {
    const auto begins = [&](Number word) { return word_of(word).starts_with(prefix); };
    return std::any_of(title.begin(), title.end(), begins) || std::any_of(text.begin(), text.end(), begins);
  }

  bool has_phrase(const Numbers16& phrase) const {
    const auto is_in = [&](const Numbers16& words) { return !std::ranges::search(words, phrase).empty(); };
    return is_in(title) || is_in(text);
  }

  /// Its values of a filter field as key and as written, each key once.
  std::vector<std::pair<std::string, std::string>> values(std::string_view field) const {
    std::vector<std::string> written;
    if (field == "source") {
      written.push_back(article.source);
      for (const Copy& copy : article.copies) written.push_back(copy.source);
    }
    if (field == "tag") written = article.tags;
    if (field == "author") {
      written = article.authors;
      written.insert(written.end(), article.affiliations.begin(), article.affiliations.end());
    }
    if (field == "category") written.push_back(article.category);
    if (field == "language") written.push_back(article.language);
    if (field == "site") written.push_back(article.site);
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& value : written) {
      std::string key = field == "author" ? ascii_folded(value) : value;
      if (key.empty() || std::ranges::find(out, key, &std::pair<std::string, std::string>::first) != out.end())
        continue;
      out.emplace_back(std::move(key), value);
    }
    return out;
  }

  bool has_value(std::string_view field, const std::string& value) const {
    const std::string key = field == "author" ? ascii_folded(value) : value;
    return std::ranges::any_of(values(field), [&](const auto& one) { return one.first == key; });
  }
};

using Found = std::vector<const NaiveArticle*>;

/// A query of the forms that the model knows.
struct NaiveQuery {
  Numbers16 words;                          ///< as many as the mode asks for
  std::string prefix;                       ///< counts as a word
  Numbers16 alternatives;                   ///< an article has one of them
  Numbers16 phrase;                         ///< none or two
  std::optional<Number> excluded, in_title; ///< a word that no article has, or in its title

  bool empty() const { return words.empty() && prefix.empty() && alternatives.empty() && phrase.empty() && !in_title; }

  /// Those that an article is ranked by, without those that begin with the prefix.
  Numbers16 ranked_words() const {
    Numbers16 out = words;
    for (const Numbers16* more : {&alternatives, &phrase}) out.insert(out.end(), more->begin(), more->end());
    if (in_title) out.push_back(*in_title);
    return out;
  }

  std::string text() const {
    std::string out;
    const auto add = [&](const std::string& part) { out += (out.empty() ? "" : " ") + part; };
    for (const Number word : words) add(word_of(word));
    if (!prefix.empty()) add(prefix + "*");
    std::string any;
    for (const Number word : alternatives) any += (any.empty() ? "" : " OR ") + word_of(word);
    if (!any.empty()) add("(" + any + ")");
    if (!phrase.empty()) add("\"" + word_of(phrase[0]) + " " + word_of(phrase[1]) + "\"");
    if (excluded) add("-" + word_of(*excluded));
    if (in_title) add("title:" + word_of(*in_title));
    return out;
  }
};

struct NaiveMatches {
  Found articles;  ///< counted: with all words, with match=any with one of them
  Found listed;    ///< in order of relevance: those with fewer words too
  Found preferred; ///< those of them that come before all others
};

/// By source, one after another or not, at most `per_source` of each (0: all).
struct NaiveGrouping {
  std::size_t per_source = 0;
  bool one_after_another = false;
};

class NaiveSearch {
 public:
  /// Adds an article, or replaces that with its id.
  void put(NaiveArticle article) {
    remove(article.article.id);
    const std::string id = article.article.id;
    live_.emplace(id, std::move(article));
  }

  void remove(const std::string& id) { live_.erase(id); }

  Found all() const {
    Found out;
    for (const auto& [id, article] : live_) out.push_back(&article);
    return out;
  }

  NaiveMatches match(const NaiveQuery& query, MatchMode mode) const {
    Found required = all(), with_phrase;
    std::erase_if(required, [&](const NaiveArticle* one) {
      const auto has = [&](Number word) { return one->has(word); };
      return (query.excluded && has(*query.excluded)) ||
             (query.in_title && count_of(one->title, *query.in_title) == 0) ||
             (!query.alternatives.empty() && std::ranges::none_of(query.alternatives, has));
    });
    std::ranges::copy_if(required, std::back_inserter(with_phrase), [&](const NaiveArticle* one) {
      return query.phrase.empty() || one->has_phrase(query.phrase);
    });
    Numbers16 words = query.words;
    const bool is_relaxed = with_phrase.empty() && mode != MatchMode::All;
    if (is_relaxed) words.insert(words.end(), query.phrase.begin(), query.phrase.end());
    const bool requires_words =
        (!is_relaxed && !query.phrase.empty()) || !query.alternatives.empty() || query.in_title.has_value();
    return with_enough(is_relaxed ? required : with_phrase, requires_words, words, query.prefix, mode);
  }

  /// Those of `articles` that pass all filters but that on `left_out`.
  static Found filtered(const Found& articles, const Filters& filters, std::string_view left_out = {}) {
    Found out = articles;
    std::erase_if(out, [&](const NaiveArticle* one) { return !passes(*one, filters, left_out); });
    return out;
  }

  /// By key, the form that most articles have; of equally frequent ones the first.
  std::map<std::string, std::string> shown_in(std::string_view field) const {
    std::map<std::string, std::map<std::string, std::size_t>> forms;
    for (const auto& [id, article] : live_)
      for (const auto& [key, shown] : article.values(field)) ++forms[key][shown];
    std::map<std::string, std::string> out;
    for (const auto& [key, counts] : forms)
      out[key] = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->first;
    return out;
  }

  /// The facet of `articles`, which pass the filters of all other fields.
  Facet facet(std::string_view field, const Found& articles, const SearchRequest& request) const {
    Facet out;
    out.field = field;
    std::map<std::string, std::size_t> counts; // by key
    for (const NaiveArticle* one : articles) {
      const auto values = one->values(field);
      out.missing += values.empty();
      for (const auto& [key, shown] : values) ++counts[key];
    }
    out.total_values = counts.size();
    const std::map<std::string, std::string> shown = shown_in(field);
    std::vector<FacetValue> values;
    for (const std::string& key : listed(field, counts, shown, request.filters)) {
      values.push_back({shown.at(key), shown.at(key), counts[key], is_selected(field, key, request.filters)});
    }
    std::ranges::sort(values, [](const FacetValue& a, const FacetValue& b) {
      if (a.count != b.count) return a.count > b.count;
      return a.value < b.value;
    });
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i < request.facet_limit || values[i].selected) {
        out.values.push_back(values[i]);
      } else {
        out.other += values[i].count;
      }
    }
    return out;
  }

  /// In an order that is not Relevance.
  static void sort(Found& articles, SortOrder order) {
    const auto key = [&](const NaiveArticle* one) {
      const Article& article = one->article;
      const std::int64_t date = article.published ? article.published->time.time_since_epoch().count() : 0;
      return std::tuple(order == SortOrder::Source ? article.source : std::string(), !article.published,
                        order == SortOrder::Oldest ? date : -date, article.id);
    };
    std::ranges::sort(articles, {}, key);
  }

  static Found grouped(const Found& articles, NaiveGrouping grouping) {
    std::map<std::string, Found> groups;
    std::vector<std::string> order;
    Found limited, out;
    for (const NaiveArticle* one : articles) {
      Found& group = groups[one->article.source];
      if (group.empty()) order.push_back(one->article.source);
      if (grouping.per_source != 0 && group.size() == grouping.per_source) continue;
      group.push_back(one);
      limited.push_back(one);
    }
    if (!grouping.one_after_another) return limited;
    for (const std::string& source : order) out.insert(out.end(), groups[source].begin(), groups[source].end());
    return out;
  }

  /// The first score of each article for these words: BM25 of stems in title and text, in the title, and of words as
  /// typed, with the weights of docs/query-language.md and shared/search/rank/ranking_parameters.h.
  std::vector<double> first_scores(const Found& articles, const Numbers16& words) const {
    double text_words = 0, title_words = 0;
    for (const auto& [id, one] : live_) {
      text_words += static_cast<double>(one.title.size() + one.text.size());
      title_words += static_cast<double>(one.title.size());
    }
    const auto live = static_cast<double>(live_.size());
    std::vector<double> out(articles.size());
    for (const Number word : words) {
      const double df = document_frequency(word);
      const double idf = std::log1p((live - df + 0.5) / (df + 0.5));
      for (std::size_t i = 0; i < articles.size(); ++i) {
        const NaiveArticle& one = *articles[i];
        const auto in_title = static_cast<double>(count_of(one.title, word));
        const double in_all = in_title + static_cast<double>(count_of(one.text, word));
        const auto length = static_cast<double>(one.title.size());
        out[i] += 1.3 * idf * bm25(in_all, 0.75, (length + static_cast<double>(one.text.size())) * live / text_words);
        out[i] += idf * bm25(in_title, 0.5, length * live / title_words);
      }
    }
    return out;
  }

 private:
  /// `length`: as a multiple of the average.
  static double bm25(double tf, double b, double length) { return 2.2 * tf / (tf + 1.2 * (1 - b + b * length)); }

  double document_frequency(Number word) const {
    return static_cast<double>(std::ranges::count_if(live_, [&](const auto& one) { return one.second.has(word); }));
  }

  /// The articles of `base` that have as many of the words as the mode asks for, and those that are listed with them.
  static NaiveMatches with_enough(const Found& base, bool base_has_words, const Numbers16& words,
                                  const std::string& prefix, MatchMode mode) {
    std::vector<std::size_t> had;
    for (const NaiveArticle* one : base) {
      const auto has = [&](Number word) { return one->has(word); };
      had.push_back(static_cast<std::size_t>(std::ranges::count_if(words, has)) +
                    (!prefix.empty() && one->has_prefix(prefix) ? 1 : 0));
    }
    const std::size_t count = words.size() + (prefix.empty() ? 0 : 1), one_of_them = std::min<std::size_t>(1, count);
    const auto with = [&](std::size_t least) {
      Found out;
      for (std::size_t i = 0; i < base.size(); ++i) {
        if (had[i] >= least) out.push_back(base[i]);
      }
      return out;
    };
    const Found counted = with(mode == MatchMode::Any ? one_of_them : count);
    NaiveMatches out{counted, mode == MatchMode::Most ? with(base_has_words ? 0 : one_of_them) : counted, {}};
    if (mode != MatchMode::Most) return out;
    if (count <= kShortQuery && counted.size() >= kFullPage) out.preferred = counted;
    for (std::size_t least = count / 2; count > kShortQuery && least > 1; --least) {
      out.preferred = with(least);
      if (out.preferred.size() >= kEnoughDocuments) break;
      out.preferred.clear();
    }
    return out;
  }

  static bool passes(const NaiveArticle& one, const Filters& filters, std::string_view left_out) {
    for (const auto& [field, filter] : filters.fields) {
      if (field == left_out) continue;
      const auto has = [&, &name = field](const std::string& value) { return one.has_value(name, value); };
      if (!filter.any_of.empty() && std::ranges::none_of(filter.any_of, has)) return false;
      if (!std::ranges::all_of(filter.all_of, has) || std::ranges::any_of(filter.none_of, has)) return false;
    }
    if (left_out == "date" || filters.dates.is_open()) return true;
    const auto& date = one.article.published;
    return date && filters.dates.contains(date->time, day_of(*date));
  }

  static bool is_selected(std::string_view field, const std::string& key, const Filters& filters) {
    const auto it = filters.fields.find(std::string(field));
    if (it == filters.fields.end()) return false;
    const auto is_key = [&](const std::string& value) {
      return (field == "author" ? ascii_folded(value) : value) == key;
    };
    return std::ranges::any_of(it->second.any_of, is_key) || std::ranges::any_of(it->second.all_of, is_key);
  }

  /// The keys that are listed if there is room: those that were counted, and the selected ones.
  static std::vector<std::string> listed(std::string_view field, const std::map<std::string, std::size_t>& counts,
                                         const std::map<std::string, std::string>& shown, const Filters& filters) {
    std::vector<std::string> out;
    for (const auto& [key, value] : shown) {
      if (counts.contains(key) || is_selected(field, key, filters)) out.push_back(key);
    }
    return out;
  }

  std::map<std::string, NaiveArticle> live_; ///< by id
};

} // namespace trawl::search::test
