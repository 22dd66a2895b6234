// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/article_document.h"

#include "shared/article/article_names.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/document/stored_document.h"
#include "shared/index/field_words.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

std::string joined(std::string_view first, std::string_view second) { return std::string(first).append(second); }

/// Adds terms that are not too long.
class TermSink {
 public:
  explicit TermSink(Xapian::Document& document) : document_(document) {}

  void add(const std::string& term, std::uint32_t times = 1) {
    if (is_indexable(term)) document_.add_term(term, times);
  }
  void add_at(const std::string& term, std::uint32_t position) {
    if (is_indexable(term)) document_.add_posting(term, position);
  }
  void add_boolean(const std::string& term) {
    if (is_indexable(term)) document_.add_boolean_term(term);
  }

 private:
  Xapian::Document& document_;
};

/// Stems have positions, and words none: Xapian's query parser finds phrases and wildcards so (STEM_ALL_Z), in two
/// thirds of the space.
void add_text(Xapian::Document& document, const std::vector<text::TermOccurrence>& occurrences) {
  TermSink terms(document);
  std::vector<std::uint32_t> order(occurrences.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  // All occurrences of a term one after another.
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return occurrences[i].number; });
  for (std::size_t i = 0; i < order.size();) {
    const text::TermOccurrence& first = occurrences[order[i]];
    const bool is_stem = first.term.starts_with('Z') || first.term.starts_with("SZ");
    const std::string term = is_stem ? xapian_term(first.term) : std::string(first.term);
    std::uint32_t without_position = 0;
    for (; i < order.size() && occurrences[order[i]].number == first.number; ++i) {
      const std::uint32_t position = occurrences[order[i]].position;
      if (is_stem && position != 0) {
        terms.add_at(term, position);
      } else {
        ++without_position;
      }
    }
    if (without_position > 0) terms.add(term, without_position);
  }
}

/// The words of the names of people and companies, and their stems, which Xapian's query parser asks for. Without
/// positions, which would take a tenth of those of the text: a whole name is a boolean term.
void add_names(Xapian::Document& document, const Article& article) {
  TermSink terms(document);
  thread_local text::Stemmer stemmer; // names recur
  for (const auto* names : {&article.authors, &article.affiliations}) {
    for (const std::string& name : *names) {
      for (const text::Word& word : text::words_of(name, stemmer)) {
        if (word.stem.empty()) continue;
        terms.add(schema::author_word_term(word.folded));
        terms.add(joined("ZA", word.stem));
      }
    }
  }
}

void add_values(Xapian::Document& document, const Article& article) {
  TermSink terms(document);
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    std::string all;
    for (const FieldValue& value : field_values(article, field)) {
      terms.add_boolean(schema::filter_term(schema::kFilterFields[field], value.key));
      if (!all.empty()) all += schema::kValueEnd;
      all += value.shown;
      std::ranges::replace(all.end() - static_cast<std::ptrdiff_t>(value.shown.size()), all.end(), schema::kValueEnd,
                           ' ');
    }
    if (!all.empty()) document.add_value(schema::value_slot(field), all);
  }
  if (!article.published) return;
  const auto printed = day_of(*article.published);
  const auto seconds = static_cast<double>(article.published->time.time_since_epoch().count());
  terms.add_boolean(schema::month_term(printed));
  document.add_value(schema::kDateSlot, Xapian::sortable_serialise(seconds));
  document.add_value(schema::kDaySlot, schema::day_value(printed));
}

} // namespace

ArticleDocument article_document(const Article& article, text::TermTable& table) {
  ArticleDocument out;
  const std::string searched = searched_text(article);
  out.bytes = article.title.size() + searched.size();
  text::AnalyzedArticle analyzed = text::analyze_article(table, searched_title(article), searched, article.language);
  add_text(out.document, analyzed.terms);
  TermSink terms(out.document);
  for (const std::string& term : field_words(article)) {
    if (term.starts_with('A')) continue; // see add_names
    const bool is_boolean = std::string_view("ENT").contains(term.front());
    is_boolean ? terms.add_boolean(xapian_term(term)) : terms.add(xapian_term(term));
  }
  if (article.gone_since) terms.add_boolean(xapian_term(schema::kGoneTerm));
  add_names(out.document, article);
  add_values(out.document, article);
  out.document.add_value(schema::kWordsSlot, Xapian::sortable_serialise(analyzed.words));
  out.document.add_value(schema::kTitleWordsSlot, Xapian::sortable_serialise(analyzed.title_words));
  out.document.add_value(schema::kIdSlot, article.id);
  out.document.add_boolean_term(schema::id_term(article.id));
  for (const std::string& id : alias_ids(article)) terms.add_boolean(schema::alias_term(id));
  out.document.set_data(document_data(article, analyzed.landmarks));
  return out;
}

} // namespace trawl::index
