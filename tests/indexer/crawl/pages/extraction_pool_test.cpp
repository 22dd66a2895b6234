// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/extraction_pool.h"

#include "indexer/store/compress.h"
#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

#include <set>

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

Job job_of(std::int64_t row, const std::string& body) {
  Job job;
  job.row = row;
  job.input.kind = store::InputKind::Page;
  job.input.url = kSite + "/p/" + std::to_string(row);
  job.input.content_type = "text/html";
  job.input.body = body;
  job.inlinks = {{"blog", kSite + "/feed.xml", ""}};
  return job;
}

/// Waits for the next finished job.
Job taken(ExtractionPool& pool) {
  for (;;) {
    if (auto job = pool.take().value()) return std::move(*job);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace

TEST_CASE("extraction pool: each job comes out once, with its article", "[crawl]") {
  const auto knowledge = knowledge_of({blog()});
  ExtractionPool pool(knowledge, 3, 100);
  for (int i = 0; i < 40; ++i) pool.put(job_of(i, article_page("story" + std::to_string(i))));
  CHECK(pool.inside() == 40);
  std::set<std::int64_t> rows;
  for (int i = 0; i < 40; ++i) {
    const Job job = taken(pool);
    rows.insert(job.row);
    CHECK(job.extraction.kind == ExtractionKind::Article);
    CHECK(job.extraction.article.title == "story" + std::to_string(job.row));
  }
  CHECK(rows.size() == 40);
  CHECK(pool.inside() == 0);
  CHECK_FALSE(pool.take().value());
}

TEST_CASE("extraction pool: there is room up to the capacity, finished jobs included", "[crawl]") {
  const auto knowledge = knowledge_of({blog()});
  ExtractionPool pool(knowledge, 1, 2);
  CHECK(pool.has_room());
  CHECK(pool.has_room(1));
  CHECK_FALSE(pool.has_room(2));
  pool.put(job_of(1, "x"));
  CHECK(pool.has_room());
  CHECK_FALSE(pool.has_room(1));
  pool.put(job_of(2, "x"));
  CHECK_FALSE(pool.has_room());
  taken(pool);
  CHECK(pool.has_room());
}

TEST_CASE("extraction pool: a new page is compressed for the store, a stored one is not", "[crawl]") {
  const auto knowledge = knowledge_of({blog()});
  ExtractionPool pool(knowledge, 1, 10);
  const std::string body = article_page("story");
  pool.put(job_of(1, body));
  CHECK(taken(pool).frame == store::compress(body));
  Job stored = job_of(2, body);
  stored.is_stored = true;
  pool.put(std::move(stored));
  CHECK(taken(pool).frame.empty());
}

TEST_CASE("extraction pool: collects links only for a backfill, and only from articles", "[crawl]") {
  const auto knowledge = knowledge_of({blog()});
  std::string linking = article_page("story");
  linking.insert(linking.find("</article>"), "<p><a href=\"/p/other\">Another story</a></p>");
  {
    ExtractionPool pool(knowledge, 1, 10);
    pool.put(job_of(1, linking));
    CHECK(taken(pool).outlinks.empty());
  }
  ExtractionPool pool(knowledge, 1, 10, true);
  pool.put(job_of(1, linking));
  CHECK(taken(pool).outlinks == std::vector<std::string>{kSite + "/p/other"});
  Job hidden = job_of(2, linking);
  hidden.input.noindex = true;
  pool.put(std::move(hidden));
  const Job refused = taken(pool);
  CHECK(refused.extraction.kind == ExtractionKind::NotArticle);
  CHECK(refused.outlinks.empty());
}

TEST_CASE("extraction pool: zero threads are one, and the end does not wait for the queue", "[crawl]") {
  const auto knowledge = knowledge_of({blog()});
  {
    ExtractionPool pool(knowledge, 0, 10);
    pool.put(job_of(1, "x"));
    taken(pool);
  }
  ExtractionPool pool(knowledge, 1, 1000);
  for (int i = 0; i < 500; ++i) pool.put(job_of(i, article_page("story")));
}
