// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_reader.h"

#include "shared/article/article_id.h"
#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"
#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"
#include "shared/index/learn_words.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// The database that the stub named may be gone, or be written to again and again, before it is open.
constexpr int kTries = 100;

std::unexpected<Error> damaged(const fs::path& where, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, what, where.string(), "run `trawl index rebuild`");
}

/// What a writer replaces: the stub, and with each commit a file of the database.
std::pair<FileStamp, FileStamp> stamps_of(const DataDirectory& directory) {
  const auto name = live_database(directory);
  return {stamp_of(directory.index_stub()), name ? stamp_of(commit_file(directory.index() / *name)) : FileStamp{}};
}

/// Xapian takes a table that it cannot open for one that was never needed.
Result<void> refuse_lost_tables(const Columns& columns, const fs::path& folder) {
  const Xapian::Database& database = columns.database();
  if (database.get_doccount() == 0) return {};
  const bool has_data = !database.get_document(*database.postlist_begin({})).get_data().empty();
  if (has_data && (columns.average_words == 0 || database.has_positions())) return {};
  for (const char* table : {"docdata.glass", "position.glass"}) {
    const fs::path path = folder / table;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open() && errno != ENOENT) return std::unexpected(system_error("cannot open the file", path));
  }
  return damaged(folder, has_data ? "the index has no positions" : "the index has no documents");
}

} // namespace

/// What is known by a name, or made; two threads may make the same.
template <typename Value, typename Make>
std::shared_ptr<const Value> IndexCache::get(Known<Value>& known, const std::string& name, Make make) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known.find(name); found != known.end()) {
      if (auto value = found->second.lock()) return value;
    }
  }
  std::shared_ptr<const Value> made = make();
  const std::lock_guard lock(mutex_);
  std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
  known[name] = made;
  return made;
}

std::shared_ptr<const ColumnState> IndexCache::columns(const Xapian::Database& database, bool with_gone) {
  const std::string name = database.get_uuid() + ' ' + std::to_string(database.get_revision()) + (with_gone ? "*" : "");
  return get(columns_, name, [&] { return std::make_shared<const ColumnState>(database, with_gone); });
}

std::shared_ptr<const meaning::WordTable> IndexCache::words(const Xapian::Database& database) {
  const std::string name = database.get_uuid() + ' ' + std::to_string(articles_learnt_from(database));
  return get(words_, name, [&] { return read_words(database); });
}

Result<std::shared_ptr<IndexReader>> IndexReader::open(const DataDirectory& directory,
                                                       std::shared_ptr<IndexCache> cache) {
  if (!cache) cache = std::make_shared<IndexCache>();
  for (int left = kTries;; --left) {
    const auto before = stamps_of(directory);
    auto opened = guarded(directory.index(), [&] { return open_once(directory, cache); });
    const bool may_be_replaced =
        !opened && (opened.error().code == ErrorCode::IndexDamaged || opened.error().code == ErrorCode::NoIndex ||
                    opened.error().code == ErrorCode::Internal);
    // Once more in any case: a table may have been lost to a limit of open files that another thread had reached.
    if (may_be_replaced && left > 0 && (left == kTries || stamps_of(directory) != before)) continue;
    if (may_be_replaced) TRAWL_CHECK(store::refuse_other_schema(directory)); // then that is the cause
    return opened;
  }
}

Result<std::shared_ptr<IndexReader>> IndexReader::open_once(const DataDirectory& directory,
                                                            const std::shared_ptr<IndexCache>& cache) {
  std::shared_ptr<IndexReader> reader(new IndexReader);
  reader->directory_ = directory;
  reader->stub_path_ = directory.index_stub();
  // Taken before the files are read: if they are replaced in between, the reader counts as stale.
  reader->stub_ = stamp_of(reader->stub_path_);
  TRAWL_TRY(const std::string name, live_database(directory));
  const fs::path folder = directory.index() / name;
  reader->commit_path_ = commit_file(folder);
  reader->commit_ = stamp_of(reader->commit_path_);
  reader->generation_ = database_number(name);
  const Xapian::Database database(folder.string(), Xapian::DB_BACKEND_GLASS);
  const auto state = read_state(database);
  if (!state) return damaged(folder, "the index is damaged or of another version");
  reader->state_ = *state;
  reader->identity_ = identity_of(*state, database.get_uuid());
  reader->columns_ = std::make_shared<const Columns>(database, cache->columns(database, false));
  if (database.term_exists(xapian_term(schema::kGoneTerm)))
    reader->with_gone_ = std::make_shared<const Columns>(database, cache->columns(database, true));
  TRAWL_CHECK(refuse_lost_tables(*reader->columns_, folder));
  reader->words_ = cache->words(database);
  return reader;
}

std::shared_ptr<IndexReader> IndexReader::with_gone() const {
  if (!with_gone_) return nullptr;
  std::shared_ptr<IndexReader> reader(new IndexReader(*this));
  reader->columns_ = with_gone_;
  reader->with_gone_.reset();
  return reader;
}

bool IndexReader::is_stale() const { return stamp_of(stub_path_) != stub_ || stamp_of(commit_path_) != commit_; }

std::uint32_t IndexReader::find(std::string_view article_id) const {
  return is_article_id(article_id) ? columns_->find(article_id) : 0;
}

bool IndexReader::was_removed(std::string_view article_id) const {
  const std::string removed = columns_->database().get_metadata(kRemovedKey);
  for (std::size_t at = 0; at < removed.size(); at += article_id.size()) {
    if (std::string_view(removed).substr(at, article_id.size()) == article_id) return true;
  }
  return false;
}

std::optional<Article> read_article(const StoredDocument& stored, ArticlePart part) {
  Article article;
  if (!unpack_stored_fields(stored.stored_fields, article)) return std::nullopt;
  if (part == ArticlePart::Fields) return article;
  const bool is_read = TextBlocks(stored.text).read_all(article.text) && stored.structure.read(article.structure);
  return is_read ? std::optional(std::move(article)) : std::nullopt;
}

Result<Article> IndexReader::article(std::uint32_t document, ArticlePart part) const {
  if (!columns_->is_live(document)) return fail(ErrorCode::NotFound, "there is no such article");
  return article(columns_->stored_document(document), part);
}

Result<Article> IndexReader::article(const StoredDocument& stored, ArticlePart part) const {
  auto article = read_article(stored, part);
  if (!article) return damaged(directory_.index(), "an article cannot be read");
  return std::move(*article);
}

} // namespace trawl::index
