// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/live_writer.h"

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/open_database.h"
#include "shared/index/postings/posting_lists.h"
#include "shared/index/source_notes.h"
#include "shared/index/tombstone.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <algorithm>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFirstGeneration = 1;

} // namespace

/// While a run goes on: a posting is rewritten some sixteen times while an index grows tenfold, which takes a hundredth
/// of the time that indexing took.
const LiveWriter::DeltaLimit LiveWriter::kWhileRunning{2'000, 16};
/// At the end of a run: looking up any delta at all costs a query as much as the rest of it.
const LiveWriter::DeltaLimit LiveWriter::kAtTheEnd{256, 1'024};

Result<std::unique_ptr<GenerationWriter>> LiveWriter::open(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  const auto live = live_generation(directory);
  if (!live && live.error().code != ErrorCode::NoIndex) return std::unexpected(live.error());
  const fs::path path = generation_path(directory, live.value_or(kFirstGeneration));
  std::unique_ptr<LiveWriter> writer(new LiveWriter(path));
  // Without a stub, a folder of that name is what a first run left when it was stopped.
  TRAWL_TRY(writer->database_, open_database(path, live ? Xapian::DB_OPEN : Xapian::DB_CREATE_OR_OVERWRITE));
  if (live) TRAWL_CHECK(writer->begin_existing());
  if (live) remove_other_generations(directory, *live); // what a killed program left
  TRAWL_TRY(writer->document_store_,
            DocumentStoreWriter::open(document_store_file(path), writer->revision_.document_store_bytes));
  if (!live) {
    TRAWL_CHECK(writer->begin_new());
    TRAWL_CHECK(sync_files(path));
    TRAWL_CHECK(make_live(directory, kFirstGeneration));
  }
  return writer;
}

/// Makes the first commit, so that whoever opens the generation finds its schema version.
Result<void> LiveWriter::begin_new() {
  TRAWL_CHECK(guarded([&] { database_.begin_transaction(); }));
  return commit(0);
}

Result<void> LiveWriter::begin_existing() {
  TRAWL_TRY(revision_, guarded([&] { return read_revision(database_); }));
  return guarded([&] { database_.begin_transaction(); });
}

Result<void> LiveWriter::put(std::string_view article_id, const Xapian::Document& document, std::size_t) {
  changed_.push_back(database_.replace_document(schema::id_term(article_id), document));
  return {};
}

Result<void> LiveWriter::remove(std::string_view article_id) {
  return guarded([&] {
    database_.set_metadata(tombstone_key(article_id), kTombstone);
    const std::string term = schema::id_term(article_id);
    const auto posting = database_.postlist_begin(term);
    if (posting == database_.postlist_end(term)) return;
    const Xapian::docid document = *posting;
    database_.delete_document(document);
    changed_.push_back(document);
  });
}

Result<void> LiveWriter::set_sources(std::string json) {
  return guarded([&] { database_.set_metadata(std::string(kSourceNotesKey), json); });
}

Result<void> LiveWriter::commit(std::uint64_t store_sequence) {
  Revision next = revision_;
  next.store_sequence = store_sequence;
  TRAWL_TRY(next.document_store_bytes, document_store_.sync());
  next.delta += changed_.size();
  TRAWL_CHECK(write_commit(next));
  return merge_delta(kWhileRunning);
}

Result<void> LiveWriter::finish(std::uint64_t store_sequence) {
  TRAWL_CHECK(commit(store_sequence));
  return merge_delta(kAtTheEnd);
}

Result<void> LiveWriter::publish(std::uint64_t) {
  return fail(ErrorCode::Internal, "the live generation cannot be published again");
}

Result<void> LiveWriter::write_commit(Revision next) {
  ++next.number;
  next.committed = now();
  TRAWL_CHECK(guarded([&] {
    write_revision(database_, next);
    write_changes(database_, next.number, changed_);
    database_.commit_transaction();
    database_.begin_transaction();
  }));
  revision_ = next;
  changed_.clear();
  return sync_file(path_); // Xapian renames its revision file, but leaves the name unsynced
}

/// Writes new posting lists if the delta exceeds the limit. They copy committed postings, so a second commit names
/// them. Failing to write them is not an error: queries are slower, their answers the same.
Result<void> LiveWriter::merge_delta(DeltaLimit limit) {
  if (revision_.delta <= std::max<std::uint64_t>(limit.documents, database_.get_doccount() / limit.share)) return {};
  Revision next = revision_;
  next.posting_lists = revision_.number;
  next.delta = 0;
  const fs::path file = posting_list_file(path_, next.posting_lists);
  if (!write_posting_lists(database_, revision_.document_store_bytes, file)) return {};
  TRAWL_CHECK(write_commit(next));
  remove_other_posting_lists(path_, next.posting_lists);
  return {};
}

} // namespace trawl::index
