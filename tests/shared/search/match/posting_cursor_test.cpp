// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

#include "shared/base/file.h"
#include "shared/index/columns/columns_builder.h"
#include "shared/search/match/posting_sets.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <map>
#include <random>

#include <catch2/catch.hpp>

namespace posting_cursor_test {

using namespace trawl;
using namespace trawl::search;

namespace {

using Postings = std::map<std::uint32_t, std::uint32_t>;

Postings of_xapian(Xapian::Database& database, const std::string& term) {
  Postings out;
  for (auto it = database.postlist_begin(term); it != database.postlist_end(term); ++it) out[*it] = it.get_wdf();
  return out;
}

/// Each way of reading every word's postings gives what Xapian has.
void check_all(index::IndexReader& reader, const index::Columns& columns, std::mt19937& random) {
  const IndexView view{reader.database(), columns};
  Budget budget(Deadline{std::chrono::steady_clock::time_point::max()});
  std::vector<std::string> terms{"nowhere"};
  for (auto it = reader.database().allterms_begin(); it != reader.database().allterms_end(); ++it) {
    const std::string term = *it;
    if (!std::string_view("DQX").contains(term.front())) terms.push_back(term); // those are filters
  }
  DocSet some(columns.last_document);
  all_documents(columns).for_each([&](std::uint32_t document) {
    if (random() % 3 == 0) some.add(document);
  });
  for (const std::string& term : terms) {
    const Postings truth = of_xapian(reader.database(), term);
    Postings walked, within;
    DocSet set(columns.last_document);
    for_each_posting_in(view, term, all_documents(view.columns), view.columns.last_document, budget,
                        [&](auto document, auto tf) { walked[document] = tf; });
    for_each_posting_in(view, term, some, 1, budget, [&](auto document, auto tf) { within[document] = tf; });
    add_documents(view, term, set, budget);
    CHECK(walked == truth);
    CHECK(set.count() == truth.size());
    CHECK(document_frequency(view, term) == truth.size());
    CHECK(intersection(view, some, term, budget).count() == within.size());
    PostingCursor cursor(view, term);
    all_documents(columns).for_each([&](std::uint32_t document) {
      const auto it = truth.find(document);
      const std::uint32_t tf = it == truth.end() ? 0 : it->second;
      REQUIRE(cursor.tf(document) == tf);
      const auto found = within.find(document);
      REQUIRE((found == within.end() ? 0 : found->second) == (some.contains(document) ? tf : 0));
    });
  }
}

} // namespace

TEST_CASE("postings: packed lists plus the delta agree with Xapian", "[search]") {
  std::mt19937 random(21);
  trawl::test::TestIndex made;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 400; ++i) articles.push_back(trawl::test::random_article(i, random));
  made.add(articles);

  const auto path = made.data().root / "words";
  const auto first = made.reader();
  REQUIRE(index::write_posting_lists(first->database(), first->columns().document_store.bytes.size(), path));
  const auto lists = index::PostingLists::open(path);
  REQUIRE(lists);
  index::Columns columns = first->columns();
  index::attach_posting_lists(columns, *lists);
  CHECK(columns.all_merged);
  check_all(*first, columns, random);

  for (int round = 0; round < 3; ++round) {
    articles.clear();
    for (std::size_t i = 0; i < 30; ++i) articles.push_back(trawl::test::random_article(random() % 450, random));
    made.add(articles);
    for (int i = 0; i < 5; ++i) trawl::test::must(made.writer().remove(trawl::test::article(random() % 450).id));
    made.add({});
    const auto reader = made.reader();
    index::Columns changed = reader->columns();
    index::attach_posting_lists(changed, *lists);
    CHECK_FALSE(changed.all_merged);
    check_all(*reader, changed, random);
    index::attach_posting_lists(changed, nullptr);
    check_all(*reader, changed, random);
  }
}

TEST_CASE("postings: a truncated or changed file is refused or read within its bounds", "[search]") {
  std::mt19937 random(22);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 300; ++i) articles.push_back(trawl::test::random_article(i, random));
  const trawl::test::TestIndex made(articles);
  const auto path = made.data().root / "words";
  const auto reader = made.reader();
  REQUIRE(index::write_posting_lists(reader->database(), 1, path));
  const std::string bytes = trawl::test::must(read_file(path));
  index::PostingBlock block;
  for (int round = 0; round < 300; ++round) {
    std::string changed = bytes;
    for (int i = 0; i < 20; ++i) changed[8 + random() % (changed.size() - 8)] = static_cast<char>(random());
    if (round % 3 == 0) changed.resize(random() % changed.size());
    trawl::test::must(write_file_atomic(path, changed));
    const auto lists = index::PostingLists::open(path);
    if (!lists) continue;
    for (const char* term : {"Znumber", "number", "SZarticl", "Zword3", "nowhere"}) {
      const index::PostingList list = (*lists)->find(term);
      for (std::size_t i = 0; i < std::min<std::size_t>(list.blocks(), 10); ++i) list.read(i, true, block);
      if (list.blocks() > 0) list.block_of(static_cast<std::uint32_t>(random()), 0);
    }
  }
  trawl::test::must(write_file_atomic(path, bytes));
  CHECK(index::PostingLists::open(path));
  CHECK(index::PostingLists::open(path.string() + "-not").error().code == ErrorCode::NotFound);
}

TEST_CASE("postings: the writer makes new lists when the delta is large", "[search]") {
  std::mt19937 random(23);
  trawl::test::TestIndex made;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 2'100; ++i) articles.push_back(trawl::test::random_article(i, random));
  made.add({articles.begin(), articles.begin() + 100});
  CHECK_FALSE(made.reader()->columns().posting_lists);
  const auto before = made.reader();
  made.add({articles.begin() + 100, articles.end()});
  const auto after = made.reader();
  CHECK(after->columns().all_merged);
  CHECK(after->revision() == before->revision() + 2);
  made.add({trawl::test::article(1)});
  CHECK_FALSE(made.reader()->columns().all_merged);
  CHECK(made.reader()->columns().posting_lists);
}

TEST_CASE("postings: the end of a run leaves a small delta", "[search]") {
  std::mt19937 random(24);
  trawl::test::TestIndex made;
  const auto finish = [&](std::size_t articles) {
    for (std::size_t i = 0; i < articles; ++i)
      trawl::test::must(made.writer().put(trawl::test::random_article(i, random)));
    trawl::test::must(made.writer().finish(1));
  };
  finish(256);
  CHECK_FALSE(made.reader()->columns().posting_lists);
  finish(1);
  CHECK(made.reader()->columns().all_merged);
  finish(256);
  CHECK_FALSE(made.reader()->columns().all_merged);
}

} // namespace posting_cursor_test
