// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"

#include "shared/base/per_thread.h"

#include <memory>
#include <new>
#include <string>
#include <utility>

#include <zstd.h>
#include <zstd_errors.h>

namespace trawl::store {
namespace {

/// Texts of a few kilobytes become no smaller at a higher level.
constexpr int kLevel = 3, kLevelOfShort = 1, kLevelAgainst = 6;
constexpr std::size_t kShort = 4'096;

/// Creating a context costs more than compressing a short record. It keeps no data between calls.
struct Compressor {
  Compressor() {
    if (!context) throw std::bad_alloc();
  }
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context{ZSTD_createCCtx(), ZSTD_freeCCtx};
};
struct Decompressor {
  Decompressor() {
    if (!context) throw std::bad_alloc();
  }
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), ZSTD_freeDCtx};
};

/// `base`: a prefix of the bytes, as it were; empty for none.
std::string frame_of(std::string_view bytes, std::string_view base, int level) {
  ZSTD_CCtx* const context = PerThread<Compressor>::get().context.get();
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_refPrefix(context, base.data(), base.size()); // for this frame only
  const auto size = ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size());
  // The frame has room for any input, so only memory can be missing. An empty frame would lose the page.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  frame.resize(size);
  return frame;
}

Result<std::string> bytes_of(std::string_view frame, std::string_view base, std::size_t max_bytes) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return damaged_store("a stored page or article is not a zstd frame");
  }
  if (size > max_bytes) return fail(ErrorCode::TooLarge, "a stored page is larger than the limit");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  ZSTD_DCtx* const context = PerThread<Decompressor>::get().context.get();
  ZSTD_DCtx_refPrefix(context, base.data(), base.size());
  const auto got = ZSTD_decompressDCtx(context, bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(got) != 0 || got != bytes.size()) return damaged_store("a stored page or article is damaged");
  return bytes;
}

} // namespace

std::unexpected<Error> damaged_store(std::string what) {
  return fail(ErrorCode::StoreDamaged, std::move(what), "crawl.db", kIfDamaged);
}

std::string compress(std::string_view bytes) {
  return frame_of(bytes, {}, bytes.size() < kShort ? kLevelOfShort : kLevel);
}

Result<std::string> decompress(std::string_view frame, std::size_t max_bytes) { return bytes_of(frame, {}, max_bytes); }

std::string compress_against(std::string_view bytes, std::string_view base) {
  return frame_of(bytes, base, kLevelAgainst);
}

Result<std::string> decompress_against(std::string_view frame, std::string_view base) {
  return bytes_of(frame, base, kMostBytes);
}

} // namespace trawl::store
