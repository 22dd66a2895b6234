// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/index/document.h"
#include "shared/index/generation.h"
#include "shared/index/open_database.h"
#include "shared/index/postings/posting_list_cleaner.h"
#include "shared/index/postings/posting_lists.h"
#include "shared/index/records/document_store.h"
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions_writer.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/revision.h"
#include "shared/index/segment_builder.h"
#include "shared/index/tombstone.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFirstGeneration = 1;
/// When many documents have to be looked up apart while a run goes on: each is written some sixteen times while an
/// index grows tenfold, at a hundredth of what indexing it took.
constexpr std::uint64_t kManyUnlisted = 2'000, kManyUnlistedOf = 16;
/// At the end of a run: to look up any at all costs a query as much as the rest of it.
constexpr std::uint64_t kFewUnlisted = 256, kFewUnlistedOf = 1'024;

Result<void> move_records(const fs::path& from, const fs::path& to) {
  std::error_code status;
  fs::rename(document_store_file(from), document_store_file(to), status);
  if (!status) return {};
  return fail(ErrorCode::Disk, "cannot move the records: " + status.message(), to.string());
}

} // namespace

struct IndexWriter::Impl {
  DataDirectory directory;
  fs::path path;                        ///< of the live generation
  Xapian::WritableDatabase database;    ///< of the live generation; not open while another one is built
  std::optional<SegmentBuilder> shards; ///< of the generation that `publish` makes
  DocumentStoreWriter records;
  std::uint64_t unpublished = 0;    ///< its number
  std::string sources;              ///< its notes on sources
  std::vector<std::string> removed; ///< the articles that its marks are of (tombstone.h)
  Revision revision;
  std::vector<std::uint32_t> changed;
  std::size_t pending_bytes = 0;

  Result<void> commit(std::uint64_t store_sequence) {
    Revision next = revision;
    next.store_sequence = store_sequence;
    TRAWL_TRY(next.document_store_bytes, records.sync());
    next.delta += changed.size();
    TRAWL_CHECK(write_commit(next));
    pending_bytes = 0;
    return renew_word_lists(kManyUnlisted, kManyUnlistedOf);
  }

  /// If more than `least` documents, and one in `share`, are not in them. In a commit of its own: what they are made of
  /// has to be committed before. A failure costs speed alone.
  Result<void> renew_word_lists(std::uint64_t least, std::uint64_t share) {
    if (shards || revision.delta <= std::max<std::uint64_t>(least, database.get_doccount() / share)) return {};
    Revision next = revision;
    next.posting_lists = revision.number;
    next.delta = 0;
    if (!write_posting_lists(database, revision.document_store_bytes, posting_list_file(path, next.posting_lists)))
      return {};
    TRAWL_CHECK(write_commit(next));
    remove_other_posting_lists(path, next.posting_lists);
    return {};
  }

  Result<void> write_commit(Revision next) {
    ++next.number;
    next.committed = now();
    if (!shards) {
      TRAWL_CHECK(guarded([&] {
        write_revision(database, next);
        write_changes(database, next.number, changed);
        database.commit_transaction();
        database.begin_transaction();
      }));
    }
    revision = next;
    changed.clear();
    return {};
  }

  /// The first commit, so that whoever opens the generation finds its version.
  Result<void> begin_new() {
    TRAWL_CHECK(guarded([&] { database.begin_transaction(); }));
    return commit(0);
  }

  Result<void> begin_existing() {
    TRAWL_TRY(revision, guarded([&] { return read_revision(database); }));
    return guarded([&] { database.begin_transaction(); });
  }

  /// Opens a database that was just merged, and gives it what a commit says of itself.
  Result<void> begin_merged() {
    TRAWL_TRY(database, open_database(path, Xapian::DB_OPEN));
    revision.posting_lists = revision.number;
    revision.delta = 0;
    TRAWL_CHECK(write_posting_lists(database, revision.document_store_bytes, posting_list_file(path, revision.number)));
    TRAWL_CHECK(guarded([&] {
      database.set_metadata(std::string(kSourceNotesKey), sources);
      for (const std::string& id : removed) database.set_metadata(tombstone_key(id), kTombstone);
      write_revision(database, revision);
      database.commit();
      database.begin_transaction();
    }));
    return sync_files(path);
  }
};

IndexWriter::IndexWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
IndexWriter::~IndexWriter() = default;
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

Result<IndexWriter> IndexWriter::open_live(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  auto impl = std::make_unique<Impl>();
  impl->directory = directory;
  const auto live = live_generation(directory);
  if (!live && live.error().code != ErrorCode::NoIndex) return std::unexpected(live.error());
  const fs::path path = impl->path = generation_path(directory, live.value_or(kFirstGeneration));
  // Without a stub, whatever stands there was never named by one: a first run that was stopped.
  TRAWL_TRY(impl->database, open_database(path, live ? Xapian::DB_OPEN : Xapian::DB_CREATE_OR_OVERWRITE));
  if (live) TRAWL_CHECK(impl->begin_existing());
  TRAWL_TRY(impl->records, DocumentStoreWriter::open(document_store_file(path), impl->revision.document_store_bytes));
  if (!live) {
    TRAWL_CHECK(impl->begin_new());
    TRAWL_CHECK(make_live(directory, kFirstGeneration));
  }
  return IndexWriter(std::move(impl));
}

Result<IndexWriter> IndexWriter::create_generation(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  auto impl = std::make_unique<Impl>();
  impl->directory = directory;
  impl->unpublished = next_generation(directory);
  fs::path folder = generation_path(directory, impl->unpublished);
  folder += ".building";
  TRAWL_TRY(impl->shards, SegmentBuilder::create(folder));
  TRAWL_TRY(impl->records, DocumentStoreWriter::open(document_store_file(folder), 0));
  return IndexWriter(std::move(impl));
}

Result<void> IndexWriter::put(const Article& article) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  const std::size_t bytes = article.title.size() + article.text.size();
  impl_->pending_bytes += bytes;
  const text::AnalyzedArticle analyzed = text::analyze_article(article.title, article.text);
  const std::string places = pack_positions(analyzed.terms), subject = pack_forward_index(analyzed),
                    head = pack_stored_fields(article);
  TRAWL_TRY(const std::uint64_t record, impl_->records.append({places, subject, head}));
  return guarded([&]() -> Result<void> {
    const Xapian::Document document = to_document(article, analyzed, record);
    if (impl_->shards) return impl_->shards->put(article.id, document, bytes);
    impl_->changed.push_back(impl_->database.replace_document(schema::id_term(article.id), document));
    return {};
  });
}

Result<void> IndexWriter::remove(std::string_view id) {
  if (!is_article_id(id)) return {};
  if (impl_->shards) {
    impl_->removed.emplace_back(id);
    return impl_->shards->remove(id);
  }
  return guarded([&] {
    impl_->database.set_metadata(tombstone_key(id), kTombstone);
    const std::string term = schema::id_term(id);
    const auto posting = impl_->database.postlist_begin(term);
    if (posting == impl_->database.postlist_end(term)) return;
    const Xapian::docid document = *posting;
    impl_->database.delete_document(document);
    impl_->changed.push_back(document);
  });
}

Result<void> IndexWriter::set_sources(const std::vector<SourceNote>& sources) {
  impl_->sources = to_json(sources);
  if (impl_->shards) return {};
  return guarded([&] { impl_->database.set_metadata(std::string(kSourceNotesKey), impl_->sources); });
}

Result<void> IndexWriter::commit(std::uint64_t store_sequence) { return impl_->commit(store_sequence); }

Result<void> IndexWriter::finish(std::uint64_t store_sequence) {
  TRAWL_CHECK(impl_->commit(store_sequence));
  return impl_->renew_word_lists(kFewUnlisted, kFewUnlistedOf);
}

std::uint64_t IndexWriter::store_sequence() const { return impl_->revision.store_sequence; }
std::size_t IndexWriter::pending_bytes() const { return impl_->pending_bytes; }

std::size_t IndexWriter::document_count() const {
  return impl_->shards ? impl_->shards->document_count() : impl_->database.get_doccount();
}

Result<void> IndexWriter::publish(std::uint64_t store_sequence) {
  if (!impl_->shards) return fail(ErrorCode::Internal, "the live generation cannot be published again");
  TRAWL_CHECK(impl_->commit(store_sequence));
  const fs::path path = impl_->path = generation_path(impl_->directory, impl_->unpublished);
  TRAWL_CHECK(impl_->shards->merge_into(path));
  TRAWL_CHECK(move_records(impl_->shards->folder(), path));
  impl_->shards.reset();
  TRAWL_CHECK(impl_->begin_merged());
  TRAWL_CHECK(make_live(impl_->directory, impl_->unpublished));
  remove_other_generations(impl_->directory, impl_->unpublished);
  return {};
}

} // namespace trawl::index
