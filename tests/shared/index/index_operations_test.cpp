// SPDX-License-Identifier: GPL-3.0-or-later
/// Random changes to an index, written in both ways: into the live index and into a new one.
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <random>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;
using test::must;

namespace {

/// What the index should hold, by id.
struct Truth {
  std::map<std::string, Article> articles;
  std::set<std::string> removed; ///< once

  void put(const Article& article) { articles[article.id] = article; }
  void remove(const std::string& id) {
    articles.erase(id);
    removed.insert(id);
  }
};

void check_equal(IndexReader& reader, const Truth& truth) {
  REQUIRE(reader.columns().live_documents == truth.articles.size());
  for (std::size_t number = 0; number < 40; ++number) {
    const std::string id = test::article(number).id;
    CAPTURE(number);
    const auto known = truth.articles.find(id);
    const std::uint32_t document = reader.find(id);
    REQUIRE((document != 0) == (known != truth.articles.end()));
    if (document == 0) {
      REQUIRE(reader.was_removed(id) == truth.removed.contains(id));
      continue;
    }
    const Article article = must(reader.article(document, ArticlePart::Whole));
    REQUIRE(article.text == known->second.text);
    REQUIRE(article.tags == known->second.tags);
    REQUIRE(article.published == known->second.published);
    REQUIRE(reader.columns().is_live(document));
  }
}

/// A change to one of forty articles, made to the truth and to each of the writers.
void change(std::mt19937& random, Truth& truth, std::initializer_list<IndexWriter*> writers) {
  const std::size_t number = random() % 40;
  if (random() % 3 == 0) {
    const std::string id = test::article(number).id;
    truth.remove(id);
    for (IndexWriter* writer : writers) must(writer->remove(id));
    return;
  }
  const Article article = test::random_article(number, random);
  truth.put(article);
  for (IndexWriter* writer : writers) must(writer->put(article));
}

} // namespace

TEST_CASE("index: after any changes, both ways of writing hold what was put last and not removed", "[index]") {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Truth truth;
    const test::TemporaryDirectory live_data, rebuilt_data;
    IndexWriter live = must(IndexWriter::open_live(live_data.data()));
    IndexWriter rebuilt = must(IndexWriter::create(rebuilt_data.data()));
    for (std::uint64_t commit = 1; commit <= 12; ++commit) {
      for (auto changes = random() % 20; changes > 0; --changes) change(random, truth, {&live, &rebuilt});
      must(live.commit(commit));
      must(rebuilt.commit(commit));
      CHECK(live.document_count() == truth.articles.size());
      CHECK(rebuilt.document_count() == truth.articles.size());
      check_equal(*must(IndexReader::open(live_data.data())), truth);
    }
    must(rebuilt.publish(13));
    check_equal(*must(IndexReader::open(rebuilt_data.data())), truth);
    must(live.compact());
    check_equal(*must(IndexReader::open(live_data.data())), truth);
  }
}

TEST_CASE("index: compacted, it has what was not removed, and goes on from the same commit", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = must(IndexWriter::open_live(directory.data()));
  for (std::size_t i = 1; i <= 3; ++i) {
    must(writer.put(test::article(i)));
    must(writer.commit(i));
  }
  must(writer.remove(test::article(2).id));
  must(writer.commit(4));
  must(writer.compact());
  const auto reader = must(IndexReader::open(directory.data()));
  CHECK(reader->columns().live_documents == 2);
  CHECK(reader->columns().database().get_doccount() == 2);
  CHECK(reader->was_removed(test::article(2).id));
  CHECK(writer.store_sequence() == 4);
  must(writer.put(test::article(5)));
  must(writer.commit(5));
  CHECK(must(IndexReader::open(directory.data()))->columns().live_documents == 3);
}

TEST_CASE("index: what was not committed is gone for whoever opens the index next", "[index]") {
  std::mt19937 random(7);
  const test::TemporaryDirectory directory;
  Truth committed;
  for (std::uint64_t run = 1; run <= 15; ++run) {
    CAPTURE(run);
    IndexWriter writer = must(IndexWriter::open_live(directory.data()));
    CHECK(writer.store_sequence() == run - 1);
    Truth truth = committed;
    for (int i = 0; i < 6; ++i) change(random, truth, {&writer});
    must(writer.commit(run));
    committed = truth;
    for (int i = 0; i < 6; ++i) change(random, truth, {&writer}); // dropped with the writer
    check_equal(*must(IndexReader::open(directory.data())), committed);
  }
  check_equal(*must(IndexReader::open(directory.data())), committed);
}

TEST_CASE("index: putting an article again does not count it twice", "[index]") {
  test::TestIndex index;
  must(index.writer().put(test::article(1)));
  must(index.writer().put(test::article(1)));
  CHECK(index.writer().document_count() == 1);
  must(index.writer().remove(test::article(1).id));
  must(index.writer().remove(test::article(1).id));
  CHECK(index.writer().document_count() == 0);
  must(index.writer().commit(1));
  CHECK(index.reader()->was_removed(test::article(1).id));
  CHECK_FALSE(index.reader()->was_removed(test::article(2).id));
}
