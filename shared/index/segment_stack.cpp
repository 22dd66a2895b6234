// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_stack.h"

#include "shared/index/segment_cache.h"
#include "shared/index/segment_merge.h"

#include <algorithm>
#include <bit>
#include <system_error>
#include <utility>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// Every query looks up its words in every segment, so there are at most this many small ones at the end.
constexpr std::size_t kMostSmall = 6;
constexpr std::uint64_t kSmallBytes = std::uint64_t{64} << 20;
/// When they are merged, an older one joins if it is at most this many times as large as all newer ones. Of 1,500
/// equal commits, each is then written seven times in all.
constexpr std::uint64_t kJoinFactor = 2;
/// Larger segments of one tier differ in size by less than this factor, and are merged when there are as many.
constexpr unsigned kTierBits = 3;
constexpr std::size_t kMostInTier = 1u << kTierBits;
/// A segment of which one in this many documents was removed is written again, unless they are few.
constexpr std::uint32_t kDeadShare = 4;
constexpr std::size_t kFewDead = 8;

unsigned tier_of(std::uint64_t bytes) {
  return static_cast<unsigned>(std::bit_width(bytes / kSmallBytes) + kTierBits - 1) / kTierBits;
}

} // namespace

Result<SegmentStack> SegmentStack::open(fs::path folder, Manifest manifest) {
  SegmentStack stack(std::move(folder));
  stack.manifest_ = std::move(manifest);
  TRAWL_CHECK(stack.load());
  return stack;
}

Result<std::shared_ptr<const Segment>> SegmentStack::open_segment(std::uint64_t number) const {
  return Segment::open(segment_path(folder_, number));
}

Result<void> SegmentStack::load() {
  std::vector<std::shared_ptr<const Segment>> segments;
  for (const SegmentState& state : manifest_.segments) {
    TRAWL_TRY(segments.emplace_back(), open_segment(state.number));
    if (is_described_by(*segments.back(), state)) continue;
    return fail(ErrorCode::IndexDamaged, "a segment is not the one that the manifest names", folder_.string(),
                "run `trawl index rebuild`");
  }
  TRAWL_TRY(parts_, parts_of(folder_, manifest_, segments, Articles::All));
  return {};
}

std::uint32_t SegmentStack::ordinal(std::size_t field, const std::string& key, const std::string& shown) {
  const auto [it, is_new] = known_[field].try_emplace(key, 0);
  if (!is_new) return it->second;
  for (const Part& part : parts_) {
    if (const auto held = part.segment->field(field).values.find(key)) return it->second = *held;
  }
  NewValues& values = introduced_[field];
  it->second = manifest_.values[field] + static_cast<std::uint32_t>(values.values.size());
  values.values.emplace_back(key, shown);
  return it->second;
}

void SegmentStack::remove(std::uint64_t id) {
  for (std::size_t i = parts_.size(); i-- > 0;) {
    Part& part = parts_[i];
    const std::uint32_t local = part.segment->names().find(id);
    if (local == 0 || part.is_removed(local)) continue;
    if (part.removed.empty()) part.removed.resize(part.segment->documents() / 64 + 1);
    part.removed[local / 64] |= std::uint64_t{1} << (local % 64);
    SegmentState& state = manifest_.segments[i];
    state.removed.insert(std::ranges::lower_bound(state.removed, local), local);
    if (std::erase(state.gone, local) > 0) return;
    state.words -= part.segment->words().raw(local);
    state.title_words -= part.segment->title_words().raw(local);
    return;
  }
}

void SegmentStack::set_gone(std::size_t i, const std::set<std::uint64_t>& ids) {
  const Segment& segment = *parts_[i].segment;
  SegmentState& state = manifest_.segments[i];
  for (const std::uint64_t id : ids) {
    const std::uint32_t local = segment.names().find(id);
    if (local == 0) continue;
    state.gone.push_back(local);
    state.words -= segment.words().raw(local);
    state.title_words -= segment.title_words().raw(local);
  }
  std::ranges::sort(state.gone);
}

Result<void> SegmentStack::append(const MemorySegment& memory, const std::set<std::uint64_t>& gone) {
  const std::uint64_t number = manifest_.next_segment;
  auto introduced = introduced_;
  for (std::size_t i = 0; i < introduced.size(); ++i) introduced[i].first = manifest_.values[i];
  TRAWL_CHECK(memory.write(segment_path(folder_, number), std::move(introduced), dictionary()));
  TRAWL_TRY(const auto segment, open_segment(number));
  const SegmentSummary& summary = segment->summary();
  ++manifest_.next_segment;
  manifest_.segments.push_back(
      {number, summary.documents, summary.words, summary.title_words, segment->file().checksum(), {}});
  for (std::size_t i = 0; i < introduced_.size(); ++i) {
    manifest_.values[i] += static_cast<std::uint32_t>(introduced_[i].values.size());
    introduced_[i].values.clear();
  }
  parts_.push_back({segment, 0, summary.documents, summary.documents, {}});
  set_gone(parts_.size() - 1, gone);
  return {};
}

/// That of the largest segment which has one; null if none has.
std::shared_ptr<const Dictionary> SegmentStack::dictionary() const {
  const Segment* largest = nullptr;
  std::shared_ptr<const Dictionary> found;
  for (const Part& part : parts_) {
    const Dictionary* const held = part.segment->records().dictionary();
    if (held == nullptr || (largest != nullptr && largest->file().size() >= part.segment->file().size())) continue;
    largest = part.segment.get();
    found = {part.segment, held}; // lives as long as its segment
  }
  return found;
}

/// A segment with many removed documents or no others; or the newest of too many small ones; or, for the lowest tier
/// that has enough segments in the run of segments at the end that are of it or below, that run. So a large segment is
/// not written again for the sake of small ones.
std::optional<SegmentStack::Range> SegmentStack::due_merge() const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const SegmentState& state = manifest_.segments[i];
    const bool has_many = state.removed.size() > kFewDead && state.removed.size() * kDeadShare > state.documents;
    if (has_many || (state.documents > 0 && state.removed.size() == state.documents)) return Range{i, 1};
  }
  std::size_t small = 0;
  while (small < parts_.size() && bytes_of(parts_.size() - 1 - small) < kSmallBytes) ++small;
  if (small > kMostSmall) {
    std::size_t first = parts_.size() - 2;
    auto bytes = bytes_of(first) + bytes_of(first + 1);
    for (; first > parts_.size() - small && bytes_of(first - 1) <= kJoinFactor * bytes; --first) {
      bytes += bytes_of(first - 1);
    }
    return Range{first, parts_.size() - first};
  }
  unsigned highest = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) highest = std::max(highest, tier_of(bytes_of(i)));
  for (unsigned tier = 0; tier <= highest; ++tier) {
    std::size_t first = parts_.size(), of_tier = 0;
    for (; first > 0 && tier_of(bytes_of(first - 1)) <= tier; --first) {
      of_tier += tier_of(bytes_of(first - 1)) == tier ? 1 : 0;
    }
    if (of_tier >= kMostInTier) return Range{first, parts_.size() - first};
  }
  return std::nullopt;
}

Result<void> SegmentStack::merge(Range range) {
  std::vector<const Part*> from;
  std::set<std::uint64_t> gone;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    for (const std::uint32_t local : manifest_.segments[i].gone) gone.insert(parts_[i].segment->names().ids.raw(local));
  }
  SegmentState merged{manifest_.next_segment, 0, 0, 0, 0, {}};
  for (std::size_t i = range.first; i < range.first + range.count; ++i) from.push_back(&parts_[i]);
  TRAWL_CHECK(merge_segments(from, segment_path(folder_, merged.number), dictionary()));
  TRAWL_TRY(const auto segment, open_segment(merged.number));
  ++manifest_.next_segment;
  merged.documents = segment->documents();
  merged.words = segment->summary().words;
  merged.title_words = segment->summary().title_words;
  merged.checksum = segment->file().checksum();
  const auto replace = [&](auto& list, auto value) {
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(range.first);
    *first = std::move(value);
    list.erase(first + 1, first + static_cast<std::ptrdiff_t>(range.count));
  };
  replace(manifest_.segments, std::move(merged));
  replace(parts_, Part{segment, 0, segment->documents(), segment->documents(), {}});
  set_gone(range.first, gone);
  return {};
}

void SegmentStack::remove_unused_files() const {
  std::vector<fs::path> unused;
  std::error_code status;
  for (fs::directory_iterator it(folder_, status), end; !status && it != end; it.increment(status)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with("seg-")) continue;
    const bool is_used = std::ranges::any_of(manifest_.segments, [&](const SegmentState& state) {
      return it->path() == segment_path(folder_, state.number);
    });
    if (!is_used) unused.push_back(it->path());
  }
  for (const fs::path& path : unused) fs::remove_all(path, status);
}

} // namespace trawl::index
