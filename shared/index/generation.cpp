// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/generation.h"

#include "shared/base/file.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <tuple>
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
constexpr std::size_t kMaxStubBytes = 4096;

std::unexpected<Error> damaged(const DataDirectory& directory, std::string what) {
  return fail(ErrorCode::IndexDamaged, std::move(what), directory.current().string(), "run `trawl index rebuild`");
}

/// The generation a stub's content names: one line, "gen-NNNNNN".
std::optional<std::uint64_t> parse_stub(std::string_view content) {
  if (!content.ends_with('\n')) return std::nullopt;
  content.remove_suffix(1);
  return parse_generation_name(content);
}

/// What a program that was killed leaves of a stub that it was writing.
bool is_unfinished_stub(std::string_view name) { return name.starts_with("current."); }

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
  TRAWL_TRY(const fs::file_type stub, file_type_at(directory.current()));
  if (stub == fs::file_type::not_found) {
    const bool has_store = fs::exists(directory.crawl_db(), status); // e.g. a backup was restored in part
    return fail(ErrorCode::NoIndex, "there is no index", directory.root.string(),
                has_store ? "run `trawl index rebuild`" : "run `trawl crawl` first");
  }
  if (stub != fs::file_type::regular) return damaged(directory, "the index's stub is not a plain file");
  TRAWL_TRY(const std::string content, read_file(directory.current(), kMaxStubBytes));
  const auto number = parse_stub(content);
  if (!number) return damaged(directory, "the index's stub does not name a generation");
  TRAWL_TRY(const fs::file_type generation, file_type_at(generation_path(directory, *number)));
  if (generation != fs::file_type::directory) {
    return damaged(directory, "the index's stub names " + generation_name(*number) + ", which is not there");
  }
  return *number;
}

Result<void> make_live(const DataDirectory& directory, std::uint64_t number) {
  TRAWL_CHECK(
      sync_file(directory.index())); // the stub must not survive a power failure that the generation's name does not
  return write_file_atomic(directory.current(), generation_name(number) + "\n");
}

Result<std::uint64_t> next_generation(const DataDirectory& directory) {
  std::uint64_t highest = 0;
  TRAWL_TRY(const auto present, entries_of(directory.index()));
  for (const fs::path& path : present) {
    // An unfinished "gen-000007.building" takes its number too.
    const std::string name = path.filename().string();
    highest = std::max(highest, parse_generation_name(name.substr(0, kPrefix.size() + kDigits)).value_or(0));
  }
  return highest + 1;
}

void remove_other_generations(const DataDirectory& directory, std::uint64_t live) {
  for (const fs::path& path : entries_of(directory.index()).value_or(std::vector<fs::path>())) {
    const std::string name = path.filename().string();
    const auto number = parse_generation_name(name.substr(0, kPrefix.size() + kDigits));
    if ((!number && !is_unfinished_stub(name)) || name == generation_name(live)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

UnfinishedGeneration::~UnfinishedGeneration() {
  std::ignore = catching_exceptions([&]() -> Result<void> {
    std::error_code ignored;
    fs::remove_all(building_path(), ignored);
    const auto live = live_generation(directory_);
    // While it is unknown which generation is live, none that could be it may be removed.
    const bool is_dead = live ? *live != number_ : live.error().code == ErrorCode::NoIndex;
    if (is_dead) fs::remove_all(path(), ignored);
    return {};
  });
}

fs::path UnfinishedGeneration::building_path() const {
  fs::path folder = path();
  folder += ".building";
  return folder;
}

Result<void> sync_files(const fs::path& folder) {
  TRAWL_TRY(const auto present, entries_of(folder));
  for (const fs::path& path : present) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool done = file >= 0 && ::fsync(file) == 0;
    const Error error = done ? Error{} : system_error("cannot write the file", path);
    if (file >= 0) ::close(file);
    if (!done) return std::unexpected(error);
  }
  return sync_file(folder);
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
  return {status.st_dev, status.st_ino, nanoseconds, status.st_size};
}

} // namespace trawl::index
