// SPDX-License-Identifier: GPL-3.0-or-later
/// Every way of reading postings, over an index with removed documents, against terms that are counted article by
/// article.
#include "shared/search/match/posting_cursor.h"

#include "shared/index/article_document.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>

namespace posting_cursor_test {

using namespace trawl;
using namespace trawl::search;

namespace {

using Postings = std::map<std::uint32_t, std::uint32_t>; // document to tf
using Held = std::map<std::size_t, Article>;

std::map<std::string, Postings> postings_of(const Held& held, const index::IndexReader& reader) {
  std::map<std::string, Postings> out;
  for (const auto& [number, article] : held) {
    const std::uint32_t document = reader.find(article.id);
    REQUIRE(document != 0);
    text::TermTable table;
    const Xapian::Document made = index::article_document(article, table).document;
    for (auto term = made.termlist_begin(); term != made.termlist_end(); ++term) {
      if ((*term).starts_with('K')) continue; // a plan means the words of tags by it, not whole ones
      out[*term][document] = std::max<std::uint32_t>(1, term.get_wdf());
    }
  }
  out["nowhere"];
  return out;
}

void check_all(const Held& held, const index::IndexReader& reader, std::mt19937& random) {
  const index::Columns& columns = reader.columns();
  const IndexView view{columns};
  Budget budget(Deadline{std::chrono::steady_clock::time_point::max()});
  const DocSet all = all_documents(columns);
  REQUIRE(all.count() == held.size());
  DocSet some(columns.last_document);
  all.for_each([&](std::uint32_t document) {
    if (random() % 3 == 0) some.add(document);
  });
  const auto truth = postings_of(held, reader);
  for (const auto& [term, postings] : truth) {
    CAPTURE(term);
    Postings walked, within;
    DocSet set(columns.last_document);
    for_each_posting(view, term, budget, [&](auto document, auto tf) { walked[document] = tf; });
    for_each_posting_in(view, term, some, 1, budget, [&](auto document, auto tf) { within[document] = tf; });
    add_documents(view, term, set, budget);
    REQUIRE(walked == postings);
    REQUIRE(set.count() == postings.size());
    REQUIRE(document_frequency(view, term) == postings.size());
    REQUIRE(intersection(view, some, term, budget).count() == within.size());
    Postings in_some, at_cursor;
    std::ranges::copy_if(postings, std::inserter(in_some, in_some.end()),
                         [&](const auto& one) { return some.contains(one.first); });
    REQUIRE(within == in_some);
    PostingCursor cursor(trawl::search::postings_of(view, term));
    all.for_each([&](std::uint32_t document) {
      if (const std::uint32_t tf = cursor.tf(document); tf != 0) at_cursor[document] = tf;
    });
    REQUIRE(at_cursor == postings);
  }
  std::set<std::string> walked;
  std::string before;
  for (index::Terms terms = columns.terms({}); !terms.at_end(); terms.next()) {
    REQUIRE(before < terms.term());
    before = terms.term();
    if (before.starts_with('K')) continue;
    REQUIRE(columns.df(before, terms.df()) == columns.find_postings(before).df());
    walked.insert(before);
  }
  for (const auto& [term, postings] : truth) REQUIRE(walked.contains(term) == (term != "nowhere"));
}

} // namespace

TEST_CASE("postings: after removals, they are those of the articles that are left", "[search]") {
  constexpr std::size_t kNumbers = 450; // several blocks of a list
  std::mt19937 random(21);
  trawl::test::TestIndex made;
  Held held;
  for (int round = 0; round < 7; ++round) {
    for (std::size_t i = round == 0 ? 400 : random() % 40; i > 0; --i) {
      const std::size_t number = round == 0 ? i : random() % kNumbers;
      held[number] = trawl::test::random_article(number, random);
      trawl::test::must(made.writer().put(held[number]));
    }
    for (int i = 0; i < 5 && round > 0; ++i) {
      const std::size_t number = random() % kNumbers;
      held.erase(number);
      trawl::test::must(made.writer().remove(trawl::test::article(number).id));
    }
    made.add({});
    made.begin_run();
    check_all(held, *made.reader(), random);
  }
}

} // namespace posting_cursor_test
