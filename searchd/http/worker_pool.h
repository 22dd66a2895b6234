// SPDX-License-Identifier: GPL-3.0-or-later
/// Threads that answer complete requests. Each has its own responder because an index must not be shared by threads.
#pragma once

#include "searchd/http/http_limits.h"
#include "searchd/http/http_message.h"
#include "searchd/http/request_queue.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace trawl::searchd {

struct Responder : std::function<RawResponse(const RawRequest&)> {
  using std::function<RawResponse(const RawRequest&)>::function;
  /// How much an answer reads; asked if others wait. Empty: little.
  std::function<std::size_t(const RawRequest&)> weight = {};
};
/// Makes the responder of one thread. The flag, which outlives the responder, is true while the client of the request
/// that it works on is gone, so that it may stop early.
using MakeResponder = std::function<Responder(const std::atomic<bool>& is_abandoned)>;

class WorkerPool {
 public:
  struct Done {
    std::uint64_t connection = 0;
    RawResponse response;
    bool is_refused = false; ///< it has waited too long
  };

  /// One more thread answers urgent requests alone, so that they are answered however busy the others are. Calls
  /// `make_responder` once for each thread, and `on_done` from a worker thread after each request.
  WorkerPool(std::size_t threads, const HttpLimits& limits, const MakeResponder& make_responder,
             std::function<void()> on_done);
  /// Waits for running requests; drops waiting ones.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// False if there is no room for the request (RequestQueue::push).
  bool submit(WaitingRequest request);
  /// Whether nobody's requests are taken at present.
  bool is_refusing();
  /// Answers a request without waiting for the others. False if too many urgent ones wait.
  bool submit_urgent(WaitingRequest request);
  /// The client is gone: its request is dropped if it waits, and its worker is told if it runs.
  void abandon(std::uint64_t connection);
  /// The requests finished since the last call.
  std::vector<Done> take_done();

 private:
  struct Worker {
    bool is_urgent = false;
    std::atomic<bool> is_abandoned = false;
    std::uint64_t connection = 0; ///< whose request it works on; meaningful while `is_busy`
    bool is_busy = false;
  };

  Result<void> finish(Done& done);
  Result<void> refuse_late();
  void stop();
  void work(Worker& worker, const Responder& responder);
  std::optional<WaitingRequest> next_for(const Worker& worker);
  bool lets_others_go_first(Worker& worker, const Responder& responder, WaitingRequest& request,
                            std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable wake_, wake_urgent_;
  RequestQueue queue_;
  std::deque<WaitingRequest> urgent_;
  std::vector<Done> done_;
  bool stopping_ = false;
  std::function<void()> on_done_;
  std::deque<Worker> workers_;
  std::vector<std::jthread> threads_; ///< last member: joined before the others are destroyed
};

} // namespace trawl::searchd
