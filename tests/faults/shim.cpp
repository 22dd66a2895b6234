// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of libc that the shim stands before.
#include "tests/faults/shim.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
}

using namespace trawl::faults;

namespace {

int (*program)(int, char**, char**) = nullptr;

/// The next definition of a function: libc's.
template <typename Function>
Function* next(const char* name) {
  const Inside inside;
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
#define NEXT(name) static auto* const real = next<decltype(name)>(#name)

int open_file(int folder, const char* name, int flags, unsigned mode, const char* call) {
  if (fails(Open, call, [&] { return Path(folder, name); })) return -1;
  if (plan.journal < 0 || is_inside || (flags & O_CREAT) == 0) {
    return static_cast<int>(::syscall(SYS_openat, folder, name, flags, mode));
  }
  const Path path(folder, name);
  const bool was_there = exists(path.text);
  const auto file = static_cast<int>(::syscall(SYS_openat, folder, name, flags, mode));
  if (file >= 0 && !was_there && is_journaled(path)) journal("create", path.text);
  return file;
}

unsigned mode_of(int flags, std::va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, unsigned) : 0;
}

} // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*loader)(), void* end) {
  NEXT(__libc_start_main);
  program = main;
  const auto start = [](int count, char** words, char** environment) {
    is_main_running = true;
    return program(count, words, environment);
  };
  return real(start, argc, argv, init, fini, loader, end);
}

/// Ends without tidying up, as the programs do when an exception may not pass.
void _exit(int code) {
  report_end();
  ::syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

int open(const char* name, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(AT_FDCWD, name, flags, mode, "open");
}
int open64(const char* name, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(AT_FDCWD, name, flags, mode, "open");
}
int openat(int folder, const char* name, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(folder, name, flags, mode, "openat");
}
int openat64(int folder, const char* name, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(folder, name, flags, mode, "openat");
}

FILE* fopen(const char* name, const char* mode) {
  NEXT(fopen);
  if (fails(Open, "fopen", [&] { return Path(AT_FDCWD, name); })) return nullptr;
  const Path path(AT_FDCWD, name);
  const bool was_there = plan.journal < 0 || exists(path.text);
  FILE* const file = real(name, mode);
  if (file != nullptr && !was_there && is_journaled(path)) journal("create", path.text);
  return file;
}
FILE* fopen64(const char* name, const char* mode) { return fopen(name, mode); }

int mkostemp(char* name, int flags) {
  NEXT(mkostemp);
  if (fails(Open, "mkostemp", [&] { return Path(AT_FDCWD, name); })) return -1;
  const int file = real(name, flags);
  const Path path(AT_FDCWD, name);
  if (file >= 0 && is_journaled(path)) journal("create", path.text);
  return file;
}
int mkostemp64(char* name, int flags) { return mkostemp(name, flags); }

DIR* opendir(const char* name) {
  NEXT(opendir);
  return fails(Open, "opendir", [&] { return Path(AT_FDCWD, name); }) ? nullptr : real(name);
}
DIR* fdopendir(int file) {
  NEXT(fdopendir);
  return fails(Open, "fdopendir", [&] { return Path(file); }) ? nullptr : real(file);
}

#define READS(call, number, file, size)                                                                                \
  if (fails(number, #call, [&] { return Path(file); })) {                                                              \
    if (!plan.is_short) return -1;                                                                                     \
    size = size > 1 ? size / 2 : size;                                                                                 \
  }

ssize_t read(int file, void* to, size_t size) {
  READS(read, Read, file, size)
  return ::syscall(SYS_read, file, to, size);
}
ssize_t pread(int file, void* to, size_t size, off_t at) {
  READS(pread, Read, file, size)
  return ::syscall(SYS_pread64, file, to, size, at);
}
ssize_t pread64(int file, void* to, size_t size, off_t at) { return pread(file, to, size, at); }
ssize_t write(int file, const void* from, size_t size) {
  READS(write, Write, file, size)
  return ::syscall(SYS_write, file, from, size);
}
ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
  READS(pwrite, Write, file, size)
  return ::syscall(SYS_pwrite64, file, from, size, at);
}
ssize_t pwrite64(int file, const void* from, size_t size, off_t at) { return pwrite(file, from, size, at); }
ssize_t writev(int file, const iovec* parts, int count) {
  if (fails(Write, "writev", [&] { return Path(file); }) && !plan.is_short) return -1;
  return ::syscall(SYS_writev, file, parts, count);
}
size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
  NEXT(fwrite);
  if (!is_partial() && fails(Write, "fwrite", [&] { return Path(::fileno(file)); })) return 0;
  return real(from, size, count, file);
}
int fflush(FILE* file) {
  NEXT(fflush);
  if (file != nullptr && !is_partial() && fails(Write, "fflush", [&] { return Path(::fileno(file)); })) return EOF;
  return real(file);
}

#define SYNCS(name)                                                                                                    \
  int name(int file) {                                                                                                 \
    if (fails(Sync, #name, [&] { return Path(file); })) return -1;                                                     \
    const auto done = static_cast<int>(::syscall(SYS_##name, file));                                                   \
    if (done == 0 && plan.journal >= 0) {                                                                              \
      const Path path(file);                                                                                           \
      struct stat status{};                                                                                            \
      const bool is_folder =                                                                                           \
          ::syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH) == 0 && S_ISDIR(status.st_mode);                 \
      if (is_journaled(path)) journal(is_folder ? "syncdir" : "sync", path.text, nullptr, !is_folder);                 \
    }                                                                                                                  \
    return done;                                                                                                       \
  }
SYNCS(fsync)
SYNCS(fdatasync)

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  if (fails(Rename, "rename", [&] { return Path(to_folder, to); })) return -1;
  const auto done = static_cast<int>(::syscall(SYS_renameat, from_folder, from, to_folder, to));
  if (done == 0 && plan.journal >= 0) {
    const Path old_path(from_folder, from), new_path(to_folder, to);
    if (is_journaled(new_path)) journal("rename", old_path.text, new_path.text);
  }
  return done;
}
int rename(const char* from, const char* to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int unlinkat(int folder, const char* name, int flags) {
  if (fails(Unlink, "unlink", [&] { return Path(folder, name); })) return -1;
  const auto done = static_cast<int>(::syscall(SYS_unlinkat, folder, name, flags));
  if (done == 0 && plan.journal >= 0) {
    const Path path(folder, name);
    if (is_journaled(path)) journal("remove", path.text);
  }
  return done;
}
int unlink(const char* name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char* name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char* name) {
  const int done = unlinkat(AT_FDCWD, name, 0);
  return done != 0 && errno == EISDIR ? rmdir(name) : done;
}

int mkdir(const char* name, mode_t mode) {
  if (fails(Mkdir, "mkdir", [&] { return Path(AT_FDCWD, name); })) return -1;
  const auto done = static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, name, mode));
  const Path path(AT_FDCWD, name);
  if (done == 0 && is_journaled(path)) journal("make", path.text);
  return done;
}

int ftruncate(int file, off_t size) {
  if (fails(Truncate, "ftruncate", [&] { return Path(file); })) return -1;
  return static_cast<int>(::syscall(SYS_ftruncate, file, size));
}
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (file >= 0 && fails(Map, "mmap", [&] { return Path(file); })) return MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, at, size, protection, flags, file, offset));
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(at, size, protection, flags, file, offset);
}

int fstatat(int folder, const char* name, struct stat* to, int flags) {
  if (fails(Status, "stat", [&] { return name[0] == 0 ? Path(folder) : Path(folder, name); })) return -1;
  return static_cast<int>(::syscall(SYS_newfstatat, folder, name, to, flags));
}
int stat(const char* name, struct stat* to) { return fstatat(AT_FDCWD, name, to, 0); }
int lstat(const char* name, struct stat* to) { return fstatat(AT_FDCWD, name, to, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat* to) { return fstatat(file, "", to, AT_EMPTY_PATH); }
int fstatat64(int folder, const char* name, struct stat64* to, int flags) {
  return fstatat(folder, name, reinterpret_cast<struct stat*>(to), flags);
}
int stat64(const char* name, struct stat64* to) { return stat(name, reinterpret_cast<struct stat*>(to)); }
int lstat64(const char* name, struct stat64* to) { return lstat(name, reinterpret_cast<struct stat*>(to)); }
int fstat64(int file, struct stat64* to) { return fstat(file, reinterpret_cast<struct stat*>(to)); }

int flock(int file, int operation) {
  if (fails(Lock, "flock", [&] { return Path(file); })) return -1;
  return static_cast<int>(::syscall(SYS_flock, file, operation));
}

int socket(int domain, int type, int protocol) {
  if (fails(Socket, "socket", no_path)) return -1;
  return static_cast<int>(::syscall(SYS_socket, domain, type, protocol));
}
int connect(int file, const sockaddr* to, socklen_t size) {
  if (fails(Socket, "connect", no_path)) return -1;
  return static_cast<int>(::syscall(SYS_connect, file, to, size));
}
int accept(int file, sockaddr* from, socklen_t* size) {
  if (fails(Socket, "accept", no_path)) return -1;
  return static_cast<int>(::syscall(SYS_accept, file, from, size));
}
int accept4(int file, sockaddr* from, socklen_t* size, int flags) {
  if (fails(Socket, "accept4", no_path)) return -1;
  return static_cast<int>(::syscall(SYS_accept4, file, from, size, flags));
}

void* malloc(size_t size) {
  if (is_from(__builtin_return_address(0)) && fails(Memory, "malloc", no_path)) return nullptr;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  if (is_from(__builtin_return_address(0)) && fails(Memory, "calloc", no_path)) return nullptr;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  if (size > 0 && is_from(__builtin_return_address(0)) && fails(Memory, "realloc", no_path)) return nullptr;
  return __libc_realloc(old, size);
}

} // extern "C"
