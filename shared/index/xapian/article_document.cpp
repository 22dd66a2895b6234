// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/article_document.h"

#include "shared/article/article_names.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/field_words.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"
#include "shared/text/excerpt.h"
#include "shared/text/stemmer.h"

#include <algorithm>
#include <cstdint>

namespace trawl::index {
namespace {

/// Words of the text in a document's data.
constexpr std::size_t kSampleWords = 40;

/// The prefixes of terms of which the segments have no others.
constexpr std::string_view kWholeTitle = "XTITLE:", kWholeName = "XNAME:", kProperty = "XIS:";

std::string joined(std::string_view first, std::string_view second) { return std::string(first).append(second); }

/// Zero bytes count twice in Xapian's limit.
bool is_too_long(std::string_view term) {
  const auto zeros = static_cast<std::size_t>(std::ranges::count(term, '\0'));
  return term.empty() || term.size() + zeros > schema::kMaxTermBytes;
}

/// Adds terms that are not too long.
class TermSink {
 public:
  explicit TermSink(Xapian::Document& document) : document_(document) {}

  void add(const std::string& term) {
    if (!is_too_long(term)) document_.add_term(term);
  }
  void add_at(const std::string& term, std::uint32_t position) {
    if (!is_too_long(term)) document_.add_posting(term, position);
  }
  void add_boolean(const std::string& term) {
    if (!is_too_long(term)) document_.add_boolean_term(term);
  }

 private:
  Xapian::Document& document_;
};

void add_text(ArticleDocument& out, const text::AnalyzedArticle& analyzed) {
  TermSink terms(out.document);
  std::vector<std::string_view> stems; // of the next word
  for (const text::TermOccurrence& one : analyzed.terms) {
    const std::string_view term = one.term;
    const bool is_stem = term.starts_with('Z'), is_title_stem = term.starts_with("SZ");
    if (is_stem || is_title_stem) {
      terms.add(xapian_term(term));
      if (is_stem) stems.push_back(term.substr(1));
    } else if (one.position == 0) {
      terms.add(std::string(term));
    } else {
      terms.add_at(std::string(term), one.position);
      if (term.starts_with('S')) continue;
      for (const std::string_view stem : stems) {
        if (stem != term) out.words_of_stems.emplace_back(stem, term);
      }
      stems.clear();
    }
  }
  std::ranges::sort(out.words_of_stems);
  out.words_of_stems.erase(std::ranges::unique(out.words_of_stems).begin(), out.words_of_stems.end());
}

/// The words of the names of people and companies, with positions; their stems are what Xapian's query parser asks for.
void add_names(Xapian::Document& document, const Article& article) {
  constexpr std::uint32_t kGap = 100; // no phrase spans two names
  TermSink terms(document);
  text::Stemmer stemmer;
  std::uint32_t offset = 0;
  for (const auto* names : {&article.authors, &article.affiliations}) {
    for (const std::string& name : *names) {
      std::uint32_t last = 0;
      for (const text::Word& word : text::words_of(name, stemmer)) {
        if (!word.stem.empty()) {
          terms.add_at(schema::author_word_term(word.folded), offset + word.position);
          terms.add(joined("ZA", word.stem));
        }
        last = word.position;
      }
      offset += last + kGap;
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

/// One line for each field, as Omega reads it.
std::string data_of(const Article& article) {
  std::string out;
  const auto add = [&](std::string_view name, std::string value) {
    if (value.empty()) return;
    std::ranges::replace_if(value, [](unsigned char c) { return c < ' '; }, ' ');
    out.append(name).append("=").append(value) += '\n';
  };
  const auto list = [](const std::vector<std::string>& values) {
    std::string all;
    for (const std::string& value : values) all.append(all.empty() ? "" : ", ").append(value);
    return all;
  };
  add("url", article.url);
  add("title", article.title);
  add("sample", text::excerpt(article.text, kSampleWords));
  add("author", list(article.authors));
  add("source", article.source);
  add("tags", list(article.tags));
  add("category", article.category);
  add("language", article.language);
  if (article.published) {
    add("modtime", std::to_string(article.published->time.time_since_epoch().count()));
    add("published", to_text(*article.published));
  }
  add("id", article.id);
  return out;
}

} // namespace

std::string xapian_term(std::string_view segment_term) {
  if (segment_term.starts_with("SZ")) return joined("ZS", segment_term.substr(2));
  switch (segment_term.empty() ? '\0' : segment_term.front()) {
  case 'K':
    return joined("Z", segment_term);
  case 'T':
    return joined(kWholeTitle, segment_term.substr(1));
  case 'N':
    return joined(kWholeName, segment_term.substr(1));
  case 'E':
    return joined(kProperty, segment_term.substr(1));
  default:
    return std::string(segment_term);
  }
}

std::string key_of_stem(std::string_view stem) { return joined("stem:", stem); }

ArticleDocument article_document(const Article& article) {
  ArticleDocument out;
  const std::string searched = searched_text(article);
  out.bytes = article.title.size() + searched.size();
  text::TermTable table;
  const text::AnalyzedArticle analyzed =
      text::analyze_article(table, searched_title(article), searched, article.language);
  add_text(out, analyzed);
  TermSink terms(out.document);
  for (const std::string& term : field_words(article)) {
    if (term.starts_with('A')) continue; // see add_names
    const bool is_boolean = term.starts_with('T') || term.starts_with('N') || term.starts_with('E');
    is_boolean ? terms.add_boolean(xapian_term(term)) : terms.add(xapian_term(term));
  }
  add_names(out.document, article);
  add_values(out.document, article);
  out.document.add_value(schema::kWordsSlot, Xapian::sortable_serialise(analyzed.words));
  out.document.add_value(schema::kTitleWordsSlot, Xapian::sortable_serialise(analyzed.title_words));
  out.document.add_boolean_term(schema::id_term(article.id));
  for (const std::string& id : alias_ids(article)) terms.add_boolean(schema::alias_term(id));
  out.document.set_data(data_of(article));
  return out;
}

} // namespace trawl::index
