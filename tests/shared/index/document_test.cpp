// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document.h"

#include "shared/article/article_id.h"

#include "shared/index/columns/column_row.h"
#include "shared/schema/terms.h"
#include "tests/support/articles.h"

#include <map>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

Xapian::Document document_of(const Article& article) {
  return to_document(article, text::analyze_article(article.title, article.text), 0);
}

std::map<std::string, unsigned> terms_of(const Xapian::Document& document) {
  std::map<std::string, unsigned> out;
  for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) out[*term] = term.get_wdf();
  return out;
}

} // namespace

TEST_CASE("document: words and stems are terms with their frequency, without positions", "[index]") {
  Article article = test::article(1);
  article.title = "Pruning";
  article.text = "Pruned networks, pruned again";
  const Xapian::Document document = document_of(article);
  const auto terms = terms_of(document);
  CHECK(terms.at("Zprune") == 3);
  CHECK(terms.at("pruned") == 2);
  CHECK(terms.at("SZprune") == 1);
  CHECK(terms.at("Spruning") == 1);
  CHECK_FALSE(terms.contains("SZnetwork"));
  for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
    CHECK(term.positionlist_count() == 0);
  }
}

TEST_CASE("document: each value of a filter field is a boolean term, which does not count as a word", "[index]") {
  Article article = test::article(1);
  article.authors = {"Ada Byron", "ADA  BYRON", ""};
  article.affiliations = {"Meta"};
  article.tags = {"gpu"};
  article.category = "infra";
  article.language = "en";
  article.aliases = {"https://mirror.org/old"};
  article.copies = {{"https://mirror.org/", "mirror"}};
  const auto terms = terms_of(document_of(article));
  std::set<std::string> filters;
  for (const auto& [term, frequency] : terms) {
    if (!term.starts_with('X')) continue;
    filters.insert(term);
    CHECK(frequency == 0);
  }
  for (const auto& [field, key] : std::initializer_list<std::pair<const char*, const char*>>{{"source", "example"},
                                                                                             {"source", "mirror"},
                                                                                             {"tag", "gpu"},
                                                                                             {"category", "infra"},
                                                                                             {"author", "ada byron"},
                                                                                             {"author", "meta"},
                                                                                             {"language", "en"},
                                                                                             {"site", "example.org"}}) {
    CHECK(filters.erase(schema::filter_term(field, key)) == 1);
  }
  CHECK(filters.erase(schema::alias_term(article_id("https://mirror.org/old"))) == 1);
  for (const std::string& other : filters) { // fields added later
    for (const char* field : {"source", "tag", "category", "author", "language", "site"}) {
      CHECK_FALSE(other.starts_with(schema::find_filter(field)->prefix));
    }
  }
  CHECK(terms.contains(schema::id_term(article.id)));
}

TEST_CASE("document: a dated article has the term of its month, an undated one has none", "[index]") {
  struct Row {
    const char *published, *month;
  };
  for (const Row& row : {Row{"2026-04-08", "D202604"}, Row{"2026-12-31T23:59:59Z", "D202612"},
                         Row{"2027-01-01T00:30:00+01:00", "D202612"}, Row{"1969-12-31", "D196912"}, Row{"", ""}}) {
    INFO(row.published);
    Article article = test::article(1);
    article.published = parse_rfc3339(row.published);
    std::string months;
    for (const auto& [term, frequency] : terms_of(document_of(article))) {
      if (term.starts_with('D')) months += term;
    }
    CHECK(months == row.month);
  }
}

TEST_CASE("document: a term of the longest length is kept, and a longer value is found by its hash", "[index]") {
  text::AnalyzedArticle analyzed;
  for (const std::size_t size : {schema::kMaxTermBytes - 1, schema::kMaxTermBytes, schema::kMaxTermBytes + 1}) {
    analyzed.terms.push_back({std::string(size, 'a'), 1});
  }
  analyzed.terms.push_back({"", 2});
  Article article = test::article(1);
  article.site = std::string(1'000, 's');
  std::set<std::size_t> lengths;
  for (const auto& [term, frequency] : terms_of(to_document(article, analyzed, 0))) {
    CHECK(term.size() <= schema::kMaxTermBytes);
    if (term.starts_with('a')) lengths.insert(term.size());
  }
  CHECK(lengths == std::set<std::size_t>{schema::kMaxTermBytes - 1, schema::kMaxTermBytes});
  CHECK(terms_of(to_document(article, analyzed, 0)).contains(schema::filter_term("site", article.site)));
}

TEST_CASE("document: its structure and its row are read back", "[index]") {
  Article article = test::article(1);
  for (const char* text : {"", "x", "Two\n\nparagraphs", " \n"}) {
    INFO(text);
    article.text = text;
    article.structure = std::string("\0\1", *text == 'T' ? 2 : 0);
    const Xapian::Document document = to_document(article, text::analyze_article("Two words", text), 12'345);
    CHECK(read_structure(document) == article.structure);
    CHECK_FALSE(document.get_data().empty()); // Xapian makes no file for a table without data
    ColumnRow row;
    const std::string packed = document.get_value(schema::kColumnsSlot);
    REQUIRE(unpack_row(packed, row));
    CHECK(row.stored_offset == 12'345);
    CHECK(row.title_words == 2);
  }
}
