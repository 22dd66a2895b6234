// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/sources.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

Article article_of(std::size_t number, const std::string& source, const char* published) {
  Article article = trawl::test::article(number);
  article.source = source;
  article.published = parse_rfc3339(published);
  return article;
}

Snapshot snapshot_of(const std::vector<Article>& articles, const std::vector<index::SourceNote>& notes) {
  trawl::test::TestIndex index(articles);
  must(index.writer().set_sources(notes));
  index.add({});
  return must(make_snapshot(index.reader()));
}

index::SourceNote note(const std::string& id, const std::string& label) { return {id, label, "", {}, "ok", ""}; }

} // namespace

TEST_CASE("sources: sorted by label without case and accents, then by id", "[search]") {
  const Snapshot snapshot = snapshot_of(
      {}, {note("z", "alpha"), note("b", "Émile"), note("c", "emile"), note("a", "Zeta"), note("d", "ELM")});
  std::string ids;
  for (const SourceStatus& source : list_sources(snapshot)) ids += source.id;
  CHECK(ids == "zdbca");
}

TEST_CASE("sources: an article counts for its own source and for those of its copies", "[search]") {
  Article article = article_of(1, "first", "2026-04-08");
  article.copies = {{"https://a.org", "second"}, {"https://b.org", "second"}};
  const auto sources = list_sources(snapshot_of({article, article_of(2, "second", "")}, {}));
  REQUIRE(sources.size() == 2);
  CHECK(sources[0].id == "first");
  CHECK(sources[0].label == "first"); // a source without a note is its own label
  CHECK(sources[0].articles == 1);
  CHECK(sources[1].articles == 2);
  CHECK(sources[1].newest == article.published);
  CHECK(sources[1].health.empty());
}

TEST_CASE("sources: the newest date has the precision of its article", "[search]") {
  const Snapshot snapshot = snapshot_of({article_of(1, "a", "2026-04-08T09:30:00Z"), article_of(2, "a", "2026-04-08"),
                                         article_of(3, "b", "2026-04-09"), article_of(4, "c", "")},
                                        {});
  const auto sources = list_sources(snapshot);
  REQUIRE(sources.size() == 3);
  CHECK(sources[0].newest == parse_rfc3339("2026-04-08T09:30:00Z"));
  CHECK(sources[1].newest == parse_rfc3339("2026-04-09"));
  CHECK_FALSE(sources[2].newest);
  CHECK(newest_date(snapshot) == parse_rfc3339("2026-04-09"));
  CHECK_FALSE(newest_date(snapshot_of({article_of(1, "a", "")}, {})));
  CHECK_FALSE(newest_date(snapshot_of({}, {})));
}

TEST_CASE("sources: one whose articles were all removed is listed only if it has a note", "[search]") {
  trawl::test::TestIndex index({article_of(1, "gone", ""), article_of(2, "noted", ""), article_of(3, "stays", "")});
  must(index.writer().set_sources({note("noted", "Noted")}));
  for (const std::size_t number : {1U, 2U}) must(index.writer().remove(trawl::test::article(number).id));
  index.add({});
  const auto sources = list_sources(must(make_snapshot(index.reader())));
  REQUIRE(sources.size() == 2);
  CHECK(sources[0].id == "noted");
  CHECK(sources[0].articles == 0);
  CHECK(sources[1].id == "stays");
}

TEST_CASE("snapshot: the label of a source is its id where there is none", "[search]") {
  const Snapshot snapshot = snapshot_of({}, {note("a", "The A"), note("b", "")});
  CHECK(snapshot.label("a") == "The A");
  CHECK(snapshot.label("b") == "b");
  CHECK(snapshot.label("unknown") == "unknown");
  CHECK(snapshot.labels_of("source")("a") == "The A");
  CHECK_FALSE(snapshot.labels_of("tag"));
}

TEST_CASE("stats: an index without articles has figures, too", "[search]") {
  const trawl::test::TestIndex index;
  const IndexStats stats = collect_stats(must(make_snapshot(index.reader())));
  CHECK(stats.documents == 0);
  CHECK(stats.terms == 0);
  CHECK(stats.average_length == 0);
  CHECK(stats.bytes > 0);
  CHECK_FALSE(stats.newest);
}
