// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/index/document.h"
#include "shared/index/generation_builder.h"
#include "shared/index/live_writer.h"
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/xapian_guard.h"
#include "shared/text/analyzer.h"

#include <utility>

namespace trawl::index {
namespace {

/// The text, and the titles under which copies of it were published: who looks for one finds the article.
std::string searchable_text(const Article& article) {
  std::string text = article.text;
  for (const Copy& copy : article.copies) {
    if (!copy.title.empty() && copy.title != article.title) text.append("\n\n").append(copy.title);
  }
  return text;
}

} // namespace

IndexWriter::IndexWriter(const DataDirectory& directory, std::unique_ptr<GenerationWriter> generation)
    : directory_(directory), generation_(std::move(generation)) {}
IndexWriter::~IndexWriter() = default;
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

Result<IndexWriter> IndexWriter::open_live(const DataDirectory& directory) {
  TRAWL_TRY(auto generation, LiveWriter::open(directory));
  return IndexWriter(directory, std::move(generation));
}

Result<IndexWriter> IndexWriter::create_generation(const DataDirectory& directory) {
  TRAWL_TRY(auto generation, GenerationBuilder::create(directory));
  return IndexWriter(directory, std::move(generation));
}

Result<void> IndexWriter::put(const Article& article) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  const std::size_t bytes = article.title.size() + article.text.size();
  pending_bytes_ += bytes;
  const text::AnalyzedArticle analyzed =
      text::analyze_article(article.title, searchable_text(article), article.language);
  const std::string positions = pack_positions(analyzed.terms), forward_index = pack_forward_index(analyzed),
                    stored_fields = pack_stored_fields(article);
  TRAWL_TRY(const std::uint64_t offset,
            generation_->document_store().append({positions, forward_index, stored_fields}));
  return guarded([&] { return generation_->put(article.id, to_document(article, analyzed, offset), bytes); });
}

Result<void> IndexWriter::remove(std::string_view id) {
  if (!is_article_id(id)) return {};
  return generation_->remove(id);
}

Result<void> IndexWriter::set_sources(const std::vector<SourceNote>& sources) {
  return generation_->set_sources(to_json(sources));
}

Result<void> IndexWriter::commit(std::uint64_t store_sequence) {
  TRAWL_CHECK(generation_->commit(store_sequence));
  pending_bytes_ = 0;
  return {};
}

Result<void> IndexWriter::finish(std::uint64_t store_sequence) {
  TRAWL_CHECK(generation_->finish(store_sequence));
  pending_bytes_ = 0;
  return {};
}

Result<void> IndexWriter::publish(std::uint64_t store_sequence) {
  TRAWL_CHECK(generation_->publish(store_sequence));
  pending_bytes_ = 0;
  TRAWL_TRY(generation_, LiveWriter::open(directory_));
  return {};
}

std::uint64_t IndexWriter::store_sequence() const { return generation_->store_sequence(); }
std::size_t IndexWriter::document_count() const { return generation_->document_count(); }

} // namespace trawl::index
