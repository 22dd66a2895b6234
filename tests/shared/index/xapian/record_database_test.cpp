// SPDX-License-Identifier: GPL-3.0-or-later
/// Xapian's database, read by Xapian.
#include "shared/index/xapian/record_database.h"

#include "shared/article/article_id.h"
#include "shared/index/generation_check.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/xapian/glass_lists.h"
#include "shared/schema/terms.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <random>
#include <sstream>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace record_database_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

namespace {

/// A text of `count` words, of which some are frequent and some unique.
std::string words(std::mt19937& random, std::size_t count) {
  std::string text;
  for (; count > 0; --count) {
    const auto rank = random() % 5 == 0 ? random() : random() % (1 + random() % 3'000);
    text += "w" + std::to_string(rank) + " ";
  }
  return text;
}

void check_structure(const DataDirectory& directory) {
  const auto folder =
      record_path(generation_path(directory, 1), must(read_manifest(generation_path(directory, 1))).xapian.number);
  std::ostringstream report;
  const std::size_t faults = Xapian::Database::check(folder.string(), Xapian::DBCHECK_SHOW_STATS, &report);
  INFO(report.str());
  CHECK(faults == 0);
}

/// Every stem and posting of the segments is in the database, and no other.
void check_lists(const Xapian::Database& database, const Columns& columns) {
  REQUIRE(columns.parts().size() == 1);
  const Part& part = columns.parts().front();
  REQUIRE(database.get_doccount() == part.segment->documents());
  auto listed = database.allterms_begin("Z");
  std::vector<std::uint64_t> lengths(part.segment->documents() + 1);
  PostingBlock block;
  for (const std::string prefix : {"SZ", "Z"}) {
    listed = database.allterms_begin(prefix);
    for (auto it = part.segment->terms().lower_bound(prefix); !it.at_end() && it.term().starts_with(prefix);
         it.next()) {
      REQUIRE(listed != database.allterms_end(prefix));
      REQUIRE(*listed == it.term());
      REQUIRE(listed.get_termfreq() == it.entry().df);
      ++listed;
      const PostingList list = part.segment->postings(it.entry());
      auto posting = database.postlist_begin(it.term());
      for (std::size_t i = 0; i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at, ++posting) {
          REQUIRE(posting != database.postlist_end(it.term()));
          REQUIRE(*posting == block.documents[at]);
          REQUIRE(posting.get_wdf() == block.tf[at]);
          lengths[block.documents[at]] += block.tf[at];
        }
      }
      REQUIRE(posting == database.postlist_end(it.term()));
    }
    CHECK(listed == database.allterms_end(prefix));
  }
  for (std::uint32_t document = 1; document < lengths.size(); ++document) {
    REQUIRE(database.get_doclength(document) == lengths[document]);
  }
}

} // namespace

TEST_CASE("xapian: its database has the postings of the segments, whatever their number and length", "[index]") {
  std::mt19937 random(41);
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{150}, std::size_t{6'000}}) {
    CAPTURE(count);
    const test::TemporaryDirectory directory;
    IndexWriter writer = must(IndexWriter::create_generation(directory.data()));
    for (std::size_t i = 0; i < count; ++i) {
      Article one = article(i);
      one.text = words(random, i == 0 ? 20'000 : random() % 40);
      if (i % 500 == 3) one.authors = {std::string(240 + i % 7, 'x'), std::string("zero\0byte", 9)};
      must(writer.put(one));
    }
    must(writer.publish(1));
    REQUIRE(check_generation(directory.data()));
    check_structure(directory.data());
    const Xapian::Database database(directory.data().current().string());
    if (count == 0) {
      CHECK(database.get_doccount() == 0);
    } else {
      check_lists(database, must(IndexReader::open(directory.data()))->columns());
    }
  }
}

TEST_CASE("xapian: numbers in keys sort as the numbers do", "[index]") {
  std::string before;
  for (std::uint64_t number = 1; number < (1ULL << 32); number += number / 7 + 1) {
    const std::string key = glass::sortable_number(static_cast<std::uint32_t>(number));
    CHECK(before < key);
    before = key;
  }
  CHECK(glass::sortable_number(1) == std::string("\0\1", 2));
  CHECK(glass::sortable_number(0x8000) == std::string("\x80\x80\0", 3));
}

TEST_CASE("xapian: a program counts facets by its values", "[index]") {
  std::mt19937 random(43);
  trawl::test::TestIndex made;
  std::map<std::string, std::size_t> sources;
  IndexWriter writer = must(IndexWriter::create_generation(made.data()));
  for (std::size_t i = 0; i < 200; ++i) {
    const Article one = trawl::test::random_article(i, random);
    ++sources[one.source];
    must(writer.put(one));
  }
  must(writer.publish(1));
  const Xapian::Database database(made.data().current().string());
  Xapian::Enquire enquire(database);
  enquire.set_query(Xapian::Query::MatchAll);
  Xapian::ValueCountMatchSpy spy(schema::value_slot(kSourceColumn));
  enquire.add_matchspy(&spy);
  enquire.get_mset(0, 0, database.get_doccount());
  std::map<std::string, std::size_t> counted;
  for (auto it = spy.values_begin(); it != spy.values_end(); ++it) counted[*it] = it.get_termfreq();
  CHECK(counted == sources);
}

TEST_CASE("xapian: a file of its database whose state cannot be read is not reported as damage", "[index]") {
  const test::TemporaryDirectory directory;
  const auto name = std::string("postlist.glass");
  const RecordFile file{name, 8192, 0};
  const auto check = [&] { return check_record_database(directory.data().root, std::span(&file, 1), 0).error().code; };
  CHECK(check() == ErrorCode::IndexDamaged);                           // it is gone
  std::filesystem::create_symlink(name, directory.data().root / name); // a link to itself: not even root can follow it
  CHECK(check() != ErrorCode::IndexDamaged);
}

TEST_CASE("xapian: its database has the terms and values of every article once a generation is built", "[index]") {
  std::mt19937 random(32);
  const test::TemporaryDirectory directory;
  IndexWriter writer = must(IndexWriter::create_generation(directory.data()));
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 60; ++i) articles.push_back(trawl::test::random_article(i, random));
  articles[7].aliases = {"https://mirror.org/old"};
  for (const Article& put : articles) must(writer.put(put));
  must(writer.publish(1));
  const Xapian::Database database(directory.data().current().string());
  REQUIRE(database.get_doccount() == 60);
  for (const Article& put : articles) {
    const auto posting = database.postlist_begin(schema::id_term(put.id));
    REQUIRE(posting != database.postlist_end(schema::id_term(put.id)));
    const Xapian::Document document = database.get_document(*posting);
    CHECK(document.get_data() == "url=" + put.url + "\ntitle=" + put.title + "\n");
    CHECK(document.get_value(schema::value_slot(kSourceColumn)) == put.source);
    const std::string date = document.get_value(schema::kDateSlot);
    REQUIRE(date.empty() == !put.published);
    if (put.published) {
      CHECK(Xapian::sortable_unserialise(date) == static_cast<double>(put.published->time.time_since_epoch().count()));
    }
    const auto has = [&](const std::string& term) {
      auto it = database.postlist_begin(term);
      it.skip_to(*posting);
      return it != database.postlist_end(term) && *it == *posting;
    };
    CHECK(has("Znumber"));
    CHECK(has("SZarticl"));
    for (const std::string& tag : put.tags) CHECK(has(schema::filter_term("tag", tag)));
    if (put.published) CHECK(has(schema::month_term(put.published->time)));
  }
  CHECK(database.term_exists(schema::alias_term(article_id("https://mirror.org/old"))));
}

TEST_CASE("xapian: its database follows in batches, and has no removed article then", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = must(IndexWriter::open_live(directory.data()));
  for (std::size_t i = 0; i < 100; ++i) must(writer.put(article(i)));
  must(writer.commit(1));
  const auto path = directory.data().current().string();
  CHECK(Xapian::Database(path).get_doccount() == 0);
  must(writer.remove(article(7).id));
  for (std::size_t i = 100; i < 5'100; ++i) must(writer.put(article(i)));
  must(writer.commit(2));
  CHECK(Xapian::Database(path).get_doccount() == 5'099);
  must(writer.remove(article(8).id));
  must(writer.commit(3));
  CHECK(Xapian::Database(path).get_doccount() == 5'099);
  REQUIRE(check_generation(directory.data()));
}

} // namespace record_database_test
