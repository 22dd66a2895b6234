// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_builder.h"

#include "shared/base/file.h"
#include "shared/index/open_database.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// Text in a shard; it grows with their number, as all are open at once when they are merged, with some six files each.
constexpr std::size_t kShardBytes = 16u << 20;
constexpr std::size_t kShardsPerStep = 16;

/// What a crash leaves of a shard is of no use, so there is no point in keeping it safe.
constexpr int kUnsafe = Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

std::size_t size_of_shard(std::size_t shard) { return kShardBytes * (1 + shard / kShardsPerStep); }

} // namespace

fs::path SegmentBuilder::path_of(std::size_t shard) const { return folder_ / ("shard-" + std::to_string(shard)); }

Result<SegmentBuilder> SegmentBuilder::create(const fs::path& folder) {
  std::error_code status;
  fs::remove_all(folder, status);
  TRAWL_CHECK(make_private_directory(folder));
  SegmentBuilder shards(folder);
  TRAWL_CHECK(shards.open_next());
  return shards;
}

Result<void> SegmentBuilder::open_next() {
  TRAWL_TRY(open_, open_database(path_of(removals_.size()), Xapian::DB_CREATE | kUnsafe));
  removals_.emplace_back();
  open_bytes_ = 0;
  return {};
}

Result<void> SegmentBuilder::put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) {
  if (open_bytes_ >= size_of_shard(removals_.size() - 1)) {
    TRAWL_CHECK(guarded([&] { open_.close(); }));
    TRAWL_CHECK(open_next());
  }
  const auto last = static_cast<std::uint32_t>(removals_.size() - 1);
  const auto [it, is_new] = shard_of_.try_emplace(std::string(article_id), last);
  const std::string term = schema::id_term(article_id);
  if (!is_new && it->second != last) removals_[it->second].push_back(term);
  const bool replaces = !is_new && it->second == last;
  it->second = last;
  open_bytes_ += bytes;
  return guarded([&] {
    if (replaces) {
      open_.replace_document(term, document);
    } else {
      open_.add_document(document);
    }
  });
}

Result<void> SegmentBuilder::remove(std::string_view article_id) {
  const auto it = shard_of_.find(std::string(article_id));
  if (it == shard_of_.end()) return {};
  const std::string term = schema::id_term(article_id);
  const std::uint32_t shard = it->second;
  shard_of_.erase(it);
  if (shard + 1 < removals_.size()) {
    removals_[shard].push_back(term);
    return {};
  }
  return guarded([&] { open_.delete_document(term); });
}

Result<void> SegmentBuilder::apply_removals() {
  for (std::size_t shard = 0; shard < removals_.size(); ++shard) {
    if (removals_[shard].empty()) continue;
    TRAWL_TRY(Xapian::WritableDatabase database, open_database(path_of(shard), Xapian::DB_OPEN | kUnsafe));
    TRAWL_CHECK(guarded([&] {
      for (const std::string& term : removals_[shard]) database.delete_document(term);
      database.close();
    }));
  }
  return {};
}

Result<void> SegmentBuilder::merge_into(const fs::path& path) {
  TRAWL_CHECK(guarded([&] { open_.close(); }));
  TRAWL_CHECK(apply_removals());
  return guarded([&] {
    Xapian::Database all;
    for (std::size_t shard = 0; shard < removals_.size(); ++shard) {
      all.add_database(Xapian::Database(path_of(shard).string()));
    }
    all.compact(path.string());
  });
}

} // namespace trawl::index
