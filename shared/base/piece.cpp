// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/piece.h"

#include "shared/base/packed.h"
#include "shared/base/per_thread.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include <zdict.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace trawl {
namespace {

/// With a dictionary, an abstract takes 8 % less than at level 3, for 40 µs.
constexpr int kLevel = 9;
constexpr std::size_t kLeastDictionary = std::size_t{128} << 10, kMostDictionary = std::size_t{256} << 10; ///< bytes
constexpr std::size_t kSampledPerByte = 16;                  ///< bytes of samples for each byte of a dictionary
constexpr std::size_t kLeastCompressed = 200;                ///< bytes; shorter pieces do not shrink
constexpr std::size_t kLeastWithDictionary = 24;             ///< unless the dictionary knows them
constexpr std::size_t kMostPiece = std::size_t{64} << 20;    ///< longer ones are damage
constexpr std::string_view kFrameMagic = "\x28\xB5\x2F\xFD"; ///< of every zstd frame; not stored

} // namespace

struct Dictionary::Digested {
  const ZSTD_CDict* to_write(std::string_view bytes) {
    std::call_once(write_once, [&] {
      writing.reset(ZSTD_createCDict(bytes.data(), bytes.size(), kLevel));
      if (!writing) throw std::bad_alloc();
    });
    return writing.get();
  }
  const ZSTD_DDict* to_read(std::string_view bytes) {
    std::call_once(read_once, [&] {
      reading.reset(ZSTD_createDDict(bytes.data(), bytes.size()));
      if (!reading) throw std::bad_alloc();
    });
    return reading.get();
  }

  std::once_flag write_once, read_once;
  std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)> writing{nullptr, ZSTD_freeCDict};
  std::unique_ptr<ZSTD_DDict, decltype(&ZSTD_freeDDict)> reading{nullptr, ZSTD_freeDDict};
};

Dictionary::Dictionary(std::string bytes) : bytes_(std::move(bytes)), digested_(std::make_unique<Digested>()) {}
Dictionary::~Dictionary() = default;

/// zstd's contexts, one of each for a thread: making one costs more than a piece. They keep no data between calls.
class PieceCoder {
 public:
  PieceCoder() {
    if (!writing_ || !reading_) throw std::bad_alloc();
  }

  std::string write(std::string_view piece, const Dictionary* dictionary) {
    std::string frame(ZSTD_compressBound(piece.size()), '\0');
    ZSTD_CCtx* const context = writing_.get();
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0);
    if (dictionary != nullptr) ZSTD_CCtx_refCDict(context, dictionary->digested_->to_write(dictionary->bytes()));
    const auto size = ZSTD_compress2(context, frame.data(), frame.size(), piece.data(), piece.size());
    if (ZSTD_isError(size) != 0 || size < kFrameMagic.size() || size - kFrameMagic.size() >= piece.size()) return {};
    frame.resize(size);
    return frame.substr(kFrameMagic.size());
  }

  bool read(std::string_view stored, const Dictionary* dictionary, std::string& out) {
    frame_.assign(kFrameMagic).append(stored);
    const auto size =
        dictionary == nullptr
            ? ZSTD_decompressDCtx(reading_.get(), out.data(), out.size(), frame_.data(), frame_.size())
            : ZSTD_decompress_usingDDict(reading_.get(), out.data(), out.size(), frame_.data(), frame_.size(),
                                         dictionary->digested_->to_read(dictionary->bytes()));
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return ZSTD_isError(size) == 0 && size == out.size();
  }

 private:
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> writing_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> reading_{ZSTD_createDCtx(), ZSTD_freeDCtx};
  std::string frame_;
};

void DictionaryTrainer::add(std::string_view piece) {
  bytes_ += piece;
  sizes_.push_back(piece.size());
}

std::shared_ptr<const Dictionary> DictionaryTrainer::train() const {
  std::string dictionary(std::clamp(bytes_.size() / kSampledPerByte, kLeastDictionary, kMostDictionary), '\0');
  const auto size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), bytes_.data(), sizes_.data(),
                                          static_cast<unsigned>(sizes_.size()));
  if (ZDICT_isError(size) != 0) return nullptr;
  dictionary.resize(size);
  return std::make_shared<const Dictionary>(std::move(dictionary));
}

bool Piece::read(std::string& out) const {
  if (!is_compressed) {
    out = stored;
    return true;
  }
  out.resize(size);
  if (PerThread<PieceCoder>::get().read(stored, dictionary, out)) return true;
  out.clear();
  return false;
}

std::string compressed(std::string_view piece, const Dictionary* dictionary) {
  if (piece.size() < (dictionary == nullptr ? kLeastCompressed : kLeastWithDictionary)) return {};
  return PerThread<PieceCoder>::get().write(piece, dictionary);
}

void put_piece(std::string& out, std::string_view piece, const Dictionary* dictionary) {
  const std::string frame = compressed(piece, dictionary);
  if (frame.empty()) {
    put_plain_piece(out, piece);
    return;
  }
  packed::put_number(out, piece.size() << 1 | 1);
  packed::put_text(out, frame);
}

void put_plain_piece(std::string& out, std::string_view piece) {
  packed::put_number(out, piece.size() << 1);
  out += piece;
}

bool take_piece(std::string_view& in, const Dictionary* dictionary, Piece& piece) {
  std::uint64_t size = 0;
  if (!packed::take_number(in, size) || size >> 1 > kMostPiece) return false;
  piece.size = static_cast<std::size_t>(size >> 1);
  piece.is_compressed = (size & 1) != 0;
  piece.dictionary = dictionary;
  if (piece.is_compressed) return packed::take_text(in, piece.stored);
  if (piece.size > in.size()) return false;
  piece.stored = in.substr(0, piece.size);
  in.remove_prefix(piece.size);
  return true;
}

} // namespace trawl
