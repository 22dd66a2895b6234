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
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBackend = "glass ", kDatabase = "db-";
constexpr std::size_t kMaxStubBytes = 4096;

std::optional<std::uint64_t> parse_name(std::string_view name) {
  if (!name.starts_with(kDatabase)) return std::nullopt;
  name.remove_prefix(kDatabase.size());
  const auto number = whole_number<std::uint64_t>(name);
  return number != 0 ? number : std::nullopt;
}

/// What versions before this one kept in the folder.
bool is_of_older_version(std::string_view name) {
  return name.starts_with("shard-") || name == "meaning" || name.starts_with("meaning.");
}

std::unexpected<Error> damaged(const DataDirectory& directory, std::string what) {
  return fail(ErrorCode::IndexDamaged, std::move(what), directory.index_stub().string(), "run `trawl index rebuild`");
}

/// What a program that was killed leaves of a stub that it was writing.
bool is_unfinished_stub(std::string_view name) { return name.starts_with("xapian."); }

} // namespace

Result<std::string> live_database(const DataDirectory& directory) {
  TRAWL_TRY(const fs::file_type stub, file_type_at(directory.index_stub()));
  if (stub == fs::file_type::not_found) {
    TRAWL_TRY(const bool is_a_file, is_file(directory.root));
    if (is_a_file)
      return fail(ErrorCode::Usage, "is a file, not a directory", directory.root.string(), "choose another directory");
    std::error_code status;
    const bool has_store = fs::exists(directory.crawl_db(), status); // e.g. a backup was restored in part
    return fail(ErrorCode::NoIndex, "there is no index", directory.root.string(),
                has_store ? "run `trawl index rebuild`" : "run `trawl crawl` first");
  }
  if (stub != fs::file_type::regular) return damaged(directory, "the index's stub is not a plain file");
  TRAWL_TRY(const std::string line, read_file(directory.index_stub(), kMaxStubBytes));
  if (line.empty()) return damaged(directory, "the index's stub is empty");
  if (line.starts_with("glass shard-")) return damaged(directory, "the index is of another version");
  const bool is_line = line.ends_with('\n') && line.starts_with(kBackend);
  std::string name = is_line ? line.substr(kBackend.size(), line.size() - kBackend.size() - 1) : "";
  if (!parse_name(name)) return damaged(directory, "the index's stub does not name a database beside it");
  TRAWL_TRY(const fs::file_type folder, file_type_at(directory.index() / name));
  if (folder != fs::file_type::directory)
    return damaged(directory, "the index's stub names " + name + ", which is not there");
  return name;
}

Result<void> publish_database(const DataDirectory& directory, const std::string& name) {
  // The stub must not survive a power failure that the name of the database does not.
  TRAWL_CHECK(sync_file(directory.index()));
  return write_file_atomic(directory.index_stub(), std::string(kBackend).append(name) + '\n');
}

std::uint64_t database_number(std::string_view name) { return parse_name(name).value_or(0); }

Result<std::string> free_database_name(const DataDirectory& directory) {
  std::uint64_t highest = 0;
  TRAWL_TRY(const auto present, entries_of(directory.index()));
  for (const fs::path& path : present) highest = std::max(highest, database_number(path.filename().string()));
  return std::string(kDatabase).append(std::to_string(highest + 1));
}

void remove_databases_but(const DataDirectory& directory, std::string_view kept) {
  for (const fs::path& path : entries_of(directory.index()).value_or(std::vector<fs::path>())) {
    const std::string name = path.filename().string();
    const bool is_unused = (parse_name(name) && name != kept) || is_of_older_version(name);
    if (!is_unused && !is_unfinished_stub(name)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

Result<std::string> move_database(const DataDirectory& from, const DataDirectory& to) {
  TRAWL_TRY(const auto name, live_database(from));
  remove_databases_but(to, {});
  TRAWL_TRY(auto free_name, free_database_name(to)); // those may have stayed
  TRAWL_CHECK(move_file(from.index() / name, to.index() / free_name));
  return free_name;
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

fs::path commit_file(const fs::path& database) { return database / "iamglass"; }

} // namespace trawl::index
