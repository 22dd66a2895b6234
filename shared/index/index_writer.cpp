// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/content/image_texts.h"
#include "shared/content/stored_content.h"
#include "shared/index/document.h"
#include "shared/index/generation_builder.h"
#include "shared/index/live_writer.h"
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/index/xapian_guard.h"
#include "shared/text/analyzer.h"

#include <utility>

namespace trawl::index {
namespace {

/// The text, the captions, what is said of the pictures, and the titles under which copies of it were published: who
/// looks for one finds the article.
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
  const std::string searched = searched_text(article);
  const std::size_t bytes = article.title.size() + searched.size();
  pending_bytes_ += bytes;
  text::AnalyzedArticle analyzed = text::analyze_article(article.title, searched, article.language);
  // Passages are shown of the text alone.
  std::erase_if(analyzed.landmarks, [&](const auto& landmark) { return landmark.begin >= article.text.size(); });
  const std::string positions = pack_positions(analyzed.terms), forward_index = pack_forward_index(analyzed),
                    stored_fields = pack_stored_fields(article), text = pack_text(article.text, analyzed.landmarks);
  TRAWL_TRY(const std::uint64_t offset,
            generation_->document_store().append({positions, forward_index, stored_fields, text}));
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
