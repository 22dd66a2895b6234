// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/article_document.h"

#include "shared/article/article_names.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/document/positions_writer.h"
#include "shared/index/document/stored_document.h"
#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"
#include "shared/index/field_words.h"
#include "shared/index/shard/whole_terms.h"
#include "shared/index/shard/xapian_terms.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"
#include "shared/text/excerpt.h"
#include "shared/text/stemmer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

/// Words of the text in a document's data.
constexpr std::size_t kSampleWords = 10;

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

/// Words have positions, as in every Xapian database; stems have theirs in a file (positions.h).
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
      if (is_stem || position == 0) {
        ++without_position;
      } else {
        terms.add_at(term, position);
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

/// One line for each field, as Omega reads it. What is in values is not repeated.
std::string data_of(const Article& article) {
  std::string out;
  const auto add = [&](std::string_view name, std::string value) {
    if (value.empty()) return;
    std::ranges::replace_if(value, [](unsigned char c) { return c < ' '; }, ' ');
    out.append(name).append("=").append(value) += '\n';
  };
  add("url", article.url);
  add("title", article.title);
  add("sample", text::excerpt(article.text, kSampleWords));
  if (article.published) {
    add("modtime", std::to_string(article.published->time.time_since_epoch().count()));
  }
  add("id", article.id);
  return out;
}

/// What is read of an article once it is a hit.
std::string stored_part(const Article& article, std::vector<text::Landmark> landmarks) {
  // Passages come only from the text.
  std::erase_if(landmarks, [&](const auto& landmark) { return landmark.begin >= article.text.size(); });
  const std::string fields = pack_stored_fields(article), text = pack_text(article.text, landmarks);
  std::string out;
  put_plain_document(out, {fields, text, article.structure});
  return out;
}

} // namespace

ArticleDocument article_document(const Article& article, text::TermTable& table) {
  ArticleDocument out;
  const std::string searched = searched_text(article);
  out.bytes = article.title.size() + searched.size();
  text::AnalyzedArticle analyzed = text::analyze_article(table, searched_title(article), searched, article.language);
  out.words = analyzed.words;
  out.title_words = analyzed.title_words;
  add_text(out.document, analyzed.terms);
  TermSink terms(out.document);
  for (const std::string& term : field_words(article)) {
    if (term.starts_with('A')) continue; // see add_names
    if (const auto whole = whole_hash(term)) {
      out.wholes.push_back(*whole);
    } else {
      term.starts_with('E') ? terms.add_boolean(xapian_term(term)) : terms.add(xapian_term(term));
    }
  }
  std::ranges::sort(out.wholes);
  const auto repeated = std::ranges::unique(out.wholes);
  out.wholes.erase(repeated.begin(), repeated.end());
  add_names(out.document, article);
  add_values(out.document, article);
  out.document.add_value(schema::kWordsSlot, Xapian::sortable_serialise(out.words));
  out.document.add_value(schema::kTitleWordsSlot, Xapian::sortable_serialise(out.title_words));
  out.document.add_boolean_term(schema::id_term(article.id));
  for (const std::string& id : alias_ids(article)) terms.add_boolean(schema::alias_term(id));
  out.document.set_data(data_of(article));
  out.positions = pack_positions(analyzed.terms);
  out.stored = stored_part(article, std::move(analyzed.landmarks));
  return out;
}

} // namespace trawl::index
