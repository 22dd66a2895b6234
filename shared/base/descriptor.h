// SPDX-License-Identifier: GPL-3.0-or-later
/// An open file, socket or pipe that closes itself.
#pragma once

#include <utility>

#include <unistd.h>

namespace trawl {

class Descriptor {
 public:
  /// Owns `fd`, which may be negative: none.
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }
  void close() {
    if (is_open()) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

} // namespace trawl
