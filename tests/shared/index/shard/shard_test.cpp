// SPDX-License-Identifier: GPL-3.0-or-later
/// What a shard's own metadata says is checked before it is believed.
#include "shared/index/shard/shard.h"

#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard/version_file.h"
#include "shared/index/xapian_guard.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/index_of.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace shard_test {

using namespace trawl;
using namespace trawl::index;
using test::must;

std::string number_bytes(std::uint64_t number) {
  std::string out;
  packed::put_number(out, number);
  return out;
}

/// An index of one shard, whose metadata a test changes.
struct Forged {
  test::TemporaryDirectory directory;
  std::filesystem::path folder;

  Forged() {
    std::mt19937 random(5);
    IndexWriter writer = must(IndexWriter::open_live(directory.data()));
    for (std::size_t i = 0; i < 20; ++i) must(writer.put(test::random_article(i, random)));
    must(writer.commit(1));
    folder = directory.data().index() / must(live_shards(directory.data())).front();
  }
  void set(const std::string& key, const std::string& value) const {
    Xapian::WritableDatabase database(folder.string(), Xapian::DB_OPEN);
    database.set_metadata(key, value);
    database.commit();
  }
  std::string get(const std::string& key) const { return Xapian::Database(folder.string()).get_metadata(key); }
};

/// Whether a reader refuses it as damaged, with a sentence.
bool is_refused(const Forged& forged) {
  const auto reader = IndexReader::open(forged.directory.data());
  if (reader) return false;
  CHECK(reader.error().code == ErrorCode::IndexDamaged);
  CHECK(reader.error().hint == "run `trawl index rebuild`");
  CHECK(IndexWriter::open_live(forged.directory.data()).error().code == ErrorCode::IndexDamaged);
  return true;
}

TEST_CASE("shard: a database that is not Trawl's is refused", "[index]") {
  const test::TemporaryDirectory directory;
  const auto folder = directory.data().index() / "shard-1";
  std::filesystem::create_directories(folder);
  Xapian::WritableDatabase(folder.string(), Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS).commit();
  must(publish_shards(directory.data(), {"shard-1"}));
  CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("shard: no bit of the file of its commit ends the program: it is read, or is damaged", "[index]") {
  const Forged forged;
  const auto path = forged.folder / "iamglass";
  const std::string bytes = must(read_file(path));
  CHECK(is_version_file(bytes));
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    CAPTURE(bit);
    std::ofstream(path, std::ios::binary) << test::with_flipped_bit(bytes, bit);
    const auto opened = IndexReader::open(forged.directory.data());
    if (!opened) CHECK(opened.error().code == ErrorCode::IndexDamaged);
    refused += opened ? 0 : 1;
  }
  CHECK(refused > bytes.size());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    std::ofstream(path, std::ios::binary) << bytes.substr(0, size);
    const auto opened = IndexReader::open(forged.directory.data());
    if (!opened) CHECK(opened.error().code == ErrorCode::IndexDamaged);
    if (!is_version_file(bytes.substr(0, size))) CHECK_FALSE(opened); // Xapian does without some of its statistics
  }
}

TEST_CASE("shard: a commit whose table has levels or entries, but no root, is damaged", "[index]") {
  const auto version_file = [](std::uint64_t levels_and_flags, std::uint64_t entries) {
    std::string bytes(32, 'x'); // magic, version and UUID
    packed::put_number(bytes, 1);
    for (int table = 0; table < 6; ++table) {
      for (const std::uint64_t number :
           {std::uint64_t{4}, levels_and_flags, entries, std::uint64_t{4}, std::uint64_t{4}})
        packed::put_number(bytes, number);
      packed::put_text(bytes, "");
    }
    return bytes;
  };
  CHECK(is_version_file(version_file(0b0001, 0)));
  CHECK(is_version_file(version_file(0b0100, 9)));
  CHECK_FALSE(is_version_file(version_file(0b0101, 9)));
  CHECK_FALSE(is_version_file(version_file(0b0101, 0)));
  CHECK_FALSE(is_version_file(version_file(0b0001, 9)));
}

TEST_CASE("shard: a short article is stored in one piece, a long one in several, and both come back", "[index]") {
  const test::TemporaryDirectory directory;
  std::mt19937 random(9);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 400; ++i) {
    Article one = test::random_article(i, random);
    one.text.clear();
    while (one.text.size() < (i % 2 == 0 ? 1'000 : 3'000)) one.text += "word" + std::to_string(random() % 5'000) + ' ';
    articles.push_back(std::move(one));
  }
  IndexWriter writer = must(IndexWriter::open_live(directory.data()));
  for (const Article& one : articles) must(writer.put(one));
  must(writer.commit(1));
  const Xapian::Database database((directory.data().index() / must(live_shards(directory.data())).front()).string());
  std::map<char, std::size_t> forms;
  for (std::uint32_t i = 1; i <= articles.size(); ++i) ++forms[database.get_metadata(metadata::stored(i)).front()];
  CHECK(forms == std::map<char, std::size_t>{{metadata::kWithDictionary, 200}, {metadata::kWhole, 200}});
  const auto reader = must(IndexReader::open(directory.data()));
  for (const Article& one : articles) {
    const auto read = reader->article(reader->find(one.id), ArticlePart::Whole);
    REQUIRE(read);
    REQUIRE(read->text == one.text);
    REQUIRE(read->title == one.title);
  }
}

TEST_CASE("shard: metadata that is missing, cut or of another size is refused", "[index]") {
  for (const std::string& key : {metadata::kColumns, metadata::kBase, metadata::kState}) {
    CAPTURE(key);
    const Forged forged;
    const std::string bytes = forged.get(key);
    REQUIRE_FALSE(bytes.empty());
    forged.set(key, {});
    CHECK(is_refused(forged));
    forged.set(key, bytes.substr(0, bytes.size() - 1));
    CHECK(is_refused(forged));
    forged.set(key, bytes);
    CHECK(IndexReader::open(forged.directory.data()));
  }
}

TEST_CASE("shard: numbers that no index has are refused before memory is allocated for them", "[index]") {
  const Forged forged;
  const std::string base = forged.get(metadata::kBase);
  for (const std::uint64_t number :
       {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{1} << 32, std::uint64_t{1} << 40}) {
    CAPTURE(number);
    forged.set(metadata::kBase, number_bytes(number));
    CHECK(is_refused(forged));
  }
  forged.set(metadata::kBase, base);
  CommitState state = *commit_state_from(forged.get(metadata::kState));
  const CommitState whole = state;
  for (const std::uint32_t count : {0U, 1U << 30}) {
    CAPTURE(count);
    state = whole;
    state.values[*schema::filter_index("tag")] = count;
    forged.set(metadata::kState, to_bytes(state));
    CHECK(is_refused(forged));
  }
  forged.set(metadata::kState, to_bytes(whole));
  CHECK(IndexReader::open(forged.directory.data()));
}

TEST_CASE("shard: fields and values that do not fit are damage for who asks for them", "[index]") {
  for (const std::string& key : {metadata::field("tag"), metadata::values("tag")}) {
    CAPTURE(key);
    const Forged forged;
    const std::string bytes = forged.get(key);
    for (const std::string& changed : {std::string(), bytes.substr(0, bytes.size() / 2), bytes + "x"}) {
      forged.set(key, changed);
      const auto reader = must(IndexReader::open(forged.directory.data()));
      const auto counted = guarded(forged.folder, [&] {
        const ValueColumn& tags = *reader->columns().column("tag");
        return tags.documents[0] + tags.find("tag1").value_or(0);
      });
      REQUIRE_FALSE(counted);
      CHECK(counted.error().code == ErrorCode::IndexDamaged);
    }
  }
}

TEST_CASE("shard: postings of documents beyond its rows are not read", "[index]") {
  const Forged forged;
  {
    Xapian::WritableDatabase database(forged.folder.string(), Xapian::DB_OPEN);
    Xapian::Document beyond;
    beyond.add_term("number");
    database.replace_document(4'000'000'000U, beyond);
    database.commit();
  }
  const auto reader = must(IndexReader::open(forged.directory.data()));
  const PostingList list = reader->columns().parts().front().find("number");
  REQUIRE(list.blocks() == 1);
  CHECK(list.last_of(0) <= reader->columns().last_document);
}

TEST_CASE("shard: what is stored of a document, missing or altered, is an error, not another article", "[index]") {
  const Forged forged;
  const std::string bytes = forged.get(metadata::stored(1));
  REQUIRE(bytes.size() > 20);
  for (const std::string& changed :
       {std::string(), bytes.substr(0, 1), bytes.substr(0, bytes.size() / 2), std::string(50, '\xff')}) {
    forged.set(metadata::stored(1), changed);
    const auto reader = must(IndexReader::open(forged.directory.data()));
    const auto article = guarded(forged.folder, [&] { return reader->article(1, ArticlePart::Whole); });
    REQUIRE_FALSE(article);
    CHECK(article.error().code == ErrorCode::IndexDamaged);
  }
}

} // namespace shard_test
