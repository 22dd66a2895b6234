// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/workshop.h"

#include "indexer/store/compress.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {

Workshop::Workshop(const Knowledge& knowledge, unsigned threads, std::size_t capacity)
    : knowledge_(&knowledge), capacity_(capacity) {
  for (unsigned i = 0; i < std::max(threads, 1u); ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

Workshop::~Workshop() {
  for (auto& thread : threads_) thread.request_stop();
}

void Workshop::put(Job job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
  }
  ++inside_;
  wake_.notify_one();
}

std::optional<Job> Workshop::take() {
  const std::lock_guard lock(mutex_);
  if (done_.empty()) return std::nullopt;
  std::optional<Job> job(std::move(done_.front()));
  done_.pop_front();
  --inside_;
  return job;
}

void Workshop::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    auto job = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    job.made = make_article(job.input, job.mentions, *knowledge_);
    if (!job.is_stored) job.frame = store::compress(job.input.body);
    lock.lock();
    done_.push_back(std::move(job));
  }
}

} // namespace trawl::crawl
