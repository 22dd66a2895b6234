// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/xapian_writer.h"

#include "shared/base/file.h"
#include "shared/index/xapian/article_document.h"
#include "shared/index/xapian/xapian_guard.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// A new database is synced when it is complete.
constexpr int kNewDatabase = Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS | Xapian::DB_DANGEROUS | Xapian::DB_NO_SYNC;

/// Beyond this, pairs of a stem and a word are looked up in the database again.
constexpr std::size_t kMostNoted = 400'000;

/// Fewer are not worth a compaction.
constexpr std::uint64_t kFewDocuments = 100;

} // namespace

Result<XapianWriter> XapianWriter::open_live(const DataDirectory& directory, const std::string& store) {
  remove_unused_xapian_folders(directory);
  TRAWL_TRY(const auto folder, find_xapian_folder(directory));
  const auto renewable = [&](const std::string& what) {
    return fail(ErrorCode::IndexDamaged, what, xapian_stub(directory).string());
  };
  if (!folder) return renewable("there is no Xapian database");
  return guarded(*folder, [&]() -> Result<XapianWriter> {
    Xapian::WritableDatabase database(folder->string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS);
    TRAWL_TRY(XapianState state, state_of(database));
    if (state.store != store) return renewable("the Xapian database is of another crawl.db");
    database.begin_transaction(); // or the destructor would commit
    return XapianWriter(directory, *folder, std::move(database), std::move(state), true);
  });
}

Result<XapianWriter> XapianWriter::create(const DataDirectory& directory, const std::string& store) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  remove_unused_xapian_folders(directory);
  TRAWL_TRY(const fs::path folder, next_xapian_folder(directory));
  TRAWL_CHECK(make_private_directory(folder));
  return guarded(folder, [&]() -> Result<XapianWriter> {
    return XapianWriter(directory, folder, Xapian::WritableDatabase(folder.string(), kNewDatabase), {store, 0, 0, 0},
                        false);
  });
}

/// The table of synonyms is written in whole blocks, so what it has already is not added again.
void XapianWriter::note_words(const std::vector<std::pair<std::string, std::string>>& words_of_stems) {
  if (noted_.size() > kMostNoted) noted_.clear();
  for (const auto& [stem, word] : words_of_stems) {
    const std::string key = key_of_stem(stem);
    if (key.size() > schema::kMaxTermBytes || !noted_.insert(key + ' ' + word).second) continue;
    const bool is_known = std::any_of(database_.synonyms_begin(key), database_.synonyms_end(key),
                                      [&](const std::string& known) { return known == word; });
    if (!is_known) database_.add_synonym(key, word);
  }
}

Result<void> XapianWriter::put(const Article& article) {
  return guarded(folder_, [&] {
    const ArticleDocument made = article_document(article);
    database_.replace_document(schema::id_term(article.id), made.document);
    note_words(made.words_of_stems);
    pending_bytes_ += made.bytes;
    ++state_.changed;
  });
}

Result<void> XapianWriter::remove(std::string_view id) {
  return guarded(folder_, [&] {
    database_.delete_document(schema::id_term(id));
    ++state_.changed;
  });
}

Result<void> XapianWriter::commit(std::uint64_t sequence) {
  return guarded(folder_, [&] {
    state_.sequence = sequence;
    set_state(database_, state_);
    if (is_live_) {
      database_.commit_transaction();
      database_.begin_transaction();
    } else {
      database_.commit();
    }
    pending_bytes_ = 0;
  });
}

Result<void> XapianWriter::publish(std::uint64_t sequence) {
  state_.changed = 0;
  TRAWL_CHECK(commit(sequence));
  TRAWL_TRY(const fs::path compacted, next_xapian_folder(directory_));
  TRAWL_CHECK(guarded(compacted, [&] { Xapian::Database(folder_.string()).compact(compacted.string(), 0); }));
  TRAWL_CHECK(publish_xapian_folder(directory_, compacted));
  TRAWL_TRY(XapianWriter live, open_live(directory_, state_.store));
  *this = std::move(live);
  return {};
}

bool XapianWriter::is_loose() const {
  return guarded(folder_,
                 [&] { return state_.changed >= std::max<std::uint64_t>(kFewDocuments, database_.get_doccount() / 2); })
      .value_or(false);
}

} // namespace trawl::index
