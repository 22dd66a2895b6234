// SPDX-License-Identifier: GPL-3.0-or-later
/// The Xapian database as a Xapian program sees it.
#include "shared/index/xapian/xapian_writer.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/xapian/article_document.h"
#include "shared/schema/terms.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace xapian_writer_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

namespace {

const std::string kStore = "0123456789ab";

/// A database of these articles.
class Made {
 public:
  explicit Made(const std::vector<Article>& articles) : writer_(must(XapianWriter::create(data(), kStore))) {
    for (const Article& one : articles) must(writer_->put(one));
    must(writer_->publish(articles.size()));
  }
  void close() { writer_.reset(); }
  const DataDirectory& data() const { return directory_.data(); }
  XapianWriter& writer() { return *writer_; }
  Xapian::Database open() const { return Xapian::Database(xapian_stub(data()).string()); }

  /// The addresses that a query finds, as Xapian's guide sets its parser up.
  std::set<std::string> find(const std::string& query) const {
    Xapian::Database database = open();
    Xapian::QueryParser parser;
    parser.set_database(database);
    parser.set_stemmer(Xapian::Stem("en"));
    parser.set_default_op(Xapian::Query::OP_AND);
    parser.add_prefix("title", "S");
    parser.add_prefix("author", "A");
    parser.add_boolean_prefix("tag", "K");
    Xapian::DateRangeProcessor dates(schema::kDaySlot, "date:");
    parser.add_rangeprocessor(&dates);
    Xapian::Enquire enquire(database);
    enquire.set_query(parser.parse_query(query, Xapian::QueryParser::FLAG_DEFAULT | Xapian::QueryParser::FLAG_WILDCARD |
                                                    Xapian::QueryParser::FLAG_CJK_NGRAM));
    const Xapian::MSet found = enquire.get_mset(0, 100);
    std::set<std::string> urls;
    for (auto it = found.begin(); it != found.end(); ++it) {
      std::istringstream data(it.get_document().get_data());
      std::string line;
      std::getline(data, line);
      urls.insert(line.substr(std::string("url=").size()));
    }
    return urls;
  }

 private:
  test::TemporaryDirectory directory_;
  std::optional<XapianWriter> writer_;
};

Article titled(std::size_t number, const std::string& title, const std::string& text) {
  Article out = article(number);
  out.title = title;
  out.text = text;
  return out;
}

/// Every posting of the segments is in the database with the same frequency.
void check_postings(const Columns& columns, const Xapian::Database& database) {
  std::map<std::string, std::map<std::string, std::uint32_t>> expected, found;
  PostingBlock block;
  for (const Part& part : columns.parts()) {
    for (auto it = part.segment->terms().lower_bound(""); !it.at_end(); it.next()) {
      const PostingList list = part.segment->postings(it.entry());
      const bool is_whole = it.term().starts_with('T') || it.term().starts_with('N');
      for (std::size_t i = 0; i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at) {
          if (part.is_removed(block.documents[at])) continue;
          const std::string id = article_id_of(part.segment->names().ids.raw(block.documents[at]));
          expected[xapian_term(it.term())][id] = is_whole ? 0 : block.tf[at];
        }
      }
    }
  }
  const std::string id_prefix = schema::id_term("");
  for (auto& [term, documents] : expected) {
    auto& here = found[term];
    for (auto it = database.postlist_begin(term); it != database.postlist_end(term); ++it) {
      auto id = database.termlist_begin(*it);
      id.skip_to(id_prefix);
      here[(*id).substr(id_prefix.size())] = it.get_wdf();
    }
    INFO(term);
    REQUIRE(here == documents);
  }
  std::size_t stems = 0;
  for (auto it = database.allterms_begin("Z"); it != database.allterms_end("Z"); ++it) {
    if ((*it).starts_with("ZA")) continue; // only Xapian's parser looks for the stems of names
    INFO(*it);
    REQUIRE(expected.contains(*it));
    ++stems;
  }
  CHECK(stems > 0);
}

} // namespace

TEST_CASE("xapian: its parser finds phrases, NEAR, wildcards, titles, names and capitals", "[index]") {
  Article named =
      titled(1, "A fused Attention kernel", "Written by nobody. The kernel was fast, torch.compile helped.");
  named.authors = {"Ziyang Li", "Sigrid Keydana"};
  named.tags = {"gpu"};
  named.published = parse_rfc3339("2026-04-08T22:00:00-08:00"); // the 9th in UTC
  const Article other =
      titled(2, "Kernels", "Attention is not a kernel. Quantization of models, quantised; 注意力机制.");
  const Made made({named, other});
  using Urls = std::set<std::string>;
  const Urls both{named.url, other.url}, first{named.url}, second{other.url};
  CHECK(made.find("kernel") == both); // stems
  CHECK(made.find("Kernels") == second);
  CHECK(made.find("\"attention kernel\"") == first);
  CHECK(made.find("attention NEAR kernel") == both);
  CHECK(made.find("quant*") == second);
  CHECK(made.find("title:attention") == first);
  CHECK(made.find("title:\"attention kernel\"") == first);
  CHECK(made.find("title:kernel") == both);
  CHECK(made.find("torch.compile") == first);
  CHECK(made.find("author:keydana") == first);
  CHECK(made.find("author:\"ziyang li\"") == first);
  CHECK(made.find("author:\"li sigrid\"").empty()); // of two names
  CHECK(made.find("tag:gpu") == first);
  CHECK(made.find("date:20260401..20260430") == first);
  CHECK(made.find("date:20260408..20260408") == first); // the printed day
  CHECK(made.find("date:20260409..20260430").empty());
  CHECK(made.find("注意力") == second);
}

TEST_CASE("xapian: the postings of the segments are in it with their frequencies, after updates and removals too",
          "[index]") {
  std::mt19937 random(41);
  test::TestIndex segments;
  Made made({});
  for (std::size_t round = 0; round < 6; ++round) {
    std::vector<Article> batch;
    for (std::size_t i = 0; i < 60; ++i) {
      Article one = test::random_article(random() % 150, random);
      one.text += " Die Modelle wurden torch.compile FlexAttention fine-tuning 注意力 " + std::to_string(random() % 50);
      one.copies.push_back({"https://mirror.org/x", "source-1", "The title of a copy"});
      batch.push_back(one);
      must(made.writer().put(one));
      if (i % 10 == 0) must(made.writer().remove(one.id));
    }
    segments.add(batch);
    for (std::size_t i = 0; i < 60; i += 10) {
      const bool is_back = std::any_of(batch.begin() + static_cast<std::ptrdiff_t>(i) + 1, batch.end(),
                                       [&](const Article& later) { return later.id == batch[i].id; });
      if (!is_back) must(segments.writer().remove(batch[i].id));
    }
    must(segments.writer().commit(round + 2));
    must(made.writer().commit(round + 1));
  }
  must(made.writer().publish(7));
  const auto reader = segments.reader();
  const Xapian::Database database = made.open();
  REQUIRE(database.get_doccount() == reader->columns().live_documents);
  check_postings(reader->columns(), database);
  CHECK(check_xapian_database(made.data()));
}

TEST_CASE("xapian: all values of an article are in its slots, and each has a term", "[index]") {
  std::mt19937 random(7);
  const Article one = test::random_article(1, random), two = test::random_article(2, random);
  const Made made({one, two});
  const Xapian::Database database = made.open();
  for (const Article* put : {&one, &two}) {
    const auto at = database.postlist_begin(schema::id_term(put->id));
    REQUIRE(at != database.postlist_end(schema::id_term(put->id)));
    const Xapian::Document document = database.get_document(*at);
    for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
      std::string all;
      for (const FieldValue& value : field_values(*put, field)) {
        all += (all.empty() ? "" : "\n") + value.shown;
        const std::string term = schema::filter_term(schema::kFilterFields[field], value.key);
        auto terms = document.termlist_begin();
        terms.skip_to(term);
        CHECK((terms != document.termlist_end() && *terms == term));
      }
      CHECK(document.get_value(schema::value_slot(field)) == all);
    }
  }
}

TEST_CASE("xapian: the words with a stem are its synonyms, the one that is like it left out", "[index]") {
  const Made made({titled(1, "Models", "model modelling models")});
  const Xapian::Database database = made.open();
  const std::string key = key_of_stem("model");
  CHECK(std::set<std::string>(database.synonyms_begin(key), database.synonyms_end(key)) ==
        std::set<std::string>{"modelling", "models"});
}

TEST_CASE("xapian: terms that are too long for it are left out", "[index]") {
  Article one = article(1);
  one.authors = {std::string(240, 'x'), std::string("zero\0byte", 9), std::string(300, 'y')};
  one.tags = {std::string(300, 't')};
  one.text = std::string(500, 'w') + " " + std::string(300, 'z');
  const Made made({one});
  CHECK(made.open().get_doccount() == 1);
  CHECK(check_xapian_database(made.data()));
}

TEST_CASE("xapian: what is not committed is not there, and a commit says up to which change it is", "[index]") {
  Made made({article(1)});
  must(made.writer().put(article(2)));
  CHECK(made.open().get_doccount() == 1);
  must(made.writer().commit(17));
  const auto state = must(read_xapian_state(made.data()));
  REQUIRE(state);
  CHECK(state->sequence == 17);
  CHECK(state->store == kStore);
  CHECK(state->documents == 2);
}

TEST_CASE("xapian: a reader keeps its database while another takes its place", "[index]") {
  Made made({article(1), article(2)});
  const Xapian::Database before = made.open();
  must(made.writer().put(article(3)));
  must(made.writer().publish(3));
  CHECK(before.get_doccount() == 2);
  CHECK(before.get_document(1).get_data().contains("url="));
  CHECK(made.open().get_doccount() == 3);
  std::size_t folders = 0;
  for (const auto& path : must(entries_of(made.data().index()))) folders += std::filesystem::is_directory(path) ? 1 : 0;
  CHECK(folders == 1);
}

TEST_CASE("xapian: a new database is not seen before it is complete, and a stopped one is removed", "[index]") {
  Made made({article(1)});
  {
    XapianWriter next = must(XapianWriter::create(made.data(), kStore));
    must(next.put(article(2)));
    must(next.put(article(3)));
    must(next.commit(9));
    CHECK(made.open().get_doccount() == 1);
  }
  remove_unused_xapian_folders(made.data());
  CHECK(made.open().get_doccount() == 1);
  CHECK(must(read_xapian_state(made.data()))->sequence == 1);
}

TEST_CASE("xapian: a database that is missing, of another store or damaged has to be made again", "[index]") {
  const test::TemporaryDirectory empty;
  CHECK(XapianWriter::open_live(empty.data(), kStore).error().code == ErrorCode::IndexDamaged);
  CHECK_FALSE(must(read_xapian_state(empty.data())));
  Made made({article(1)});
  CHECK(XapianWriter::open_live(made.data(), kStore).error().code == ErrorCode::Locked);
  made.close();
  CHECK(XapianWriter::open_live(made.data(), kStore));
  CHECK(XapianWriter::open_live(made.data(), "another").error().code == ErrorCode::IndexDamaged);
  REQUIRE(write_file_atomic(xapian_stub(made.data()), "glass ../elsewhere\n"));
  CHECK(read_xapian_state(made.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(check_xapian_database(made.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("xapian: a check finds a damaged block", "[index]") {
  const Made made({article(1), article(2)});
  const auto folder = must(find_xapian_folder(made.data()));
  REQUIRE(folder);
  std::fstream table(*folder / "postlist.glass", std::ios::in | std::ios::out | std::ios::binary);
  table << std::string(200, '\xff');
  table.close();
  CHECK(check_xapian_database(made.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("xapian: one that was removed leaves nothing", "[index]") {
  const Made made({article(1)});
  REQUIRE(remove_xapian_database(made.data()));
  CHECK(must(entries_of(made.data().index())).empty());
  CHECK(remove_xapian_database(made.data()));
}

} // namespace xapian_writer_test
