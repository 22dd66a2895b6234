// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation_writer.h"

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/meaning_file.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <malloc.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFirstGeneration = 1;

/// Bytes of text that are inverted in memory before they become a segment.
constexpr std::size_t kMostInMemory = std::size_t{64} << 20;

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

/// Makes the first commit, so that a program that opens the generation finds its schema version.
Result<void> GenerationWriter::begin_new() {
  // Without a stub, a folder of that name was left by a first run that was stopped.
  std::error_code ignored;
  fs::remove_all(stack_.folder(), ignored);
  TRAWL_CHECK(make_private_directory(stack_.folder()));
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

Result<void> GenerationWriter::put(PreparedDocument document, std::size_t bytes, bool is_gone) {
  stack_.remove(document.id);
  gone_.erase(document.id);
  if (is_gone) gone_.insert(document.id);
  memory_.add(std::move(document));
  memory_bytes_ += bytes;
  has_changed_ = true;
  return memory_bytes_ < kMostInMemory ? Result<void>{} : write_segment();
}

void GenerationWriter::remove(std::uint64_t id) {
  memory_.remove(id);
  gone_.erase(id);
  stack_.remove(id);
  memory_.note_removed(id);
  has_changed_ = true;
}

void GenerationWriter::set_sources(std::string json) {
  has_changed_ = has_changed_ || json != stack_.manifest().sources;
  stack_.manifest().sources = std::move(json);
}

void GenerationWriter::set_store(std::string name) {
  has_changed_ = has_changed_ || name != stack_.manifest().store;
  stack_.manifest().store = std::move(name);
}

Result<void> GenerationWriter::write_segment() {
  if (memory_.is_empty()) return {};
  TRAWL_CHECK(stack_.append(memory_, gone_));
  memory_ = {};
  gone_.clear();
  if (memory_bytes_ >= kMostInMemory) ::malloc_trim(0); // or the next one fragments the heap and takes as much again
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
  if (written && is_live()) written = write_manifest(stack_.folder(), stack_.manifest());
  if (!written) {
    manifest.revision = before.revision;
    manifest.store_sequence = before.store_sequence;
    return written;
  }
  has_changed_ = false;
  if (is_live()) stack_.remove_unused_files();
  return {};
}

Result<void> GenerationWriter::merge_due() {
  while (const auto range = stack_.due_merge()) {
    TRAWL_CHECK(stack_.merge(*range));
  }
  return {};
}

/// Makes one segment of all, without documents that were removed.
Result<void> GenerationWriter::merge_all() {
  const auto& segments = stack_.manifest().segments;
  if (segments.empty() || (segments.size() == 1 && segments.front().removed.empty())) return {};
  has_changed_ = true;
  return stack_.merge({0, segments.size()});
}

Result<void> GenerationWriter::compact() {
  TRAWL_CHECK(write_segment());
  TRAWL_CHECK(merge_all());
  return commit(store_sequence());
}

Result<void> GenerationWriter::publish(std::uint64_t store_sequence) {
  if (is_live()) return fail(ErrorCode::Internal, "the live generation cannot be published again");
  TRAWL_CHECK(write_segment());
  has_changed_ = true;
  TRAWL_CHECK(commit(store_sequence));
  TRAWL_CHECK(merge_all());
  TRAWL_CHECK(write_manifest(stack_.folder(), stack_.manifest()));
  stack_.remove_unused_files();
  if (const auto replaced = live_generation(directory_))
    keep_meaning(generation_path(directory_, *replaced), stack_.folder());
  TRAWL_CHECK(sync_files(stack_.folder()));
  TRAWL_CHECK(move_file(stack_.folder(), unfinished_->path()));
  TRAWL_CHECK(make_live(directory_, number_));
  remove_other_generations(directory_, number_);
  return {};
}

std::size_t GenerationWriter::document_count() const {
  std::size_t count = memory_.documents() - gone_.size();
  for (const SegmentState& segment : stack_.manifest().segments) count += segment.live();
  return count;
}

} // namespace trawl::index
