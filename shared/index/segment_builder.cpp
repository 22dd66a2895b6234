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

/// Bytes of text in a segment. Segments grow with their number, because merging opens all at once, six files each.
constexpr std::size_t kSegmentBytes = 16u << 20;
constexpr std::size_t kSegmentsPerStep = 16;

/// A segment is useless after a crash, so nothing is gained by syncing it.
constexpr int kUnsafe = Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

std::size_t bytes_of_segment(std::size_t segment) { return kSegmentBytes * (1 + segment / kSegmentsPerStep); }

} // namespace

fs::path SegmentBuilder::path_of(std::size_t segment) const { return folder_ / ("shard-" + std::to_string(segment)); }

Result<SegmentBuilder> SegmentBuilder::create(const fs::path& folder) {
  std::error_code status;
  fs::remove_all(folder, status);
  TRAWL_CHECK(make_private_directory(folder));
  SegmentBuilder segments(folder);
  TRAWL_CHECK(segments.open_next());
  return segments;
}

Result<void> SegmentBuilder::open_next() {
  TRAWL_TRY(open_, open_database(path_of(removals_.size()), Xapian::DB_CREATE | kUnsafe));
  removals_.emplace_back();
  open_bytes_ = 0;
  return {};
}

Result<void> SegmentBuilder::put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) {
  if (open_bytes_ >= bytes_of_segment(removals_.size() - 1)) {
    TRAWL_CHECK(guarded([&] { open_.close(); }));
    TRAWL_CHECK(open_next());
  }
  const auto last = static_cast<std::uint32_t>(removals_.size() - 1);
  const auto [it, is_new] = segment_of_.try_emplace(std::string(article_id), last);
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
  const auto it = segment_of_.find(std::string(article_id));
  if (it == segment_of_.end()) return {};
  const std::string term = schema::id_term(article_id);
  const std::uint32_t segment = it->second;
  segment_of_.erase(it);
  if (segment + 1 < removals_.size()) {
    removals_[segment].push_back(term);
    return {};
  }
  return guarded([&] { open_.delete_document(term); });
}

Result<void> SegmentBuilder::apply_removals() {
  for (std::size_t segment = 0; segment < removals_.size(); ++segment) {
    if (removals_[segment].empty()) continue;
    TRAWL_TRY(Xapian::WritableDatabase database, open_database(path_of(segment), Xapian::DB_OPEN | kUnsafe));
    TRAWL_CHECK(guarded([&] {
      for (const std::string& term : removals_[segment]) database.delete_document(term);
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
    for (std::size_t segment = 0; segment < removals_.size(); ++segment) {
      all.add_database(Xapian::Database(path_of(segment).string()));
    }
    all.compact(path.string());
  });
}

} // namespace trawl::index
