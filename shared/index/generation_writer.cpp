// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation_writer.h"

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/xapian/record_database.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFirstGeneration = 1;

/// Bytes of text that are inverted in memory before they become a segment.
constexpr std::size_t kMostInMemory = std::size_t{64} << 20;

/// How far Xapian's database may be behind: this many documents, or one in `kXapianShare` of all if that is more. So a
/// document is written to it once, in a batch, while an index grows.
constexpr std::size_t kXapianDocuments = 5'000, kXapianShare = 8;

ValueKeys keys_of(const SegmentStack& stack) {
  return [&stack](std::size_t field, std::uint32_t ordinal) -> std::string_view {
    for (const Part& part : stack.parts()) {
      const ValueTable& table = part.segment->field(field).values;
      if (ordinal >= table.first() && ordinal - table.first() < table.size()) return table.key(ordinal - table.first());
    }
    return {};
  };
}

} // namespace

Result<std::unique_ptr<GenerationWriter>> GenerationWriter::open_live(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  const auto live = live_generation(directory);
  if (!live && live.error().code != ErrorCode::NoIndex) return std::unexpected(live.error());
  const std::uint64_t number = live.value_or(kFirstGeneration);
  const fs::path folder = generation_path(directory, number);
  if (!live) {
    std::unique_ptr<GenerationWriter> writer(new GenerationWriter(directory, number, nullptr, SegmentStack(folder)));
    TRAWL_CHECK(writer->begin_new());
    return writer;
  }
  TRAWL_TRY(GenerationLock lock, GenerationLock::acquire(folder));
  TRAWL_TRY(const bool is_marked, is_there(damage_mark(folder)));
  if (is_marked) {
    return fail(ErrorCode::IndexDamaged, "a search met damage in the index", folder.string(),
                "run `trawl index rebuild`");
  }
  remove_other_generations(directory, number); // what a killed program left
  TRAWL_TRY(Manifest manifest, read_manifest(folder));
  TRAWL_TRY(SegmentStack stack, SegmentStack::open(folder, std::move(manifest)));
  stack.remove_unused_files();
  std::unique_ptr<GenerationWriter> writer(new GenerationWriter(directory, number, nullptr, std::move(stack)));
  writer->lock_ = std::move(lock);
  return writer;
}

/// Makes the first commit, so that whoever opens the generation finds its schema version.
Result<void> GenerationWriter::begin_new() {
  // Without a stub, a folder of that name is what a first run left when it was stopped.
  std::error_code ignored;
  fs::remove_all(stack_.folder(), ignored);
  TRAWL_CHECK(create_record_database(stack_.folder()));
  TRAWL_TRY(lock_, GenerationLock::acquire(stack_.folder()));
  has_changed_ = true;
  TRAWL_CHECK(commit(0));
  TRAWL_CHECK(sync_files(stack_.folder()));
  return make_live(directory_, number_);
}

Result<std::unique_ptr<GenerationWriter>> GenerationWriter::create(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.index()));
  TRAWL_TRY(const std::uint64_t number, next_generation(directory));
  auto unfinished = std::make_unique<UnfinishedGeneration>(directory, number);
  const fs::path folder = unfinished->building_path();
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  TRAWL_CHECK(make_private_directory(folder));
  return std::unique_ptr<GenerationWriter>(
      new GenerationWriter(directory, number, std::move(unfinished), SegmentStack(folder)));
}

Result<void> GenerationWriter::put(PreparedDocument document, std::size_t bytes) {
  stack_.remove(document.id);
  memory_.add(std::move(document));
  memory_bytes_ += bytes;
  has_changed_ = true;
  return memory_bytes_ < kMostInMemory ? Result<void>{} : write_segment();
}

void GenerationWriter::remove(std::uint64_t id) {
  memory_.remove(id);
  if (stack_.remove(id)) stack_.manifest().not_in_xapian.push_back(id);
  memory_.note_removed(id);
  has_changed_ = true;
}

void GenerationWriter::set_sources(std::string json) {
  has_changed_ = has_changed_ || json != stack_.manifest().sources;
  stack_.manifest().sources = std::move(json);
}

Result<void> GenerationWriter::write_segment() {
  if (memory_.is_empty()) return {};
  TRAWL_CHECK(stack_.append(memory_));
  memory_ = {};
  memory_bytes_ = 0;
  return {};
}

Result<void> GenerationWriter::commit(std::uint64_t store_sequence) {
  Manifest& manifest = stack_.manifest();
  if (!has_changed_ && manifest.store_sequence == store_sequence) return {};
  if (is_live()) TRAWL_CHECK(write_segment());
  const Manifest before = manifest;
  manifest.store_sequence = store_sequence;
  if (has_changed_) {
    ++manifest.revision;
    manifest.committed = now();
  }
  auto written = is_live() ? merge_due() : Result<void>{};
  if (written && is_live()) written = write_manifest(stack_.folder(), manifest);
  if (!written) {
    manifest.revision = before.revision;
    manifest.store_sequence = before.store_sequence;
    return written;
  }
  has_changed_ = false;
  if (is_live()) stack_.remove_unused_files();
  return {};
}

/// Whether so much is missing in Xapian's database that it is worth a batch.
bool GenerationWriter::is_xapian_behind() const {
  const Manifest& manifest = stack_.manifest();
  std::size_t behind = manifest.not_in_xapian.size(), all = 0;
  for (const SegmentState& segment : manifest.segments) {
    all += segment.live();
    if (!segment.in_xapian) behind += segment.live();
  }
  return behind >= std::max(kXapianDocuments, all / kXapianShare);
}

Result<void> GenerationWriter::merge_due() {
  while (const auto range = stack_.due_merge()) {
    const auto states = std::span(stack_.manifest().segments).subspan(range->first, range->count);
    // Merged with others, a segment's documents could no longer be told from those that Xapian has.
    const bool is_mixed =
        std::ranges::any_of(states, &SegmentState::in_xapian) && !std::ranges::all_of(states, &SegmentState::in_xapian);
    if (is_mixed) TRAWL_CHECK(update_xapian());
    TRAWL_CHECK(stack_.merge(*range));
  }
  return is_xapian_behind() ? update_xapian() : Result<void>{};
}

Result<void> GenerationWriter::update_xapian() {
  Manifest& manifest = stack_.manifest();
  std::vector<const Part*> parts;
  for (std::size_t i = 0; i < manifest.segments.size(); ++i) {
    if (!manifest.segments[i].in_xapian) parts.push_back(&stack_.parts()[i]);
  }
  TRAWL_CHECK(update_record_database(stack_.folder(), parts, keys_of(stack_), manifest.not_in_xapian));
  for (SegmentState& segment : manifest.segments) segment.in_xapian = true;
  manifest.not_in_xapian.clear();
  manifest.xapian_sequence = manifest.store_sequence;
  return {};
}

Result<void> GenerationWriter::publish(std::uint64_t store_sequence) {
  if (is_live()) return fail(ErrorCode::Internal, "the live generation cannot be published again");
  TRAWL_CHECK(write_segment());
  has_changed_ = true;
  TRAWL_CHECK(commit(store_sequence));
  if (stack_.parts().size() > 1) TRAWL_CHECK(stack_.merge({0, stack_.parts().size()}));
  stack_.remove_unused_files();
  TRAWL_CHECK(build_record_database(stack_.folder(), stack_.parts(), keys_of(stack_)));
  Manifest& manifest = stack_.manifest();
  for (SegmentState& segment : manifest.segments) segment.in_xapian = true;
  manifest.not_in_xapian.clear();
  manifest.xapian_sequence = store_sequence;
  TRAWL_CHECK(write_manifest(stack_.folder(), manifest));
  TRAWL_CHECK(sync_files(stack_.folder()));
  TRAWL_CHECK(move_file(stack_.folder(), unfinished_->path()));
  TRAWL_CHECK(make_live(directory_, number_));
  remove_other_generations(directory_, number_);
  return {};
}

std::size_t GenerationWriter::document_count() const {
  std::size_t count = memory_.documents();
  for (const SegmentState& segment : stack_.manifest().segments) count += segment.live();
  return count;
}

} // namespace trawl::index
