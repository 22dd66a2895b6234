// SPDX-License-Identifier: GPL-3.0-or-later
/// What an index learns of its articles: when it is learnt, what it orders, and what happens without it.
#include "shared/base/file.h"
#include "shared/index/index_check.h"
#include "shared/index/index_writer.h"
#include "shared/index/meaning_file.h"
#include "shared/index/sections/section_file_writer.h"
#include "shared/index/sections/section_format.h"
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/temporary_directory.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace meaning_test {

using namespace trawl;
using namespace trawl::search;

namespace {

constexpr int kArticles = 120;

/// Every second one is about dogs, the others about space; "puppy" and "hound" are never in one article.
Article about_something(int i) {
  static const std::vector<std::vector<std::string>> kWords{
      {"leash", "bark", "kennel", "fur", "paw", "collar", "fetch", "tail"},
      {"orbit", "rocket", "planet", "moon", "launch", "engine", "comet", "crater"}};
  Article article = trawl::test::article(i);
  const auto& matter = kWords[static_cast<std::size_t>(i % 2)];
  article.text = i % 2 == 1 ? "galaxy " : i % 4 == 0 ? "puppy " : "hound ";
  unsigned random = static_cast<unsigned>(i) + 1;
  for (int word = 0; word < 60; ++word)
    article.text += matter[(random = random * 1664525 + 1013904223) >> 16 & 7] + " ";
  article.title = "Note " + std::to_string(i);
  return article;
}

void put(const DataDirectory& directory, int first, int end, bool learn = true) {
  auto writer = index::IndexWriter::open_live(directory);
  REQUIRE(writer);
  for (int i = first; i < end; ++i) REQUIRE(writer->put(about_something(i)));
  REQUIRE(writer->commit(static_cast<std::uint64_t>(end)));
  if (learn) REQUIRE(writer->learn_meaning());
}

SearchResponse answer(const DataDirectory& directory, const std::string& q, bool meaning, bool explain = false,
                      std::size_t limit = 100) {
  auto engine = SearchEngine::open(directory);
  REQUIRE(engine);
  SearchRequest request;
  request.q = q;
  request.meaning = meaning;
  request.explain = explain;
  request.match = MatchMode::Any;
  request.limit = limit;
  auto found = engine->search(request, Moment{});
  REQUIRE(found);
  return std::move(*found);
}

std::vector<std::pair<std::string, double>> order(const SearchResponse& response) {
  std::vector<std::pair<std::string, double>> out;
  for (const Hit& hit : response.hits) out.emplace_back(hit.article.id, hit.score);
  return out;
}

bool has_warning(const SearchResponse& response, const std::string& code) {
  return query::has_warning(response.warnings, code);
}

} // namespace

TEST_CASE("meaning: articles about the same rank higher, and switched off, words alone decide", "[search]") {
  const trawl::test::TemporaryDirectory with, without;
  put(with.data(), 0, kArticles);
  put(without.data(), 0, kArticles, false);
  const std::string q = "puppy note galaxy crater kennel";
  CHECK(order(answer(with.data(), q, false)) == order(answer(without.data(), q, true)));
  CHECK(order(answer(with.data(), q, false)) != order(answer(with.data(), q, true)));
  const SearchResponse explained = answer(with.data(), q, true, true);
  CHECK(std::ranges::any_of(explained.hits.front().explain, [](const auto& part) { return part.name == "meaning"; }));
  double sum = 0;
  for (const ExplainPart& part : explained.hits.front().explain) sum += part.weight;
  CHECK(sum == Approx(explained.hits.front().score));
  CHECK(answer(with.data(), q, true).total == answer(with.data(), q, false).total);
}

TEST_CASE("meaning: it is said of hits that are among the first ten only by it", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  std::ptrdiff_t all = 0;
  for (const char* q :
       {"leash orbit note", "galaxy fur", "note fur moon", "puppy galaxy crater", "hound comet planet tail"}) {
    INFO(q);
    const auto by_meaning = [&](bool meaning) {
      const SearchResponse response = answer(directory.data(), q, meaning);
      return std::ranges::count_if(response.hits, &Hit::by_meaning);
    };
    CHECK(by_meaning(false) == 0);
    CHECK(by_meaning(true) <= 10);
    all += by_meaning(true);
  }
  CHECK(all > 0);
}

TEST_CASE("meaning: words in quotes and names are looked for as they are written", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  for (const char* q : {"\"note 7\" crater moon planet", "+puppy kennel leash tail", "puppy"}) {
    INFO(q);
    CHECK(order(answer(directory.data(), q, true)) == order(answer(directory.data(), q, false)));
  }
  CHECK(order(answer(directory.data(), "note 12", true)).front().first == trawl::test::article(12).id);
}

TEST_CASE("meaning: few articles teach nothing, twice as many are learnt from anew, others are added", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, 20);
  CHECK_FALSE(std::filesystem::exists(index::meaning_path(directory.data())));
  put(directory.data(), 20, kArticles);
  auto learnt = index::MeaningFile::open(directory.data());
  REQUIRE(learnt);
  CHECK((*learnt)->learnt_from() == kArticles);
  put(directory.data(), kArticles, kArticles + 5);
  auto added = index::MeaningFile::open(directory.data());
  REQUIRE(added);
  CHECK((*added)->learnt_from() == kArticles);
  CHECK((*added)->first().articles() == kArticles);
  CHECK((*added)->added().articles() == 5);
  put(directory.data(), kArticles + 5, 2 * kArticles);
  CHECK((*index::MeaningFile::open(directory.data()))->learnt_from() == 2 * kArticles);
}

TEST_CASE("meaning: what was added later equals what is made at once", "[search]") {
  const trawl::test::TemporaryDirectory directory, again;
  put(directory.data(), 0, kArticles);
  const auto before = *index::MeaningFile::open(directory.data());
  put(directory.data(), kArticles, kArticles + 9);
  const auto after = *index::MeaningFile::open(directory.data());
  CHECK(before->vectors() == after->vectors());
  put(again.data(), 0, kArticles);
  const auto same = *index::MeaningFile::open(again.data());
  CHECK(before->vectors() == same->vectors());
  CHECK(before->stems() == same->stems());
}

TEST_CASE("meaning: a few new articles are written beside the others, until they are many", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  const auto files = [&] {
    return std::pair(*read_file(index::meaning_path(directory.data())),
                     read_file(index::added_meaning_path(directory.data())).value_or(""));
  };
  put(directory.data(), 0, kArticles);
  const std::string first = files().first;
  CHECK(files().second.empty());
  put(directory.data(), kArticles, kArticles + 3);
  CHECK((files().first == first)); // not to be printed
  const std::string three = files().second;
  put(directory.data(), kArticles + 3, kArticles + 7);
  CHECK((files().first == first));
  CHECK(three.size() < files().second.size());
  CHECK(files().second.size() < first.size() / 4);
  const auto apart = *index::MeaningFile::open(directory.data());
  CHECK(index::check_files(directory.data()));

  put(directory.data(), kArticles + 7, kArticles + 8);
  CHECK_FALSE((files().first == first));
  CHECK(files().second.empty());
  const auto together = *index::MeaningFile::open(directory.data());
  CHECK(together->first().articles() == kArticles + 8);
  CHECK(together->learnt_from() == kArticles);
  for (int i = 0; i < kArticles + 7; ++i) {
    INFO(i);
    const std::uint64_t id = std::stoull(about_something(i).id, nullptr, 16);
    REQUIRE(apart->passages(id));
    CHECK(std::ranges::equal(*apart->passages(id), *together->passages(id)));
    CHECK_FALSE(together->passages(id - 1));
    CHECK_FALSE(together->passages(id + 1));
  }
  CHECK_FALSE(together->passages(0));
  CHECK_FALSE(together->passages(~std::uint64_t{0}));
}

TEST_CASE("meaning: additions to a file that is no more do not count, and the next writer removes or replaces them",
          "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  put(directory.data(), kArticles, kArticles + 3);
  const auto path = index::added_meaning_path(directory.data());
  const std::string additions = *read_file(path);
  put(directory.data(), kArticles + 3, kArticles + 20);
  CHECK_FALSE(std::filesystem::exists(path));
  const std::string q = "puppy note galaxy crater kennel";
  const auto before = order(answer(directory.data(), q, true));

  REQUIRE(write_file_atomic(path, additions)); // as a program leaves it that is killed between the two
  CHECK((*index::MeaningFile::open(directory.data()))->added().articles() == 0);
  CHECK(order(answer(directory.data(), q, true)) == before);
  CHECK_FALSE(has_warning(answer(directory.data(), q, true), "meaning_damaged"));
  CHECK(index::check_files(directory.data()));
  put(directory.data(), 0, 1);
  CHECK_FALSE(std::filesystem::exists(path));
  REQUIRE(write_file_atomic(path, additions));
  put(directory.data(), kArticles + 20, kArticles + 22);
  CHECK((*index::MeaningFile::open(directory.data()))->added().articles() == 2);
}

TEST_CASE("meaning: an article that grew is known by its new passages", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  Article grown = about_something(7);
  for (int i = 0; i < 5; ++i) grown.text += grown.text;
  const std::uint64_t id = std::stoull(grown.id, nullptr, 16);
  CHECK((*index::MeaningFile::open(directory.data()))->passages(id)->size() == 1);
  auto writer = index::IndexWriter::open_live(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->put(grown));
  REQUIRE(writer->commit(500));
  REQUIRE(writer->learn_meaning());
  const auto known = *index::MeaningFile::open(directory.data());
  CHECK(known->added().articles() == 1);
  CHECK(known->passages(id)->size() > 10);
}

TEST_CASE("meaning: damaged or forged additions are reported, found by the check, and made again", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  put(directory.data(), kArticles, kArticles + 5);
  const auto path = index::added_meaning_path(directory.data());
  const std::string whole = *read_file(path);
  const std::string q = "puppy note galaxy crater kennel";
  const auto words = order(answer(directory.data(), q, false));
  const auto is_reported = [&](const std::string& content) {
    REQUIRE(write_file_atomic(path, content));
    const SearchResponse response = answer(directory.data(), q, true);
    const auto checked = index::check_files(directory.data());
    CHECK((!checked && checked.error().where == path.string()));
    return has_warning(response, "meaning_damaged") && order(response) == words;
  };
  CHECK(is_reported(""));
  CHECK(is_reported(whole.substr(0, whole.size() / 2)));
  for (std::size_t at = 17; at + 100 < whole.size(); at += whole.size() / 12) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 16);
    is_reported(flipped); // a search may not touch this byte
  }
  put(directory.data(), 0, 1);
  CHECK(index::check_files(directory.data()));
  CHECK_FALSE(has_warning(answer(directory.data(), q, true), "meaning_damaged"));

  // Checksums that fit, and rows whose passages are not there, end before they begin, or end within a row.
  const auto id = std::stoull(about_something(0).id, nullptr, 16);
  std::filesystem::remove(path);
  const std::uint32_t first_file = (*index::MeaningFile::open(directory.data()))->checksum();
  const auto forge = [&](std::uint32_t end_before, std::uint32_t end, std::size_t bytes_missing) {
    auto forged = index::SectionFileWriter::create(path);
    REQUIRE(forged);
    std::string meta, rows;
    index::format::put(meta, std::uint32_t{1});
    index::format::put(meta, first_file);
    for (const auto& [article, last] : {std::pair(std::uint64_t{0}, end_before), std::pair(std::uint64_t{id}, end)}) {
      index::format::put(rows, article);
      index::format::put(rows, std::uint32_t{1});
      index::format::put(rows, last);
    }
    rows.resize(rows.size() - bytes_missing);
    forged->add("meta", meta);
    forged->add("articles", rows);
    forged->add("passages", std::string(64, 'x'));
    REQUIRE(forged->finish());
  };
  for (const auto& [end_before, end, missing] :
       {std::tuple(0U, 2U, 0U), std::tuple(0U, 0xFFFFFFFFU, 0U), std::tuple(9U, 1U, 0U), std::tuple(0U, 1U, 3U)}) {
    INFO(end_before << ' ' << end << ' ' << missing);
    forge(end_before, end, missing);
    const SearchResponse response = answer(directory.data(), q, true);
    CHECK(has_warning(response, "meaning_damaged"));
    CHECK(order(response) == words);
  }
}

TEST_CASE("meaning: a rebuilt index orders as the one that it replaces", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  put(directory.data(), kArticles, kArticles + 50);
  const std::string q = "puppy note galaxy crater kennel";
  const auto before = order(answer(directory.data(), q, true));
  const auto rebuild = [&] {
    auto writer = index::IndexWriter::create(directory.data());
    REQUIRE(writer);
    for (int i = 0; i < kArticles + 50; ++i) REQUIRE(writer->put(about_something(i)));
    REQUIRE(writer->publish(1));
    REQUIRE(writer->learn_meaning());
    return *index::MeaningFile::open(directory.data());
  };
  CHECK(rebuild()->learnt_from() == kArticles);
  CHECK(order(answer(directory.data(), q, true)) == before);
  const auto path = index::meaning_path(directory.data());
  std::string damaged = *read_file(path);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 16);
  REQUIRE(write_file_atomic(path, damaged));
  CHECK(rebuild()->learnt_from() == kArticles + 50);
}

TEST_CASE("meaning: a damaged byte is found by the check, and the next writer learns anew", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  CHECK(index::check_files(directory.data()));
  const std::filesystem::path path = index::meaning_path(directory.data());
  const std::string whole = *read_file(path);
  for (std::size_t at = 24; at < whole.size(); at += whole.size() / 12) {
    INFO(at);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 16);
    REQUIRE(write_file_atomic(path, damaged));
    const auto checked = index::check_files(directory.data());
    CHECK((!checked && checked.error().where == path.string()));
    put(directory.data(), 0, 1);
    CHECK((*read_file(path) == whole)); // not to be printed
    CHECK(index::check_files(directory.data()));
  }
}

TEST_CASE("meaning: nothing is left behind if it cannot be written", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles, false);
  const std::filesystem::path path = index::meaning_path(directory.data());
  std::filesystem::create_directories(path / "in the way");
  CHECK_FALSE(index::update_meaning(directory.data()));
  CHECK_FALSE(std::filesystem::exists(path.string() + ".new"));
}

TEST_CASE("meaning: a damaged or foreign file is reported, and words alone decide", "[search]") {
  const trawl::test::TemporaryDirectory directory;
  put(directory.data(), 0, kArticles);
  const std::string q = "puppy note galaxy crater kennel";
  const auto words = order(answer(directory.data(), q, false));
  const std::filesystem::path path = index::meaning_path(directory.data());
  const std::string whole = *read_file(path);
  const auto check = [&](const std::string& content) {
    REQUIRE(write_file_atomic(path, content));
    const SearchResponse response = answer(directory.data(), q, true);
    CHECK(has_warning(response, "meaning_damaged"));
    CHECK(order(response) == words);
    CHECK_FALSE(has_warning(answer(directory.data(), q, false), "meaning_damaged"));
  };
  check("");
  check("foreign");
  check(whole.substr(0, whole.size() / 2));
  std::string flipped = whole;
  for (std::size_t i = 100; i < flipped.size() / 2; i += 100) flipped[i] = static_cast<char>(flipped[i] ^ 16);
  check(flipped);
  const trawl::test::TemporaryDirectory other;
  put(other.data(), 1'000, 1'000 + kArticles);
  check(*read_file(index::meaning_path(other.data())));
  std::filesystem::remove(path);
  CHECK(order(answer(directory.data(), q, true)) == words);
  put(directory.data(), 0, 1); // the next writer makes it again
  CHECK_FALSE(has_warning(answer(directory.data(), q, true), "meaning_damaged"));
  CHECK(std::filesystem::exists(path));
  std::filesystem::copy_file(index::meaning_path(other.data()), path,
                             std::filesystem::copy_options::overwrite_existing);
  put(directory.data(), 0, 1);
  CHECK_FALSE(has_warning(answer(directory.data(), q, true), "meaning_damaged"));
  CHECK(order(answer(directory.data(), q, true)) != words);
}

} // namespace meaning_test
