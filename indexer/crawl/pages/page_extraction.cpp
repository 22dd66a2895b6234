// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_extraction.h"

#include "indexer/crawl/pipeline/article_links.h"
#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/enrich/fold_copies.h"
#include "indexer/pdf/pdf_page.h"
#include "indexer/pdf/pdf_xml.h"
#include "indexer/store/compress.h"
#include "shared/base/system_error.h"

#include <utility>

namespace trawl::crawl {
namespace {

/// Whether to follow links of the page: an article, or a page without text, which may be a table of contents.
bool has_useful_links(const Job& job) {
  return job.extraction.kind == ExtractionKind::Article || job.extraction.code == "no_text";
}

/// A PDF becomes the page that is stored in its place. Whether it could.
Result<bool> read_pdf(Job& job) {
  auto xml = pdf::pdf_xml(job.input.body);
  if (!xml && xml.error().code == ErrorCode::Exhausted) return std::unexpected(xml.error());
  job.input.body = xml ? pdf::pdf_page(*xml) : std::string();
  job.input.content_type = "text/html; charset=utf-8";
  if (xml) return true;
  job.extraction.is_failure = true;
  job.extraction.code = name_of(xml.error().code);
  job.extraction.why = to_sentence(xml.error());
  return false;
}

} // namespace

Result<void> extract_job(Job& job, const Knowledge& knowledge, bool reads_outlinks) {
  return catching_exceptions([&]() -> Result<void> {
    const bool is_pdf = pdf::is_pdf(job.input.body);
    TRAWL_TRY(const bool is_read, is_pdf ? read_pdf(job) : Result<bool>(true));
    if (is_read) job.extraction = extract_article(job.input, job.inlinks, knowledge, job.site.get());
    if (reads_outlinks && has_useful_links(job)) job.outlinks = links_of_page(job.input);
    job.frame = store::compress(job.input.body);
    return {};
  });
}

bool is_named_otherwise(const Job& job, const identity::Places& places) {
  const auto ranked = places.ranked(job.input.url, job.inlinks);
  const auto signal = ranked.empty() ? std::nullopt : signal_from_json(ranked.front()->signal);
  return signal && !signal->title.empty() && !enrich::titles_agree(signal->title, job.extraction.article.title);
}

} // namespace trawl::crawl
