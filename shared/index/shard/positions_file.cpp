// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/positions_file.h"

#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/index/shard/or_throw.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include <xapian.h>

namespace trawl::index {
namespace {

std::filesystem::path path_in(const std::filesystem::path& shard) { return shard / "positions"; }

constexpr std::size_t kChecksumBytes = 4;

std::string checksum_of(std::string_view bytes, std::uint64_t article) {
  const auto seed = static_cast<std::uint32_t>(article ^ article >> 32);
  const std::uint32_t sum = crc32c(bytes, seed);
  return {reinterpret_cast<const char*>(&sum), kChecksumBytes}; // little-endian
}

} // namespace

PositionsFile::PositionsFile(const std::filesystem::path& shard, std::uint32_t documents)
    : sound_(std::make_unique<std::atomic<std::uint64_t>[]>(documents / 64 + 1)) {
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(path_in(shard), missing);
  if (!missing) file_ = or_throw(map_file(path_in(shard), size));
}

std::string_view PositionsFile::bytes_of(std::uint32_t local, std::uint64_t offset, std::uint64_t article) const {
  std::string_view rest = file_.bytes;
  rest.remove_prefix(std::min<std::uint64_t>(offset, rest.size()));
  std::uint64_t size = 0;
  const bool fits =
      packed::take_number(rest, size) && rest.size() >= kChecksumBytes && size <= rest.size() - kChecksumBytes;
  const std::string_view bytes = fits ? rest.substr(kChecksumBytes, size) : std::string_view();
  std::atomic<std::uint64_t>& sound = sound_[local / 64];
  const std::uint64_t bit = std::uint64_t{1} << (local % 64);
  if ((sound.load(std::memory_order_relaxed) & bit) != 0) return bytes;
  if (!fits || rest.substr(0, kChecksumBytes) != checksum_of(bytes, article))
    throw Xapian::DatabaseCorruptError("the positions of a document are damaged or another's");
  sound.fetch_or(bit, std::memory_order_relaxed);
  return bytes;
}

std::uint64_t PositionsWriter::add(std::string_view bytes, std::uint64_t article) {
  if (!file_) {
    file_.emplace(or_throw(OutputFile::append(path_in(shard_))));
    or_throw(sync_file(shard_)); // the file's name
  }
  const std::uint64_t offset = file_->size();
  std::string size;
  packed::put_number(size, bytes.size());
  file_->write(size + checksum_of(bytes, article));
  file_->write(bytes);
  has_new_ = true;
  return offset;
}

void PositionsWriter::sync() {
  if (std::exchange(has_new_, false)) or_throw(file_->finish());
}

} // namespace trawl::index
