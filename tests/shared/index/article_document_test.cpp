// SPDX-License-Identifier: GPL-3.0-or-later
/// The index as a Xapian program sees it.
#include "shared/index/article_document.h"

#include "shared/article/article_id.h"
#include "shared/index/columns/field_values.h"
#include "shared/index/field_words.h"
#include "shared/index/index_check.h"
#include "shared/index/index_writer.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/schema/terms.h"
#include "shared/text/analyzer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <xapian.h>

#include <catch2/catch.hpp>

namespace article_document_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

namespace {

/// An index of these articles.
class Made {
 public:
  explicit Made(const std::vector<Article>& articles) : index_(articles) {}
  const DataDirectory& data() const { return index_.data(); }
  IndexWriter& writer() { return index_.writer(); }
  void commit() { index_.add({}); }
  Xapian::Database open() const { return Xapian::Database(data().index_stub().string()); }

  /// The addresses that a query finds, as Xapian's guide sets its parser up.
  std::set<std::string> find(const std::string& query) const {
    Xapian::Database database = open();
    Xapian::QueryParser parser;
    parser.set_database(database);
    parser.set_stemmer(Xapian::Stem("en"));
    parser.set_stemming_strategy(Xapian::QueryParser::STEM_ALL_Z);
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
  test::TestIndex index_;
};

Article titled(std::size_t number, const std::string& title, const std::string& text) {
  Article out = article(number);
  out.title = title;
  out.text = text;
  return out;
}

/// The terms of an article with their frequencies, counted one by one; 0: a boolean term.
std::map<std::string, std::uint32_t> terms_of(const Article& article) {
  text::TermTable table;
  std::map<std::string, std::uint32_t> out;
  for (const text::TermOccurrence& one :
       text::analyze_article(table, searched_title(article), searched_text(article), article.language).terms)
    ++out[xapian_term(one.term)];
  for (const std::string& term : field_words(article)) {
    if (term.starts_with('K')) ++out[xapian_term(term)];
    if (std::string_view("ENT").contains(term.front())) out[xapian_term(term)] = 0;
  }
  return out;
}

/// Every term of every article is in the database with its frequency, and no stem besides.
void check_postings(const std::map<std::string, Article>& articles, const Xapian::Database& database) {
  std::map<std::string, std::map<std::string, std::uint32_t>> expected;
  for (const auto& [id, article] : articles)
    for (const auto& [term, count] : terms_of(article)) expected[term][id] = count;
  const std::string id_prefix = schema::id_term("");
  for (const auto& [term, documents] : expected) {
    std::map<std::string, std::uint32_t> found;
    for (auto it = database.postlist_begin(term); it != database.postlist_end(term); ++it) {
      auto id = database.termlist_begin(*it);
      id.skip_to(id_prefix);
      found[(*id).substr(id_prefix.size())] = it.get_wdf();
    }
    INFO(term);
    REQUIRE(found == documents);
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
  named.published = Date{parse_rfc3339("2026-04-08")->time, DatePrecision::Day};
  const Article other =
      titled(2, "Kernels", "Attention is not a kernel. Quantization of models, quantised; 注意力机制.");
  const Made made({named, other});
  using Urls = std::set<std::string>;
  const Urls both{named.url, other.url}, first{named.url}, second{other.url};
  CHECK(made.find("kernel") == both); // stems
  CHECK(made.find("Kernels") == both);
  CHECK(made.find("\"attention kernel\"") == first);
  CHECK(made.find("attention NEAR kernel") == both);
  CHECK(made.find("quant*") == second);
  CHECK(made.find("title:attention") == first);
  CHECK(made.find("title:\"attention kernel\"") == first);
  CHECK(made.find("title:kernel") == both);
  CHECK(made.find("torch.compile") == first);
  CHECK(made.find("author:keydana") == first);
  CHECK(made.find("author:ziyang AND author:li") == first); // names have no positions
  CHECK(made.find("author:\"li sigrid\"").empty());         // of two names
  CHECK(made.find("tag:gpu") == first);
  CHECK(made.find("date:20260401..20260430") == first);
  CHECK(made.find("注意力") == second);
}

TEST_CASE("xapian: each term of an article is in it with its frequency, after updates and removals too", "[index]") {
  std::mt19937 random(41);
  Made made({});
  std::map<std::string, Article> held;
  for (std::size_t round = 0; round < 6; ++round) {
    for (std::size_t i = 0; i < 60; ++i) {
      Article one = test::random_article(random() % 150, random);
      one.text += " Die Modelle wurden torch.compile FlexAttention fine-tuning 注意力 " + std::to_string(random() % 50);
      one.copies.push_back({"https://mirror.org/x", "source-1", "The title of a copy"});
      must(made.writer().put(one));
      held[one.id] = one;
      if (i % 10 != 0) continue;
      must(made.writer().remove(one.id));
      held.erase(one.id);
    }
    made.commit();
    if (round % 2 == 1) must(made.writer().compact());
  }
  must(made.writer().compact());
  const Xapian::Database database = made.open();
  REQUIRE(database.get_doccount() == held.size());
  check_postings(held, database);
  CHECK(check_files(made.data()));
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

TEST_CASE("xapian: terms that are too long for it are left out", "[index]") {
  Article one = article(1);
  one.authors = {std::string(240, 'x'), std::string("zero\0byte", 9), std::string(300, 'y')};
  one.tags = {std::string(300, 't')};
  one.text = std::string(500, 'w') + " " + std::string(300, 'z');
  const Made made({one});
  CHECK(made.open().get_doccount() == 1);
  CHECK(check_files(made.data()));
}

} // namespace article_document_test
