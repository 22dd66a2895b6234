// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/extraction_pool.h"

#include "indexer/crawl/pages/link_discovery.h"
#include "indexer/store/compress.h"

#include <algorithm>
#include <utility>

#include <pthread.h>

namespace trawl::crawl {
namespace {

/// Of an article, or of a page that has no text because it is a table of contents.
bool has_links_to_follow(const Job& job) {
  return job.input.kind == store::InputKind::Page && (job.made.kind == MadeKind::Article || job.made.code == "no_text");
}

} // namespace

ExtractionPool::ExtractionPool(const Knowledge& knowledge, unsigned threads, std::size_t capacity, bool reads_links)
    : knowledge_(&knowledge), capacity_(capacity), reads_links_(reads_links) {
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

std::optional<Job> ExtractionPool::take() {
  const std::lock_guard lock(mutex_);
  if (done_.empty()) return std::nullopt;
  std::optional<Job> job(std::move(done_.front()));
  done_.pop_front();
  --inside_;
  return job;
}

void ExtractionPool::work(const std::stop_token& stop) {
  ::pthread_setname_np(::pthread_self(), "make articles");
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    auto job = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    job.made = make_article(job.input, job.mentions, *knowledge_);
    if (reads_links_ && has_links_to_follow(job)) job.links = links_of_page(job.input);
    if (!job.is_stored) job.frame = store::compress(job.input.body);
    lock.lock();
    done_.push_back(std::move(job));
  }
}

} // namespace trawl::crawl
