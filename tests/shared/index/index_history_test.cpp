// SPDX-License-Identifier: GPL-3.0-or-later
/// Histories of an index of several shards against a map of what it should have.
#include "shared/base/file.h"
#include "shared/index/index_check.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace index_history_test {

using namespace trawl;
using namespace trawl::index;
using test::must;

constexpr std::size_t kFirst = 300; // articles that every history begins with

Article small_article(std::size_t number, unsigned version, bool is_gone = false) {
  Article out;
  out.url = "https://example.org/" + std::to_string(number);
  out.id = article_id(out.url);
  out.title = "Number " + std::to_string(number);
  out.source = "source" + std::to_string(version % 3);
  out.text = "word" + std::to_string((number + version) % 7) + " version" + std::to_string(version);
  if (version % 2 == 0) out.tags.push_back("tag" + std::to_string(version % 9));
  if (is_gone) out.gone_since = Moment{std::chrono::seconds{1'000'000 + version}};
  return out;
}

std::string id_of(std::size_t number) { return small_article(number, 0).id; }

/// What the index should have, by number.
struct Model {
  std::map<std::size_t, Article> articles;
  std::set<std::size_t> removed; ///< once

  std::size_t living() const {
    return static_cast<std::size_t>(std::ranges::count_if(articles, [](auto& one) { return !one.second.gone_since; }));
  }
};

/// The ids of the living documents with a term.
std::multiset<std::string> with_term(const IndexReader& reader, const std::string& term) {
  std::multiset<std::string> ids;
  const PostingList list = reader.columns().find_postings(term);
  PostingBlock block;
  for (std::size_t i = 0; i < list.blocks(); ++i) {
    list.read(i, false, block);
    for (std::size_t at = 0; at < block.size; ++at)
      ids.insert(article_id_of(reader.columns().ids()[block.documents[at]]));
  }
  return ids;
}

void check_terms_and_values(const IndexReader& reader, const Model& model, bool with_gone) {
  std::map<std::string, std::multiset<std::string>> terms;
  std::map<std::string, std::uint32_t> tags;
  for (const auto& [number, article] : model.articles) {
    if (article.gone_since && !with_gone) continue;
    terms[article.text.substr(0, article.text.find(' '))].insert(article.id);
    for (const std::string& tag : article.tags) ++tags[tag];
  }
  for (int i = 0; i < 7; ++i) {
    const std::string word = "word" + std::to_string(i);
    REQUIRE(with_term(reader, word) == terms[word]);
  }
  const ValueColumn& column = *reader.columns().column("tag");
  for (int i = 0; i < 9; ++i) {
    const std::string tag = "tag" + std::to_string(i);
    const auto ordinal = column.find(tag);
    REQUIRE((ordinal ? column.documents[*ordinal] : 0) == tags[tag]);
  }
}

/// Whether the index has what the model has. `numbers`: those that were ever used.
void check(const DataDirectory& data, const Model& model, std::size_t numbers) {
  const auto reader = must(IndexReader::open(data));
  const auto all = reader->with_gone();
  REQUIRE((all != nullptr) == (model.living() < model.articles.size()));
  for (std::size_t number = 0; number < numbers; ++number) {
    CAPTURE(number);
    const auto known = model.articles.find(number);
    const bool is_there = known != model.articles.end(), is_gone = is_there && known->second.gone_since.has_value();
    const std::uint32_t document = reader->find(id_of(number));
    REQUIRE((document != 0) == (is_there && !is_gone));
    REQUIRE(reader->was_removed(id_of(number)) == model.removed.contains(number));
    if (!is_there) {
      if (all) REQUIRE(all->find(id_of(number)) == 0);
      continue;
    }
    const IndexReader& holder = is_gone ? *all : *reader;
    const Article held = must(holder.article(holder.find(known->second.id), ArticlePart::Whole));
    REQUIRE(held.text == known->second.text);
    REQUIRE(held.gone_since == known->second.gone_since);
  }
  REQUIRE(reader->columns().live_documents == model.living());
  if (all) REQUIRE(all->columns().live_documents == model.articles.size());
  IndexCheck of_index(reader);
  for (const auto& [number, article] : model.articles) REQUIRE(of_index.look_at(article) == IndexCheck::Verdict::Same);
  REQUIRE(of_index.fault_of_postings() == std::nullopt);
  check_terms_and_values(*reader, model, false);
  if (all) check_terms_and_values(*all, model, true);
}

/// How many documents any program finds that knows Xapian.
std::size_t seen_by_xapian(const DataDirectory& data) {
  return Xapian::Database(data.index_stub().string()).get_doccount();
}

struct World {
  test::TemporaryDirectory directory;
  std::optional<IndexWriter> writer;
  Model committed, pending;
  std::uint64_t commits = 0;
  std::size_t numbers = kFirst;
  bool is_aside = false;

  World() {
    open();
    for (std::size_t number = 0; number < kFirst; ++number) put(number, 0);
    commit();
    close();
  }
  const DataDirectory& data() const { return directory.data(); }
  void open() { writer.emplace(must(IndexWriter::open_live(data()))); }
  /// What was not committed is lost.
  void close() {
    writer.reset();
    pending = committed;
    is_aside = false;
  }
  void put(std::size_t number, unsigned version, bool is_gone = false) {
    const Article article = small_article(number, version, is_gone);
    must(writer->put(article));
    pending.articles[number] = article;
    numbers = std::max(numbers, number + 1);
  }
  void remove(std::size_t number) {
    must(writer->remove(id_of(number)));
    pending.articles.erase(number);
    pending.removed.insert(number);
  }
  void commit() {
    must(writer->commit(++commits));
    committed = pending;
    is_aside = false;
  }
  /// The first call commits.
  void set_aside() {
    const bool is_first = !std::exchange(is_aside, true);
    if (is_first) ++commits;
    must(writer->set_aside(commits));
    if (is_first) committed = pending;
  }
  void check_committed() const { check(data(), committed, numbers); }
};

TEST_CASE("index history: many articles at once are put aside, and are there from the next commit on", "[index]") {
  World world;
  world.open();
  for (const bool is_second : {false, true}) {
    CAPTURE(is_second);
    const std::size_t first = world.numbers;
    for (std::size_t number = first; number < first + 300; ++number) {
      world.put(number, 1);
      if (number % 100 == 99) world.set_aside();
    }
    world.put(7, is_second ? 2 : 1); // of the live database
    world.put(first + 7, 2);         // of one aside
    world.put(first + 9, 2, true);
    world.remove(first + 8);
    world.remove(11);
    CHECK(seen_by_xapian(world.data()) == world.committed.articles.size());
    CHECK(world.writer->document_count() == world.pending.living());
    world.check_committed();
    world.commit();
    world.check_committed();
    std::size_t folders = 0;
    for (const auto& path : must(entries_of(world.data().index())))
      folders += std::filesystem::is_directory(path) ? 1 : 0;
    CHECK(folders == 1);
  }
  world.put(kFirst + 7, 3);
  world.commit();
  world.check_committed();
}

TEST_CASE("index history: what was put aside is lost with its writer, and found by none", "[index]") {
  World world;
  world.open();
  for (std::size_t number = kFirst; number < kFirst + 50; ++number) {
    world.put(number, 1);
    if (number == kFirst + 20) world.set_aside();
  }
  world.remove(3);
  world.close();
  world.check_committed();
  world.open();
  world.check_committed();
}

TEST_CASE("index history: a writer that goes without a commit leaves the last one", "[index]") {
  World world;
  for (int round = 0; round < 3; ++round) {
    world.open();
    CHECK(world.writer->store_sequence() == world.commits);
    world.remove(4);
    world.put(kFirst + 1, 5);
    world.put(3, 5);
    world.put(5, 5, true);
    world.close();
    world.check_committed();
    if (round == 1) {
      world.open();
      world.put(kFirst, 4);
      world.put(6, 4, true);
      world.commit();
      world.close();
    }
  }
}

TEST_CASE("index history: after any changes, commits and merges it has what was put last and not removed", "[index]") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    World world;
    for (int session = 0; session < 8; ++session) {
      CAPTURE(session);
      world.open();
      const auto change = [&] {
        const std::size_t number = random() % 3 == 0 ? random() % (kFirst + 100) : random() % 30;
        const auto kind = random() % 10;
        if (kind < 2) {
          world.remove(number);
        } else {
          world.put(number, static_cast<unsigned>(random() % 50), kind < 5);
        }
      };
      for (auto commit = 1 + random() % 3; commit > 0; --commit) {
        for (auto changes = 1 + random() % 15; changes > 0; --changes) {
          change();
          if (random() % 10 == 0) world.set_aside();
        }
        world.commit();
        REQUIRE(world.writer->document_count() == world.committed.living());
        world.check_committed();
      }
      REQUIRE(seen_by_xapian(world.data()) == world.committed.articles.size());
      if (random() % 4 == 0) must(world.writer->compact());
      if (random() % 2 == 0) {
        for (int i = 0; i < 5; ++i) change(); // dropped with the writer
      }
      world.close();
      world.check_committed();
    }
  }
}

} // namespace index_history_test
