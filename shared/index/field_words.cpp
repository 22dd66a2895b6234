// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/field_words.h"

#include "shared/article/made_up_title.h"
#include "shared/content/image_texts.h"
#include "shared/content/stored_content.h"
#include "shared/schema/terms.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <utility>

namespace trawl::index {
namespace {

/// The stems of a text as terms of a field. Whole names (mixture-of-experts) are not among them, only their words.
void add_stems(std::vector<std::string>& terms, std::string_view text, std::string (*term)(std::string_view stem),
               text::Stemmer& stemmer) {
  for (const text::Word& word : text::words_of(text, stemmer)) {
    if (!word.stem.empty() && word.stem.size() < schema::kMaxTermBytes) terms.push_back(term(word.stem));
  }
}

} // namespace

std::string searched_text(const Article& article) {
  std::string searched = article.text;
  for (const std::string& caption : article.captions) searched.append("\n\n").append(caption);
  if (const auto content = content::unpack(article.text, article.structure)) {
    for (const std::string& text : content::image_texts(*content)) searched.append("\n\n").append(text);
  }
  for (const Copy& copy : article.copies) {
    if (!copy.title.empty() && copy.title != article.title) searched.append("\n\n").append(copy.title);
  }
  return searched;
}

std::string_view searched_title(const Article& article) {
  return has_made_up_title(article) && !article.text.empty() ? std::string_view() : article.title;
}

std::vector<std::string> field_words(const Article& article) {
  std::vector<std::string> terms;
  text::Stemmer stemmer;
  const auto add_title = [&](std::string_view title) {
    if (const std::string words = text::plain_words(title); !words.empty()) terms.push_back(schema::title_term(words));
  };
  add_title(article.title);
  for (const Copy& copy : article.copies) add_title(copy.title);
  for (const auto* names : {&article.authors, &article.affiliations}) {
    for (const std::string& name : *names) {
      add_stems(terms, name, schema::author_word_term, stemmer);
      const std::string words = text::plain_words(name);
      if (names == &article.authors && !words.empty()) terms.push_back(schema::author_term(words));
    }
  }
  for (const std::string& tag : article.tags) add_stems(terms, tag, schema::tag_word_term, stemmer);
  add_stems(terms, article.source, schema::tag_word_term, stemmer);
  for (const Copy& copy : article.copies) add_stems(terms, copy.source, schema::tag_word_term, stemmer);
  for (const std::string_view term : property_terms(article)) terms.emplace_back(term);
  return terms;
}

std::vector<std::string_view> property_terms(const Article& article) {
  std::vector<std::string_view> terms;
  if (!article.versions.empty()) terms.push_back(schema::kEditedTerm);
  if (article.entries > 0) terms.push_back(schema::kDigestTerm);
  if (!article.part_of.empty()) terms.push_back(schema::kEntryTerm);
  return terms;
}

std::vector<std::string> terms_of(const Article& article, text::AnalyzedArticle& analyzed) {
  std::vector<std::string> terms = field_words(article);
  terms.reserve(terms.size() + analyzed.terms.size());
  for (text::TermOccurrence& occurrence : analyzed.terms) {
    if (occurrence.term.empty() || occurrence.term.size() > schema::kMaxTermBytes) continue;
    terms.push_back(std::move(occurrence.term));
  }
  return terms;
}

} // namespace trawl::index
