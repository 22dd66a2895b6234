// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_lists.h"

#include "shared/base/file.h"
#include "tests/shared/index/postings/read_postings.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/temporary_directory.h"

#include <map>
#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <xapian.h>

namespace posting_lists_test {

using namespace trawl;
using namespace trawl::index;
using test::Postings;
using test::read_all;

namespace {

using Truth = std::map<std::string, Postings>;

/// Terms of every density, so that lists have one block or many, and gaps and frequencies of every width.
Truth random_postings(std::mt19937& random, std::uint32_t documents) {
  Truth truth;
  for (const std::uint32_t every : {1u, 3u, 100u, 1'000u}) {
    for (const std::uint32_t most : {1u, 9u, 1'000u}) {
      Postings& postings = truth["Zterm" + std::to_string(every) + "x" + std::to_string(most)];
      for (auto d = 1 + random() % every; d <= documents; d += 1 + random() % (2 * every)) {
        postings[static_cast<std::uint32_t>(d)] = static_cast<std::uint32_t>(1 + random() % most);
      }
    }
  }
  truth["Zwide"] = {{1, 1}, {documents, 70'000}};
  return truth;
}

std::filesystem::path write(const test::TemporaryDirectory& directory, const Truth& truth, std::uint32_t documents) {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  for (std::uint32_t d = 1; d <= documents; ++d) database.add_document(Xapian::Document());
  std::map<std::uint32_t, Xapian::Document> changed;
  for (const auto& [term, postings] : truth) {
    for (const auto& [document, tf] : postings) changed[document].add_term(term, tf);
  }
  for (auto& [number, document] : changed) {
    document.add_boolean_term("XSOURCE:made");
    database.replace_document(number, document);
  }
  const auto path = directory.data().root / "words-1.trawl";
  REQUIRE(write_posting_lists(database, 77, path));
  return path;
}

} // namespace

TEST_CASE("posting lists: every list is read back, whole and by seeking", "[index]") {
  std::mt19937 random(31);
  const test::TemporaryDirectory directory;
  const std::uint32_t documents = 70'100;
  const Truth truth = random_postings(random, documents);
  const auto lists = PostingLists::open(write(directory, truth, documents));
  REQUIRE(lists);
  CHECK((*lists)->state().document_store_bytes == 77);
  CHECK((*lists)->state().documents == documents);
  CHECK((*lists)->state().last_document == documents);
  for (const auto& [term, postings] : truth) {
    CAPTURE(term);
    const PostingList list = (*lists)->find(term);
    REQUIRE(list.df() == postings.size());
    REQUIRE(read_all(list) == postings);
    for (int i = 0; i < 300; ++i) {
      const auto wanted = static_cast<std::uint32_t>(1 + random() % documents);
      const auto next = postings.lower_bound(wanted);
      const std::size_t block = list.block_of(wanted, 0);
      REQUIRE((block < list.blocks()) == (next != postings.end() || list.df() <= PostingBlock::kSize));
      if (block == list.blocks()) continue;
      BlockCursor cursor = list.block(block);
      REQUIRE(cursor.seek(wanted) == (next != postings.end()));
      if (next == postings.end()) continue;
      REQUIRE(cursor.document() == next->first);
      REQUIRE(cursor.tf() == next->second);
    }
  }
}

TEST_CASE("posting lists: terms of filters and unknown terms have none", "[index]") {
  const test::TemporaryDirectory directory;
  const auto lists = PostingLists::open(write(directory, {{"word", {{1, 2}}}, {"Sword", {{1, 1}}}}, 1));
  REQUIRE(lists);
  CHECK((*lists)->find("word").df() == 1);
  CHECK((*lists)->find("Sword").df() == 1);
  CHECK((*lists)->find("XSOURCE:made").df() == 0);
  CHECK((*lists)->find("nowhere").df() == 0);
  CHECK((*lists)->find("").df() == 0);
}

TEST_CASE("posting lists: a truncated file is refused", "[index]") {
  const test::TemporaryDirectory directory;
  const auto path = write(directory, {{"word", {{1, 2}, {3, 1}}}}, 3);
  const std::string bytes = read_file(path).value();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(write_file_atomic(path, bytes.substr(0, size)));
    REQUIRE_FALSE(PostingLists::open(path));
  }
}

TEST_CASE("posting lists: whatever bit is changed, no list names a document above the last one", "[index]") {
  const test::TemporaryDirectory directory;
  Postings many;
  for (std::uint32_t d = 1; d <= 300; ++d) many[d] = d % 5 + 1;
  const Truth truth{{"Zmany", many}, {"Zfew", {{7, 1}, {299, 300}}}};
  const auto path = write(directory, truth, 300);
  const std::string bytes = read_file(path).value();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    REQUIRE(write_file_atomic(path, test::with_flipped_bit(bytes, bit)));
    const auto lists = PostingLists::open(path);
    if (!lists) continue;
    for (const auto& [term, postings] : truth) {
      const PostingList list = (*lists)->find(term);
      PostingBlock block;
      for (std::size_t i = 0; i < std::min<std::size_t>(list.blocks(), 8); ++i) {
        list.read(i, true, block);
        REQUIRE(block.size <= PostingBlock::kSize);
        for (std::size_t p = 0; p < block.size; ++p) REQUIRE(block.documents[p] <= (*lists)->state().last_document);
        BlockCursor cursor = list.block(i);
        if (cursor.seek(150)) cursor.tf();
      }
      CHECK(list.block_of(150, 0) <= list.blocks());
    }
  }
}

TEST_CASE("posting lists: only the files of other revisions are removed", "[index]") {
  const test::TemporaryDirectory directory;
  const auto& folder = directory.data().root;
  for (const char* name : {"words-1.trawl", "words-2.trawl", "words-12.trawl.building", "records.trawl"}) {
    REQUIRE(write_file_atomic(folder / name, "x"));
  }
  remove_other_posting_lists(folder, 2);
  CHECK_FALSE(std::filesystem::exists(folder / "words-1.trawl"));
  CHECK(std::filesystem::exists(posting_list_file(folder, 2)));
  CHECK_FALSE(std::filesystem::exists(folder / "words-12.trawl.building"));
  CHECK(std::filesystem::exists(folder / "records.trawl"));
}

} // namespace posting_lists_test
