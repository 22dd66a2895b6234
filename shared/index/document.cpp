// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document.h"

#include "shared/article/article_names.h"
#include "shared/index/columns/column_row.h"
#include "shared/schema/terms.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

namespace trawl::index {
namespace {

/// Stored in place of an empty structure: Xapian makes no file for a table without data, and a missing file means
/// damage.
constexpr char kNoStructure[] = "\n";

void add_words(Xapian::Document& document, const text::AnalyzedArticle& analyzed) {
  for (const text::TermOccurrence& occurrence : analyzed.terms) {
    if (occurrence.term.empty() || occurrence.term.size() > schema::kMaxTermBytes) continue;
    document.add_term(occurrence.term);
  }
}

void add_filters(Xapian::Document& document, const Article& article) {
  document.add_boolean_term(schema::id_term(article.id));
  for (const std::string& id : alias_ids(article)) document.add_boolean_term(schema::alias_term(id));
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    for (const FieldValue& value : field_values(article, field)) {
      document.add_boolean_term(schema::filter_term(schema::kFilterFields[field], value.key));
    }
  }
  if (article.published) document.add_boolean_term(schema::month_term(article.published->time));
}

/// The stems of a text as terms of a field. Whole names (mixture-of-experts) are not among them, only their words.
void add_stems(Xapian::Document& document, std::string_view text, std::string (*term)(std::string_view stem),
               text::Stemmer& stemmer) {
  for (const text::Word& word : text::words_of(text, stemmer)) {
    if (!word.stem.empty() && word.stem.size() < schema::kMaxTermBytes) document.add_term(term(word.stem));
  }
}

} // namespace

void add_field_words(const Article& article, Xapian::Document& document) {
  text::Stemmer stemmer;
  const auto add_title = [&](std::string_view title) {
    if (const std::string words = text::plain_words(title); !words.empty()) {
      document.add_term(schema::title_term(words));
    }
  };
  add_title(article.title);
  for (const Copy& copy : article.copies) add_title(copy.title);
  for (const auto* names : {&article.authors, &article.affiliations}) {
    for (const std::string& name : *names) {
      add_stems(document, name, schema::author_word_term, stemmer);
      const std::string words = text::plain_words(name);
      if (names == &article.authors && !words.empty()) document.add_term(schema::author_term(words));
    }
  }
  for (const std::string& tag : article.tags) add_stems(document, tag, schema::tag_word_term, stemmer);
  add_stems(document, article.source, schema::tag_word_term, stemmer);
  for (const Copy& copy : article.copies) add_stems(document, copy.source, schema::tag_word_term, stemmer);
}

Xapian::Document to_document(const Article& article, const text::AnalyzedArticle& analyzed,
                             std::uint64_t stored_offset) {
  Xapian::Document document;
  document.set_data(article.structure.empty() ? kNoStructure : article.structure);
  document.add_value(schema::kColumnsSlot, pack_row(article, analyzed.words, analyzed.title_words, stored_offset));
  add_words(document, analyzed);
  add_field_words(article, document);
  add_filters(document, article);
  return document;
}

std::string read_structure(const Xapian::Document& document) {
  std::string structure = document.get_data();
  return structure == kNoStructure ? std::string() : structure;
}

} // namespace trawl::index
