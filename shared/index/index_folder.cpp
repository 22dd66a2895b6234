// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_folder.h"

#include "shared/base/descriptor.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"
#include "shared/base/whole_number.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBackend = "glass ", kShard = "shard-";
constexpr std::size_t kMaxStubBytes = 4096;

std::optional<std::uint64_t> parse_shard_name(std::string_view name) {
  if (!name.starts_with(kShard)) return std::nullopt;
  name.remove_prefix(kShard.size());
  const auto number = whole_number<std::uint64_t>(name);
  return number != 0 ? number : std::nullopt;
}

std::unexpected<Error> damaged(const DataDirectory& directory, std::string what) {
  return fail(ErrorCode::IndexDamaged, std::move(what), directory.index_stub().string(), "run `trawl index rebuild`");
}

/// What a program that was killed leaves of a stub that it was writing.
bool is_unfinished_stub(std::string_view name) { return name.starts_with("xapian."); }

} // namespace

Result<std::vector<std::string>> live_shards(const DataDirectory& directory) {
  TRAWL_TRY(const fs::file_type stub, file_type_at(directory.index_stub()));
  if (stub == fs::file_type::not_found) {
    std::error_code status;
    const bool has_store = fs::exists(directory.crawl_db(), status); // e.g. a backup was restored in part
    return fail(ErrorCode::NoIndex, "there is no index", directory.root.string(),
                has_store ? "run `trawl index rebuild`" : "run `trawl crawl` first");
  }
  if (stub != fs::file_type::regular) return damaged(directory, "the index's stub is not a plain file");
  TRAWL_TRY(const std::string content, read_file(directory.index_stub(), kMaxStubBytes));
  std::vector<std::string> names;
  for (std::string_view rest = content; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    const bool is_ours = end != std::string_view::npos && line.starts_with(kBackend) &&
                         parse_shard_name(line.substr(kBackend.size())).has_value();
    if (!is_ours) return damaged(directory, "the index's stub does not name databases beside it");
    names.emplace_back(line.substr(kBackend.size()));
    rest.remove_prefix(end + 1);
  }
  if (names.empty()) return damaged(directory, "the index's stub is empty");
  for (const std::string& name : names) {
    TRAWL_TRY(const fs::file_type folder, file_type_at(directory.index() / name));
    if (folder != fs::file_type::directory)
      return damaged(directory, "the index's stub names " + name + ", which is not there");
  }
  return names;
}

Result<void> publish_shards(const DataDirectory& directory, const std::vector<std::string>& names) {
  // The stub must not survive a power failure that the names of the shards do not.
  TRAWL_CHECK(sync_file(directory.index()));
  std::string stub;
  for (const std::string& name : names) stub.append(kBackend).append(name) += '\n';
  return write_file_atomic(directory.index_stub(), stub);
}

std::uint64_t shard_number(std::string_view name) { return parse_shard_name(name).value_or(0); }

Result<std::vector<std::string>> free_shard_names(const DataDirectory& directory, std::size_t count) {
  std::uint64_t highest = 0;
  TRAWL_TRY(const auto present, entries_of(directory.index()));
  for (const fs::path& path : present) highest = std::max(highest, shard_number(path.filename().string()));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::string(kShard).append(std::to_string(++highest)));
  return names;
}

void remove_shards_but(const DataDirectory& directory, const std::vector<std::string>& kept) {
  for (const fs::path& path : entries_of(directory.index()).value_or(std::vector<fs::path>())) {
    const std::string name = path.filename().string();
    const bool is_unused = parse_shard_name(name) && std::ranges::find(kept, name) == kept.end();
    if (!is_unused && !is_unfinished_stub(name)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

Result<std::vector<std::string>> move_shards(const DataDirectory& from, const DataDirectory& to) {
  TRAWL_TRY(auto names, live_shards(from));
  remove_shards_but(to, {});
  TRAWL_TRY(const auto present, entries_of(from.index()));
  for (const fs::path& path : present) {
    if (path != from.index_stub()) TRAWL_CHECK(move_file(path, to.index() / path.filename()));
  }
  return names;
}

Result<void> sync_files(const fs::path& folder) {
  TRAWL_TRY(const auto present, entries_of(folder));
  for (const fs::path& path : present) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open() || ::fsync(file.get()) != 0)
      return std::unexpected(system_error("cannot write the file", path));
  }
  return sync_file(folder);
}

std::uintmax_t bytes_of_index(const DataDirectory& directory) {
  std::uintmax_t total = 0;
  std::error_code status;
  for (fs::recursive_directory_iterator it(directory.index(), status), end; !status && it != end;
       it.increment(status)) {
    std::error_code ignored;
    const std::uintmax_t size = it->is_regular_file(ignored) ? it->file_size(ignored) : 0;
    if (!ignored) total += size;
  }
  return total;
}

FileStamp stamp_of(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  const std::int64_t nanoseconds = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return {status.st_dev, status.st_ino, nanoseconds, status.st_size};
}

fs::path commit_file(const fs::path& shard) { return shard / "iamglass"; }

} // namespace trawl::index
