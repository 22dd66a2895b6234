// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/stored_content.h"
#include "shared/index/field_words.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

namespace {

IndexWriter writer_of(const DataDirectory& directory) {
  auto writer = IndexWriter::open_live(directory);
  INFO((writer ? std::string() : to_sentence(writer.error())));
  REQUIRE(writer);
  return std::move(*writer);
}

std::shared_ptr<IndexReader> reader_of(const DataDirectory& directory) {
  auto reader = IndexReader::open(directory);
  INFO((reader ? std::string() : to_sentence(reader.error())));
  REQUIRE(reader);
  return *reader;
}

/// Whether an article has the term.
bool has_term(const IndexReader& reader, const std::string& term) {
  return reader.columns().find_postings(term).df() > 0;
}

std::vector<std::string> folders_of(const DataDirectory& directory) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(directory.index())) {
    if (entry.is_directory()) out.push_back(entry.path().filename());
  }
  std::ranges::sort(out);
  return out;
}

} // namespace

TEST_CASE("index: what is put is read back whole after a commit", "[index]") {
  const test::TemporaryDirectory directory;
  Article put = article(1);
  put.tags = {"gpu", "training"};
  put.published = parse_rfc3339("2026-04-08");
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(put));
  CHECK(writer.pending_bytes() == put.title.size() + put.text.size());
  REQUIRE(writer.commit(7));
  CHECK(writer.pending_bytes() == 0);
  CHECK(writer.store_sequence() == 7);

  const auto reader = reader_of(directory.data());
  CHECK(reader->columns().live_documents == 1);
  const std::uint32_t document = reader->find(put.id);
  REQUIRE(document != 0);
  const auto got = reader->article(document, ArticlePart::Whole);
  REQUIRE(got);
  CHECK(got->title == put.title);
  CHECK(got->text == put.text);
  CHECK(got->tags == put.tags);
  CHECK(got->published == put.published);
  CHECK(reader->article(document, ArticlePart::Fields)->text.empty());
  CHECK(reader->find("0000000000000000") == 0);
  CHECK(reader->article(document + 1, ArticlePart::Fields).error().code == ErrorCode::NotFound);
}

TEST_CASE("index: captions are searched, and are not part of the text", "[index]") {
  const test::TemporaryDirectory directory;
  Article put = article(1);
  put.captions = {"A heatmap of zebrafish", "Second figure"};
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(put));
  REQUIRE(writer.commit(1));
  const auto reader = reader_of(directory.data());
  CHECK(has_term(*reader, "zebrafish"));
  CHECK(has_term(*reader, "figure"));
  CHECK(reader->article(reader->find(put.id), ArticlePart::Whole)->text == put.text);
}

TEST_CASE("index: what is said of pictures is searched, and is not part of the text", "[index]") {
  const test::TemporaryDirectory directory;
  const content::Node picture{
      .kind = content::Kind::Picture, .text = "Heatmap of a zebrafish", .attribute = "https://a.example/1.png"};
  const content::StoredContent stored = content::pack({content::of_text("One paragraph.").front(), picture});
  Article put = article(1);
  put.text = stored.text;
  put.structure = stored.structure;
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(put));
  REQUIRE(writer.commit(1));
  const auto reader = reader_of(directory.data());
  CHECK(has_term(*reader, "zebrafish"));
  CHECK(reader->article(reader->find(put.id), ArticlePart::Whole)->text == "One paragraph.");
}

TEST_CASE("index: a title that nobody gave weighs nothing", "[index]") {
  Article given, made_up;
  given.title = made_up.title = "Flash attention in…";
  given.text = made_up.text = "Flash attention in two hundred lines.";
  made_up.provenance.push_back({"title", "first words"});
  CHECK(searched_title(given) == given.title);
  CHECK(searched_title(made_up).empty());
  made_up.text.clear();
  CHECK(searched_title(made_up) == made_up.title);
}

TEST_CASE("index: changes that were never committed are lost", "[index]") {
  const test::TemporaryDirectory directory;
  {
    IndexWriter writer = writer_of(directory.data());
    REQUIRE(writer.put(article(1)));
    REQUIRE(writer.commit(1));
    for (std::size_t i = 2; i < 200; ++i) REQUIRE(writer.put(article(i)));
    REQUIRE(writer.remove(article(1).id));
    CHECK(reader_of(directory.data())->columns().live_documents == 1);
  }
  const auto reader = reader_of(directory.data());
  CHECK(reader->columns().live_documents == 1);
  CHECK(reader->find(article(1).id) != 0);
  CHECK(writer_of(directory.data()).store_sequence() == 1);
}

TEST_CASE("index: an article put again is replaced", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(article(1)));
  REQUIRE(writer.put(article(2)));
  REQUIRE(writer.commit(1));
  Article changed = article(1);
  changed.title = "Another title";
  REQUIRE(writer.put(changed));
  REQUIRE(writer.commit(2));
  const auto reader = reader_of(directory.data());
  CHECK(reader->columns().live_documents == 2);
  CHECK(reader->article(reader->find(changed.id), ArticlePart::Fields)->title == "Another title");
}

TEST_CASE("index: a malformed id is refused by put and ignored by remove", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  Article nameless = article(1);
  nameless.id = "../../etc";
  CHECK(writer.put(nameless).error().code == ErrorCode::BadInput);
  CHECK(writer.remove("../../etc"));
  CHECK(writer.document_count() == 0);
}

TEST_CASE("index: a copy's source is a source of the article, once", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  Article put = article(1);
  put.copies = {{"https://a.org/", "mirror"}, {"https://b.org/", "mirror"}, {"https://c.org/", "example"}};
  REQUIRE(writer.put(put));
  REQUIRE(writer.commit(1));
  const auto reader = reader_of(directory.data());
  const ValueColumn& source = reader->columns().source();
  const auto ordinals = source.of(reader->find(put.id));
  REQUIRE(ordinals.size() == 2);
  CHECK(source.values[ordinals[0]] == "example");
  CHECK(source.values[ordinals[1]] == "mirror");
}

TEST_CASE("index: a reader keeps its snapshot until it is refreshed", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(article(1)));
  REQUIRE(writer.commit(1));
  const auto reader = reader_of(directory.data());
  CHECK_FALSE(reader->is_stale());
  REQUIRE(writer.put(article(2)));
  CHECK_FALSE(reader->is_stale());
  REQUIRE(writer.commit(2));
  CHECK(reader->is_stale());
  CHECK(reader->columns().live_documents == 1);
  const auto fresh = IndexReader::open(directory.data());
  REQUIRE(fresh);
  CHECK((*fresh)->columns().live_documents == 2);
  CHECK((*fresh)->revision() > reader->revision());
  CHECK_FALSE((*fresh)->is_stale());
}

TEST_CASE("index: a new index is built beside the live one, and readers of the old one go on", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(article(1)));
  REQUIRE(writer.commit(1));
  const auto old = reader_of(directory.data());
  const std::uint64_t first = old->generation();

  auto next = IndexWriter::create(directory.data());
  REQUIRE(next);
  for (std::size_t i = 2; i < 50; ++i) REQUIRE(next->put(article(i)));
  REQUIRE(next->commit(5));
  CHECK_FALSE(old->is_stale());
  CHECK(reader_of(directory.data())->generation() == first);
  REQUIRE(next->set_sources({{"example", "Example", "https://example.org/", {}, "ok", ""}}));
  REQUIRE(next->publish(9));

  CHECK(old->is_stale());
  CHECK(old->article(old->find(article(1).id), ArticlePart::Whole)->text == article(1).text);
  const auto fresh = IndexReader::open(directory.data());
  REQUIRE(fresh);
  CHECK((*fresh)->generation() > first);
  CHECK((*fresh)->columns().live_documents == 48);
  CHECK((*fresh)->sources()->at(0).label == "Example");
  CHECK(folders_of(directory.data()) == std::vector{must(live_database(directory.data()))});

  // The same writer goes on with the published index.
  CHECK(next->store_sequence() == 9);
  REQUIRE(next->put(article(1)));
  REQUIRE(next->commit(10));
  CHECK(reader_of(directory.data())->columns().live_documents == 49);
  CHECK_FALSE(next->publish(11));
}

TEST_CASE("index: one that was never published leaves no trace in the next one", "[index]") {
  const test::TemporaryDirectory directory;
  {
    writer_of(directory.data());
  }
  {
    auto abandoned = IndexWriter::create(directory.data());
    REQUIRE(abandoned);
    REQUIRE(abandoned->put(article(1)));
    REQUIRE(abandoned->commit(1));
  }
  CHECK(reader_of(directory.data())->columns().live_documents == 0);
  auto next = IndexWriter::create(directory.data());
  REQUIRE(next);
  REQUIRE(next->put(article(2)));
  REQUIRE(next->publish(2));
  CHECK(reader_of(directory.data())->columns().live_documents == 1);
  CHECK(folders_of(directory.data()) == std::vector{must(live_database(directory.data()))});
}

TEST_CASE("index: one being built holds each article once, and none that was removed", "[index]") {
  const test::TemporaryDirectory directory;
  auto writer = IndexWriter::create(directory.data());
  REQUIRE(writer);
  const std::string filler(6u << 20, ' ');
  for (std::size_t i = 0; i < 12; ++i) {
    Article big = article(i);
    big.text += filler;
    REQUIRE(writer->put(big));
  }
  Article again = article(0);
  again.title = "Again";
  REQUIRE(writer->put(again));
  REQUIRE(writer->put(again));
  REQUIRE(writer->remove(article(1).id));
  REQUIRE(writer->remove(article(11).id));
  REQUIRE(writer->remove(article(99).id));
  CHECK(writer->document_count() == 10);
  const auto published = writer->publish(3);
  INFO((published ? std::string() : to_sentence(published.error())));
  REQUIRE(published);
  CHECK(writer->store_sequence() == 3);
  const auto reader = reader_of(directory.data());
  CHECK(reader->columns().live_documents == 10);
  CHECK(reader->article(reader->find(again.id), ArticlePart::Fields)->title == "Again");
  CHECK(reader->find(article(1).id) == 0);
  CHECK(reader->find(article(11).id) == 0);
  for (std::size_t i = 2; i < 11; ++i) CHECK(reader->find(article(i).id) != 0);
}

TEST_CASE("index: every index distinguishes removed articles from ones that never existed", "[index]") {
  const test::TemporaryDirectory directory;
  const auto removed = [&](std::size_t i) { return reader_of(directory.data())->was_removed(article(i).id); };
  {
    IndexWriter writer = writer_of(directory.data());
    REQUIRE(writer.put(article(1)));
    REQUIRE(writer.put(article(2)));
    REQUIRE(writer.remove(article(1).id));
    REQUIRE(writer.commit(1));
    CHECK(removed(1));
    CHECK_FALSE(removed(2));
    CHECK_FALSE(removed(3));
  }
  auto writer = IndexWriter::create(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->put(article(2)));
  REQUIRE(writer->remove(article(1).id));
  REQUIRE(writer->publish(2));
  CHECK(removed(1));
  CHECK_FALSE(removed(2));
  CHECK_FALSE(removed(3));
}

TEST_CASE("index: one without articles can be published", "[index]") {
  const test::TemporaryDirectory directory;
  auto writer = IndexWriter::create(directory.data());
  REQUIRE(writer);
  REQUIRE(writer->publish(1));
  CHECK(reader_of(directory.data())->columns().live_documents == 0);
}

TEST_CASE("index: a commit without changes keeps the revision and notes the sequence", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(article(1)));
  REQUIRE(writer.set_sources({}));
  REQUIRE(writer.commit(1));
  const auto revision = reader_of(directory.data())->revision();
  REQUIRE(writer.set_sources({}));
  REQUIRE(writer.commit(1));
  REQUIRE(writer.commit(5));
  CHECK(reader_of(directory.data())->revision() == revision);
  CHECK(reader_of(directory.data())->state().store_sequence == 5);
  REQUIRE(writer.remove(article(1).id));
  REQUIRE(writer.commit(6));
  CHECK(reader_of(directory.data())->revision() == revision + 1);
}

TEST_CASE("index: an article without text is not damage", "[index]") {
  const test::TemporaryDirectory directory;
  Article put = article(1);
  put.text.clear();
  IndexWriter writer = writer_of(directory.data());
  REQUIRE(writer.put(put));
  REQUIRE(writer.commit(1));
  const auto reader = reader_of(directory.data());
  const auto got = reader->article(reader->find(put.id), ArticlePart::Whole);
  REQUIRE(got);
  CHECK(got->title == put.title);
  CHECK(got->text.empty());
}

TEST_CASE("index: a second writer is refused with Locked", "[index]") {
  const test::TemporaryDirectory directory;
  const IndexWriter writer = writer_of(directory.data());
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::Locked);
}

TEST_CASE("index: notes on sources come back as they were put", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = writer_of(directory.data());
  CHECK(reader_of(directory.data())->sources()->empty());
  const std::vector<SourceNote> notes{
      {"pytorch", "PyTorch Blog", "https://pytorch.org/", parse_rfc3339("2026-04-08T09:30:00Z")->time, "ok", ""},
      {"lil-log", "Lil'Log \"L\" \xc3\xa9", "", {}, "failing", "HTTP 500"}};
  REQUIRE(writer.set_sources(notes));
  REQUIRE(writer.commit(1));
  CHECK(*reader_of(directory.data())->sources() == notes);
  CHECK(source_notes_from_json("[{]").error().code == ErrorCode::IndexDamaged);
  CHECK(source_notes_from_json("[{\"id\": 1}]").error().code == ErrorCode::IndexDamaged);
}
