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

/// Whether a token of a name or tag can be a term. A whole name (mixture-of-experts) is none, only its words.
bool is_term(const text::Token& token) { return token.kind != text::TokenKind::Compound; }

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
  thread_local text::Stemmer stemmer; // tags recur
  const auto add_title = [&](std::string_view title) {
    if (const std::string words = text::plain_words(title); !words.empty()) terms.push_back(schema::title_term(words));
  };
  add_title(article.title);
  for (const Copy& copy : article.copies) add_title(copy.title);
  for (const auto* names : {&article.authors, &article.affiliations}) {
    for (const std::string& name : *names) {
      text::for_each_token(name, [&](const text::Token& token) {
        if (is_term(token)) terms.push_back(schema::author_word_term(token.folded));
      });
      const std::string words = names == &article.authors ? text::plain_words(name) : std::string();
      if (!words.empty()) terms.push_back(schema::author_term(words));
    }
  }
  const auto add_tag = [&](std::string_view tag) {
    text::for_each_token(tag, [&](const text::Token& token) {
      if (is_term(token)) terms.push_back(schema::tag_word_term(stemmer.stem(token.folded)));
    });
  };
  for (const std::string& tag : article.tags) add_tag(tag);
  add_tag(article.source);
  for (const Copy& copy : article.copies) add_tag(copy.source);
  return terms;
}

} // namespace trawl::index
