// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/file.h"

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl {
namespace {

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Waits for the lock of the open file. False if `name` no longer is this file, because the process that held the lock
/// has renamed or removed it.
Result<bool> lock_named(int file, const std::string& name) {
  struct stat here{}, named{};
  while (::flock(file, LOCK_EX) != 0) {
    if (errno != EINTR) return std::unexpected(system_error("cannot lock", name));
  }
  if (::fstat(file, &here) != 0) return std::unexpected(system_error("cannot access", name));
  if (here.st_uid != ::geteuid() || here.st_nlink > 1) {
    return fail(ErrorCode::Permission, "the file belongs to another user, or has a second name", name, "remove it");
  }
  if (::lstat(name.c_str(), &named) == 0) return named.st_ino == here.st_ino && named.st_dev == here.st_dev;
  if (errno != ENOENT) return std::unexpected(system_error("cannot access", name));
  return false;
}

/// Opens a file that only the holder of its lock may write to.
Result<void> open_new_file(const std::string& name, std::optional<Descriptor>& file) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  for (;;) {
    file.emplace(::open(name.c_str(), kFlags | O_EXCL, 0600));
    const bool is_made = file->is_open();
    if (!is_made && errno == EEXIST) file.emplace(::open(name.c_str(), kFlags, 0600));
    if (!file->is_open()) return std::unexpected(system_error("cannot write the file", name));
    const auto locked = lock_named(file->get(), name);
    if (!locked && is_made) ::unlink(name.c_str());
    if (!locked) return std::unexpected(locked.error());
    if (*locked) return {};
  }
}

} // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::unexpected(system_error("cannot open the file", path));
  std::string content;
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && status.st_size > 0) {
    content.reserve(std::min(static_cast<std::size_t>(status.st_size), max_bytes)); // a pipe grows as it is read
  }
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(system_error("cannot read the file", path));
    if (got == 0) return content;
    if (content.size() + static_cast<std::size_t>(got) > max_bytes) {
      return fail(ErrorCode::TooLarge, "the file is larger than " + std::to_string(max_bytes) + " bytes",
                  path.string());
    }
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view content, Existing existing) {
  const std::string temporary = path.string() + ".new";
  {
    std::optional<Descriptor> file;
    TRAWL_CHECK(open_new_file(temporary, file));
    if (existing == Existing::Kept) { // who holds the lock of PATH.new is the only one to make PATH
      TRAWL_TRY(const bool is_made, is_there(path));
      if (is_made) return remove_file(temporary);
    }
    if (::ftruncate(file->get(), 0) != 0 || !write_all(file->get(), content) || ::fsync(file->get()) != 0 ||
        ::rename(temporary.c_str(), path.c_str()) != 0) {
      const Error error = system_error("cannot write the file", path);
      ::unlink(temporary.c_str());
      return std::unexpected(error);
    }
  }
  return sync_file(path.has_parent_path() ? path.parent_path() : ".");
}

Result<void> sync_file(const std::filesystem::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  // A folder that is writable but not readable cannot be synced; then only the file system's own guarantees apply.
  if (!file.is_open() && errno == EACCES) return {};
  if (!file.is_open() || ::fsync(file.get()) != 0) return std::unexpected(system_error("cannot write the file", path));
  return {};
}

Result<void> move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return {};
  return std::unexpected(system_error("cannot move the file into place", to));
}

Result<void> remove_file(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return std::unexpected(system_error("cannot remove the file", path));
}

Result<std::vector<std::filesystem::path>> entries_of(const std::filesystem::path& folder) {
  // std::filesystem::directory_iterator terminates the program if it runs out of memory for an entry.
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  std::vector<std::filesystem::path> found;
  if (!open && errno == ENOENT) return found;
  if (!open) return std::unexpected(system_error("cannot list the files", folder));
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr && errno != 0) return std::unexpected(system_error("cannot list the files", folder));
    if (entry == nullptr) return found;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") found.push_back(folder / name);
  }
}

Result<std::filesystem::file_type> file_type_at(const std::filesystem::path& path) {
  std::error_code failed;
  const auto type = std::filesystem::symlink_status(path, failed).type();
  if (type != std::filesystem::file_type::none) return type;
  return std::unexpected(system_error(failed.value(), "cannot look for", path));
}

Result<bool> is_there(const std::filesystem::path& path) {
  TRAWL_TRY(const auto type, file_type_at(path));
  return type != std::filesystem::file_type::not_found;
}

Result<bool> is_file(const std::filesystem::path& path) {
  std::error_code failed;
  const auto type = std::filesystem::status(path, failed).type();
  if (type == std::filesystem::file_type::none)
    return std::unexpected(system_error(failed.value(), "cannot access", path));
  return type == std::filesystem::file_type::regular;
}

Result<void> make_private_directory(const std::filesystem::path& path) {
  std::error_code status;
  const auto type = std::filesystem::status(path, status).type();
  if (type == std::filesystem::file_type::directory) return {};
  if (type == std::filesystem::file_type::none) {
    return std::unexpected(system_error(status.value(), "cannot look for", path));
  }
  if (type != std::filesystem::file_type::not_found) {
    return fail(ErrorCode::Usage, "is a file, not a directory", path.string(), "choose another directory");
  }
  if (path.has_parent_path() && !std::filesystem::exists(path.parent_path(), status)) {
    TRAWL_CHECK(make_private_directory(path.parent_path()));
  }
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return std::unexpected(system_error("cannot create the directory", path));
  }
  return sync_file(path.has_parent_path() ? path.parent_path() : ".");
}

} // namespace trawl
