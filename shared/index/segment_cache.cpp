// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_cache.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

void set_bits(const SegmentState& state, const std::vector<std::uint32_t>& documents,
              std::vector<std::uint64_t>& bits) {
  if (!documents.empty()) bits.resize(state.documents / 64 + 1);
  for (const std::uint32_t local : documents) bits[local / 64] |= std::uint64_t{1} << (local % 64);
}

/// The summary of a commit together with its gone articles.
CorpusSummary with_gone(CorpusSummary summary, const Manifest& manifest,
                        const std::vector<std::shared_ptr<const Segment>>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (!segments[i]) continue;
    for (const std::uint32_t local : manifest.segments[i].gone) {
      ++summary.documents;
      summary.words += segments[i]->words().raw(local);
      summary.title_words += segments[i]->title_words().raw(local);
    }
  }
  return summary;
}

/// How many values of a field the segments can have introduced; those that are left out, as many as their documents may
/// have.
std::uint64_t most_values(const Manifest& manifest, const std::vector<std::shared_ptr<const Segment>>& segments,
                          std::size_t field) {
  constexpr std::uint64_t kMostOfDocument = 64;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    most += segments[i] ? segments[i]->field(field).values.size() : kMostOfDocument * manifest.segments[i].documents;
  }
  return most;
}

} // namespace

bool is_described_by(const Segment& segment, const SegmentState& state) {
  return segment.file().checksum() == state.checksum && segment.documents() == state.documents &&
         state.words <= segment.summary().words && state.title_words <= segment.summary().title_words;
}

Result<std::vector<Part>> parts_of(const std::filesystem::path& generation, const Manifest& manifest,
                                   const std::vector<std::shared_ptr<const Segment>>& segments, Articles which) {
  for (std::size_t field = 0; field < manifest.values.size(); ++field) {
    if (manifest.values[field] <= most_values(manifest, segments, field)) continue;
    return fail(ErrorCode::IndexDamaged, "the index's manifest does not fit its segments",
                manifest_file(generation).string(), "run `trawl index rebuild`");
  }
  std::vector<Part> parts;
  std::uint32_t base = 0;
  for (std::size_t i = 0; i < manifest.segments.size(); ++i) {
    const SegmentState& state = manifest.segments[i];
    // A segment that is left out keeps its numbers, so that those of the others stay the same.
    if (segments[i]) {
      if (!parts.empty()) parts.back().upper = base;
      Part& part = parts.emplace_back(segments[i], base, base + state.documents, base + state.documents);
      set_bits(state, state.removed, part.removed);
      set_bits(state, state.gone, which == Articles::All ? part.gone : part.removed);
    }
    base += (state.documents + 64) / 64 * 64;
  }
  return parts;
}

Result<std::shared_ptr<const Segment>> SegmentCache::segment(const std::filesystem::path& path) {
  const FileStamp stamp = stamp_of(path);
  auto& held = segments_[stamp];
  if (auto open = held.lock(); open && stamp != FileStamp{}) return open;
  TRAWL_TRY(auto opened, Segment::open(path));
  held = opened;
  return opened;
}

Result<OpenCommit> SegmentCache::make(const std::filesystem::path& generation, const Manifest& manifest) {
  OpenCommit commit;
  CorpusSummary summary = manifest.summary();
  std::vector<std::shared_ptr<const Segment>> segments;
  Error first;
  std::size_t open = 0;
  for (const SegmentState& state : manifest.segments) {
    const std::filesystem::path path = segment_path(generation, state.number);
    auto opened = segment(path);
    const bool fits = opened && is_described_by(**opened, state) && !damaged_.contains(stamp_of(path));
    segments.push_back(fits ? *opened : nullptr);
    if (fits) {
      ++open;
      continue;
    }
    // Not damage: this may pass, and must not hide what an index has.
    if (!opened && opened.error().code != ErrorCode::IndexDamaged) return std::unexpected(opened.error());
    first = opened ? Error{ErrorCode::IndexDamaged, "a segment of the index is damaged", path.string(),
                           "run `trawl index rebuild`"}
                   : opened.error();
    commit.missing_documents = commit.missing_documents.value_or(0) + state.live();
    summary.documents -= state.live();
    summary.words -= state.words;
    summary.title_words -= state.title_words;
  }
  if (open == 0 && !manifest.segments.empty()) return std::unexpected(first);
  TRAWL_TRY(auto parts, parts_of(generation, manifest, segments, Articles::Living));
  commit.columns = std::make_shared<const Columns>(std::move(parts), summary);
  const auto has_gone = [](const SegmentState& state) { return !state.gone.empty(); };
  if (std::ranges::any_of(manifest.segments, has_gone)) {
    TRAWL_TRY(auto all, parts_of(generation, manifest, segments, Articles::All));
    commit.with_gone = std::make_shared<const Columns>(std::move(all), with_gone(summary, manifest, segments));
  }
  std::erase_if(segments_, [](const auto& entry) { return entry.second.expired(); });
  return commit;
}

Result<OpenCommit> SegmentCache::open(const std::filesystem::path& generation, const Manifest& manifest) {
  const std::lock_guard lock(mutex_);
  if (newest_.columns && generation == generation_ && manifest == manifest_) return newest_;
  TRAWL_TRY(OpenCommit commit, make(generation, manifest));
  newest_ = commit;
  generation_ = generation;
  manifest_ = manifest;
  return commit;
}

Result<std::shared_ptr<const MeaningFile>> SegmentCache::meaning(const std::filesystem::path& generation) {
  const std::lock_guard lock(mutex_);
  const FileStamp stamp = stamp_of(meaning_path(generation));
  if (stamp == meaning_stamp_) return meaning_;
  meaning_.reset();
  if (stamp != FileStamp{}) {
    TRAWL_TRY(meaning_, MeaningFile::open(generation));
  }
  meaning_stamp_ = stamp;
  return meaning_;
}

bool SegmentCache::set_damaged_aside(const Columns& columns) {
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (const Part& part : columns.parts()) {
    if (!part.segment->file().is_damaged()) continue;
    any = true;
    for (const auto& [stamp, segment] : segments_) {
      if (segment.lock() == part.segment) damaged_.insert(stamp);
    }
  }
  if (any) newest_ = {};
  return any;
}

} // namespace trawl::index
