// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_reader.h"

#include "shared/article/article_id.h"
#include "shared/base/packed.h"
#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/xapian_guard.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// Shards that the stub named may be gone, or be written to again and again, before they are open.
constexpr int kTries = 10;

std::unexpected<Error> damaged(const fs::path& where, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, what, where.string(), "run `trawl index rebuild`");
}

/// What a writer replaces: the stub, and with each commit a file of the newest shard.
std::pair<FileStamp, FileStamp> stamps_of(const DataDirectory& directory) {
  const auto names = live_shards(directory);
  return {stamp_of(directory.index_stub()),
          names ? stamp_of(commit_file(directory.index() / names->back())) : FileStamp{}};
}

void set_bit(std::vector<std::uint64_t>& bits, std::uint32_t size, std::uint32_t at) {
  if (bits.empty()) bits.resize(size / 64 + 1);
  bits[at / 64] |= std::uint64_t{1} << (at % 64);
}

/// Adds a shard behind the others; its numbers are its own if they do not overlap with theirs.
Part& add_part(std::vector<Part>& parts, std::shared_ptr<const Shard> shard) {
  const std::uint32_t after = parts.empty() ? 0 : (parts.back().last + 63) / 64 * 64;
  const std::uint32_t base = std::max(after, shard->base());
  if (!parts.empty()) parts.back().upper = base;
  const std::uint32_t last = base + shard->documents();
  std::vector<std::uint64_t> removed = shard->rows().unused;
  return parts.emplace_back(std::move(shard), base, last, last, std::move(removed));
}

void hide(Part& part, std::string_view packed_numbers) {
  std::uint32_t number = 0;
  for (std::uint64_t gap = 0; packed::take_number(packed_numbers, gap);) {
    const std::uint32_t local = (number += static_cast<std::uint32_t>(gap)) - part.shard->base();
    if (local > 0 && local <= part.shard->documents()) set_bit(part.removed, part.shard->documents(), local);
  }
}

/// The shard of withdrawn articles without those that have come back; null if it is ahead of this commit.
void add_withdrawn(std::vector<Part>& parts, std::shared_ptr<const Shard> shard, const CommitState& state) {
  if (!fits(shard->rows(), state)) return;
  const std::size_t living = parts.size();
  Part& part = add_part(parts, std::move(shard));
  part.is_gone = true;
  for (std::uint32_t local = 1; local <= part.shard->documents(); ++local) {
    const std::uint64_t id = part.shard->rows().ids.raw(local);
    if (id == 0) continue;
    const std::string name = article_id_of(id);
    const auto has_it = [&](const Part& other) {
      return std::ranges::any_of(other.shard->with_id(name), [&](std::uint32_t number) {
        const std::uint32_t at = number - other.shard->base();
        return at > 0 && at <= other.shard->documents() && !other.is_removed(at);
      });
    };
    if (std::ranges::any_of(std::span(parts).first(living), has_it))
      set_bit(part.removed, part.shard->documents(), local);
  }
}

} // namespace

Result<std::shared_ptr<const MeaningFile>> IndexCache::meaning(const DataDirectory& directory) {
  const std::lock_guard lock(mutex_);
  const std::pair stamps(stamp_of(meaning_path(directory)), stamp_of(added_meaning_path(directory)));
  if (stamps == meaning_stamps_) return meaning_;
  meaning_.reset();
  if (stamps.first != FileStamp{}) {
    TRAWL_TRY(meaning_, MeaningFile::open(directory));
  }
  meaning_stamps_ = stamps;
  return meaning_;
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
    if (may_be_replaced && left > 0 && stamps_of(directory) != before) continue;
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
  TRAWL_TRY(const auto names, live_shards(directory));
  reader->commit_path_ = commit_file(directory.index() / names.back());
  reader->commit_ = stamp_of(reader->commit_path_);
  reader->generation_ = shard_number(names.front());
  // The newest first: it says what of the others is hidden.
  std::vector<std::shared_ptr<const Shard>> shards(names.size());
  for (std::size_t i = names.size(); i-- > 0;)
    shards[i] = std::make_shared<const Shard>(directory.index() / names[i], cache->shards);
  const Xapian::Database& newest = shards.back()->database();
  const auto state = commit_state_from(newest.get_metadata(metadata::kState));
  if (!state) return damaged(shards.back()->folder(), "the index is damaged or of another version");
  const auto check = [&](const std::string& name, const Shard& shard) -> Result<void> {
    return is_shard_of(*state, name, shard.database())
               ? Result<void>{}
               : damaged(shard.folder(), "another database is in the place of a shard of the index");
  };
  if (!has_shards(*state, names))
    return damaged(directory.index_stub(), "the index's stub names too few or many shards");
  reader->state_ = *state;
  reader->identity_ = identity_of(*state, newest.get_uuid());
  std::vector<Part> parts;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (i + 1 < shards.size()) TRAWL_CHECK(check(names[i], *shards[i]));
    if (!fits(shards[i]->rows(), *state))
      return damaged(shards[i]->folder(), "a shard of the index does not fit the others");
    Part& part = add_part(parts, shards[i]);
    hide(part, newest.get_metadata(metadata::hidden(names[i])));
  }
  if (!state->withdrawn.empty()) {
    std::vector<Part> all = parts;
    auto withdrawn = std::make_shared<const Shard>(directory.index() / state->withdrawn, cache->shards);
    TRAWL_CHECK(check(state->withdrawn, *withdrawn));
    add_withdrawn(all, std::move(withdrawn), *state);
    if (all.size() > parts.size()) reader->with_gone_ = std::make_shared<const Columns>(std::move(all), state->values);
  }
  reader->columns_ = std::make_shared<const Columns>(std::move(parts), state->values);
  const bool is_any_gone = reader->with_gone_ && reader->with_gone_->live_documents > reader->columns_->live_documents;
  if (!is_any_gone) reader->with_gone_.reset(); // all have come back
  auto meaning = cache->meaning(directory);
  reader->cannot_read_meaning_ = !meaning || (*meaning && !(*meaning)->is_of(*reader->columns_));
  if (!reader->cannot_read_meaning_) reader->meaning_ = std::move(*meaning);
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
  return std::ranges::any_of(columns_->parts(), [&](const Part& part) {
    return !part.shard->database().get_metadata(metadata::removed(article_id)).empty();
  });
}

Result<Article> IndexReader::article(std::uint32_t document, ArticlePart part) const {
  if (!columns_->is_live(document)) return fail(ErrorCode::NotFound, "there is no such article");
  return article(document, columns_->stored_document(document), part);
}

Result<Article> IndexReader::article(std::uint32_t document, const StoredDocument& stored, ArticlePart part) const {
  Article article;
  const auto unreadable = [&](const std::string& what) {
    return damaged(columns_->part_of(document).shard->folder(), what + " of an article cannot be read");
  };
  if (!unpack_stored_fields(stored.stored_fields, article)) return unreadable("the fields");
  if (part == ArticlePart::Fields) return article;
  if (!TextBlocks(stored.text).read_all(article.text)) return unreadable("the text");
  if (!stored.structure.read(article.structure)) return unreadable("the structure");
  return article;
}

} // namespace trawl::index
