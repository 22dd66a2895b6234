// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/document.h"

#include "shared/article/article_names.h"
#include "shared/article/article_record.h"
#include "shared/base/base64.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/field_words.h"
#include "shared/opensearch/index_body.h"
#include "shared/schema/fields.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace trawl::opensearch {
namespace {

using nlohmann::json;

/// Builds terms in the form that index_body.h describes.
class TermStream {
 public:
  /// Adds a term of the word at this place, which must not be before the previous one.
  void add(std::string_view term, std::uint32_t place) {
    const std::uint32_t position = place * static_cast<std::uint32_t>(kStep);
    if (!text_.empty() && position == last_) {
      text_ += kSamePosition;
    } else {
      while (++last_ < position) add(kNoTerm);
      add("");
    }
    text_ += term;
  }
  /// Adds a term without a place.
  void add(std::string_view term) { text_.append(text_.empty() ? "" : " ").append(term); }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::uint32_t last_ = 0;
};

/// Adds the terms of a text: analyze_article's "Z…" and "SZ…" terms with positions, "S…" and all others without.
void add_text(json& document, const text::AnalyzedArticle& analyzed) {
  TermStream stems, title_stems, words;
  std::set<std::string_view> title_words;
  std::vector<const text::TermOccurrence*> positioned;
  for (const text::TermOccurrence& one : analyzed.terms) {
    const std::string_view term = one.term;
    if (term.starts_with('Z') || term.starts_with("SZ")) {
      positioned.push_back(&one);
    } else if (term.starts_with('S')) {
      title_words.insert(term.substr(1));
    } else if (!term.empty()) {
      words.add(term);
    }
  }
  std::ranges::stable_sort(positioned, {}, &text::TermOccurrence::position);
  for (const text::TermOccurrence* one : positioned) {
    const std::string_view term = one->term;
    const bool is_of_title = term.starts_with('S');
    (is_of_title ? title_stems : stems).add(term.substr(is_of_title ? 2 : 1), one->position);
  }
  const auto set = [&](std::string_view name, TermStream& stream) { document[std::string(name)] = stream.take(); };
  set(field::kStems, stems);
  set(field::kTitleStems, title_stems);
  set(field::kWords, words);
  document[std::string(field::kTitleWords)] = title_words;
}

void add_filters(json& document, const Article& article) {
  for (std::size_t i = 0; i < schema::kFilterFields.size(); ++i) {
    const std::string name(schema::kFilterFields[i]);
    json keys = json::array(), shown = json::array();
    for (const index::FieldValue& value : index::field_values(article, i)) {
      keys.push_back(value.key);
      shown.push_back(value.key + kShownMark + value.shown);
    }
    document[name] = std::move(keys);
    if (schema::find_filter(name)->ignores_case) document[name + std::string(kShownSuffix)] = std::move(shown);
  }
  document[std::string(field::kOwnSource)] = article.source;
  document[std::string(field::kId)] = article.id;
  document[std::string(field::kNames)] = alias_ids(article);
  const json& sources = document["source"];
  document[std::string(field::kCopied)] = sources.size() > 1;
  if (!article.published) return;
  document[std::string(field::kPublished)] = article.published->time.time_since_epoch().count();
  document[std::string(field::kDate)] = to_rfc3339(day_of(*article.published));
}

} // namespace

json document_of(const Article& article) {
  text::TermTable table;
  const text::AnalyzedArticle analyzed =
      text::analyze_article(table, index::searched_title(article), index::searched_text(article), article.language);
  json document = json::object();
  add_text(document, analyzed);
  document[std::string(field::kFieldWords)] = index::field_words(article);
  add_filters(document, article);
  document[std::string(field::kLength)] = analyzed.words;
  const std::string record = to_record(article);
  document["fields"] = record.substr(0, record.find('\n'));
  document["text"] = article.text;
  if (!article.structure.empty()) document["structure"] = to_base64(article.structure);
  return document;
}

Result<Article> article_of(const json& source) {
  const auto text_of = [&](const char* name) -> std::string {
    const auto found = source.find(name);
    return found != source.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!source.is_object()) return fail(ErrorCode::Network, "OpenSearch returned a document that Trawl did not write");
  std::string record = text_of("fields") + '\n' + text_of("text");
  if (const auto structure = from_base64(text_of("structure")); structure && !structure->empty()) {
    (record += '\0') += *structure;
  }
  auto article = from_record(record);
  if (!article) article.error().code = ErrorCode::Network;
  return article;
}

} // namespace trawl::opensearch
