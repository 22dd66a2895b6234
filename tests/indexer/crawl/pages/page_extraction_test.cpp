// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_extraction.h"

#include "indexer/store/compress.h"
#include "tests/indexer/crawl/crawl_parts.h"
#include "tests/indexer/crawl/crawl_world.h"

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

/// The job once it is extracted.
Job extracted(Job job, bool reads_outlinks = false) {
  REQUIRE(extract_job(job, knowledge_of({blog()}), reads_outlinks));
  return job;
}

} // namespace

TEST_CASE("page extraction: a page becomes an article", "[crawl]") {
  const Job job = extracted(job_of(1, article_page("story")));
  CHECK(job.extraction.kind == ExtractionKind::Article);
  CHECK(job.extraction.article.title == "story");
}

TEST_CASE("page extraction: a page is compressed for the store", "[crawl]") {
  const std::string body = article_page("story");
  CHECK(extracted(job_of(1, body)).frame == store::compress(body));
}

TEST_CASE("page extraction: collects links only for a backfill, and only from articles", "[crawl]") {
  std::string linking = article_page("story");
  linking.insert(linking.find("</article>"), "<p><a href=\"/p/other\">Another story</a></p>");
  CHECK(extracted(job_of(1, linking)).outlinks.empty());
  CHECK(extracted(job_of(1, linking), true).outlinks == std::vector<std::string>{kSite + "/p/other"});
  Job hidden = job_of(2, linking);
  hidden.input.noindex = true;
  const Job refused = extracted(std::move(hidden), true);
  CHECK(refused.extraction.kind == ExtractionKind::NotArticle);
  CHECK(refused.outlinks.empty());
}
