// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/extraction_pool.h"

#include "indexer/crawl/pipeline/article_links.h"
#include "indexer/pdf/pdf_page.h"
#include "indexer/pdf/pdf_xml.h"
#include "indexer/store/compress.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <utility>

#include <pthread.h>

namespace trawl::crawl {
namespace {

/// Whether to follow links of the page: an article, or a page without text, which may be a table of contents.
bool has_useful_links(const Job& job) {
  return job.input.kind == store::InputKind::Page &&
         (job.extraction.kind == ExtractionKind::Article || job.extraction.code == "no_text");
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

ExtractionPool::ExtractionPool(const Knowledge& knowledge, unsigned threads, std::size_t capacity, bool reads_outlinks)
    : knowledge_(&knowledge), capacity_(capacity), reads_outlinks_(reads_outlinks) {
  for (unsigned i = 0; i < std::max(threads, 1u); ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

ExtractionPool::~ExtractionPool() {
  for (auto& thread : threads_) thread.request_stop();
}

void ExtractionPool::put(Job job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
  }
  ++inside_;
  wake_.notify_one();
}

Result<std::optional<Job>> ExtractionPool::take() {
  const std::lock_guard lock(mutex_);
  if (error_) return std::unexpected(*error_);
  if (done_.empty()) return std::nullopt;
  std::optional<Job> job(std::move(done_.front()));
  done_.pop_front();
  --inside_;
  return job;
}

Result<void> ExtractionPool::extract(Job& job) const {
  const bool is_pdf = !job.is_stored && pdf::is_pdf(job.input.body);
  TRAWL_TRY(const bool is_read, is_pdf ? read_pdf(job) : Result<bool>(true));
  if (is_read) job.extraction = extract_article(job.input, job.inlinks, *knowledge_, job.site.get());
  if (reads_outlinks_ && has_useful_links(job)) job.outlinks = links_of_page(job.input);
  if (!job.is_stored) job.frame = store::compress(job.input.body);
  return {};
}

void ExtractionPool::work(const std::stop_token& stop) {
  ::pthread_setname_np(::pthread_self(), "extraction");
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    auto job = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    auto extracted = catching_exceptions([&] { return extract(job); });
    lock.lock();
    if (extracted)
      extracted =
          catching_exceptions([&]() -> Result<void> { return done_.push_back(std::move(job)), Result<void>(); });
    if (!extracted && !error_) error_ = extracted.error();
  }
}

} // namespace trawl::crawl
