// SPDX-License-Identifier: GPL-3.0-or-later
/// Threads that answer whole requests. Each has a responder of its own, as an index may not be shared by threads.
#pragma once

#include "searchd/http/http_message.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace trawl::searchd {

using Responder = std::function<RawResponse(const RawRequest&)>;

class WorkerPool {
 public:
  struct Job {
    std::uint64_t connection = 0;
    RawRequest request;
  };
  struct Done {
    std::uint64_t connection = 0;
    RawResponse response;
  };

  /// At most `waiting` jobs wait for a thread. `make_responder` is called once in each thread; `on_done` is called from
  /// worker threads after a job is done.
  WorkerPool(std::size_t threads, std::size_t waiting, std::function<Responder()> make_responder,
             std::function<void()> on_done);
  /// Waits for the job each thread is at; jobs not begun are dropped.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// False, and nothing done, if too many wait. An urgent job is next, however many wait.
  bool submit(Job job, bool urgent = false);
  /// All that is done since the last call.
  std::vector<Done> take_done();

 private:
  void work(const Responder& responder);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  std::vector<Done> done_;
  std::size_t waiting_;
  bool stopping_ = false;
  std::function<void()> on_done_;
  std::vector<std::jthread> threads_; ///< last: joined before the rest is gone
};

} // namespace trawl::searchd
