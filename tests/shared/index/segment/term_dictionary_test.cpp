// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/term_dictionary.h"

#include "shared/index/segment/section_names.h"
#include "shared/index/segment/segment_file_writer.h"
#include "tests/support/temporary_directory.h"

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace term_dictionary_test {

std::string random_term(std::mt19937& random) {
  std::string term(1 + random() % 9, 'a');
  for (char& c : term) c = static_cast<char>('a' + random() % 6);
  return random() % 4 == 0 ? "Z" + term : term;
}

/// A file with the terms, each with its number as df, with or without what older segments lack.
std::shared_ptr<const SegmentFile> file_of(const std::map<std::string, std::uint32_t>& terms, bool with_filter,
                                           const std::filesystem::path& path) {
  TermDictionaryWriter writer;
  for (const auto& [term, df] : terms) writer.add(term, df, 8 * df, 8);
  auto file = SegmentFileWriter::create(path).value();
  file.add(kTerms, writer.text(), writer.size());
  file.add_numbers(kTermBlocks, writer.blocks());
  file.add(kTermCells, writer.cells());
  if (with_filter) file.add(kTermFilter, writer.filter());
  if (with_filter) file.add(kCommonFilter, writer.common_filter());
  REQUIRE(file.finish());
  return SegmentFile::open(path).value();
}

} // namespace term_dictionary_test

using namespace term_dictionary_test;

TEST_CASE("term dictionary: finds the terms that it has and no others, with and without a filter", "[segment]") {
  constexpr unsigned kSeed = 5;
  std::mt19937 random(kSeed);
  const test::TemporaryDirectory directory;
  for (const std::size_t count : {0u, 1u, 3u, 40u, 5'000u}) {
    INFO("seed " << kSeed << ", " << count << " terms");
    std::map<std::string, std::uint32_t> terms;
    while (terms.size() < count) terms.try_emplace(random_term(random), static_cast<std::uint32_t>(terms.size() + 1));
    for (const bool with_filter : {true, false}) {
      const auto file = file_of(terms, with_filter, directory.data().root / ("terms-" + std::to_string(with_filter)));
      const TermDictionary dictionary(*file);
      for (const auto& [term, df] : terms) {
        REQUIRE(dictionary.may_contain(hash_of_term(term)));
        REQUIRE((df < kCommonDf || dictionary.may_be_common(hash_of_term(term))));
        const auto entry = dictionary.find(term);
        REQUIRE(entry);
        REQUIRE(entry->df == df);
      }
      for (int i = 0; i < 3'000; ++i) {
        const std::string term = random_term(random);
        REQUIRE(dictionary.find(term).has_value() == terms.contains(term));
      }
    }
  }
}

TEST_CASE("term filter: one absent term in fifty seems to be there at most", "[segment]") {
  std::mt19937 random(7);
  const test::TemporaryDirectory directory;
  std::map<std::string, std::uint32_t> terms;
  while (terms.size() < 20'000) terms.try_emplace(random_term(random) + random_term(random), 1);
  const auto file = file_of(terms, true, directory.data().root / "terms");
  const TermDictionary dictionary(*file);
  int seeming = 0;
  for (int i = 0; i < 20'000; ++i) seeming += dictionary.may_contain(hash_of_term("z" + std::to_string(i))) ? 1 : 0;
  CHECK(seeming < 400);
  CHECK(file->find(kTermFilter)->size <= 20'000 * 10 / 8 + 32);
}
