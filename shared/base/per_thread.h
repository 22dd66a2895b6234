// SPDX-License-Identifier: GPL-3.0-or-later
/// An object for each thread, for scratch memory that is worth keeping. When memory runs out it fails with
/// std::bad_alloc, like everything else; for a thread_local variable, glibc ends the program if it has no memory to
/// register the destructor (__cxa_thread_atexit_impl).
#pragma once

#include <memory>
#include <new>

#include <pthread.h>

namespace trawl {

/// Each T has one object per thread, so T should be a type of the file that uses it.
template <typename T>
class PerThread {
 public:
  /// This thread's object, made when it is first asked for; destroyed when the thread ends, except the main thread's.
  static T& get() {
    if (mine_ == nullptr) make();
    return *mine_;
  }
  /// The same, or nullptr if it has not been made.
  static T* if_made() noexcept { return mine_; }

 private:
  static pthread_key_t new_key() {
    pthread_key_t key = 0;
    if (::pthread_key_create(&key, destroy) != 0) throw std::bad_alloc();
    return key;
  }
  static void make() {
    static const pthread_key_t key = new_key();
    auto made = std::make_unique<T>();
    if (::pthread_setspecific(key, made.get()) != 0) throw std::bad_alloc();
    mine_ = made.release();
  }
  static void destroy(void* object) noexcept {
    mine_ = nullptr;
    delete static_cast<T*>(object);
  }

  static constinit inline thread_local T* mine_ = nullptr;
};

} // namespace trawl
