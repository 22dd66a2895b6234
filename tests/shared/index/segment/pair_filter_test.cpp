// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/pair_filter.h"

#include "shared/index/records/positions_writer.h"
#include "shared/index/segment/section_names.h"
#include "shared/index/segment/segment_file_writer.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace pair_filter_test {

struct Word {
  std::uint32_t position;
  std::string stem;
};
using Words = std::vector<Word>;

/// Words one after another; some share a position, as the parts of a name do.
Words random_words(std::mt19937& random, const std::vector<std::string>& vocabulary) {
  Words out;
  for (std::uint32_t position = 1; position < 60; ++position) {
    const std::size_t parts = random() % 10 == 0 ? 2 : 1;
    for (std::size_t i = 0; i < parts; ++i) out.push_back({position, vocabulary[random() % vocabulary.size()]});
  }
  return out;
}

std::string packed(const Words& words) {
  text::TermTable table;
  std::vector<text::TermOccurrence> terms;
  for (const Word& word : words) terms.push_back({table.add("Z" + word.stem), word.position});
  return pack_positions(terms);
}

bool has_pair(const Words& words, const std::string& first, const std::string& next) {
  for (const Word& a : words) {
    if (a.stem != first) continue;
    for (const Word& b : words) {
      const bool is_after = b.position == a.position + 1 || (b.position == a.position && first != next);
      if (is_after && b.stem == next) return true;
    }
  }
  return false;
}

/// A file with the filter of documents 1, 2, … (element 0 is unused).
std::shared_ptr<const SegmentFile> file_of(const std::vector<std::string>& documents,
                                           const std::vector<std::string>& stems, const std::filesystem::path& path) {
  std::vector<StemKey> keys;
  for (const std::string& stem : stems) keys.emplace_back(stem);
  PairFilterWriter pairs(keys, static_cast<std::uint32_t>(documents.size() - 1),
                         [&](std::uint32_t document) { return std::string_view(documents[document]); });
  auto file = SegmentFileWriter::create(path).value();
  file.add(kMeta, "x");
  if (pairs.rows() > 0) {
    file.begin(kPairs);
    pairs.write_to([&](std::string_view bytes) { file.write(bytes); });
  }
  REQUIRE(file.finish());
  return SegmentFile::open(path).value();
}

std::vector<std::uint64_t> bitmap_of_all(std::uint32_t documents) {
  std::vector<std::uint64_t> bitmap(documents / 64 + 1, 0);
  for (std::uint32_t document = 1; document <= documents; ++document) bitmap[document / 64] |= 1ULL << document % 64;
  return bitmap;
}

} // namespace pair_filter_test

using namespace pair_filter_test;

TEST_CASE("pair filter: keeps all documents with the pair and drops most without it", "[segment]") {
  constexpr unsigned kSeed = 11;
  std::mt19937 random(kSeed);
  const test::TemporaryDirectory directory;
  std::vector<std::string> vocabulary;
  for (int i = 0; i < 300; ++i) vocabulary.push_back("stem" + std::to_string(i));
  const std::vector<std::string> frequent(vocabulary.begin(), vocabulary.begin() + 100);
  // The largest has a second slice.
  for (const std::uint32_t count : {64u, 65u, 127u, 128u, 1'000u, 70'000u}) {
    INFO("seed " << kSeed << ", " << count << " documents");
    std::vector<Words> words(1);
    std::vector<std::string> documents(1);
    for (std::uint32_t i = 0; i < count; ++i) {
      words.push_back(random_words(random, vocabulary));
      documents.push_back(packed(words.back()));
    }
    const auto file = file_of(documents, frequent, directory.data().root / ("pairs-" + std::to_string(count)));
    const PairFilter filter(*file, count);
    REQUIRE(filter.is_there());
    std::size_t kept = 0, without = 0, lost = 0;
    for (int query = 0; query < 12; ++query) {
      const std::string& first = frequent[random() % frequent.size()];
      const std::string& next = frequent[random() % frequent.size()];
      std::vector<std::uint64_t> bitmap = bitmap_of_all(count);
      filter.keep(StemKey(first), StemKey(next), bitmap);
      for (std::uint32_t document = 1; document <= count; ++document) {
        const bool is_kept = (bitmap[document / 64] >> document % 64 & 1) != 0;
        const bool has = has_pair(words[document], first, next);
        if (has && !is_kept) ++lost;
        if (!has) ++without;
        if (!has && is_kept) ++kept;
      }
    }
    CHECK(lost == 0);
    CHECK(kept < without / 4);
  }
}

TEST_CASE("pair filter: without a filter, or with one of a wrong size, all documents are kept", "[segment]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::string> few(10, packed({{1, "a"}, {2, "b"}}));
  const auto small = file_of(few, {"a", "b"}, directory.data().root / "small");
  CHECK_FALSE(PairFilter(*small, 9).is_there());
  const std::vector<std::string> many(101, packed({{1, "a"}, {2, "b"}}));
  const auto file = file_of(many, {"a", "b"}, directory.data().root / "many");
  REQUIRE(PairFilter(*file, 100).is_there());
  const PairFilter other(*file, 5'000);
  CHECK_FALSE(other.is_there());
  std::vector<std::uint64_t> bitmap = bitmap_of_all(5'000);
  other.keep(StemKey("x"), StemKey("y"), bitmap);
  CHECK(bitmap == bitmap_of_all(5'000));
}

TEST_CASE("pair filter: what is damaged of it keeps all documents, and so does one of an odd size", "[segment]") {
  const test::TemporaryDirectory directory;
  const std::vector<std::string> many(101, packed({{1, "a"}, {2, "b"}}));
  const auto path = directory.data().root / "damaged";
  const std::uint64_t at = file_of(many, {"a", "b"}, path)->find(kPairs)->offset;
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file.put('\xA5');
  }
  const auto damaged = SegmentFile::open(path).value();
  const PairFilter filter(*damaged, 100);
  REQUIRE(filter.is_there());
  std::vector<std::uint64_t> bitmap = bitmap_of_all(100);
  filter.keep(StemKey("x"), StemKey("y"), bitmap);
  CHECK(bitmap == bitmap_of_all(100));
  CHECK(damaged->is_damaged());

  const auto is_there = [&](std::size_t bytes) {
    const auto other = directory.data().root / std::to_string(bytes);
    auto writer = SegmentFileWriter::create(other).value();
    writer.add(kPairs, std::string(bytes, '\0'));
    REQUIRE(writer.finish());
    return PairFilter(*SegmentFile::open(other).value(), 100).is_there();
  };
  CHECK(is_there(2 * 16)); // two rows of two words
  CHECK_FALSE(is_there(2 * 16 + 8));
  CHECK_FALSE(is_there(3 * 16));
}
