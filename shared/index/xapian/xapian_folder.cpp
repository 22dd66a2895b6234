// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/xapian_folder.h"

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/index/xapian/xapian_guard.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolder = "xapian-", kBackend = "glass ";
constexpr std::size_t kMaxStubBytes = 256;

constexpr const char *kVersionKey = "trawl.version", *kStoreKey = "trawl.store", *kSequenceKey = "trawl.sequence",
                     *kChangedKey = "trawl.changed";

std::optional<std::uint64_t> to_number(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (status != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> number_of_folder(std::string_view name) {
  return name.starts_with(kFolder) ? to_number(name.substr(kFolder.size())) : std::nullopt;
}

std::unexpected<Error> damaged(const DataDirectory& directory, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, "the Xapian database " + what, xapian_stub(directory).string(),
              "`trawl crawl` and `trawl index rebuild` make it again");
}

void remove_folders_but(const DataDirectory& directory, const fs::path& kept) {
  for (const fs::path& path : entries_of(directory.index()).value_or(std::vector<fs::path>())) {
    if (!number_of_folder(path.filename().string()) || path == kept) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

} // namespace

fs::path xapian_stub(const DataDirectory& directory) { return directory.index() / "xapian"; }

Result<std::optional<fs::path>> find_xapian_folder(const DataDirectory& directory) {
  TRAWL_TRY(const bool has_stub, is_there(xapian_stub(directory)));
  if (!has_stub) return std::nullopt;
  TRAWL_TRY(const std::string content, read_file(xapian_stub(directory), kMaxStubBytes));
  const std::string_view stub = content;
  if (!stub.starts_with(kBackend) || !stub.ends_with('\n')) return damaged(directory, "has a damaged stub");
  const std::string_view name = stub.substr(kBackend.size(), stub.size() - kBackend.size() - 1);
  if (!number_of_folder(name)) return damaged(directory, "has a stub that names no folder beside it");
  return directory.index() / name;
}

Result<XapianState> state_of(const Xapian::Database& database) {
  const auto version = to_number(database.get_metadata(kVersionKey));
  if (version != kXapianVersion) {
    return fail(ErrorCode::IndexDamaged, "another version of Trawl wrote the Xapian database", {},
                "`trawl crawl` and `trawl index rebuild` make it again");
  }
  XapianState state;
  state.store = database.get_metadata(kStoreKey);
  state.sequence = to_number(database.get_metadata(kSequenceKey)).value_or(0);
  state.changed = to_number(database.get_metadata(kChangedKey)).value_or(0);
  state.documents = database.get_doccount();
  return state;
}

void set_state(Xapian::WritableDatabase& database, const XapianState& state) {
  database.set_metadata(kVersionKey, std::to_string(kXapianVersion));
  database.set_metadata(kStoreKey, state.store);
  database.set_metadata(kSequenceKey, std::to_string(state.sequence));
  database.set_metadata(kChangedKey, std::to_string(state.changed));
}

Result<std::optional<XapianState>> read_xapian_state(const DataDirectory& directory) {
  TRAWL_TRY(const auto folder, find_xapian_folder(directory));
  if (!folder) return std::nullopt;
  return guarded(*folder, [&]() -> Result<std::optional<XapianState>> {
    return state_of(Xapian::Database(folder->string(), Xapian::DB_BACKEND_GLASS));
  });
}

Result<void> publish_xapian_folder(const DataDirectory& directory, const fs::path& folder) {
  TRAWL_CHECK(sync_files(folder));
  TRAWL_CHECK(sync_file(directory.index()));
  const std::string stub = std::string(kBackend).append(folder.filename().string()) + "\n";
  TRAWL_CHECK(write_file_atomic(xapian_stub(directory), stub));
  remove_folders_but(directory, folder);
  return {};
}

Result<fs::path> next_xapian_folder(const DataDirectory& directory) {
  std::uint64_t highest = 0;
  TRAWL_TRY(const auto present, entries_of(directory.index()));
  for (const fs::path& path : present) {
    highest = std::max(highest, number_of_folder(path.filename().string()).value_or(0));
  }
  return directory.index() / (std::string(kFolder) + std::to_string(highest + 1));
}

void remove_unused_xapian_folders(const DataDirectory& directory) {
  const auto live = find_xapian_folder(directory);
  if (live || live.error().code == ErrorCode::IndexDamaged) {
    remove_folders_but(directory, live ? live->value_or(fs::path()) : fs::path());
  }
}

Result<void> remove_xapian_database(const DataDirectory& directory) {
  TRAWL_CHECK(remove_file(xapian_stub(directory)));
  remove_folders_but(directory, {});
  return {};
}

Result<void> check_xapian_database(const DataDirectory& directory) {
  TRAWL_TRY(const auto folder, find_xapian_folder(directory));
  if (!folder) return {};
  auto checked = guarded(*folder, [&]() -> Result<void> {
    std::ostringstream report;
    const std::size_t faults = Xapian::Database::check(folder->string(), 0, &report);
    if (faults == 0) return {};
    std::string what = std::move(report).str();
    std::ranges::replace(what, '\n', ' ');
    return damaged(directory, "is damaged: " + what.substr(0, 200));
  });
  // Xapian's check opens the files for writing; who may only read them has to do without.
  if (!checked && checked.error().code == ErrorCode::Permission) return {};
  return checked;
}

} // namespace trawl::index
