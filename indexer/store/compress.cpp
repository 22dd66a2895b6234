// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/compress.h"

#include <memory>
#include <new>
#include <string>
#include <utility>

#include <zstd.h>
#include <zstd_errors.h>

namespace trawl::store {
namespace {

/// Texts of a few kilobytes become no smaller at a higher level.
constexpr int kLevel = 3, kLevelOfShort = 1;
constexpr std::size_t kShort = 4'096;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

std::unexpected<Error> damaged(std::string what) {
  return fail(ErrorCode::IndexDamaged, std::move(what), "crawl.db",
              "restore a backup, or move the file away and crawl again");
}

} // namespace

std::string compress(std::string_view bytes) {
  // Creating a context costs more than compressing a short record. A context keeps no data between calls.
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const int level = bytes.size() < kShort ? kLevelOfShort : kLevel;
  const auto size = ZSTD_compressCCtx(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  // The frame has room for any input, so only memory can be missing. An empty frame would lose the page.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  frame.resize(size);
  return frame;
}

Result<std::string> decompress(std::string_view frame, std::size_t max_bytes) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return damaged("a stored page or article is not a zstd frame");
  }
  if (size > max_bytes) return fail(ErrorCode::TooLarge, "a stored page is larger than the limit");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  const auto got = ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(got) != 0 || got != bytes.size()) return damaged("a stored page or article is damaged");
  return bytes;
}

} // namespace trawl::store
