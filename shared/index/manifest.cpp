// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/manifest.h"

#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/segment_format.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kManifestMagic = "TRAWLMAN";
constexpr std::size_t kSumBytes = 4;

using packed::put_number;
using packed::take_number;

/// Local numbers, ascending.
void put_documents(std::string& out, const std::vector<std::uint32_t>& documents) {
  put_number(out, documents.size());
  std::uint32_t before = 0;
  for (const std::uint32_t local : documents) {
    put_number(out, local - before);
    before = local;
  }
}

bool take_documents(std::string_view& in, std::uint32_t documents, std::vector<std::uint32_t>& out) {
  std::uint64_t count = 0, gap = 0, local = 0;
  if (!take_number(in, count) || count > documents) return false;
  for (; count > 0; --count) {
    if (!take_number(in, gap) || gap == 0 || gap > documents - local) return false;
    local += gap;
    out.push_back(static_cast<std::uint32_t>(local));
  }
  return true;
}

/// Which documents are gone, if any is: by segment.
void put_gone(std::string& out, const std::vector<SegmentState>& segments) {
  if (std::ranges::all_of(segments, [](const SegmentState& segment) { return segment.gone.empty(); })) return;
  for (const SegmentState& segment : segments) put_documents(out, segment.gone);
}

bool take_gone(std::string_view& in, std::vector<SegmentState>& segments) {
  for (SegmentState& segment : segments) {
    if (in.empty()) return &segment == segments.data();
    if (!take_documents(in, segment.documents, segment.gone)) return false;
    const auto is_gone = [&](std::uint32_t local) { return std::ranges::binary_search(segment.gone, local); };
    if (std::ranges::any_of(segment.removed, is_gone)) return false;
  }
  return true;
}

void put_segment(std::string& out, const SegmentState& segment) {
  put_number(out, segment.number);
  put_number(out, segment.documents);
  put_number(out, segment.words);
  put_number(out, segment.title_words);
  put_number(out, segment.checksum);
  put_documents(out, segment.removed);
}

bool take_segment(std::string_view& in, SegmentState& segment) {
  std::uint64_t documents = 0, checksum = 0;
  if (!take_number(in, segment.number) || !take_number(in, documents) || !take_number(in, segment.words) ||
      !take_number(in, segment.title_words) || !take_number(in, checksum) || documents > UINT32_MAX / 2) {
    return false;
  }
  segment.documents = static_cast<std::uint32_t>(documents);
  segment.checksum = static_cast<std::uint32_t>(checksum);
  return take_documents(in, segment.documents, segment.removed);
}

bool take_manifest(std::string_view in, Manifest& manifest) {
  std::uint64_t committed = 0, count = 0;
  std::string_view sources;
  if (!take_number(in, manifest.revision) || !take_number(in, committed) || !take_number(in, manifest.store_sequence) ||
      !take_number(in, manifest.next_segment)) {
    return false;
  }
  manifest.committed = Moment(std::chrono::seconds(packed::zigzag_decode(committed)));
  for (std::uint32_t& values : manifest.values) {
    if (!take_number(in, count) || count > UINT32_MAX) return false;
    values = static_cast<std::uint32_t>(count);
  }
  if (!packed::take_text(in, sources)) return false;
  manifest.sources = sources;
  if (!take_number(in, count) || count > in.size()) return false;
  std::set<std::uint64_t> numbers;
  std::uint64_t documents = 0;
  for (; count > 0; --count) {
    SegmentState& segment = manifest.segments.emplace_back();
    if (!take_segment(in, segment)) return false;
    if (segment.number >= manifest.next_segment || !numbers.insert(segment.number).second) return false;
    documents += segment.documents + std::uint64_t{64}; // the numbers of a part begin at a multiple of 64
  }
  if (std::string_view store; !in.empty()) { // indexes written before did not name it
    if (!packed::take_text(in, store)) return false;
    manifest.store = store;
  }
  return take_gone(in, manifest.segments) && in.empty() && documents < UINT32_MAX / 2;
}

std::unexpected<Error> damaged_manifest(const fs::path& path) {
  return fail(ErrorCode::IndexDamaged, "the index's manifest is damaged", path.string(), "run `trawl index rebuild`");
}

} // namespace

CorpusSummary Manifest::summary() const {
  CorpusSummary out;
  for (const SegmentState& segment : segments) {
    out.documents += segment.live();
    out.words += segment.words;
    out.title_words += segment.title_words;
  }
  out.values = values;
  return out;
}

std::uint64_t identity_of(const Manifest& manifest) {
  std::uint64_t identity = 14695981039346656037ULL; // FNV-1a, over numbers
  const auto mix = [&](std::uint64_t number) { identity = (identity ^ number) * 1099511628211ULL; };
  mix(static_cast<std::uint64_t>(manifest.committed.time_since_epoch().count()));
  mix(manifest.store_sequence);
  for (const SegmentState& segment : manifest.segments) {
    mix(segment.checksum);
    mix(segment.removed.size());
    mix(segment.gone.size());
  }
  return identity;
}

std::string to_bytes(const Manifest& manifest) {
  std::string out(kManifestMagic);
  put_number(out, kSchemaVersion);
  put_number(out, manifest.revision);
  put_number(out, packed::zigzag_encode(manifest.committed.time_since_epoch().count()));
  put_number(out, manifest.store_sequence);
  put_number(out, manifest.next_segment);
  for (const std::uint32_t values : manifest.values) put_number(out, values);
  packed::put_text(out, manifest.sources);
  put_number(out, manifest.segments.size());
  for (const SegmentState& segment : manifest.segments) put_segment(out, segment);
  packed::put_text(out, manifest.store);
  put_gone(out, manifest.segments);
  format::put(out, crc32c(out));
  return out;
}

Result<Manifest> manifest_from_bytes(std::string_view bytes, const fs::path& path) {
  if (bytes.size() < kManifestMagic.size() + kSumBytes || !bytes.starts_with(kManifestMagic)) {
    return damaged_manifest(path);
  }
  std::string_view content = bytes.substr(0, bytes.size() - kSumBytes);
  if (crc32c(content) != format::get<std::uint32_t>(bytes, content.size())) return damaged_manifest(path);
  content.remove_prefix(kManifestMagic.size());
  std::uint64_t schema = 0;
  if (!take_number(content, schema)) return damaged_manifest(path);
  if (schema != kSchemaVersion) {
    return fail(ErrorCode::IndexDamaged,
                "the index has schema " + std::to_string(schema) + ", this program needs " +
                    std::to_string(kSchemaVersion),
                path.string(), "run `trawl index rebuild`");
  }
  Manifest manifest;
  if (!take_manifest(content, manifest)) return damaged_manifest(path);
  return manifest;
}

fs::path manifest_file(const fs::path& generation) { return generation / "manifest"; }

fs::path segment_path(const fs::path& generation, std::uint64_t number) {
  return generation / ("seg-" + std::to_string(number) + ".trawl");
}

Result<Manifest> read_manifest(const fs::path& generation) {
  const fs::path path = manifest_file(generation);
  const auto bytes = read_file(path);
  if (!bytes && bytes.error().code == ErrorCode::Usage) {
    std::error_code unknown;
    const bool is_older = fs::exists(generation / "iamglass", unknown);
    return fail(ErrorCode::IndexDamaged,
                is_older ? "an older version of Trawl wrote the index" : "the index's manifest is gone", path.string(),
                "run `trawl index rebuild`");
  }
  if (!bytes) return std::unexpected(bytes.error());
  return manifest_from_bytes(*bytes, path);
}

Result<void> write_manifest(const fs::path& generation, const Manifest& manifest) {
  return write_file_atomic(manifest_file(generation), to_bytes(manifest));
}

} // namespace trawl::index
