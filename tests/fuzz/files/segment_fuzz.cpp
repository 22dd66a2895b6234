// SPDX-License-Identifier: GPL-3.0-or-later
// A segment whose checksums are right, whatever else it says: the check of an index reads it within its bounds, and
// queries do so with what the check calls sound. The checksums of the input are made anew, so that what is behind them
// is reached.
#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/segment/segment_check.h"
#include "shared/index/segment/segment_format.h"
#include "shared/search/search_engine.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using namespace trawl;

/// More would only make the walk over all documents slower.
constexpr std::uint32_t kMostDocuments = 2'000;

template <typename Number>
void set(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

/// The file with its matching footer.
std::string with_checksums(std::string bytes) {
  using namespace index::format;
  if (bytes.size() < kHeaderBytes + kFooterBytes) return bytes;
  const std::size_t footer = bytes.size() - kFooterBytes;
  const auto trailer_size = get<std::uint64_t>(bytes, footer);
  if (trailer_size > footer - kHeaderBytes) return bytes;
  const std::size_t trailer = footer - trailer_size;
  const auto bits = get<std::uint32_t>(bytes, trailer + 4);
  const std::size_t block = std::size_t{1} << (bits == 0 || bits > kMostBlockBits ? kBlockBitsBefore : bits);
  const std::size_t sums = (trailer + block - 1) / block * 4;
  if (sums > trailer_size) return bytes;
  for (std::size_t at = 0; at < trailer; at += block) {
    set(bytes, footer - sums + at / block * 4,
        crc32c(std::string_view(bytes).substr(at, std::min(block, trailer - at))));
  }
  set(bytes, footer + 8, std::uint64_t{bytes.size()});
  set(bytes, footer + 16, kVersion);
  set(bytes, footer + 20, crc32c(std::string_view(bytes).substr(trailer, trailer_size)));
  bytes.replace(footer + 24, kMagic.size(), kMagic);
  return bytes;
}

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "trawl-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

void write(const std::filesystem::path& path, std::string_view bytes) {
  if (!write_file_atomic(path, bytes)) std::abort();
}

void ask(search::SearchEngine& engine) {
  const Moment now{std::chrono::seconds{1'776'000'000}};
  for (const char* q : {"the", "\"of the\"", "mo* NEAR the", "author:\"ada b1\"", "", "tag:a -model"}) {
    search::SearchRequest request;
    request.q = q;
    request.facets = {"source", "tag", "author", "date"};
    request.with_text = true;
    request.snippets = 2;
    static_cast<void>(engine.search(request, now));
  }
  static_cast<void>(engine.suggest("mo", 5));
  static_cast<void>(engine.trending(std::chrono::hours{24}, 5, now));
  static_cast<void>(engine.stats());
}

void read_segment(const DataDirectory& data, const index::Segment& segment) {
  index::Manifest manifest;
  manifest.revision = 1;
  manifest.next_segment = 2;
  for (std::size_t i = 0; i < manifest.values.size(); ++i) {
    manifest.values[i] = static_cast<std::uint32_t>(segment.field(i).values.size());
  }
  manifest.segments.push_back({.number = 1,
                               .documents = segment.documents(),
                               .words = segment.summary().words,
                               .title_words = segment.summary().title_words,
                               .checksum = segment.file().checksum(),
                               .removed = {}});
  if (index::find_fault(segment, manifest.summary())) return;
  write(index::manifest_file(index::generation_path(data, 1)), index::to_bytes(manifest));
  auto engine = search::SearchEngine::open(data);
  if (!engine) return;
  ask(*engine);
  for (std::uint32_t local = 1; local <= segment.documents() && local < 4; ++local) {
    char id[17];
    std::snprintf(id, sizeof id, "%016llx", static_cast<unsigned long long>(segment.names().ids.raw(local)));
    static_cast<void>(engine->article(id));
    static_cast<void>(engine->related(id, 3));
    static_cast<void>(engine->is_removed(id));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Folder folder;
  const DataDirectory data{folder.path};
  static const bool is_made = [&] {
    std::filesystem::create_directories(index::generation_path(data, 1));
    write(data.current(), "auto gen-000001\n");
    return true;
  }();
  static_cast<void>(is_made);
  const auto path = index::segment_path(index::generation_path(data, 1), 1);
  std::filesystem::remove(path); // a new file: the old one may still be mapped
  write(path, with_checksums(std::string(reinterpret_cast<const char*>(bytes), size)));
  const auto segment = index::Segment::open(path);
  if (segment && (*segment)->documents() <= kMostDocuments) read_segment(data, **segment);
  return 0;
}
