// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/shim.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" void* __libc_malloc(std::size_t);

namespace trawl::faults {

static constexpr const char* kKinds[kKindCount] = {"open",   "read",     "write",  "sync",  "rename", "mmap", "malloc",
                                                   "socket", "truncate", "unlink", "mkdir", "stat",   "lock"};

Plan plan;
std::atomic<long> counted[kKindCount];
std::atomic<bool> is_ready{false};
std::atomic<bool> is_main_running{false};
static pthread_mutex_t journal_mutex = PTHREAD_MUTEX_INITIALIZER;

thread_local __attribute__((tls_model("initial-exec"))) bool is_inside = false;

static long raw_write(int file, const void* bytes, std::size_t size) { return ::syscall(SYS_write, file, bytes, size); }

void report(const char* what, const char* path) {
  if (plan.report < 0) return;
  char line[PATH_MAX + 64];
  const int size = std::snprintf(line, sizeof line, "failed %s %s\n", what, path);
  raw_write(plan.report, line, static_cast<std::size_t>(size));
}

void report_end() {
  static constexpr char kLine[] = "ended at once\n";
  if (plan.report >= 0) raw_write(plan.report, kLine, sizeof kLine - 1);
}

static int open_output(const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr) return -1;
  const auto file =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  // Out of the way of the descriptors that a program expects to get.
  const auto high = static_cast<int>(::syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 500));
  ::syscall(SYS_close, file);
  return high;
}

bool is_from(const void* code) {
  if (plan.from == nullptr || is_inside) return true;
  const Inside inside;
  Dl_info found{};
  return ::dladdr(code, &found) != 0 && std::strstr(found.dli_fname, plan.from) != nullptr;
}

/// A chain of callers, by a hash of their addresses.
struct Stack {
  unsigned long hash = 0; ///< 0: a free place
  long first = 0, last = 0;
};
static constexpr int kMostCallers = 24;
static constexpr int kOwnFrames = 2; // note_stack and malloc, into which `fails` is compiled
static Stack stacks[1u << 18];
static pthread_mutex_t stacks_mutex = PTHREAD_MUTEX_INITIALIZER;

void note_stack(long number) {
  void* frames[kMostCallers + kOwnFrames];
  const int count = ::backtrace(frames, plan.stacks + kOwnFrames);
  unsigned long hash = 14695981039346656037u;
  for (int i = kOwnFrames; i < count; ++i) hash = (hash ^ reinterpret_cast<unsigned long>(frames[i])) * 1099511628211u;
  hash |= 1;
  pthread_mutex_lock(&stacks_mutex);
  const unsigned long places = sizeof stacks / sizeof stacks[0];
  unsigned long tries = 0, at = (hash >> 20) % places;
  while (stacks[at].hash != 0 && stacks[at].hash != hash && ++tries < places) at = (at + 1) % places;
  Stack& stack = stacks[at];
  if (stack.hash == 0) stack = {hash, number, number};
  stack.first = std::min(stack.first, number);
  stack.last = std::max(stack.last, number);
  pthread_mutex_unlock(&stacks_mutex);
}

/// Says on stderr where the program crashed, and lets it crash.
static void tell_crash(int number) {
  ::alarm(10); // the crash may have happened while it held a lock that is needed here
  void* frames[32];
  ::backtrace_symbols_fd(frames, ::backtrace(frames, 32), STDERR_FILENO);
  ::signal(number, SIG_DFL);
  ::raise(number);
}

__attribute__((constructor)) static void begin() {
  void* first[1];
  ::backtrace(first, 1); // loads what it needs
  ::signal(SIGSEGV, tell_crash);
  if (const char* kind = std::getenv("TRAWL_FAULT_KIND")) {
    for (int i = 0; i < kKindCount; ++i) {
      if (std::strcmp(kind, kKinds[i]) == 0) plan.kind = i;
    }
  }
  if (const char* at = std::getenv("TRAWL_FAULT_AT")) plan.at = std::atol(at);
  if (const char* with = std::getenv("TRAWL_FAULT_WITH")) {
    plan.is_short = std::strcmp(with, "short") == 0;
    if (!plan.is_short) plan.error = std::atoi(with);
  }
  plan.is_lasting = std::getenv("TRAWL_FAULT_LASTING") != nullptr;
  if (const char* under = std::getenv("TRAWL_FAULT_UNDER")) {
    std::snprintf(plan.under, sizeof plan.under, "%s", under);
    plan.under_size = std::strlen(plan.under);
  }
  plan.from = std::getenv("TRAWL_FAULT_FROM");
  if (const char* callers = std::getenv("TRAWL_FAULT_STACKS")) {
    plan.stacks = std::min(std::atoi(callers), kMostCallers);
  }
  plan.report = open_output("TRAWL_FAULT_REPORT");
  plan.journal = open_output("TRAWL_FAULT_JOURNAL");
  is_ready = true;
}

__attribute__((destructor)) static void end() {
  if (plan.report < 0) return;
  for (int kind = 0; kind < kKindCount; ++kind) {
    char line[64];
    const int size = std::snprintf(line, sizeof line, "counted %s %ld\n", kKinds[kind], counted[kind].load());
    raw_write(plan.report, line, static_cast<std::size_t>(size));
  }
  for (const Stack& stack : stacks) {
    if (stack.hash == 0) continue;
    char line[64];
    const int size = std::snprintf(line, sizeof line, "stack %ld %ld\n", stack.first, stack.last);
    raw_write(plan.report, line, static_cast<std::size_t>(size));
  }
}

Path::Path(int folder, const char* name) {
  if (name != nullptr && (name[0] == '/' || folder == AT_FDCWD)) {
    if (name[0] == '/') {
      std::snprintf(text, sizeof text, "%s", name);
    } else {
      if (::syscall(SYS_getcwd, text, sizeof text) < 0) text[0] = 0;
      append(name);
    }
    return;
  }
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  const long size = ::syscall(SYS_readlink, link, text, sizeof text - 1);
  text[size < 0 ? 0 : size] = 0;
  if (name != nullptr) append(name);
}

void Path::append(const char* name) {
  const std::size_t size = std::strlen(text);
  std::snprintf(text + size, sizeof text - size, "/%s", name);
}

bool Path::is_under() const {
  return std::strncmp(text, plan.under, plan.under_size) == 0 &&
         (text[plan.under_size] == '/' || text[plan.under_size] == 0);
}

Path no_path() {
  Path path(AT_FDCWD, "/");
  return path;
}

void journal(const char* what, const char* path, const char* other, bool with_content) {
  const Inside inside;
  const int before = errno;
  pthread_mutex_lock(&journal_mutex);
  char* content = nullptr;
  std::size_t size = 0;
  if (with_content) {
    const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (file >= 0 && ::syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH) == 0 && status.st_size > 0) {
      size = static_cast<std::size_t>(status.st_size);
      content = static_cast<char*>(__libc_malloc(size));
      std::size_t got = 0;
      while (got < size) {
        const long more = ::syscall(SYS_pread64, file, content + got, size - got, got);
        if (more <= 0) break;
        got += static_cast<std::size_t>(more);
      }
      size = got;
    }
    if (file >= 0) ::syscall(SYS_close, file);
  }
  char line[2 * PATH_MAX + 64];
  const int head =
      std::snprintf(line, sizeof line, "%s %zu %s%s%s\n", what, size, path, other ? "\t" : "", other ? other : "");
  raw_write(plan.journal, line, static_cast<std::size_t>(head));
  for (std::size_t done = 0; done < size;) {
    const long more = raw_write(plan.journal, content + done, size - done);
    if (more <= 0) break;
    done += static_cast<std::size_t>(more);
  }
  std::free(content);
  pthread_mutex_unlock(&journal_mutex);
  errno = before;
}

bool is_journaled(const Path& path) { return plan.journal >= 0 && !is_inside && path.is_under(); }

bool exists(const char* path) {
  struct stat status{};
  return ::syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

} // namespace trawl::faults
