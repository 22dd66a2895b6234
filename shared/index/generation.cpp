// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation.h"

#include "shared/base/file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "gen-";
constexpr std::size_t kDigits = 6;
constexpr std::string_view kBackend = "auto ";
constexpr std::size_t kMaxStubBytes = 4096;

std::unexpected<Error> damaged(const DataDirectory& directory, std::string what) {
  return fail(ErrorCode::IndexDamaged, std::move(what), directory.current().string(), "run `trawl index rebuild`");
}

/// The generation a stub's content names: one line, "auto gen-NNNNNN".
std::optional<std::uint64_t> parse_stub(std::string_view content) {
  if (!content.ends_with('\n') || !content.starts_with(kBackend)) return std::nullopt;
  content.remove_prefix(kBackend.size());
  content.remove_suffix(1);
  return parse_generation_name(content);
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code status;
  for (fs::directory_iterator it(folder, status), end; !status && it != end; it.increment(status)) {
    found.push_back(it->path());
  }
  return found;
}

} // namespace

std::string generation_name(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(kPrefix) + std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits;
}

std::optional<std::uint64_t> parse_generation_name(std::string_view name) {
  if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kDigits) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (status != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

fs::path generation_path(const DataDirectory& directory, std::uint64_t number) {
  return directory.index() / generation_name(number);
}

Result<std::uint64_t> live_generation(const DataDirectory& directory) {
  std::error_code status;
  const fs::file_status stub = fs::symlink_status(directory.current(), status);
  if (stub.type() == fs::file_type::not_found) {
    const bool has_store = fs::exists(directory.crawl_db(), status); // e.g. a backup was restored in part
    return fail(ErrorCode::NoIndex, "there is no index", directory.root.string(),
                has_store ? "run `trawl index rebuild`" : "run `trawl crawl` first");
  }
  if (stub.type() != fs::file_type::regular) return damaged(directory, "the index's stub is not a plain file");
  TRAWL_TRY(const std::string content, read_file(directory.current(), kMaxStubBytes));
  const auto number = parse_stub(content);
  if (!number) return damaged(directory, "the index's stub does not name a generation");
  if (fs::symlink_status(generation_path(directory, *number), status).type() != fs::file_type::directory) {
    return damaged(directory, "the index's stub names " + generation_name(*number) + ", which is not there");
  }
  return *number;
}

Result<void> make_live(const DataDirectory& directory, std::uint64_t number) {
  return write_file_atomic(directory.current(), std::string(kBackend) + generation_name(number) + "\n");
}

std::uint64_t next_generation(const DataDirectory& directory) {
  std::uint64_t highest = 0;
  for (const fs::path& path : entries(directory.index())) {
    // An unfinished "gen-000007.building" takes its number too.
    const std::string name = path.filename().string();
    highest = std::max(highest, parse_generation_name(name.substr(0, kPrefix.size() + kDigits)).value_or(0));
  }
  return highest + 1;
}

void remove_other_generations(const DataDirectory& directory, std::uint64_t live) {
  for (const fs::path& path : entries(directory.index())) {
    const std::string name = path.filename().string();
    const auto number = parse_generation_name(name.substr(0, kPrefix.size() + kDigits));
    if (!number || name == generation_name(live)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

Result<void> sync_files(const fs::path& folder) {
  for (const fs::path& path : entries(folder)) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool done = file >= 0 && ::fsync(file) == 0;
    const Error error = done ? Error{} : system_error("cannot write the file", path);
    if (file >= 0) ::close(file);
    if (!done) return std::unexpected(error);
  }
  return {};
}

Result<GenerationLock> GenerationLock::acquire(const fs::path& folder) {
  GenerationLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.folder_ < 0) return std::unexpected(system_error("cannot open", folder));
  if (::flock(lock.folder_, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno != EWOULDBLOCK) return std::unexpected(system_error("cannot lock", folder));
  return fail(ErrorCode::Locked, "another writer holds the index", folder.string(), "wait until it ends");
}

GenerationLock::~GenerationLock() {
  if (folder_ >= 0) ::close(folder_);
}
GenerationLock::GenerationLock(GenerationLock&& other) noexcept : folder_(std::exchange(other.folder_, -1)) {}
GenerationLock& GenerationLock::operator=(GenerationLock&& other) noexcept {
  std::swap(folder_, other.folder_);
  return *this;
}

fs::path damage_mark(const fs::path& generation) { return generation / "damaged"; }

FileStamp stamp_of(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  const std::int64_t nanoseconds = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return {status.st_dev, status.st_ino, nanoseconds};
}

} // namespace trawl::index
