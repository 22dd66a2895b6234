// SPDX-License-Identifier: GPL-3.0-or-later
/// Threads that answer complete requests. Each has its own responder because an index must not be shared by threads.
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

  /// At most `waiting` jobs wait for a thread. Calls `make_responder` once in each thread, and `on_done` from a worker
  /// thread after each job.
  WorkerPool(std::size_t threads, std::size_t waiting, std::function<Responder()> make_responder,
             std::function<void()> on_done);
  /// Waits for running jobs; drops waiting ones.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// False if too many jobs wait. An urgent job goes to the front of the queue, however many wait.
  bool submit(Job job, bool urgent = false);
  /// The jobs finished since the last call.
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
  std::vector<std::jthread> threads_; ///< last member: joined before the others are destroyed
};

} // namespace trawl::searchd
