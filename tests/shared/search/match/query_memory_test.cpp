// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/query_memory.h"

#include "tests/shared/search/small_index.h"

#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace {
constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();
thread_local std::size_t allocations_left = kUnlimited;
} // namespace

// Fails when as many allocations were made as a test allows.
void* operator new(std::size_t size) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left != kUnlimited) --allocations_left;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::match_query;
using trawl::search::test::MatchResult;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("memory: a term is looked up once", "[search]") {
  SmallIndex index({{"", "one two"}, {"", "two three"}});
  const IndexView view = index.view();
  const TermPostings& first = postings_of(view, "Ztwo");
  CHECK(first.df() == 2);
  CHECK(&postings_of(view, "Ztwo") == &first);
  CHECK(postings_of(view, "Znowhere").df() == 0);
}

TEST_CASE("memory: a stem is known by its number in any segment", "[search]") {
  SmallIndex index(std::vector<SmallArticle>{{"", "alpha beta"}});
  const IndexView view = index.view();
  const index::Part& part = view.columns.parts().front();
  std::size_t stems = 0;
  for (std::uint32_t number = 0; number < part.segment->terms().size(); ++number) {
    const std::string term = part.segment->terms().term(number);
    if (!term.starts_with('Z')) continue;
    KnownStem& stem = view.memory->stem(part, number);
    CHECK("Z" + stem.text == term);
    CHECK(QueryMemory::idf_of(view, stem) == 0); // of one document
    CHECK(&view.memory->postings_of(view, stem) == &postings_of(view, term));
    CHECK(&view.memory->stem(part, number) == &stem);
    ++stems;
  }
  CHECK(stems == 2);
}

TEST_CASE("memory: entries are forgotten only when there are too many", "[search]") {
  SmallIndex index(std::vector<SmallArticle>{{"", "one two"}});
  const IndexView view = index.view();
  view.memory->keep_in_parts("one", {1});
  view.memory->trim();
  CHECK(view.memory->in_parts("one") != nullptr);
  for (int i = 0; i < 100'000; ++i) static_cast<void>(postings_of(view, "Z" + std::to_string(i)));
  for (int i = 0; i < 5'000; ++i) view.memory->keep_in_parts(std::to_string(i), {});
  view.memory->trim();
  CHECK(view.memory->in_parts("one") == nullptr);
  CHECK(postings_of(view, "Ztwo").df() == 1);
}

TEST_CASE("memory: a word that was found as two words is found again by the next query", "[search]") {
  SmallIndex index({{"", "finetuning a model"}, {"", "fine tuning of it"}, {"", "tuning what is fine"}});
  const IndexView view = index.view();
  const auto found = [&](const char* q) {
    return match_query(query::parse_query(q, Moment{}, false).value(), view, MatchMode::All, SmallIndex::never())
        ->documents;
  };
  const DocSet first = found("finetuning");
  CHECK(first.count() == 2);
  CHECK(found("finetuning") == first);
  CHECK(found("finetuning -model").count() == 1);
  CHECK(found("title:finetuning").count() == 0);
}

TEST_CASE("memory: a query that ran out of memory leaves no stem without its text", "[search]") {
  SmallIndex index(std::vector<SmallArticle>{{"", "alpha beta gamma delta epsilon zeta eta theta"}});
  const index::Part& part = index.view().columns.parts().front();
  std::vector<std::uint32_t> stems;
  for (std::uint32_t number = 0; number < part.segment->terms().size(); ++number) {
    if (part.segment->terms().term(number).starts_with('Z')) stems.push_back(number);
  }
  std::size_t failures = 0;
  for (bool has_failed = true; has_failed; failures += has_failed ? 1 : 0) {
    CAPTURE(failures);
    QueryMemory memory;
    has_failed = false;
    allocations_left = failures;
    try {
      for (const std::uint32_t number : stems) memory.stem(part, number);
    } catch (const std::bad_alloc&) {
      has_failed = true;
    }
    allocations_left = kUnlimited;
    for (const std::uint32_t number : stems)
      CHECK("Z" + memory.stem(part, number).text == part.segment->terms().term(number));
  }
  CHECK(failures >= stems.size());
}
