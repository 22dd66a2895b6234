// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/worker_pool.h"

#include <utility>

namespace trawl::searchd {

WorkerPool::WorkerPool(std::size_t threads, std::size_t waiting, std::function<Responder()> make_responder,
                       std::function<void()> on_done)
    : waiting_(waiting), on_done_(std::move(on_done)) {
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, make_responder] { work(make_responder()); });
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

bool WorkerPool::submit(Job job, bool urgent) {
  {
    const std::scoped_lock lock(mutex_);
    if (!urgent && jobs_.size() >= waiting_) return false;
    if (urgent)
      jobs_.push_front(std::move(job));
    else
      jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

std::vector<WorkerPool::Done> WorkerPool::take_done() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(done_, {});
}

void WorkerPool::work(const Responder& responder) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (stopping_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    RawResponse response = responder(job.request);
    lock.lock();
    done_.push_back({job.connection, std::move(response)});
    lock.unlock();
    on_done_();
    lock.lock();
  }
}

} // namespace trawl::searchd
