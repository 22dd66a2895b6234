// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/article/article_names.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/field_words.h"
#include "shared/index/generation_writer.h"
#include "shared/index/meaning_file.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_document.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/text/analyzer.h"

#include <utility>

namespace trawl::index {
namespace {

/// Everything about the article but the values of its fields.
PreparedDocument prepare(const Article& article, const std::string& searched, text::TermTable& table) {
  text::AnalyzedArticle analyzed = text::analyze_article(table, searched_title(article), searched, article.language);
  // Passages come only from the text.
  std::erase_if(analyzed.landmarks, [&](const auto& landmark) { return landmark.begin >= article.text.size(); });
  PreparedDocument document;
  document.id = article_number(article.id);
  if (article.published) {
    document.published = article.published->time.time_since_epoch().count();
    document.published_day = day_of(*article.published).time_since_epoch().count();
  }
  document.words = analyzed.words;
  document.title_words = analyzed.title_words;
  for (const std::string& id : alias_ids(article)) document.aliases.push_back(article_number(id));
  document.positions = pack_positions(analyzed.terms);
  const std::string stored_fields = pack_stored_fields(article), text = pack_text(article.text, analyzed.landmarks);
  put_plain_document(document.stored, {stored_fields, text, article.structure, pack_versions(article.versions)});
  document.terms = terms_of(article, analyzed, table);
  return document;
}

} // namespace

IndexWriter::IndexWriter(const DataDirectory& directory, std::unique_ptr<GenerationWriter> generation)
    : directory_(directory), generation_(std::move(generation)) {}
IndexWriter::~IndexWriter() = default;
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

Result<IndexWriter> IndexWriter::open_live(const DataDirectory& directory) {
  TRAWL_TRY(auto generation, GenerationWriter::open_live(directory));
  return IndexWriter(directory, std::move(generation));
}

Result<IndexWriter> IndexWriter::create_generation(const DataDirectory& directory) {
  TRAWL_TRY(auto generation, GenerationWriter::create(directory));
  return IndexWriter(directory, std::move(generation));
}

Result<void> IndexWriter::put(const Article& article) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  const std::string searched = searched_text(article);
  const std::size_t bytes = article.title.size() + searched.size();
  pending_bytes_ += bytes;
  PreparedDocument document = prepare(article, searched, generation_->table());
  for (std::size_t field = 0; field < document.ordinals.size(); ++field) {
    for (const FieldValue& value : field_values(article, field)) {
      document.ordinals[field].push_back(generation_->ordinal(field, value.key, value.shown));
    }
  }
  return generation_->put(std::move(document), bytes, article.gone_since.has_value());
}

Result<void> IndexWriter::remove(std::string_view id) {
  if (is_article_id(id)) generation_->remove(article_number(id));
  return {};
}

Result<void> IndexWriter::set_sources(const std::vector<SourceNote>& sources) {
  generation_->set_sources(to_json(sources));
  return {};
}

Result<void> IndexWriter::commit(std::uint64_t store_sequence) {
  TRAWL_CHECK(generation_->commit(store_sequence));
  pending_bytes_ = 0;
  return {};
}

Result<void> IndexWriter::compact() { return generation_->compact(); }

Result<void> IndexWriter::publish(std::uint64_t store_sequence) {
  TRAWL_CHECK(generation_->publish(store_sequence));
  pending_bytes_ = 0;
  TRAWL_TRY(generation_, GenerationWriter::open_live(directory_));
  return {};
}

Result<void> IndexWriter::learn_meaning() {
  TRAWL_TRY(const bool has_changed, update_meaning(directory_));
  if (!has_changed) return {};
  generation_->note_other_answers();
  return commit(store_sequence());
}

void IndexWriter::set_store(std::string name) { generation_->set_store(std::move(name)); }
const std::string& IndexWriter::store() const { return generation_->store(); }

std::uint64_t IndexWriter::store_sequence() const { return generation_->store_sequence(); }
std::size_t IndexWriter::document_count() const { return generation_->document_count(); }

} // namespace trawl::index
