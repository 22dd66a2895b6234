// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <semaphore>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::searchd;

namespace {

WaitingRequest request_of(std::uint64_t connection, const std::string& path) {
  return {connection, "client", {{.path = path}}};
}

HttpLimits limits_of(std::size_t waiting) {
  HttpLimits limits;
  limits.waiting_requests = limits.waiting_per_client = waiting;
  return limits;
}

/// A pool of one thread that stays in its first job until `release`.
class HeldPool {
 public:
  explicit HeldPool(std::size_t waiting)
      : pool_(
            1, limits_of(waiting),
            [this](const std::atomic<bool>& is_abandoned) {
              trawl::searchd::Responder responder = [this, &is_abandoned](const RawRequest& request) {
                return respond(request, is_abandoned);
              };
              responder.weight = [](const RawRequest& request) {
                return request.request.path.starts_with("dear") ? HttpLimits().dear_weight + 1 : 1U;
              };
              return responder;
            },
            [this] { done_.release(); }) {
    CHECK(pool_.submit(request_of(1, "first")));
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
  std::atomic<bool> was_abandoned = false; ///< whether the first request was told so

 private:
  RawResponse respond(const RawRequest& request, const std::atomic<bool>& is_abandoned) {
    if (request.request.path == "first") {
      running_.release();
      gate_.acquire();
      was_abandoned = is_abandoned.load();
    }
    if (request.request.path != "first" && is_abandoned) return {"told to stop", false};
    const std::scoped_lock lock(mutex_);
    answered.push_back(request.request.path);
    return {"answer to " + request.request.path, false};
  }

  std::counting_semaphore<> running_{0}, gate_{0}, done_{0};
  std::mutex mutex_;
  WorkerPool pool_;
};

} // namespace

TEST_CASE("worker pool: each job is answered once, under its connection", "[searchd]") {
  constexpr std::uint64_t kJobs = 500;
  std::counting_semaphore<> done{0};
  WorkerPool pool(
      4, limits_of(kJobs),
      [](const auto&) {
        return [](const RawRequest& request) { return RawResponse{"<" + request.request.path + ">", false}; };
      },
      [&] { done.release(); });
  for (std::uint64_t i = 0; i < kJobs; ++i) REQUIRE(pool.submit(request_of(i, std::to_string(i))));
  for (std::uint64_t i = 0; i < kJobs; ++i) done.acquire();
  std::set<std::uint64_t> connections;
  for (const auto& job : pool.take_done()) {
    connections.insert(job.connection);
    CHECK(job.response.bytes == "<" + std::to_string(job.connection) + ">");
  }
  CHECK(connections.size() == kJobs);
  CHECK(pool.take_done().empty());
}

TEST_CASE("worker pool: dear requests are answered after the others", "[searchd]") {
  HeldPool held(4);
  for (const char* path : {"dear 1", "dear 2", "cheap 1", "cheap 2"}) {
    static std::uint64_t connection = 1;
    CHECK(held.pool().submit(request_of(++connection, path)));
  }
  held.release();
  held.wait_for(5);
  CHECK(std::vector(held.answered.begin() + 1, held.answered.begin() + 3) ==
        std::vector<std::string>{"cheap 2", "cheap 1"});
  CHECK(std::vector(held.answered.begin() + 3, held.answered.end()) == std::vector<std::string>{"dear 1", "dear 2"});
}

TEST_CASE("worker pool: there is no room for more than a client's share", "[searchd]") {
  HeldPool held(2);
  CHECK(held.pool().submit(request_of(2, "second")));
  CHECK(held.pool().submit(request_of(3, "third")));
  CHECK_FALSE(held.pool().submit(request_of(4, "fourth")));
  CHECK_FALSE(held.pool().is_refusing()); // others have room
  held.release();
  held.wait_for(3);
  CHECK(held.answered == std::vector<std::string>{"first", "second", "third"});
}

TEST_CASE("worker pool: an urgent request is answered while every worker is busy", "[searchd]") {
  HeldPool held(1);
  CHECK(held.pool().submit_urgent(request_of(5, "urgent")));
  held.wait_for(1);
  CHECK(held.answered == std::vector<std::string>{"urgent"});
}

TEST_CASE("worker pool: the request of a client that is gone is dropped, or its worker is told to stop", "[searchd]") {
  HeldPool held(5);
  CHECK(held.pool().submit(request_of(2, "second")));
  CHECK(held.pool().submit(request_of(3, "third")));
  held.pool().abandon(1);
  held.pool().abandon(2);
  held.pool().abandon(99);
  held.release();
  held.wait_for(2);
  CHECK(held.was_abandoned);
  CHECK(held.answered == std::vector<std::string>{"first", "third"}); // and the third was not told to stop
}

TEST_CASE("worker pool: a request whose responder throws is answered with a problem, and the next one as ever",
          "[searchd]") {
  std::counting_semaphore<> done{0};
  WorkerPool pool(
      1, limits_of(10),
      [](const auto&) {
        return [](const RawRequest& request) -> RawResponse {
          if (request.request.path == "memory") throw std::bad_alloc();
          if (request.request.path == "other") throw 1;
          return {request.request.path, false};
        };
      },
      [&] { done.release(); });
  for (const char* path : {"memory", "other", "fine"}) {
    REQUIRE(pool.submit(request_of(1, path)));
    done.acquire();
  }
  const auto jobs = pool.take_done();
  REQUIRE(jobs.size() == 3);
  for (const std::size_t i : {0, 1}) {
    CHECK(jobs[i].response.bytes.starts_with("HTTP/1.1 503 "));
    CHECK(jobs[i].response.bytes.contains("Retry-After: "));
    CHECK(jobs[i].response.close);
  }
  CHECK(jobs[2].response.bytes == "fine");
}

TEST_CASE("worker pool: each thread makes its own responder", "[searchd]") {
  std::atomic<int> made = 0;
  std::counting_semaphore<> ready{0};
  {
    WorkerPool pool(
        3, limits_of(1),
        [&](const auto&) {
          ++made;
          ready.release();
          return [](const RawRequest&) { return RawResponse{}; };
        },
        [] {});
    for (int i = 0; i < 4; ++i) ready.acquire();
  }
  CHECK(made == 4); // one of them for urgent requests
}

TEST_CASE("worker pool: when a thread cannot be started, those before it end", "[searchd]") {
  int made = 0;
  const auto make = [&](const auto&) {
    if (++made == 3) throw std::bad_alloc();
    return [](const RawRequest&) { return RawResponse{}; };
  };
  CHECK_THROWS_AS(WorkerPool(3, limits_of(1), make, [] {}), std::bad_alloc);
}

TEST_CASE("worker pool: its end waits for the job that runs", "[searchd]") {
  std::atomic<int> answered = 0;
  std::counting_semaphore<> running{0};
  {
    WorkerPool pool(
        1, limits_of(100),
        [&](const auto&) {
          return [&](const RawRequest&) {
            running.release();
            ++answered;
            return RawResponse{};
          };
        },
        [] {});
    REQUIRE(pool.submit({}));
    running.acquire();
  }
  CHECK(answered == 1);
}
