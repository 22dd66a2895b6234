// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list.h"
#include "shared/index/postings/recent_cache.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace posting_list_test {

using namespace trawl::index;

struct Entry {
  std::uint32_t document, tf;
  bool operator==(const Entry&) const = default;
};

std::vector<Entry> random_entries(std::mt19937& random, std::size_t count, std::uint32_t largest_gap) {
  std::vector<Entry> out;
  std::uint32_t document = 0;
  for (std::size_t i = 0; i < count; ++i) {
    document += 1 + static_cast<std::uint32_t>(random() % largest_gap);
    out.push_back({document, static_cast<std::uint32_t>(random() % 3 == 0 ? 1 + random() % 300 : 1)});
  }
  return out;
}

std::shared_ptr<const Postings> postings_of(const std::vector<Entry>& entries) {
  auto out = std::make_shared<Postings>();
  for (const auto& [document, tf] : entries) {
    out->documents.push_back(document);
    out->tfs.push_back(static_cast<std::uint16_t>(tf));
  }
  return out;
}

/// Gives the same postings for each term, and counts how often it is asked.
struct OneList final : PostingSource {
  explicit OneList(const std::vector<Entry>& entries) : list(postings_of(entries)) {}
  std::shared_ptr<const Postings> postings(const std::string&) const override {
    ++reads;
    return list;
  }
  std::shared_ptr<const Postings> list;
  mutable int reads = 0;
};

TEST_CASE("posting list: blocks and places give what is in the list", "[index]") {
  std::mt19937 random(61);
  for (const std::size_t count : {1U, 2U, 127U, 128U, 129U, 1'000U, 5'000U}) {
    for (const std::uint32_t gap : {1U, 3U, 900U}) {
      CAPTURE(count, gap);
      const std::vector<Entry> entries = random_entries(random, count, gap);
      const OneList source(entries);
      const PostingList list(source, "term", static_cast<std::uint32_t>(count));
      CHECK(list.df() == count);
      CHECK(source.reads == 0); // a term that is only counted is not read
      std::vector<Entry> read;
      PostingBlock block;
      for (std::size_t i = 0; i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at) read.push_back({block.documents[at], block.tf[at]});
      }
      REQUIRE(read == entries);
      CHECK(source.reads == 1);
      const std::uint32_t last = entries.back().document;
      for (int round = 0; round < 200; ++round) {
        const auto wanted = static_cast<std::uint32_t>(random() % (last + 3));
        const std::size_t from = random() % (count + 1);
        std::size_t expected = from;
        while (expected < count && entries[expected].document < wanted) ++expected;
        REQUIRE(list.place_of(wanted, from) == expected);
        if (expected == count) continue;
        REQUIRE(list.document(expected) == entries[expected].document);
        REQUIRE(list.tf(expected) == entries[expected].tf);
      }
    }
  }
}

TEST_CASE("posting list: one of a term that no document has is empty and reads nothing", "[index]") {
  const PostingList none;
  CHECK(none.df() == 0);
  CHECK(none.blocks() == 0);
  CHECK(none.size() == 0);
  CHECK(none.place_of(1, 0) == 0);
}

TEST_CASE("recent cache: it gives back what was kept, and holds no more than twice half of its bytes and two lists",
          "[index]") {
  std::mt19937 random(63);
  constexpr std::size_t kMost = 100'000;
  RecentCache<std::string, Postings> cache(kMost);
  std::vector<std::weak_ptr<const Postings>> kept;
  std::vector<std::vector<Entry>> entries;
  std::size_t largest = 0, found = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    entries.push_back(random_entries(random, 1 + random() % 900, 5));
    auto list = postings_of(entries.back());
    largest = std::max(largest, list->bytes());
    kept.push_back(list);
    const std::size_t bytes_of_list = list->bytes();
    cache.keep("term" + std::to_string(i), std::move(list), bytes_of_list);
    for (int again = 0; again < 3; ++again) {
      const std::size_t wanted = i - random() % std::min<std::size_t>(i + 1, 40);
      const auto got = cache.find("term" + std::to_string(wanted));
      found += got ? 1 : 0;
      if (!got) continue;
      REQUIRE(got->documents.size() == entries[wanted].size());
      for (std::size_t at = 0; at < entries[wanted].size(); ++at) {
        REQUIRE(got->documents[at] == entries[wanted][at].document);
        REQUIRE(got->tfs[at] == entries[wanted][at].tf);
      }
    }
    std::size_t bytes = 0;
    for (const auto& one : kept) {
      if (const auto list_there = one.lock()) bytes += list_there->bytes();
    }
    REQUIRE(bytes <= kMost + 2 * largest);
  }
  CHECK(found > 400);
  CHECK_FALSE(cache.find("nothing"));
}

TEST_CASE("recent cache: a list that is used again and again stays", "[index]") {
  RecentCache<std::string, Postings> cache(20'000);
  std::mt19937 random(64);
  const auto keep = [&](const std::string& term, std::shared_ptr<const Postings> list) {
    const std::size_t bytes = list->bytes();
    cache.keep(term, std::move(list), bytes);
  };
  keep("often", postings_of(random_entries(random, 50, 3)));
  for (int i = 0; i < 300; ++i) {
    REQUIRE(cache.find("often"));
    keep(std::to_string(i), postings_of(random_entries(random, 100, 3)));
  }
  CHECK_FALSE(cache.find("0"));
}

TEST_CASE("recent cache: many threads find and keep at once", "[index]") {
  RecentCache<std::string, Postings> cache(10'000);
  std::atomic<std::size_t> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937 random(seed);
        for (int i = 0; i < 2'000; ++i) {
          const auto size = 1 + static_cast<std::uint32_t>(random() % 60);
          const std::string term = std::to_string(size);
          auto got = cache.find(term);
          if (!got) {
            got = postings_of(random_entries(random, size, 1));
            cache.keep(term, got, got->bytes());
          }
          wrong += got->documents.size() == size ? 0 : 1;
        }
      });
    }
  }
  CHECK(wrong == 0);
}

} // namespace posting_list_test
