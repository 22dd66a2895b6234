// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/output_file.h"

#include "shared/base/system_error.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace trawl {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

} // namespace

Result<OutputFile> OutputFile::open(const std::filesystem::path& path, int flags) {
  OutputFile out;
  out.path_ = path;
  out.file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600));
  if (!out.file_.is_open()) return std::unexpected(system_error("cannot create", path));
  return out;
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) { return open(path, O_TRUNC); }

Result<OutputFile> OutputFile::append(const std::filesystem::path& path) {
  TRAWL_TRY(OutputFile out, open(path, O_APPEND));
  const off_t size = ::lseek(out.file_.get(), 0, SEEK_END);
  if (size < 0) return std::unexpected(system_error("cannot access", path));
  out.size_ = static_cast<std::uint64_t>(size);
  return out;
}

void OutputFile::write(std::string_view bytes) {
  pending_ += bytes;
  size_ += bytes.size();
  if (pending_.size() >= kWriteBytes) write_out();
}

void OutputFile::write_out() {
  std::string_view rest = pending_;
  while (!rest.empty() && !failed_) {
    const ssize_t count = ::write(file_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error_ = system_error("cannot write", path_);
      failed_ = true;
      break;
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  pending_.clear();
}

Result<void> OutputFile::finish() {
  write_out();
  if (!failed_ && ::fsync(file_.get()) != 0) {
    error_ = system_error("cannot write", path_);
    failed_ = true;
  }
  if (failed_) return std::unexpected(error_);
  return {};
}

} // namespace trawl
