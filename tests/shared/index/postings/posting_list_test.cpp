// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list.h"
#include "shared/index/postings/posting_list_writer.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace posting_list_test {

using namespace trawl::index;

namespace {

struct Entry {
  std::uint32_t document, tf;
  bool operator==(const Entry&) const = default;
};

std::vector<Entry> random_entries(std::mt19937& random, std::size_t count, std::uint32_t largest_gap,
                                  std::uint32_t highest_tf) {
  std::vector<Entry> out;
  std::uint32_t document = 0;
  for (std::size_t i = 0; i < count; ++i) {
    document += 1 + static_cast<std::uint32_t>(random() % largest_gap);
    // Most are low, as in real texts.
    const auto tf = random() % 3 == 0 ? 1 + random() % highest_tf : 1;
    out.push_back({document, static_cast<std::uint32_t>(tf)});
  }
  return out;
}

std::string packed(const std::vector<Entry>& entries) {
  PostingListWriter writer;
  for (const auto& [document, tf] : entries) writer.add(document, tf, 1);
  std::string out;
  writer.finish(out);
  return out;
}

std::vector<Entry> read_back(const PostingList& list) {
  std::vector<Entry> out;
  PostingBlock block;
  for (std::size_t i = 0; i < list.blocks(); ++i) {
    list.read(i, true, block);
    for (std::size_t at = 0; at < block.size; ++at) out.push_back({block.documents[at], block.tf[at]});
  }
  return out;
}

} // namespace

TEST_CASE("posting list: what is written is read back, whatever the gaps and frequencies", "[index]") {
  std::mt19937 random(61);
  for (const std::size_t count : {1U, 2U, 3U, 5U, 127U, 128U, 129U, 130U, 131U, 1'000U}) {
    for (const std::uint32_t gap : {1U, 250U, 300U, 70'000U}) {
      for (const std::uint32_t tf : {1U, 2U, 4U, 5U, 16U, 17U, 255U, 256U, 70'000U}) {
        CAPTURE(count, gap, tf);
        const std::vector<Entry> entries = random_entries(random, count, gap, tf);
        const std::string bytes = packed(entries);
        const PostingList list(static_cast<std::uint32_t>(count), bytes, 0, entries.back().document);
        REQUIRE(read_back(list) == entries);
        for (std::size_t i = 0; i < list.blocks(); ++i) {
          const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(i * PostingBlock::kSize);
          const auto end =
              entries.begin() + static_cast<std::ptrdiff_t>(std::min(count, (i + 1) * PostingBlock::kSize));
          const std::uint32_t highest = std::max_element(begin, end, [](auto& a, auto& b) { return a.tf < b.tf; })->tf;
          REQUIRE(list.bound(i).highest_tf >= highest);
          BlockCursor cursor = list.block(i);
          for (auto at = begin; at < end; at += 1 + static_cast<std::ptrdiff_t>(random() % 9)) {
            REQUIRE(cursor.seek(at->document));
            REQUIRE(cursor.document() == at->document);
            REQUIRE(cursor.tf() == at->tf);
            if (end - at <= 9) break;
          }
        }
      }
    }
  }
}

TEST_CASE("posting list: low frequencies take two or four bits", "[index]") {
  const auto size_with = [](std::uint32_t tf) {
    std::vector<Entry> entries;
    for (std::uint32_t i = 0; i < 128; ++i) entries.push_back({i + 1, i == 7 ? tf : 1});
    return packed(entries).size();
  };
  CHECK(size_with(1) == 1 + 128);
  CHECK(size_with(4) == 1 + 128 + 32);
  CHECK(size_with(16) == 1 + 128 + 64);
  CHECK(size_with(17) == 1 + 128 + 128);
  CHECK(size_with(256) == 1 + 128 + 512);
}

TEST_CASE("posting list: truncated or inconsistent bytes read as an empty list", "[index]") {
  std::mt19937 random(62);
  const std::vector<Entry> entries = random_entries(random, 300, 300, 20);
  const std::string bytes = packed(entries);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    CHECK(read_back(PostingList(300, cut, 0, entries.back().document)).size() < entries.size());
  }
  for (int round = 0; round < 2'000; ++round) {
    std::string changed = bytes;
    changed[random() % changed.size()] = static_cast<char>(random());
    for (const Entry& entry : read_back(PostingList(300, changed, 0, entries.back().document))) {
      CHECK(entry.document <= entries.back().document);
      CHECK(entry.document > 0);
    }
  }
  std::string zero = packed({{1, 1}, {2, 1}});
  zero[1] = 0; // the first gap, so that the list begins with the document before the segment's first
  CHECK(read_back(PostingList(2, zero, 0, 9)).empty());
}

} // namespace posting_list_test
