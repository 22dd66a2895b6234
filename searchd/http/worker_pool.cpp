// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/worker_pool.h"

#include "searchd/http/response_bytes.h"
#include "shared/base/system_error.h"

#include <chrono>
#include <tuple>
#include <utility>

namespace trawl::searchd {
namespace {

/// How long a worker waits for memory to hand over its answer.
constexpr auto kMemoryPause = std::chrono::milliseconds(100);

constexpr std::size_t kMaxUrgent = 512; // more than there are connections by default

} // namespace

WorkerPool::WorkerPool(std::size_t threads, const HttpLimits& limits, const MakeResponder& make_responder,
                       std::function<void()> on_done)
    : queue_(limits), on_done_(std::move(on_done)) {
  try {
    for (std::size_t i = 0; i <= threads; ++i) {
      Worker& worker = workers_.emplace_back();
      worker.is_urgent = i == threads;
      threads_.emplace_back(
          [this, responder = make_responder(worker.is_abandoned), &worker] { work(worker, responder); });
    }
  } catch (...) { // without memory for a thread, those before it would wait for ever, and we for them
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  wake_urgent_.notify_all();
}

bool WorkerPool::submit(WaitingRequest request) {
  {
    const std::scoped_lock lock(mutex_);
    if (!queue_.push(std::move(request), std::chrono::steady_clock::now())) return false;
  }
  wake_.notify_one();
  return true;
}

bool WorkerPool::is_refusing() {
  const std::scoped_lock lock(mutex_);
  return queue_.is_refusing(std::chrono::steady_clock::now());
}

bool WorkerPool::submit_urgent(WaitingRequest request) {
  {
    const std::scoped_lock lock(mutex_);
    if (urgent_.size() >= kMaxUrgent) return false;
    urgent_.push_back(std::move(request));
  }
  wake_urgent_.notify_one();
  return true;
}

void WorkerPool::abandon(std::uint64_t connection) {
  const std::scoped_lock lock(mutex_);
  queue_.remove(connection);
  std::erase_if(urgent_, [&](const WaitingRequest& request) { return request.connection == connection; });
  for (Worker& worker : workers_) {
    if (worker.is_busy && worker.connection == connection) worker.is_abandoned = true;
  }
}

std::vector<WorkerPool::Done> WorkerPool::take_done() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(done_, {});
}

std::optional<WaitingRequest> WorkerPool::next_for(const Worker& worker) {
  if (!worker.is_urgent) return queue_.pop();
  if (urgent_.empty()) return std::nullopt;
  WaitingRequest request = std::move(urgent_.front());
  urgent_.pop_front();
  return request;
}

Result<void> WorkerPool::finish(Done& done) {
  done_.push_back(std::move(done)); // which is still there if there is no memory for this
  return {};
}

/// Without memory for this, they go on waiting.
Result<void> WorkerPool::refuse_late() {
  const auto now = std::chrono::steady_clock::now();
  while (queue_.has_late(now)) {
    done_.reserve(done_.size() + 1);
    RawResponse answer{busy_answer(), true};
    done_.push_back({queue_.take_oldest().connection, std::move(answer), true});
  }
  return {};
}

/// Puts a dear request back, if others wait, or refuses it, if too many dear ones do; drops it if its client has gone
/// meanwhile.
bool WorkerPool::lets_others_go_first(Worker& worker, const Responder& responder, WaitingRequest& request,
                                      std::unique_lock<std::mutex>& lock) {
  if (worker.is_urgent || request.weight > 0 || !responder.weight || queue_.empty()) return false;
  lock.unlock();
  std::ignore = catching_exceptions( // without memory to find out, it is not dear
      [&]() -> Result<void> { return request.weight = responder.weight(request.request), Result<void>(); });
  lock.lock();
  if (worker.is_abandoned) return true;
  return queue_.is_dear(request) && catching_exceptions([&]() -> Result<void> {
                                      done_.reserve(done_.size() + 1);
                                      RawResponse refusal{busy_answer(), true};
                                      if (queue_.put_back(request)) return {};
                                      done_.push_back({request.connection, std::move(refusal), true});
                                      return on_done_(), Result<void>();
                                    }).has_value();
}

void WorkerPool::work(Worker& worker, const Responder& responder) {
  std::unique_lock lock(mutex_);
  while (true) {
    std::optional<WaitingRequest> next;
    (worker.is_urgent ? wake_urgent_ : wake_).wait(lock, [&] { return stopping_ || (next = next_for(worker)); });
    if (stopping_) return;
    worker.connection = next->connection;
    worker.is_abandoned = false;
    worker.is_busy = true;
    if (lets_others_go_first(worker, responder, *next, lock)) {
      worker.is_busy = false;
      continue;
    }
    lock.unlock();
    Done done{next->connection, {{}, true}};
    const auto answered =
        catching_exceptions([&]() -> Result<void> { return done.response = responder(next->request), Result<void>(); });
    if (!answered) { // without memory for this, either, the connection is closed
      std::ignore = catching_exceptions([&]() -> Result<void> {
        return done.response = {refusal_answer({503, "The server is out of memory; try again in a few seconds."}),
                                true},
               Result<void>();
      });
    }
    lock.lock();
    worker.is_busy = false;
    while (!catching_exceptions([&] { return finish(done); })) {
      wake_.wait_for(lock, kMemoryPause, [&] { return stopping_; });
    }
    std::ignore = catching_exceptions([&] { return refuse_late(); });
    lock.unlock();
    on_done_();
    lock.lock();
  }
}

} // namespace trawl::searchd
