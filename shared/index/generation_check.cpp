// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation_check.h"

#include "shared/base/file.h"
#include "shared/index/columns/columns.h"
#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/meaning_file.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/index/segment_cache.h"

#include <algorithm>
#include <string>

namespace trawl::index {
namespace {

/// Whether the list holds as many documents as it says, ascending, within its bounds.
bool is_sound_list(const Segment& segment, const std::string& term, const TermEntry& entry) {
  const PostingList list = segment.postings(entry);
  const NumberArray& lengths = term.starts_with('S') ? segment.title_words() : segment.words();
  PostingBlock block;
  std::uint32_t before = 0, count = 0;
  for (std::size_t i = 0; i < list.blocks(); ++i) {
    list.read(i, true, block);
    const BlockBound bound = list.bound(i);
    for (std::size_t at = 0; at < block.size; ++at) {
      const std::uint32_t document = block.documents[at];
      if (document <= before || block.tf[at] == 0 || block.tf[at] > bound.highest_tf) return false;
      if (lengths.raw(document) < bound.shortest) return false;
      before = document;
      ++count;
    }
  }
  return count == entry.df;
}

std::optional<std::string> fault_of_terms(const Segment& segment) {
  std::string before;
  std::uint32_t count = 0;
  for (auto it = segment.terms().lower_bound({}); !it.at_end(); it.next(), ++count) {
    if (count > 0 && it.term() <= before) return "its terms are not in order";
    before = it.term();
    const auto found = segment.terms().find(before);
    if (!found || found->offset != it.entry().offset) return "a term is not found";
    if (!is_sound_list(segment, before, it.entry())) return "a posting list does not fit";
  }
  return count == segment.terms().size() ? std::nullopt : std::optional<std::string>("terms are missing");
}

std::optional<std::string> fault_of_columns(const Segment& segment, const CorpusSummary& summary) {
  std::uint64_t words = 0, title_words = 0;
  for (std::uint32_t local = 1; local <= segment.documents(); ++local) {
    words += segment.words().raw(local);
    title_words += segment.title_words().raw(local);
    if (segment.names().find(segment.names().ids.raw(local)) != local) return "an article is not found by its id";
    for (std::size_t i = 0; i < schema::kFilterFields.size(); ++i) {
      const FieldColumn& field = segment.field(i);
      const std::uint64_t begin = field.ends.raw(local - 1), end = field.ends.raw(local);
      if (begin > end || end > field.ordinals.size()) return "the values of an article do not fit";
      for (std::uint64_t at = begin; at < end; ++at) {
        if (field.ordinals.raw(at) >= summary.values[i]) return "an article has a value that does not exist";
      }
    }
  }
  const bool is_same = words == segment.summary().words && title_words == segment.summary().title_words;
  return is_same ? std::nullopt : std::optional<std::string>("its number of words is wrong");
}

std::optional<std::string> fault_of_records(const Segment& segment) {
  Article article;
  std::string versions;
  for (std::uint32_t local = 1; local <= segment.documents(); ++local) {
    const StoredDocument stored = segment.records().stored(local);
    if (!unpack_stored_fields(stored.stored_fields, article) || !TextBlocks(stored.text).read_all(article.text) ||
        !stored.structure.read(article.structure) || !stored.versions.read(versions) ||
        !unpack_versions(versions, article.versions)) {
      return "an article cannot be read";
    }
  }
  return std::nullopt;
}

std::unexpected<Error> at_fault(const std::filesystem::path& path, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, "the index is damaged: " + what, path.string(), "run `trawl index rebuild`");
}

} // namespace

std::optional<std::string> find_fault(const Segment& segment, const CorpusSummary& summary) {
  if (!segment.file().check_all()) return "a checksum is wrong";
  if (auto fault = fault_of_terms(segment)) return fault;
  if (auto fault = fault_of_columns(segment, summary)) return fault;
  return fault_of_records(segment);
}

Result<void> check_generation(const DataDirectory& directory) {
  TRAWL_TRY(const std::uint64_t number, live_generation(directory));
  const std::filesystem::path folder = generation_path(directory, number);
  TRAWL_TRY(const Manifest manifest, read_manifest(folder));
  const CorpusSummary summary = manifest.summary();
  for (const SegmentState& state : manifest.segments) {
    const std::filesystem::path path = segment_path(folder, state.number);
    TRAWL_TRY(const auto segment, Segment::open(path));
    if (!is_described_by(*segment, state)) return at_fault(path, "it is not the file that the manifest names");
    if (const auto fault = find_fault(*segment, summary)) return at_fault(path, *fault);
    std::uint64_t words = 0;
    for (std::uint32_t local = 1; local <= state.documents; ++local) {
      const bool is_hidden =
          std::ranges::binary_search(state.removed, local) || std::ranges::binary_search(state.gone, local);
      words += is_hidden ? 0 : segment->words().raw(local);
    }
    if (words != state.words) return at_fault(manifest_file(folder), "its number of words is wrong");
  }
  TRAWL_TRY(const bool has_meaning, is_there(meaning_path(folder)));
  if (!has_meaning) return {};
  TRAWL_TRY(const auto meaning, MeaningFile::open(folder));
  if (!meaning->is_whole()) return at_fault(meaning_path(folder), "a checksum is wrong");
  return {};
}

} // namespace trawl::index
