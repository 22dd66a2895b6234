// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/index/article_document.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_state.h"
#include "shared/index/learn_words.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// A database aside takes so many documents: the larger it is, the more each of its flushes writes.
constexpr std::size_t kMostAside = 10'000;
/// Each list of positions that is read is a search of a tree, which copies a block of each of its levels: with blocks
/// of half of Xapian's size there are as many levels, and a request takes a seventh less.
constexpr int kBlockBytes = 4096;
/// Of distinct terms that are remembered between articles.
constexpr std::size_t kMostTerms = 500'000;
constexpr std::size_t kIdLetters = 16;

Error not_an_index(const fs::path& where) {
  return {ErrorCode::IndexDamaged, "the index is damaged or of another version", where.string(),
          "run `trawl index rebuild`"};
}

/// Fails as Xapian does: only its errors end what it began.
void or_throw(const Result<void>& result) {
  if (!result) throw Xapian::DatabaseError(to_sentence(result.error()));
}

} // namespace

struct IndexWriter::Impl {
  /// Where an article is that was put aside.
  struct Aside {
    std::size_t database = 0; ///< place in `aside`
    bool is_gone = false;
  };

  DataDirectory directory;
  bool is_live = true; ///< else it is made beside the live one
  std::string live_name;
  std::optional<Xapian::WritableDatabase> live;       ///< in a transaction, or its destructor would commit
  std::vector<std::string> aside;                     ///< names of databases
  std::optional<Xapian::WritableDatabase> open_aside; ///< the last of them
  bool puts_aside = false;
  std::unordered_map<std::uint64_t, Aside> ids_aside;
  std::unordered_map<std::uint64_t, bool> superseded; ///< articles of the live database that what is aside replaces or
                                                      ///< removes, and whether they are not gone
  CommitState state;
  bool has_changed = false;                     ///< since the last commit
  std::optional<std::set<std::string>> removed; ///< ids; read when one is removed
  text::TermTable terms;
  std::shared_ptr<const meaning::WordTable> words;
  std::size_t pending_bytes = 0, pending_articles = 0;

  fs::path path_of(const std::string& name) const { return directory.index() / name; }

  /// Runs `work`, of which Xapian's exceptions become errors.
  template <typename Work>
  auto guarded(Work work) {
    return index::guarded(directory.index(), std::move(work));
  }

  Result<void> open() {
    auto found = live_database(directory);
    if (!found && found.error().code != ErrorCode::NoIndex) return std::unexpected(found.error());
    if (!found) return begin_empty();
    TRAWL_CHECK(guarded([&]() -> Result<void> {
      open_live(*found);
      const auto read = read_state(*live);
      if (!read) return std::unexpected(not_an_index(path_of(*found)));
      state = *read;
      return {};
    }));
    remove_databases_but(directory, live_name); // what a killed program left
    return {};
  }

  Result<void> begin_empty() {
    remove_databases_but(directory, {});
    has_changed = true;
    TRAWL_CHECK(guarded([&] { begin_aside(); }));
    return commit(0);
  }

  void open_live(const std::string& name) {
    live.emplace(path_of(name).string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS);
    live->begin_transaction();
    live_name = name;
    words = read_words(*live);
  }

  void begin_aside() {
    close_aside();
    auto name = free_database_name(directory);
    if (!name) or_throw(std::unexpected(name.error()));
    or_throw(make_private_directory(path_of(*name)));
    aside.push_back(*name);
    open_aside.emplace(path_of(*name).string(), Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS | Xapian::DB_NO_SYNC,
                       kBlockBytes);
  }

  Xapian::WritableDatabase open_for_writing(const std::string& name) const {
    const int flags = Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS | Xapian::DB_NO_SYNC;
    return Xapian::WritableDatabase(path_of(name).string(), flags);
  }

  void close_aside() {
    if (!open_aside) return;
    open_aside->commit();
    open_aside.reset();
  }

  void remove_aside(std::uint64_t id, const std::string& term) {
    const auto known = ids_aside.find(id);
    if (known == ids_aside.end()) return;
    if (open_aside && known->second.database + 1 == aside.size()) {
      open_aside->delete_document(term);
    } else {
      Xapian::WritableDatabase database = open_for_writing(aside[known->second.database]);
      database.delete_document(term);
      database.commit();
    }
    ids_aside.erase(known);
  }

  void add(const Xapian::Document& document, std::uint64_t id, const std::string& term, bool is_gone) {
    if (!puts_aside) {
      live->replace_document(term, document);
      return;
    }
    remove_aside(id, term);
    supersede(id, term);
    if (!open_aside || open_aside->get_doccount() >= kMostAside) begin_aside();
    open_aside->add_document(document);
    ids_aside[id] = {aside.size() - 1, is_gone};
  }

  /// The live database is left as it is until what is aside takes its place with it.
  void supersede(std::uint64_t id, const std::string& term) {
    if (!live || !live->term_exists(term)) return;
    auto of_document = live->termlist_begin(*live->postlist_begin(term));
    const std::string gone = xapian_term(schema::kGoneTerm);
    of_document.skip_to(gone);
    superseded[id] = of_document == Xapian::TermIterator() || *of_document != gone;
  }

  Result<void> put(const Article& article) {
    ArticleDocument document = article_document(article, terms);
    if (terms.size() > kMostTerms) terms = {};
    if (words) document.document.add_value(schema::kPassagesSlot, passages_value(article, *words));
    has_changed = true;
    pending_bytes += document.bytes;
    ++pending_articles;
    return guarded([&] {
      add(document.document, article_number(article.id), schema::id_term(article.id), article.gone_since.has_value());
    });
  }

  Result<void> remove(std::string_view id) {
    has_changed = true;
    return guarded([&] {
      const std::string term = schema::id_term(id);
      if (puts_aside) {
        remove_aside(article_number(id), term);
        supersede(article_number(id), term);
      } else {
        live->delete_document(term);
      }
      known_removed().emplace(id);
    });
  }

  std::set<std::string>& known_removed() {
    if (removed) return *removed;
    removed.emplace();
    const std::string known = live ? live->get_metadata(kRemovedKey) : std::string();
    for (std::size_t at = 0; at < known.size(); at += kIdLetters) removed->insert(known.substr(at, kIdLetters));
    return *removed;
  }

  Result<void> set_aside(std::uint64_t store_sequence) {
    if (!puts_aside) TRAWL_CHECK(commit(store_sequence));
    puts_aside = true;
    pending_bytes = pending_articles = 0;
    return guarded([&] {
      if (open_aside) open_aside->commit();
    });
  }

  Result<void> commit(std::uint64_t store_sequence) {
    if (!has_changed && state.store_sequence == store_sequence) return {};
    const CommitState before = state;
    state.store_sequence = store_sequence;
    if (has_changed) {
      ++state.revision;
      state.committed = now();
    }
    const bool has_aside = !aside.empty() || !superseded.empty();
    auto written = has_aside ? merge() : guarded([&] { commit_live(); });
    if (!written) {
      state = before;
      return written;
    }
    has_changed = false;
    pending_bytes = pending_articles = 0;
    return {};
  }

  void write_metadata(Xapian::WritableDatabase& database) {
    write_state(state, database);
    if (!removed) return;
    std::string ids;
    for (const std::string& id : *removed) ids += id;
    database.set_metadata(kRemovedKey, ids);
  }

  void commit_live() {
    write_metadata(*live);
    live->commit_transaction();
    or_throw(sync_file(path_of(live_name))); // Xapian makes a table's file when it first writes it, and syncs only that
    live->begin_transaction();
  }

  /// Documents that were aside have the higher numbers.
  void remove_superseded(Xapian::WritableDatabase& made) const {
    for (const auto& [id, is_living] : superseded) {
      const std::string term = schema::id_term(article_id_of(id));
      std::vector<Xapian::docid> numbers(made.postlist_begin(term), made.postlist_end(term));
      if (ids_aside.contains(id)) numbers.pop_back();
      for (const Xapian::docid number : numbers) made.delete_document(number);
    }
  }

  /// Makes one database of the live one and those aside, and makes it live. Xapian copies blocks in order.
  Result<void> merge() {
    TRAWL_TRY(const std::string name, free_database_name(directory));
    const auto write = [&]() -> Result<void> {
      TRAWL_CHECK(make_private_directory(path_of(name)));
      TRAWL_CHECK(guarded([&] {
        close_aside();
        Xapian::Database all;
        // Opened for writing, because a reader takes a table that it cannot open for one that was never needed.
        if (live) all.add_database(*live);
        for (const std::string& one : aside) all.add_database(open_for_writing(one));
        all.compact(path_of(name).string(), 0, kBlockBytes);
        Xapian::WritableDatabase made(path_of(name).string(), Xapian::DB_OPEN | Xapian::DB_BACKEND_GLASS);
        remove_superseded(made);
        write_metadata(made);
        made.commit();
      }));
      TRAWL_CHECK(sync_files(path_of(name)));
      return publish_database(directory, name);
    };
    auto written = write();
    if (!written) {
      std::error_code ignored;
      fs::remove_all(path_of(name), ignored);
      return written;
    }
    aside.clear();
    ids_aside.clear();
    superseded.clear();
    puts_aside = false;
    TRAWL_CHECK(guarded([&] { open_live(name); }));
    remove_databases_but(directory, live_name);
    return {};
  }

  std::size_t document_count() const {
    std::size_t count = ids_aside.size();
    for (const auto& [id, place] : ids_aside) count -= place.is_gone ? 1 : 0;
    for (const auto& [id, is_living] : superseded) count -= is_living ? 1 : 0;
    return live ? live->get_doccount() - live->get_termfreq(xapian_term(schema::kGoneTerm)) + count : count;
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
  TRAWL_CHECK(impl->open());
  return IndexWriter(std::move(impl));
}

Result<IndexWriter> IndexWriter::create(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  auto impl = std::make_unique<Impl>();
  impl->directory = directory;
  impl->is_live = false;
  impl->puts_aside = true;
  TRAWL_CHECK(impl->guarded([&] { impl->begin_aside(); }));
  return IndexWriter(std::move(impl));
}

Result<void> IndexWriter::put(const Article& article) {
  if (!is_article_id(article.id)) {
    return fail(ErrorCode::BadInput, "\"" + article.id + "\" is not the id of an article", article.url);
  }
  return impl_->put(article);
}

Result<void> IndexWriter::remove(std::string_view id) { return is_article_id(id) ? impl_->remove(id) : Result<void>{}; }

Result<void> IndexWriter::set_sources(const std::vector<SourceNote>& sources) {
  std::string json = to_json(sources);
  impl_->has_changed = impl_->has_changed || json != impl_->state.sources;
  impl_->state.sources = std::move(json);
  return {};
}

void IndexWriter::set_store(std::string name) {
  impl_->has_changed = impl_->has_changed || name != impl_->state.store;
  impl_->state.store = std::move(name);
}
const std::string& IndexWriter::store() const { return impl_->state.store; }

Result<void> IndexWriter::commit(std::uint64_t store_sequence) {
  return impl_->is_live ? impl_->commit(store_sequence) : impl_->set_aside(0);
}
Result<void> IndexWriter::set_aside(std::uint64_t store_sequence) { return impl_->set_aside(store_sequence); }
Result<void> IndexWriter::compact() {
  TRAWL_CHECK(impl_->commit(store_sequence()));
  ++impl_->state.revision;
  return impl_->merge();
}

Result<void> IndexWriter::publish(std::uint64_t store_sequence) {
  if (impl_->is_live) return fail(ErrorCode::Internal, "the live index cannot be published again");
  impl_->has_changed = true;
  impl_->is_live = true;
  return impl_->commit(store_sequence);
}

Result<void> IndexWriter::learn_meaning() {
  const auto learnt = impl_->guarded([&] { return learn_words(*impl_->live); });
  if (!learnt) return std::unexpected(learnt.error());
  if (!*learnt) return {};
  impl_->has_changed = true; // readers find other answers
  return compact();          // a slot more for each document has split the blocks of all, and halves are half empty
}

std::uint64_t IndexWriter::store_sequence() const { return impl_->state.store_sequence; }
std::size_t IndexWriter::document_count() const { return impl_->document_count(); }
std::size_t IndexWriter::pending_bytes() const { return impl_->pending_bytes; }
std::size_t IndexWriter::pending_articles() const { return impl_->pending_articles; }

} // namespace trawl::index
