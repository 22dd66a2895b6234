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

/// So many documents make a shard large enough that the next program begins another.
constexpr std::size_t kShard = 1'000;

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
  PostingBlock block;
  for (const Part& part : reader.columns().parts()) {
    const PostingList list = part.find(term);
    for (std::size_t i = 0; i < list.blocks(); ++i) {
      list.read(i, false, block);
      for (std::size_t at = 0; at < block.size; ++at) {
        if (reader.columns().is_live(block.documents[at]))
          ids.insert(article_id_of(reader.columns().id[block.documents[at]]));
      }
    }
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
  std::size_t numbers = kShard;

  World() {
    open();
    for (std::size_t number = 0; number < kShard; ++number) put(number, 0);
    commit();
    close();
  }
  const DataDirectory& data() const { return directory.data(); }
  void open() { writer.emplace(must(IndexWriter::open_live(data()))); }
  /// What was not committed is lost.
  void close() {
    writer.reset();
    pending = committed;
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
  }
  void check_committed() const { check(data(), committed, numbers); }
};

TEST_CASE("index history: a new shard is begun when the newest has enough documents, and three are made one",
          "[index]") {
  World world;
  CHECK(must(live_shards(world.data())).size() == 1);
  world.open();
  world.put(kShard, 1);
  CHECK(must(live_shards(world.data())).size() == 1); // until the commit
  world.commit();
  CHECK(must(live_shards(world.data())).size() == 2);
  world.check_committed();
  must(world.writer->tidy());
  CHECK(must(live_shards(world.data())).size() == 2); // one article is no reason to write the others again
  for (std::size_t number = kShard + 1; number < 2 * kShard; ++number) world.put(number, 2);
  world.commit();
  world.close();
  world.open();
  CHECK(must(live_shards(world.data())).size() == 2);
  world.put(2 * kShard, 3);
  world.commit();
  CHECK(must(live_shards(world.data())).size() == 3);
  world.check_committed();
  must(world.writer->tidy());
  CHECK(must(live_shards(world.data())).size() == 1);
  world.check_committed();
  CHECK(seen_by_xapian(world.data()) == 2 * kShard + 1);
  std::size_t folders = 0;
  for (const auto& path : must(entries_of(world.data().index())))
    folders += std::filesystem::is_directory(path) ? 1 : 0;
  CHECK(folders == 1);
}

TEST_CASE("index history: an article of an older shard is hidden by its new version, and taken out when a run ends",
          "[index]") {
  World world;
  world.open();
  world.put(7, 1);
  world.remove(8);
  world.put(9, 1, true);
  world.commit();
  world.check_committed();
  CHECK(seen_by_xapian(world.data()) == kShard + 1);
  must(world.writer->tidy());
  CHECK(seen_by_xapian(world.data()) == kShard - 2);
  world.check_committed();
  world.put(7, 2);
  world.put(8, 2); // again
  world.put(9, 2); // came back
  world.commit();
  world.check_committed();
  must(world.writer->tidy());
  world.check_committed();
  CHECK(seen_by_xapian(world.data()) == kShard);
  world.close();
  world.open();
  must(world.writer->compact());
  world.check_committed();
  CHECK(seen_by_xapian(world.data()) == kShard);
}

TEST_CASE("index history: a long run replaces and removes articles of the shards that it has filled itself",
          "[index]") {
  constexpr std::size_t kLarge = 10'000;
  World world;
  world.open();
  for (std::size_t number = kShard; number < kShard + kLarge; ++number) world.put(number, 1);
  world.commit();
  world.put(kShard + kLarge, 1); // begins another
  CHECK(must(live_shards(world.data())).size() == 2);
  world.commit();
  CHECK(must(live_shards(world.data())).size() == 3);
  world.put(7, 2); // of the one that was there
  world.put(kShard + 7, 2);
  world.put(kShard + 9, 2, true);
  world.remove(kShard + 8);
  world.commit();
  world.check_committed();
  must(world.writer->tidy());
  world.check_committed();
  world.put(kShard + 7, 3);
  world.commit();
  world.check_committed();
}

TEST_CASE("index history: a writer that goes without a commit leaves the last one, in every shard", "[index]") {
  World world;
  for (int round = 0; round < 3; ++round) {
    world.open();
    CHECK(world.writer->store_sequence() == world.commits);
    world.remove(4); // begins a shard
    world.put(kShard + 1, 5);
    world.put(3, 5);
    world.put(5, 5, true);
    world.close();
    world.check_committed();
    if (round == 1) { // now with a second shard
      world.open();
      world.put(kShard, 4);
      world.put(6, 4, true);
      world.commit();
      world.close();
    }
  }
}

TEST_CASE("index history: a word that is new to a merged shard is not denied by the filters that it had", "[index]") {
  std::vector<Article> articles;
  for (std::size_t number = 0; number < 20; ++number) articles.push_back(small_article(number, 1));
  test::TestIndex index(articles);
  must(index.writer().compact());
  const auto may_contain = [&](const char* word) {
    const auto reader = index.reader();
    const Shard& shard = *reader->columns().parts().front().shard;
    return shard.filter(false).may_contain(hash_of_term(word)) && shard.filter(true).may_contain(hash_of_term(word));
  };
  CHECK(may_contain("version1"));
  CHECK_FALSE(may_contain("zebrafish"));
  for (Article& article : articles) article.text = "zebrafish";
  index.add(articles);
  CHECK(may_contain("zebrafish"));
  must(index.writer().compact());
  CHECK(may_contain("zebrafish"));
  CHECK_FALSE(may_contain("version1"));
}

TEST_CASE("index history: a shard that begins with a removal has no documents, and is merged as others", "[index]") {
  World world;
  world.open();
  world.remove(4);
  world.commit();
  CHECK(must(live_shards(world.data())).size() == 2);
  world.check_committed();
  must(world.writer->tidy());
  CHECK(seen_by_xapian(world.data()) == kShard - 1);
  world.check_committed();
  must(world.writer->compact());
  world.check_committed();
}

TEST_CASE("index history: what changes before the end of a run is committed with it", "[index]") {
  World world;
  world.open();
  world.put(kShard, 1);
  world.commit();
  world.put(3, 5); // not committed when the run is ended
  must(world.writer->tidy());
  const auto reader = must(IndexReader::open(world.data()));
  CHECK(reader->columns().live_documents == kShard + 1);
  world.close();
  CHECK(must(IndexReader::open(world.data()))->find(id_of(3)) != 0);
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
        const std::size_t number = random() % 3 == 0 ? random() % (kShard + 100) : random() % 30;
        const auto kind = random() % 10;
        if (kind < 2) {
          world.remove(number);
        } else {
          world.put(number, static_cast<unsigned>(random() % 50), kind < 5);
        }
      };
      for (auto commit = 1 + random() % 3; commit > 0; --commit) {
        for (auto changes = 1 + random() % 15; changes > 0; --changes) change();
        world.commit();
        REQUIRE(world.writer->document_count() == world.committed.living());
        world.check_committed();
      }
      if (random() % 2 == 0) {
        must(world.writer->tidy());
        REQUIRE(seen_by_xapian(world.data()) == world.committed.living());
      }
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
