// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/mapped_file.h"

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <csignal>
#include <tuple>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl {

Result<SharedBytes> map_file(const std::filesystem::path& path, std::size_t size) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::unexpected(system_error("cannot open", path));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return std::unexpected(system_error("cannot access", path));
  const bool long_enough = static_cast<std::uint64_t>(status.st_size) >= size;
  void* const memory =
      size == 0 || !long_enough ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (!long_enough) return fail(ErrorCode::Malformed, "the file is shorter than it should be", path.string());
  if (memory == MAP_FAILED) return std::unexpected(system_error("cannot map", path));
  if (memory == nullptr) return SharedBytes{};
  static const auto kBefore = std::signal(SIGBUS, end_for_lost_page); // once
  std::ignore = kBefore;
  const std::shared_ptr<const void> owner(memory, [size](const void* at) { ::munmap(const_cast<void*>(at), size); });
  return SharedBytes{{static_cast<const char*>(memory), size}, owner};
}

} // namespace trawl
