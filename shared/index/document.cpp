// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document.h"

#include "shared/index/columns/column_row.h"
#include "shared/schema/terms.h"

namespace trawl::index {
namespace {

/// Stored in place of an empty text: Xapian makes no file for a table without data, and a missing file means damage.
constexpr char kNoText[] = "\n";

void add_words(Xapian::Document& document, const text::AnalyzedArticle& analyzed) {
  for (const text::TermOccurrence& occurrence : analyzed.terms) {
    if (occurrence.term.empty() || occurrence.term.size() > schema::kMaxTermBytes) continue;
    document.add_term(occurrence.term);
  }
}

void add_filters(Xapian::Document& document, const Article& article) {
  document.add_boolean_term(schema::id_term(article.id));
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    for (const FieldValue& value : field_values(article, field)) {
      document.add_boolean_term(schema::filter_term(schema::kFilterFields[field], value.key));
    }
  }
  if (article.published) document.add_boolean_term(schema::month_term(article.published->time));
}

} // namespace

Xapian::Document to_document(const Article& article, const text::AnalyzedArticle& analyzed,
                             std::uint64_t stored_offset) {
  Xapian::Document document;
  document.set_data(article.text.empty() ? kNoText : article.text);
  document.add_value(schema::kColumnsSlot, pack_row(article, analyzed.words, analyzed.title_words, stored_offset));
  add_words(document, analyzed);
  add_filters(document, article);
  return document;
}

std::string text_of(const Xapian::Document& document) {
  std::string text = document.get_data();
  if (text == kNoText) text.clear();
  return text;
}

} // namespace trawl::index
