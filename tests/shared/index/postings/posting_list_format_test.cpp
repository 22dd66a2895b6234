// SPDX-License-Identifier: GPL-3.0-or-later
/// The bytes of a file of posting lists, at the limits of its grammar (docs/formats.md).
#include "shared/index/postings/posting_list_format.h"

#include "shared/base/file.h"
#include "tests/shared/index/postings/read_postings.h"
#include "tests/support/temporary_directory.h"

#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace posting_list_format_test {

using namespace trawl;
using namespace trawl::index;
using test::Postings;
using test::read_all;

namespace {

/// The file of an index that has only this term.
class OneList {
 public:
  explicit OneList(const Postings& postings) {
    Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
    for (const auto& [document, tf] : postings) {
      Xapian::Document one;
      one.add_term("term", tf);
      database.replace_document(document, one);
    }
    const auto path = directory_.data().root / "words";
    REQUIRE(write_posting_lists(database, 0, path));
    lists_ = PostingLists::open(path).value();
    bytes_ = read_file(path).value();
  }

  PostingList list() const { return lists_->find("term"); }
  const std::string& bytes() const { return bytes_; }

 private:
  test::TemporaryDirectory directory_;
  std::shared_ptr<const PostingLists> lists_;
  std::string bytes_;
};

/// `count` documents from 1, `step` apart.
Postings every(std::uint32_t step, std::size_t count) {
  Postings out;
  for (std::size_t i = 0; i < count; ++i) out[static_cast<std::uint32_t>(1 + i * step)] = 1;
  return out;
}

/// What seeking gives: the first posting at or after `document`, from the block that may hold it.
std::pair<std::uint32_t, std::uint32_t> first_from(const PostingList& list, std::uint32_t document) {
  const std::size_t block = list.block_of(document, 0);
  if (block >= list.blocks()) return {};
  BlockCursor cursor = list.block(block);
  if (!cursor.seek(document)) return {};
  return {cursor.document(), cursor.tf()};
}

} // namespace

TEST_CASE("posting list format: the bytes of a small file are those of the grammar", "[index]") {
  const std::string bytes = OneList(Postings{{3, 1}, {5, 2}}).bytes();
  // term, df, bytes of the block; gaps and frequencies of one byte each
  const std::string list = std::string("\x04term\x02\x05") + "\x11" + "\x03\x02" + "\x01\x02";
  CHECK(bytes.substr(0, 8) == "TRAWLWL2");
  CHECK(format::fixed_at(bytes, 16, 8) == 2); // documents
  CHECK(format::fixed_at(bytes, 24, 8) == 5); // the last of them
  CHECK(format::fixed_at(bytes, 32, 8) == format::kHeaderBytes + list.size());
  CHECK(format::fixed_at(bytes, 40, 8) == bytes.size());
  CHECK(bytes.substr(format::kHeaderBytes, list.size()) == list);
  const std::string all_once = OneList(Postings{{3, 1}, {5, 1}}).bytes();
  CHECK(all_once.contains(std::string("\x04term\x02\x03") + "\x01" + "\x03\x02")); // no frequencies
}

TEST_CASE("posting list format: a document that is missing at the border of blocks is passed over", "[index]") {
  Postings postings = every(1, 128);
  for (const std::uint32_t document : {130U, 131U}) postings[document] = 1;
  const OneList one(postings);
  CHECK(first_from(one.list(), 128) == std::pair{128U, 1U});
  CHECK(first_from(one.list(), 129) == std::pair{130U, 1U});
  CHECK(first_from(one.list(), 131) == std::pair{131U, 1U});
  CHECK(first_from(one.list(), 132) == std::pair{0U, 0U});
}

TEST_CASE("posting list format: lists of every length around a block are read whole", "[index]") {
  for (const std::size_t count : {1U, 7U, 8U, 9U, 127U, 128U, 129U, 255U, 256U, 257U}) {
    CAPTURE(count);
    const OneList one(every(3, count));
    CHECK(one.list().df() == count);
    CHECK(one.list().blocks() == (count + 127) / 128);
    CHECK(read_all(one.list()) == every(3, count));
  }
}

TEST_CASE("posting list format: gaps and frequencies at the limits of their widths come back", "[index]") {
  for (const std::uint32_t gap : {1U, 254U, 255U, 256U, 65'534U, 65'535U, 65'536U, 70'000U}) {
    for (const std::uint32_t tf : {1U, 2U, 254U, 255U, 256U, 65'536U}) {
      CAPTURE(gap, tf);
      const Postings postings{{1, 1}, {1 + gap, tf}, {2 + gap, 1}};
      const OneList one(postings);
      REQUIRE(read_all(one.list()) == postings);
      CHECK(first_from(one.list(), 2) == std::pair{1 + gap, tf});
      CHECK(first_from(one.list(), 1 + gap) == std::pair{1 + gap, tf});
      CHECK(first_from(one.list(), 2 + gap) == std::pair{2 + gap, 1U});
      CHECK(first_from(one.list(), 3 + gap) == std::pair{0U, 0U});
    }
  }
}

TEST_CASE("posting list format: a cursor that only moves forward finds what a map finds", "[index]") {
  std::mt19937 random(81);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    Postings postings;
    std::uint32_t document = 0;
    const std::uint32_t widest = std::vector<std::uint32_t>{3, 200, 400}[random() % 3];
    for (auto i = 1 + random() % 300; i > 0; --i) {
      const bool is_wide = random() % 100 == 0; // so that some blocks have gaps of four bytes
      document += static_cast<std::uint32_t>(1 + random() % (is_wide ? 70'000 : widest));
      postings[document] = static_cast<std::uint32_t>(1 + random() % 300);
    }
    const OneList one(postings);
    const PostingList list = one.list();
    for (int walk = 0; walk < 20; ++walk) {
      std::size_t block = 0;
      BlockCursor cursor = list.block(0);
      const std::uint32_t longest_step = document / 4 + 1;
      for (std::uint32_t wanted = 1; wanted <= document;
           wanted += static_cast<std::uint32_t>(1 + random() % longest_step)) {
        const std::size_t next = list.block_of(wanted, block);
        REQUIRE(next < list.blocks());
        if (next != block) cursor = list.block(block = next);
        const auto truth = postings.lower_bound(wanted);
        REQUIRE(cursor.seek(wanted));
        REQUIRE(cursor.document() == truth->first);
        REQUIRE(cursor.tf() == truth->second);
      }
    }
  }
}

TEST_CASE("posting list format: galloping from any block finds the block that bisecting finds", "[index]") {
  std::mt19937 random(82);
  const Postings postings = every(5, 40 * PostingBlock::kSize);
  const OneList one(postings);
  const PostingList list = one.list();
  for (int i = 0; i < 2'000; ++i) {
    const auto wanted = static_cast<std::uint32_t>(random() % 27'000);
    const std::size_t from = random() % (list.blocks() + 1);
    std::size_t truth = from;
    while (truth < list.blocks() && 1 + 5 * (128 * (truth + 1) - 1) < wanted) ++truth;
    CAPTURE(wanted, from);
    REQUIRE(list.block_of(wanted, from) == truth);
  }
}

TEST_CASE("posting list format: an index without words has a file without lists", "[index]") {
  const OneList none(Postings{});
  CHECK(none.list().df() == 0);
  CHECK(none.list().blocks() == 0);
  CHECK(none.list().block_of(1, 0) == 0);
  const auto header = format::read_header(none.bytes());
  REQUIRE(header);
  CHECK(header->table == format::kHeaderBytes);
}

TEST_CASE("posting list format: a header is read back, and refused if a figure does not fit the file", "[index]") {
  const std::string good = OneList(Postings{{1, 1}}).bytes();
  const auto header = format::read_header(good);
  REQUIRE(header);
  CHECK(header->size == good.size());
  CHECK(good.starts_with(format::header_bytes(*header)));
  const auto is_refused = [&](auto change) {
    format::Header changed = *header;
    change(changed);
    return !format::read_header(format::header_bytes(changed) + good.substr(format::kHeaderBytes));
  };
  CHECK_FALSE(is_refused([](auto&) {}));
  CHECK(is_refused([](auto& h) { ++h.size; }));
  CHECK(is_refused([](auto& h) { --h.size; }));
  CHECK(is_refused([](auto& h) { h.table = format::kHeaderBytes - 1; }));
  CHECK(is_refused([](auto& h) { h.table = h.size; }));      // no cell at all
  CHECK(is_refused([](auto& h) { h.table = h.size + 1; }));  // beyond the end
  CHECK(is_refused([](auto& h) { h.table = h.size - 24; })); // three cells: not a power of two
  CHECK_FALSE(format::read_header("TRAWLWL1" + good.substr(8)));
  CHECK_FALSE(format::read_header(good.substr(0, format::kHeaderBytes - 1)));
}

TEST_CASE("posting list format: the skips of a list are one per block, and none for a single block", "[index]") {
  CHECK(format::skip_bytes(0) == 0);
  CHECK(format::skip_bytes(1) == 0);
  CHECK(format::skip_bytes(128) == 0);
  CHECK(format::skip_bytes(129) == 2 * format::kSkipBytes);
  CHECK(format::skip_bytes(256) == 2 * format::kSkipBytes);
  CHECK(format::skip_bytes(257) == 3 * format::kSkipBytes);
}

TEST_CASE("posting list format: a fixed number is read only if all its bytes are there", "[index]") {
  std::string bytes;
  format::put_fixed(bytes, 0x0102030405060708, 8);
  CHECK(format::fixed_at(bytes, 0, 8) == 0x0102030405060708);
  CHECK(format::fixed_at(bytes, 0, 1) == 8);
  CHECK(format::fixed_at(bytes, 6, 2) == 0x0102);
  CHECK(format::fixed_at(bytes, 1, 8) == 0);
  CHECK(format::fixed_at(bytes, 8, 1) == 0);
  CHECK(format::fixed_at(bytes, 9, 0) == 0);
}

TEST_CASE("posting list format: words, stems and title terms have lists, filter terms have none", "[index]") {
  const test::TemporaryDirectory directory;
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  Xapian::Document document;
  const std::vector<std::string> listed{"word", "Zstem", "Sword", "SZstem", "8bit", "漢字",
                                        "élan", "Aada",  "Kgpu",  "N0123",  "T0123"};
  const std::vector<std::string> unlisted{"XTAG:gpu", "Q0123", "D202604", "Rest", "Yes"};
  for (const auto* terms : {&listed, &unlisted}) {
    for (const std::string& term : *terms) document.add_term(term);
  }
  database.add_document(document);
  REQUIRE(write_posting_lists(database, 0, directory.data().root / "words"));
  const auto lists = PostingLists::open(directory.data().root / "words");
  REQUIRE(lists);
  for (const std::string& term : listed) CHECK((*lists)->find(term).df() == 1);
  for (const std::string& term : unlisted) CHECK((*lists)->find(term).df() == 0);
}

} // namespace posting_list_format_test
