// SPDX-License-Identifier: GPL-3.0-or-later
// A segment whose checksums are right, whatever else it says: the check of an index and all kinds of queries read it
// within its bounds. The checksums of the input are made anew, so that what is behind them is reached.
#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/manifest.h"
#include "shared/index/segment/segment_check.h"
#include "shared/search/search_engine.h"
#include "tests/support/forged_segment.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using namespace trawl;

/// More would only make the walk over all documents slower.
constexpr std::uint32_t kMostDocuments = 2'000;

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
  static_cast<void>(index::find_fault(segment, manifest.summary())); // queries come before any check, so they go on
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
    write(data.current(), "gen-000001\n");
    return true;
  }();
  static_cast<void>(is_made);
  const auto path = index::segment_path(index::generation_path(data, 1), 1);
  std::filesystem::remove(path); // a new file: the old one may still be mapped
  write(path, trawl::test::with_checksums(std::string(reinterpret_cast<const char*>(bytes), size)));
  const auto segment = index::Segment::open(path);
  if (segment && (*segment)->documents() <= kMostDocuments) read_segment(data, **segment);
  return 0;
}
