// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/data_directory.h"

#include "shared/base/date_time.h"
#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl {
namespace {

/// What the holder wrote into the lock file, for the error message: ": pid 7 on …"; empty if it has not yet.
std::string holder(const DataDirectory& directory) {
  auto text = read_file(directory.lock_file(), 4096);
  if (!text || text->empty()) return {};
  while (!text->empty() && text->back() == '\n') text->pop_back();
  return ": " + *text;
}

/// A lock of the whole file that belongs to the open file, as flock(2)'s does (fcntl(2), "Open file description
/// locks"), but can be asked about without being taken: nobody who asks is in a writer's way.
struct flock whole_file() {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

} // namespace

DataDirectory choose_data_directory(const std::string& option) {
  if (!option.empty()) return {option};
  if (const auto data = environment("TRAWL_DATA"); !data.empty()) return {data};
  if (const auto xdg = environment("XDG_DATA_HOME"); xdg.starts_with('/'))
    return {std::filesystem::path(xdg) / "trawl"};
  std::string home = environment("HOME");
  if (const auto* const user = home.empty() ? ::getpwuid(::geteuid()) : nullptr) home = user->pw_dir;
  return {std::filesystem::path(home) / ".local/share/trawl"};
}

Result<void> make_data_directory(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.root));
  struct stat status{};
  if (::stat(directory.root.c_str(), &status) != 0) {
    return std::unexpected(system_error("cannot access the directory", directory.root));
  }
  if (status.st_uid == ::geteuid()) return {};
  const auto* const owner = ::getpwuid(status.st_uid);
  const std::string number = std::to_string(status.st_uid), name = owner == nullptr ? "" : owner->pw_name;
  return fail(ErrorCode::Permission,
              "the data directory belongs to " +
                  (name.empty() ? "the user with the number " + number : "the user " + name),
              directory.root.string(),
              "run this as that user (sudo -u " + (name.empty() ? "'#" + number + "'" : name) +
                  "), or choose another directory");
}

Result<WriterLock> WriterLock::acquire(const DataDirectory& directory) {
  TRAWL_CHECK(make_data_directory(directory));
  const int fd = ::open(directory.lock_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return std::unexpected(system_error("cannot open the lock file", directory.lock_file()));
  WriterLock lock(fd);
  struct flock whole = whole_file();
  if (::fcntl(fd, F_OFD_SETLK, &whole) != 0) {
    if (errno != EAGAIN && errno != EACCES) return std::unexpected(system_error("cannot lock", directory.lock_file()));
    return fail(ErrorCode::Locked, "another process is writing here" + holder(directory), directory.root.string(),
                "wait until it ends, or stop it");
  }
  struct stat status{};
  if (::fstat(fd, &status) == 0 && status.st_nlink == 0) return acquire(directory); // its holder removed it meanwhile
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  const std::string note = "pid " + std::to_string(::getpid()) + " on " + host + " since " + to_rfc3339(now()) + "\n";
  ssize_t written = -1;
  if (::ftruncate(fd, 0) == 0) {
    do written = ::pwrite(fd, note.data(), note.size(), 0);
    while (written < 0 && errno == EINTR);
  }
  if (written < 0) return std::unexpected(system_error("cannot write the lock file", directory.lock_file()));
  return lock;
}

bool is_being_written(const DataDirectory& directory) {
  const Descriptor lock(::open(directory.lock_file().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct flock other = whole_file();
  return lock.is_open() && ::fcntl(lock.get(), F_OFD_GETLK, &other) == 0 && other.l_type != F_UNLCK;
}

} // namespace trawl
