// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/library_memory.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

namespace trawl {
namespace {

std::atomic<bool>& is_memory_lacking() {
  static std::atomic<bool> is_lacking = false;
  return is_lacking;
}

void* noted(void* memory, std::size_t size) {
  if (memory == nullptr && size > 0) is_memory_lacking() = true;
  return memory;
}

void* malloc_for_openssl(std::size_t size, const char*, int) { return library_malloc(size); }
void* realloc_for_openssl(void* old, std::size_t size, const char*, int) { return library_realloc(old, size); }
void free_for_openssl(void* memory, const char*, int) { std::free(memory); }

} // namespace

void* library_malloc(std::size_t size) { return noted(std::malloc(size), size); }
void* library_calloc(std::size_t count, std::size_t size) { return noted(std::calloc(count, size), count * size); }
void* library_realloc(void* old, std::size_t size) { return noted(std::realloc(old, size), size); }
char* library_strdup(const char* text) { return static_cast<char*>(noted(::strdup(text), 1)); }

void give_memory_to_openssl() {
  using SetFunctions =
      int (*)(decltype(&malloc_for_openssl), decltype(&realloc_for_openssl), decltype(&free_for_openssl));
  void* const found = ::dlsym(RTLD_DEFAULT, "CRYPTO_set_mem_functions");
  if (found == nullptr) return; // a libcurl with another TLS library
  reinterpret_cast<SetFunctions>(found)(malloc_for_openssl, realloc_for_openssl, free_for_openssl);
}

bool take_lack_of_memory() { return is_memory_lacking().exchange(false); }

} // namespace trawl
