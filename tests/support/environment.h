// SPDX-License-Identifier: GPL-3.0-or-later
/// Environment variables for the duration of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace trawl::test {

/// Sets a variable, or unsets it for nullptr; the destructor restores it.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    set(value);
  }
  Environment(const char* name, const std::string& value) : Environment(name, value.c_str()) {}
  ~Environment() { set(old_ ? old_->c_str() : nullptr); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  void set(const char* value) {
    if (value == nullptr) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
  }
  const char* name_;
  std::optional<std::string> old_;
};

} // namespace trawl::test
