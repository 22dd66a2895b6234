// SPDX-License-Identifier: GPL-3.0-or-later
/// Manifests whose checksum is right, but that do not fit the segments that they name.
#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/generation_check.h"
#include "shared/index/manifest.h"
#include "shared/index/segment_stack.h"
#include "shared/search/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

namespace forged_manifest_test {

using namespace trawl;
using trawl::test::must;

namespace {

/// Two commits of two articles each, and their manifest with one change.
struct ForgedIndex {
  trawl::test::TestIndex made;
  explicit ForgedIndex(const std::function<void(index::Manifest&)>& change) {
    made.add({trawl::test::article(1), trawl::test::article(2)});
    made.add({trawl::test::article(3), trawl::test::article(4)});
    const auto folder = index::generation_path(made.data(), 1);
    index::Manifest manifest = must(index::read_manifest(folder));
    change(manifest);
    must(write_file_atomic(index::manifest_file(folder), index::to_bytes(manifest)));
  }
  /// What a writer would meet.
  std::optional<ErrorCode> writer_error() const {
    const auto folder = index::generation_path(made.data(), 1);
    const auto manifest = index::read_manifest(folder);
    if (!manifest) return manifest.error().code;
    const auto stack = index::SegmentStack::open(folder, *manifest);
    return stack ? std::nullopt : std::optional(stack.error().code);
  }
};

/// Asks everything that walks over documents or values.
void ask(search::SearchEngine& engine) {
  for (const auto order : {search::SortOrder::Relevance, search::SortOrder::Newest}) {
    search::SearchRequest request;
    request.sort = order;
    request.facets = {"source", "tag", "author", "date"};
    static_cast<void>(engine.search(request, Moment{}));
  }
  static_cast<void>(engine.suggest("a", 5));
  static_cast<void>(engine.stats());
}

} // namespace

TEST_CASE("forged manifest: a segment of another size than the manifest says is left out", "[search]") {
  const auto change = GENERATE(
      as<std::function<void(index::SegmentState&)>>{},
      [](index::SegmentState& state) { state.documents = 100'000'000; },
      [](index::SegmentState& state) { state.documents = 3; }, [](index::SegmentState& state) { state.documents = 1; },
      [](index::SegmentState& state) { state.words = std::uint64_t{1} << 60; },
      [](index::SegmentState& state) { state.title_words = std::uint64_t{1} << 60; });
  const ForgedIndex forged([&](index::Manifest& manifest) { change(manifest.segments.back()); });
  auto engine = must(search::SearchEngine::open(forged.made.data()));
  ask(engine);
  CHECK(must(engine.stats()).documents == 2);
  search::SearchRequest request;
  const auto found = must(engine.search(request, Moment{}));
  CHECK(found.total == 2);
  CHECK_FALSE(found.is_exact);
  CHECK(index::check_generation(forged.made.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(forged.writer_error() == ErrorCode::IndexDamaged);
}

TEST_CASE("forged manifest: one that no segments can fit is refused", "[search]") {
  const auto change = GENERATE(
      as<std::function<void(index::Manifest&)>>{},
      [](index::Manifest& manifest) { manifest.segments.push_back(manifest.segments.back()); }, // articles twice
      [](index::Manifest& manifest) { manifest.next_segment = manifest.segments.back().number; },
      [](index::Manifest& manifest) {
        for (index::SegmentState& state : manifest.segments) state.documents = UINT32_MAX / 2; // numbers run out
      },
      [](index::Manifest& manifest) { manifest.values.back() = UINT32_MAX; },
      [](index::Manifest& manifest) { manifest.values.front() += 1; });
  const ForgedIndex forged(change);
  const auto engine = search::SearchEngine::open(forged.made.data());
  REQUIRE_FALSE(engine);
  CHECK(engine.error().code == ErrorCode::IndexDamaged);
  CHECK(forged.writer_error() == ErrorCode::IndexDamaged);
}

} // namespace forged_manifest_test
