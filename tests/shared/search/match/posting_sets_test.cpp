// SPDX-License-Identifier: GPL-3.0-or-later
/// Sets made from posting lists. Candidates are few or many, so that both
/// ways are taken: walking a whole list, and skipping through it.
#include "shared/search/match/posting_sets.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace posting_sets_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

/// Words from one that every document has to one that few have.
const std::vector<std::string> kTerms{"every", "half", "some", "rare", "nowhere"};

using Postings = std::map<std::uint32_t, std::uint32_t>; // document to tf

class Corpus {
 public:
  /// The articles come in this many runs; some of them are replaced later.
  Corpus(std::mt19937& random, std::size_t count, std::size_t runs) {
    std::map<std::size_t, Article> held;
    for (std::size_t i = 0; i < count + count / 10; ++i) {
      const std::size_t number = i < count ? i : random() % count;
      Article article = trawl::test::article(number);
      article.title = "untitled";
      article.text = "every ";
      for (auto n = random() % 2; n > 0; --n) article.text += "half ";
      if (random() % 20 == 0) article.text += "some some ";
      if (random() % 150 == 0) article.text += "rare ";
      must(index_.writer().put(article));
      held[number] = article;
      if (i % (count / runs + 1) != count / runs) continue;
      must(index_.writer().commit(i + 1));
      index_.begin_run();
    }
    must(index_.writer().commit(2 * count + 1));
    reader_ = index_.reader();
    for (const std::string& term : kTerms) truth_[term];
    for (const auto& [number, article] : held) {
      for (const std::string& term : kTerms) {
        std::uint32_t tf = 0;
        for (auto at = article.text.find(term); at != std::string::npos; at = article.text.find(term, at + 1)) ++tf;
        if (tf > 0) truth_[term][reader_->find(article.id)] = tf;
      }
    }
  }

  IndexView view() { return {reader_->columns()}; }
  const Postings& postings(const std::string& term) const { return truth_.at(term); }

 private:
  trawl::test::TestIndex index_;
  std::shared_ptr<index::IndexReader> reader_;
  std::map<std::string, Postings> truth_;
};

std::set<std::uint32_t> members(const DocSet& set) {
  std::set<std::uint32_t> out;
  set.for_each([&](std::uint32_t document) { out.insert(document); });
  return out;
}

DocSet random_set(std::mt19937& random, std::uint32_t last, unsigned one_in) {
  DocSet out(last);
  for (std::uint32_t document = 1; document <= last; ++document) {
    if (random() % one_in == 0) out.add(document);
  }
  return out;
}

void check_all(Corpus& corpus, std::mt19937& random) {
  const IndexView view = corpus.view();
  Budget budget(Deadline{std::chrono::steady_clock::time_point::max()});
  for (const std::string& term : kTerms) {
    const Postings& postings = corpus.postings(term);
    CHECK(document_frequency(view, term) >= postings.size());
    for (const unsigned one_in : {1U, 3U, 40U, 300U, 5'000U}) {
      CAPTURE(term, one_in);
      DocSet candidates = random_set(random, view.columns.last_document, one_in);
      candidates &= all_documents(view.columns);
      std::set<std::uint32_t> both;
      Postings within, visited;
      for (const auto& [document, tf] : postings) {
        if (!candidates.contains(document)) continue;
        both.insert(document);
        within[document] = tf;
      }
      REQUIRE(members(intersection(view, candidates, term, budget)) == both);
      for_each_posting_in(view, term, candidates, candidates.count(), budget,
                          [&](std::uint32_t document, std::uint32_t tf) { visited[document] = tf; });
      REQUIRE(visited == within);
    }
  }
  for (int round = 0; round < 100; ++round) {
    std::vector<std::string> terms;
    for (auto i = 1 + random() % 3; i > 0; --i) terms.push_back(kTerms[random() % kTerms.size()]);
    CAPTURE(terms);
    std::set<std::uint32_t> all = members(all_documents(view.columns));
    for (const std::string& term : terms) {
      std::erase_if(all, [&](std::uint32_t document) { return !corpus.postings(term).contains(document); });
    }
    REQUIRE(members(documents_with_all(view, terms, budget)) == all);
  }
}

} // namespace

TEST_CASE("posting sets: as reading the texts one by one", "[match]") {
  std::mt19937 random(131);
  for (const std::size_t runs : {1U, 3U}) {
    Corpus corpus(random, 3'300, runs);
    check_all(corpus, random);
  }
}

TEST_CASE("posting sets: no terms match nothing, an unknown one among them neither", "[match]") {
  std::mt19937 random(134);
  Corpus corpus(random, 50, 1);
  Budget budget(Deadline{std::chrono::steady_clock::time_point::max()});
  CHECK(documents_with_all(corpus.view(), {}, budget).count() == 0);
  CHECK(documents_with_all(corpus.view(), {"every", "nowhere"}, budget).count() == 0);
  CHECK(documents_with_all(corpus.view(), {"every", "every"}, budget).count() == 50);
}

} // namespace posting_sets_test
