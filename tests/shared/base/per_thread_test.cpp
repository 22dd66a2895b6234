// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/per_thread.h"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

namespace per_thread_test {

using namespace trawl;

namespace {

std::atomic<int> alive = 0;

struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int value = 0;
};

struct Refusing {
  Refusing() { throw std::bad_alloc(); }
};

} // namespace

TEST_CASE("per thread: each thread has its own object, which ends with the thread", "[base]") {
  CHECK(PerThread<Counted>::if_made() == nullptr);
  PerThread<Counted>::get().value = 1;
  const int before = alive;
  std::thread([] {
    if (PerThread<Counted>::if_made() != nullptr) return;
    PerThread<Counted>::get().value += 2;
    PerThread<Counted>::get().value += 2;
    if (PerThread<Counted>::get().value == 4) ++alive; // counted once more, to be seen outside
  }).join();
  CHECK(alive == before + 1);
  CHECK(PerThread<Counted>::get().value == 1);
}

TEST_CASE("per thread: an object that cannot be made is asked for again next time", "[base]") {
  CHECK_THROWS_AS(PerThread<Refusing>::get(), std::bad_alloc);
  CHECK(PerThread<Refusing>::if_made() == nullptr);
  CHECK_THROWS_AS(PerThread<Refusing>::get(), std::bad_alloc);
}

} // namespace per_thread_test
