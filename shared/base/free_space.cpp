// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/free_space.h"

#include <string>

#include <sys/statvfs.h>

namespace trawl {

Result<void> check_free_space(const std::filesystem::path& folder, std::uint64_t least) {
  struct statvfs status{};
  if (least == 0 || ::statvfs(folder.c_str(), &status) != 0) return {};
  const std::uint64_t free = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (free >= least) return {};
  constexpr std::uint64_t kMegabyte = 1'000'000;
  return fail(ErrorCode::Disk,
              "only " + std::to_string(free / kMegabyte) + " MB are free on the disk, fewer than " +
                  std::to_string(least / kMegabyte),
              folder.string(),
              "free some space, or choose another limit with --min-free; everything stored so far remains searchable");
}

} // namespace trawl
