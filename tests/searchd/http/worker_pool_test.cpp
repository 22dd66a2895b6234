// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <semaphore>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::searchd;

namespace {

/// A pool of one thread that stays in its first job until `release`.
class HeldPool {
 public:
  explicit HeldPool(std::size_t waiting)
      : pool_(
            1, waiting, [this] { return [this](const RawRequest& request) { return respond(request); }; },
            [this] { done_.release(); }) {
    CHECK(pool_.submit({1, {"first", "", ""}}, true));
    running_.acquire();
  }
  ~HeldPool() { gate_.release(); }

  WorkerPool& pool() { return pool_; }
  void release() { gate_.release(); }
  void wait_for(int jobs) {
    for (int i = 0; i < jobs; ++i) done_.acquire();
  }
  /// The requests in the order in which they were answered.
  std::vector<std::string> answered;

 private:
  RawResponse respond(const RawRequest& request) {
    if (request.head == "first") {
      running_.release();
      gate_.acquire();
    }
    answered.push_back(request.head);
    return {"answer to " + request.head, false};
  }

  std::counting_semaphore<> running_{0}, gate_{0}, done_{0};
  WorkerPool pool_;
};

} // namespace

TEST_CASE("worker pool: each job is answered once, under its connection", "[searchd]") {
  constexpr std::uint64_t kJobs = 500;
  std::counting_semaphore<> done{0};
  WorkerPool pool(
      4, kJobs, [] { return [](const RawRequest& request) { return RawResponse{"<" + request.head + ">", false}; }; },
      [&] { done.release(); });
  for (std::uint64_t i = 0; i < kJobs; ++i) REQUIRE(pool.submit({i, {std::to_string(i), "", ""}}));
  for (std::uint64_t i = 0; i < kJobs; ++i) done.acquire();
  std::set<std::uint64_t> connections;
  for (const auto& job : pool.take_done()) {
    connections.insert(job.connection);
    CHECK(job.response.bytes == "<" + std::to_string(job.connection) + ">");
  }
  CHECK(connections.size() == kJobs);
  CHECK(pool.take_done().empty());
}

TEST_CASE("worker pool: a full queue refuses all but urgent jobs", "[searchd]") {
  HeldPool held(2);
  CHECK(held.pool().submit({2, {"second", "", ""}}));
  CHECK(held.pool().submit({3, {"third", "", ""}}));
  CHECK_FALSE(held.pool().submit({4, {"fourth", "", ""}}));
  CHECK(held.pool().submit({5, {"urgent", "", ""}}, true));
  held.release();
  held.wait_for(4);
  CHECK(held.answered == std::vector<std::string>{"first", "urgent", "second", "third"});
}

TEST_CASE("worker pool: each thread makes its own responder", "[searchd]") {
  std::atomic<int> made = 0;
  std::counting_semaphore<> ready{0};
  {
    WorkerPool pool(
        3, 1,
        [&] {
          ++made;
          ready.release();
          return [](const RawRequest&) { return RawResponse{}; };
        },
        [] {});
    for (int i = 0; i < 3; ++i) ready.acquire();
  }
  CHECK(made == 3);
}

TEST_CASE("worker pool: its end waits for the job that runs", "[searchd]") {
  std::atomic<int> answered = 0;
  std::counting_semaphore<> running{0};
  {
    WorkerPool pool(
        1, 100,
        [&] {
          return [&](const RawRequest&) {
            running.release();
            ++answered;
            return RawResponse{};
          };
        },
        [] {});
    REQUIRE(pool.submit({1, {}}));
    running.acquire();
  }
  CHECK(answered == 1);
}
