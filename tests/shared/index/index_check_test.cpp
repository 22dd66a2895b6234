// SPDX-License-Identifier: GPL-3.0-or-later
/// Whatever is altered in an index, the comparison with its articles finds it.
#include "shared/index/index_check.h"

#include "shared/base/file.h"
#include "shared/index/index_writer.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/index_of.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace index_check_test {

using namespace trawl;
using namespace trawl::index;
using test::must;
using Verdict = IndexCheck::Verdict;

struct Checked {
  std::size_t same = 0, missing = 0, different = 0;
  bool has_fault = false;
  bool is_sound() const { return missing == 0 && different == 0 && !has_fault; }
};

struct World {
  test::TemporaryDirectory directory;
  std::vector<Article> articles;

  explicit World(std::size_t count = 30, unsigned seed = 3) {
    std::mt19937 random(seed);
    IndexWriter writer = must(IndexWriter::create(directory.data()));
    for (std::size_t i = 0; i < count; ++i) {
      articles.push_back(test::random_article(i, random));
      articles.back().authors.push_back("Ada Byron");
      must(writer.put(articles.back()));
    }
    must(writer.publish(1));
  }
  std::filesystem::path database() const { return directory.data().index() / must(live_database(directory.data())); }

  /// As `trawl index check` does it. What Xapian throws counts as found.
  Checked check() const {
    Checked out;
    const auto done = guarded(database(), [&]() -> Result<void> {
      TRAWL_TRY(const auto reader, IndexReader::open(directory.data()));
      IndexCheck check(reader);
      for (const Article& article : articles) {
        const Verdict verdict = check.look_at(article);
        ++(verdict == Verdict::Same ? out.same : verdict == Verdict::Missing ? out.missing : out.different);
      }
      out.has_fault = check.fault_of_postings().has_value();
      return {};
    });
    out.has_fault = out.has_fault || !done;
    return out;
  }

  void alter(const std::function<void(Xapian::WritableDatabase&)>& change) const {
    Xapian::WritableDatabase database(this->database().string(), Xapian::DB_OPEN);
    change(database);
    database.commit();
  }
  /// Replaces document 3 by a changed one.
  void alter_document(const std::function<void(Xapian::Document&)>& change) const {
    alter([&](Xapian::WritableDatabase& database) {
      Xapian::Document document = database.get_document(3);
      change(document);
      database.replace_document(3, document);
    });
  }
};

TEST_CASE("index check: an index that was written in any way fits its articles", "[index]") {
  std::mt19937 random(31);
  test::TestIndex made;
  std::map<std::size_t, Article> held;
  for (int round = 0; round < 8; ++round) {
    for (auto i = random() % 40; i > 0; --i) {
      const std::size_t number = random() % 100;
      if (random() % 5 == 0) {
        must(made.writer().remove(test::article(number).id));
        held.erase(number);
      } else {
        held[number] = test::random_article(number, random);
        must(made.writer().put(held[number]));
      }
    }
    made.add({});
    if (round % 3 == 1) must(made.writer().set_aside(made.writer().store_sequence() + 1));
    if (round % 3 == 2) must(made.writer().compact());
    REQUIRE(check_files(made.data()));
    IndexCheck check(made.reader());
    for (const auto& [number, article] : held) REQUIRE(check.look_at(article) == Verdict::Same);
    CHECK(check.look_at(test::article(1'000)) == Verdict::Missing);
    CHECK(check.fault_of_postings().value_or("") == "");
  }
}

TEST_CASE("index check: withdrawn articles are checked as the others are", "[index]") {
  const test::TemporaryDirectory directory;
  const DataDirectory& data = directory.data();
  Article gone = test::article(2);
  gone.gone_since = Moment{};
  {
    IndexWriter writer = must(IndexWriter::open_live(data));
    must(writer.put(test::article(1)));
    must(writer.put(gone));
    must(writer.commit(1));
  }
  const auto verdict = [&](const Article& article) {
    IndexCheck check(must(IndexReader::open(data)));
    CHECK(check.articles() == 2);
    check.look_at(test::article(1));
    const Verdict found = check.look_at(article);
    CHECK(check.fault_of_postings().has_value() == (found == Verdict::Different));
    return found;
  };
  CHECK(verdict(gone) == Verdict::Same);
  {
    IndexCheck check(must(IndexReader::open(data)));
    CHECK(check.look_at(test::article(2)) == Verdict::Different); // it is not withdrawn
    check.leave_out(gone.id);
    check.look_at(test::article(1));
    CHECK(check.articles() == 1);
    CHECK_FALSE(check.fault_of_postings());
  }
  REQUIRE(check_files(data));
  {
    Xapian::WritableDatabase database((data.index() / must(live_database(data))).string(), Xapian::DB_OPEN);
    const Xapian::docid number = *database.postlist_begin(schema::id_term(gone.id));
    Xapian::Document document = database.get_document(number);
    document.add_term("another");
    database.replace_document(number, document);
    database.commit();
  }
  CHECK(verdict(gone) == Verdict::Different);
}

TEST_CASE("index check: an article that is other than in the store is found, whatever differs", "[index]") {
  World world;
  REQUIRE(world.check().same == 30);
  REQUIRE(world.check().is_sound());
  const std::vector<std::function<void(Article&)>> changes{
      [](Article& one) { one.title += " x"; },
      [](Article& one) { one.text += " word1"; },
      [](Article& one) { one.tags.push_back("another"); },
      [](Article& one) { one.authors.pop_back(); },
      [](Article& one) { one.source = "source-9"; },
      [](Article& one) { one.published = parse_rfc3339("2031-01-01"); },
      [](Article& one) { one.image = "https://example.org/x.png"; },
      [](Article& one) { one.structure = "a structure"; },
      [](Article& one) { one.aliases.push_back("https://example.org/alias"); }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    const Article whole = world.articles[4];
    changes[i](world.articles[4]);
    CHECK(world.check().different == 1);
    world.articles[4] = whole;
  }
}

TEST_CASE("index check: an article that the index lacks is missing, though its id leads to another one", "[index]") {
  World world(8);
  Article lacking = test::article(100);
  world.articles[4].aliases.push_back(lacking.id);
  {
    IndexWriter writer = must(IndexWriter::open_live(world.directory.data()));
    must(writer.put(world.articles[4]));
    must(writer.commit(2));
  }
  REQUIRE(world.check().is_sound());
  world.articles.push_back(lacking);
  const Checked found = world.check();
  CHECK(found.missing == 1);
  CHECK(found.different == 0);
  CHECK_FALSE(found.has_fault);
}

TEST_CASE("index check: what was altered in a database is found: term, frequency, position, value, data", "[index]") {
  const std::vector<std::function<void(Xapian::Document&)>> changes{
      [](Xapian::Document& document) { document.add_boolean_term("Ganother"); },
      [](Xapian::Document& document) { document.remove_term("Znumber"); },
      [](Xapian::Document& document) { document.add_term("number"); },
      [](Xapian::Document& document) { document.add_posting("Znumber", 900, 0); },
      [](Xapian::Document& document) { document.add_value(schema::kWordsSlot, Xapian::sortable_serialise(77)); },
      [](Xapian::Document& document) { document.remove_value(schema::kWordsSlot); },
      [](Xapian::Document& document) { document.add_value(99, "more"); },
      [](Xapian::Document& document) { document.set_data("url=https://elsewhere.example/\n"); }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    const World world(8);
    REQUIRE(world.check().is_sound());
    world.alter_document(changes[i]);
    CHECK(world.check().different == 1);
  }
}

TEST_CASE("index check: a document that no article has, and a lost one, are found", "[index]") {
  const World world(8);
  world.alter([](Xapian::WritableDatabase& database) { database.delete_document(2); });
  CHECK(world.check().missing == 1);
  const World more(8);
  more.alter([](Xapian::WritableDatabase& database) {
    Xapian::Document document;
    document.add_term("number");
    database.add_document(document);
  });
  CHECK(more.check().has_fault);
}

/// All that Xapian reads of a database.
std::string dump_of(const std::filesystem::path& folder) {
  const Xapian::Database database(folder.string());
  std::string out;
  for (auto term = database.allterms_begin(); term != database.allterms_end(); ++term) {
    out += *term + " " + std::to_string(term.get_termfreq()) + ":";
    for (auto at = database.postlist_begin(*term); at != database.postlist_end(*term); ++at) {
      out += " " + std::to_string(*at) + " " + std::to_string(at.get_wdf());
      for (auto position = database.positionlist_begin(*at, *term); position != database.positionlist_end(*at, *term);
           ++position)
        out += " " + std::to_string(*position);
    }
    out += "\n";
  }
  for (auto at = database.postlist_begin(""); at != database.postlist_end(""); ++at) {
    const Xapian::Document document = database.get_document(*at);
    out += document.get_data();
    for (auto value = document.values_begin(); value != document.values_end(); ++value)
      out += std::to_string(value.get_valueno()) + *value;
    for (auto term = database.termlist_begin(*at); term != database.termlist_end(*at); ++term)
      out += *term + std::to_string(term.get_wdf());
  }
  for (auto key = database.metadata_keys_begin(); key != database.metadata_keys_end(); ++key)
    out += *key + "=" + database.get_metadata(*key) + "\n";
  return out;
}

TEST_CASE("index check: no flipped bit of a file that changes what Xapian reads escapes it", "[index]") {
  const World world(12);
  const std::string whole = dump_of(world.database());
  std::mt19937 random(17);
  std::size_t harmless = 0, found = 0;
  for (const auto& path : must(entries_of(world.database()))) {
    if (path.extension() != ".glass") continue;
    const std::string bytes = must(read_file(path));
    for (int i = 0; i < 60 && !bytes.empty(); ++i) {
      const std::size_t bit = random() % (8 * bytes.size());
      CAPTURE(path, bit);
      std::ofstream(path, std::ios::binary) << test::with_flipped_bit(bytes, bit);
      if (!check_files(world.directory.data()) || !world.check().is_sound()) {
        ++found;
      } else {
        REQUIRE(guarded([&] { return dump_of(world.database()); }) == whole);
        ++harmless;
      }
    }
    std::ofstream(path, std::ios::binary) << bytes;
  }
  CHECK(found > 20);
  CHECK(harmless > 0); // most of a small table is empty
  CHECK(world.check().is_sound());
}

} // namespace index_check_test
