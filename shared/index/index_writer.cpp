// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_writer.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_state.h"
#include "shared/index/meaning_file.h"
#include "shared/index/shard/shard.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard_merge.h"
#include "shared/index/shard_writer.h"
#include "shared/index/xapian_guard.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// A shard takes so many documents before a new one is begun: few if articles come one by one, because each commit
/// costs the more the larger its database is; more if there are many, because each shard is a database to be read.
constexpr std::size_t kSmallShard = 1'000, kLargeShard = 10'000, kManyArticles = 500;
/// More new documents than this are merged when a run ends.
constexpr std::size_t kMostNew = 1'000;
constexpr std::size_t kMostShards = 2;
/// Of distinct terms that are remembered between articles.
constexpr std::size_t kMostTerms = 500'000;

Error not_an_index(const fs::path& where) {
  return {ErrorCode::IndexDamaged, "the index is damaged or of another version", where.string(),
          "run `trawl index rebuild`"};
}

/// A shard that is not written to any more, but whose documents may be hidden.
struct OlderShard {
  std::string name;
  std::unique_ptr<Shard> shard;
  std::set<std::uint32_t> hidden; ///< numbers of its documents
  bool is_own = false;            ///< this writer put all its documents
};

std::string pack_numbers(const std::set<std::uint32_t>& numbers) {
  std::string out;
  std::uint32_t before = 0;
  for (const std::uint32_t number : numbers) {
    packed::put_number(out, number - before);
    before = number;
  }
  return out;
}

} // namespace

struct IndexWriter::Impl {
  DataDirectory directory;
  bool is_live = true;
  ShardCache cache;
  std::vector<OlderShard> older;
  std::optional<ShardWriter> newest, withdrawn;
  std::string newest_name;
  bool is_newest_own = false;            ///< this writer began it
  std::unordered_set<std::uint64_t> own; ///< ids that this writer put, since it began a shard
  bool is_published = true;              ///< the stub names `newest`
  CommitState state;
  bool has_changed = false, has_document_changes = false; ///< since the last commit
  std::vector<std::string> removed;                       ///< ids, since the last commit
  std::set<std::uint64_t> to_be_withdrawn_no_more;        ///< ids whose withdrawn article is replaced by a living one
  std::shared_ptr<const Dictionary> dictionary;
  text::TermTable terms;
  std::array<std::unordered_map<std::string, std::uint32_t>, kFields> values; ///< key to ordinal
  bool knows_values = false;
  std::size_t pending_bytes = 0, pending_articles = 0, put_articles = 0;

  fs::path path_of(const std::string& name) const { return directory.index() / name; }

  /// Runs `work`, of which Xapian's exceptions become errors.
  template <typename Work>
  auto guarded(Work work) {
    return index::guarded(directory.index(), std::move(work));
  }

  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const OlderShard& one : older) out.push_back(one.name);
    if (newest) out.push_back(newest_name);
    return out;
  }
  void remove_unused() const {
    std::vector<std::string> kept = names();
    if (!state.withdrawn.empty()) kept.push_back(state.withdrawn);
    remove_shards_but(directory, kept);
  }

  Result<void> open() {
    auto live = live_shards(directory);
    if (!live && live.error().code != ErrorCode::NoIndex) return std::unexpected(live.error());
    if (!live) {
      remove_shards_but(directory, {});
      TRAWL_CHECK(begin_shard());
      has_changed = true;
      return commit(0);
    }
    TRAWL_CHECK(take_state(*live));
    remove_unused(); // what a killed program left
    return {};
  }

  /// Opens the shards of an index for writing.
  Result<void> take_state(const std::vector<std::string>& live) {
    return guarded([&]() -> Result<void> {
      newest_name = live.back();
      is_newest_own = false;
      own.clear();
      newest.emplace(ShardWriter::open(path_of(newest_name)));
      const auto read = commit_state_from(newest->database().get_metadata(metadata::kState));
      if (!read || !fits(ShardState(newest->folder(), newest->database()).rows(), *read))
        return std::unexpected(not_an_index(path_of(newest_name)));
      state = *read;
      if (!has_shards(state, live)) return std::unexpected(not_an_index(directory.index_stub()));
      for (std::size_t i = 0; i + 1 < live.size(); ++i) {
        older.push_back({live[i], std::make_unique<Shard>(path_of(live[i]), cache), {}, false});
        const Shard& shard = *older.back().shard;
        if (!is_shard_of(state, live[i], shard.database()) || !fits(shard.rows(), state))
          return std::unexpected(not_an_index(path_of(live[i])));
        const std::string hidden = newest->database().get_metadata(metadata::hidden(live[i]));
        std::uint32_t before = 0;
        std::uint64_t gap = 0;
        for (std::string_view in = hidden; packed::take_number(in, gap);)
          older.back().hidden.insert(before += static_cast<std::uint32_t>(gap));
      }
      if (!state.withdrawn.empty()) {
        withdrawn.emplace(ShardWriter::open(path_of(state.withdrawn)));
        if (!is_shard_of(state, state.withdrawn, withdrawn->database()))
          return std::unexpected(not_an_index(path_of(state.withdrawn)));
      }
      std::string known = newest->database().get_metadata(metadata::kDictionary);
      for (const OlderShard& one : older) {
        if (known.empty()) known = one.shard->database().get_metadata(metadata::kDictionary);
      }
      if (!known.empty()) dictionary = std::make_shared<const Dictionary>(std::move(known));
      return {};
    });
  }

  /// Begins the shard of the next documents. The one before is only read from now on.
  Result<void> begin_shard() {
    TRAWL_TRY(const auto free, free_shard_names(directory, 1));
    TRAWL_CHECK(make_private_directory(path_of(free.front())));
    std::uint32_t base = 0;
    if (newest) {
      base = (newest->last() + 63) / 64 * 64;
      const std::string name = newest_name;
      newest.reset();
      TRAWL_CHECK(
          guarded([&] { older.push_back({name, std::make_unique<Shard>(path_of(name), cache), {}, is_newest_own}); }));
    }
    newest_name = free.front();
    is_newest_own = true;
    is_published = false;
    return make_shard(newest_name, base, newest);
  }

  /// Makes an empty shard; one that cannot be made leaves nothing behind.
  Result<void> make_shard(const std::string& name, std::uint32_t base, std::optional<ShardWriter>& made) {
    auto done = guarded([&] { made.emplace(ShardWriter::create(path_of(name), base)); });
    std::error_code ignored;
    if (!done) fs::remove_all(path_of(name), ignored);
    return done;
  }

  /// Begins a shard if the newest has enough documents, but only with the first change behind a commit: what is not
  /// committed yet would be lost with the writer of the one before.
  Result<void> make_room() {
    const std::size_t most = put_articles > kManyArticles ? kLargeShard : kSmallShard;
    const bool is_first = !std::exchange(has_document_changes, true);
    return newest && (!is_first || newest->documents() < most) ? Result<void>{} : begin_shard();
  }

  /// Hides an article in the older shards. A long import has a hundred of its own, so they are not asked for new ones.
  void hide(std::string_view id) {
    const bool is_known = own.contains(article_number(id));
    for (OlderShard& one : older) {
      if (one.is_own && !is_known) continue;
      for (const std::uint32_t number : one.shard->with_id(id)) one.hidden.insert(number);
    }
  }

  void learn_values() {
    if (std::exchange(knows_values, true)) return;
    const auto add = [&](std::size_t field, const ValueTable& table) {
      for (std::uint32_t i = 0; i < table.size(); ++i) values[field].emplace(table.key(i), table.first() + i);
    };
    for (std::size_t field = 0; field < kFields; ++field) {
      for (const OlderShard& one : older) add(field, one.shard->values(field));
      if (!newest || !is_published) continue;
      if (const auto table =
              ValueTable::read(newest->database().get_metadata(metadata::values(schema::kFilterFields[field])),
                               schema::kFilterFields[field]))
        add(field, *table);
    }
  }

  Row row_of(const Article& article, const ArticleDocument& document) {
    learn_values();
    Row row{article_number(article.id), kUndated, kUndated, document.words, document.title_words, {}};
    if (article.published) {
      row.published = article.published->time.time_since_epoch().count();
      row.published_day = day_of(*article.published).time_since_epoch().count();
    }
    for (std::size_t field = 0; field < kFields; ++field) {
      for (FieldValue& value : field_values(article, field)) {
        const auto [known, is_new] = values[field].try_emplace(value.key, state.values[field]);
        if (is_new) newest->introduce(field, state.values[field]++, std::move(value.key), std::move(value.shown));
        row.ordinals[field].push_back(known->second);
      }
    }
    return row;
  }

  Result<void> put(const Article& article) {
    ArticleDocument document = article_document(article, terms);
    if (terms.size() > kMostTerms) terms = {};
    TRAWL_CHECK(make_room());
    has_changed = true;
    pending_bytes += document.bytes;
    ++pending_articles;
    ++put_articles;
    const std::uint64_t number = article_number(article.id);
    if (article.gone_since) TRAWL_CHECK(open_withdrawn());
    return guarded([&] {
      Row row = row_of(article, document);
      hide(article.id);
      if (is_newest_own) own.insert(number);
      if (article.gone_since) {
        newest->remove(number);
        to_be_withdrawn_no_more.erase(number);
        withdrawn->put(std::move(document), std::move(row));
      } else {
        newest->put(std::move(document), std::move(row));
        if (withdrawn && withdrawn->contains(number)) to_be_withdrawn_no_more.insert(number);
      }
    });
  }

  Result<void> open_withdrawn() {
    if (withdrawn) return {};
    TRAWL_TRY(const auto free, free_shard_names(directory, 1));
    TRAWL_CHECK(make_private_directory(path_of(free.front())));
    state.withdrawn = free.front();
    return make_shard(state.withdrawn, 0, withdrawn);
  }

  Result<void> remove(std::string_view id) {
    TRAWL_CHECK(make_room());
    has_changed = true;
    removed.emplace_back(id);
    return guarded([&] {
      hide(id);
      newest->remove(article_number(id));
      if (withdrawn && withdrawn->contains(article_number(id))) to_be_withdrawn_no_more.insert(article_number(id));
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
    auto written = guarded([&]() -> Result<void> {
      // An article that is withdrawn is in both places, or in its new one, at any moment.
      if (withdrawn) withdrawn->commit(dictionary);
      note_shards();
      Xapian::WritableDatabase& database = newest->database();
      database.set_metadata(metadata::kState, to_bytes(state));
      for (const OlderShard& one : older) database.set_metadata(metadata::hidden(one.name), pack_numbers(one.hidden));
      for (const std::string& id : removed) database.set_metadata(metadata::removed(id), "1");
      newest->commit(dictionary);
      if (!is_published && is_live) TRAWL_CHECK(publish_shards(directory, names()));
      is_published = true;
      for (const std::uint64_t id : to_be_withdrawn_no_more) withdrawn->remove(id);
      if (!to_be_withdrawn_no_more.empty()) withdrawn->commit(dictionary);
      return {};
    });
    if (!written) {
      state.revision = before.revision;
      state.store_sequence = before.store_sequence;
      return written;
    }
    has_changed = has_document_changes = false;
    removed.clear();
    to_be_withdrawn_no_more.clear();
    pending_bytes = pending_articles = 0;
    return {};
  }

  /// What the commit says of the shards beside the newest.
  void note_shards() {
    state.shards.clear();
    for (const OlderShard& one : older) state.shards[one.name] = mark_of(one.shard->database());
    if (withdrawn) state.shards[state.withdrawn] = mark_of(withdrawn->database());
  }

  std::size_t document_count() const {
    std::size_t count = newest ? newest->living() : 0;
    for (const OlderShard& one : older) count += living(one);
    return count;
  }
  static std::size_t living(const OlderShard& one) {
    std::size_t unused = 0;
    for (const std::uint64_t word : one.shard->rows().unused) unused += static_cast<std::size_t>(std::popcount(word));
    return one.shard->documents() - unused - one.hidden.size();
  }

  /// Takes what is hidden out of the older shards, which programs that read them would find.
  Result<void> take_out_hidden() {
    for (OlderShard& one : older) {
      if (one.hidden.empty()) continue;
      TRAWL_CHECK(guarded([&] {
        remove_documents(path_of(one.name), one.hidden);
        one.shard = std::make_unique<Shard>(path_of(one.name), cache);
      }));
    }
    return {};
  }

  Result<void> tidy() {
    TRAWL_CHECK(commit(state.store_sequence)); // what is hidden must be known to be so before it goes
    std::size_t added = newest ? newest->living() : 0;
    for (std::size_t i = 1; i < older.size(); ++i) added += living(older[i]);
    const bool is_outgrown = !older.empty() && (older.size() >= kMostShards || added >= kMostNew);
    if (is_outgrown || (put_articles > 0 && 2 * put_articles >= document_count())) return compact();
    return take_out_hidden();
  }

  Result<void> compact() {
    TRAWL_CHECK(commit(state.store_sequence));
    TRAWL_CHECK(take_out_hidden());
    TRAWL_TRY(const auto free, free_shard_names(directory, 1));
    std::vector<MergedShard> parts;
    for (const OlderShard& one : older) parts.push_back({path_of(one.name), one.hidden});
    parts.push_back({newest->folder(), {}});
    CommitState merged = state;
    ++merged.revision;
    std::erase_if(merged.shards, [&](const auto& one) { return one.first != merged.withdrawn; });
    TRAWL_CHECK(guarded([&] { merge_shards(parts, path_of(free.front()), merged); }));
    TRAWL_CHECK(sync_files(path_of(free.front())));
    if (is_live) TRAWL_CHECK(publish_shards(directory, free));
    older.clear();
    newest.reset();
    withdrawn.reset();
    put_articles = 0;
    TRAWL_CHECK(take_state(free));
    remove_unused();
    return {};
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
  TRAWL_CHECK(impl->begin_shard());
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

Result<void> IndexWriter::commit(std::uint64_t store_sequence) { return impl_->commit(store_sequence); }
Result<void> IndexWriter::tidy() { return impl_->tidy(); }
Result<void> IndexWriter::compact() { return impl_->compact(); }

Result<void> IndexWriter::publish(std::uint64_t store_sequence) {
  if (impl_->is_live) return fail(ErrorCode::Internal, "the live index cannot be published again");
  impl_->has_changed = true;
  TRAWL_CHECK(impl_->commit(store_sequence));
  impl_->is_live = true;
  return impl_->compact();
}

Result<void> IndexWriter::learn_meaning() {
  TRAWL_TRY(const bool has_changed, update_meaning(impl_->directory));
  if (!has_changed) return {};
  impl_->has_changed = true; // readers find other answers
  return commit(store_sequence());
}

std::uint64_t IndexWriter::store_sequence() const { return impl_->state.store_sequence; }
std::size_t IndexWriter::document_count() const { return impl_->document_count(); }
std::size_t IndexWriter::pending_bytes() const { return impl_->pending_bytes; }
std::size_t IndexWriter::pending_articles() const { return impl_->pending_articles; }

} // namespace trawl::index
