// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/gunzip.h"

#include <array>
#include <limits>
#include <new>

#include <zlib.h>

namespace trawl::feed {
namespace {

/// Owns a zlib stream.
class Inflater {
 public:
  explicit Inflater(std::string_view bytes) {
    // zlib promises not to write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    constexpr int kGzipOnly = 16;
    const int status = inflateInit2(&stream_, MAX_WBITS + kGzipOnly);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    ready_ = status == Z_OK;
  }
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool is_ready() const { return ready_; }

  /// The next bytes into `buffer`; false when the stream is over or broken.
  bool read(std::array<char, 65536>& buffer, std::size_t& count) {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    count = buffer.size() - stream_.avail_out;
    // A file may consist of several members (RFC 1952 §2.2).
    if (status == Z_STREAM_END) return stream_.avail_in > 0 && inflateReset(&stream_) == Z_OK;
    return status == Z_OK && (count > 0 || stream_.avail_in > 0);
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

} // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

Result<std::string> gunzip(std::string_view bytes, std::size_t max_bytes) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) return fail(ErrorCode::TooLarge, "the gzip file is too large");
  Inflater inflater(bytes);
  if (!inflater.is_ready()) return fail(ErrorCode::Internal, "zlib could not be initialised");
  std::string out;
  std::array<char, 65536> buffer{};
  for (bool more = true; more;) {
    std::size_t count = 0;
    more = inflater.read(buffer, count);
    if (out.size() + count > max_bytes) return fail(ErrorCode::TooLarge, "the file is too large when unpacked");
    out.append(buffer.data(), count);
  }
  if (out.empty()) return fail(ErrorCode::Malformed, "the gzip file cannot be unpacked");
  return out;
}

} // namespace trawl::feed
