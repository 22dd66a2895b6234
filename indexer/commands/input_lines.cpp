// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/input_lines.h"

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include <fcntl.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace trawl::commands {
namespace {

constexpr std::size_t kChunk = 256 * 1024;
constexpr std::uint64_t kXzMemory = 256u << 20; // `xz -9` needs 65 MB

/// Decompresses piece by piece: a few bytes may unpack to gigabytes.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Takes what it can from the beginning of `packed` and appends at most kChunk bytes. `is_last`: nothing follows.
  /// False: damaged.
  virtual bool decode(std::string_view& packed, bool is_last, std::string& out) = 0;
  /// Whether it has more to append without further input.
  bool has_more() const { return has_more_; }

 protected:
  bool has_more_ = false;
};

/// Whether the library's code is 0. Running out of memory does not mean that the input is damaged.
bool is_fine(int code, int memory_error) {
  if (code == memory_error) throw std::bad_alloc();
  return code == 0;
}

class PlainDecoder final : public Decoder {
 public:
  bool decode(std::string_view& packed, bool, std::string& out) override {
    out += std::exchange(packed, {});
    return true;
  }
};

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() { usable_ = is_fine(inflateInit2(&stream_, 15 + 32), Z_MEM_ERROR); }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  bool decode(std::string_view& packed, bool is_last, std::string& out) override {
    if (!usable_) return false;
    if (packed.empty() && !has_more_) return !is_last || ended_;
    if (std::exchange(ended_, false)) inflateReset(&stream_); // a gzip file may have several members
    std::array<char, kChunk> buffer;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream_.avail_out);
    packed.remove_prefix(packed.size() - stream_.avail_in);
    ended_ = code == Z_STREAM_END;
    has_more_ = !ended_ && stream_.avail_out == 0;
    return usable_ = ended_ || code == Z_BUF_ERROR || is_fine(code, Z_MEM_ERROR); // Z_BUF_ERROR: it had no more
  }

 private:
  z_stream stream_{};
  bool usable_ = false, ended_ = false;
};

class XzDecoder final : public Decoder {
 public:
  XzDecoder() { usable_ = is_fine(lzma_stream_decoder(&stream_, kXzMemory, LZMA_CONCATENATED), LZMA_MEM_ERROR); }
  ~XzDecoder() override { lzma_end(&stream_); }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;

  bool decode(std::string_view& packed, bool is_last, std::string& out) override {
    if (!usable_) return false;
    std::array<char, kChunk> buffer;
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    stream_.avail_out = buffer.size();
    const auto code = lzma_code(&stream_, is_last ? LZMA_FINISH : LZMA_RUN);
    out.append(buffer.data(), buffer.size() - stream_.avail_out);
    packed.remove_prefix(packed.size() - stream_.avail_in);
    has_more_ = code == LZMA_OK && (stream_.avail_out == 0 || is_last); // at the end, the next call says how it ends
    if (code == LZMA_STREAM_END) return true;
    if (code == LZMA_BUF_ERROR) return usable_ = !is_last; // no more input for now
    return usable_ = is_fine(code, LZMA_MEM_ERROR);
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool usable_ = false;
};

std::unique_ptr<Decoder> decoder_for(std::string_view beginning) {
  if (beginning.starts_with("\x1f\x8b")) return std::make_unique<GzipDecoder>();
  if (beginning.starts_with(std::string_view("\xfd"
                                             "7zXZ\0",
                                             6))) {
    return std::make_unique<XzDecoder>();
  }
  return std::make_unique<PlainDecoder>();
}

} // namespace

struct InputLines::Impl {
  std::string path;
  Descriptor file;                // none: stdin
  std::size_t size = 0, read = 0; // bytes of the file; of a pipe, 0
  std::unique_ptr<Decoder> decoder;
  std::string buffer; // unpacked, from `begin`
  std::size_t begin = 0;
  bool at_end = false;
  std::array<char, kChunk> chunk;
  std::string_view packed; // of `chunk`, not yet unpacked
  bool is_last = false;    // the file has no more

  int file_number() const { return file.is_open() ? file.get() : STDIN_FILENO; }
  std::string_view unread() const { return std::string_view(buffer).substr(begin); }

  /// Reads and decompresses one more piece.
  Result<void> fill() {
    buffer.erase(0, std::exchange(begin, 0));
    if (packed.empty() && !(decoder && decoder->has_more())) TRAWL_CHECK(read_packed());
    if (!decoder) decoder = decoder_for(packed);
    if (!decoder->decode(packed, is_last, buffer)) {
      at_end = true;
      return fail(ErrorCode::Malformed, "the compressed data is damaged or truncated", path);
    }
    at_end = is_last && packed.empty() && !decoder->has_more();
    return {};
  }

  Result<void> read_packed() {
    ssize_t got = 0;
    do {
      got = ::read(file_number(), chunk.data(), chunk.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) return std::unexpected(system_error("cannot read", path));
    packed = std::string_view(chunk.data(), static_cast<std::size_t>(got));
    read += packed.size();
    is_last = got == 0;
    return {};
  }

  /// Skips the rest of a line that is too long.
  Result<bool> skip_line() {
    for (;;) {
      if (const auto end = unread().find('\n'); end != std::string_view::npos) {
        begin += end + 1;
        return fail(ErrorCode::TooLarge, "the line is too long", path);
      }
      begin = buffer.size();
      if (at_end) return fail(ErrorCode::TooLarge, "the line is too long", path);
      TRAWL_CHECK(fill());
    }
  }
};

InputLines::InputLines(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
InputLines::~InputLines() = default;
InputLines::InputLines(InputLines&&) noexcept = default;
InputLines& InputLines::operator=(InputLines&&) noexcept = default;

Result<InputLines> InputLines::open(const std::string& path) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  if (path != "-") impl->file = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (path != "-" && !impl->file.is_open()) return std::unexpected(system_error("cannot open", path));
  struct stat status{};
  if (::fstat(impl->file_number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::Usage, "is a directory, not a file", path, "name the files in it");
  }
  if (S_ISREG(status.st_mode)) impl->size = static_cast<std::size_t>(status.st_size);
  return InputLines(std::move(impl));
}

Result<bool> InputLines::next(std::string& line, std::size_t max_bytes) {
  auto& in = *impl_;
  std::size_t searched = 0;
  for (;;) {
    const auto unread = in.unread();
    const auto end = unread.find('\n', searched);
    if (end == std::string_view::npos && unread.size() > max_bytes) return in.skip_line();
    if (end != std::string_view::npos || in.at_end) {
      if (end == std::string_view::npos && unread.empty()) return false;
      line = unread.substr(0, end);
      in.begin += end == std::string_view::npos ? unread.size() : end + 1;
      if (line.ends_with('\r')) line.pop_back();
      if (line.size() > max_bytes) return fail(ErrorCode::TooLarge, "the line is too long", in.path);
      return true;
    }
    searched = unread.size();
    TRAWL_CHECK(in.fill());
  }
}

Result<std::string> InputLines::rest(std::size_t max_bytes) {
  while (!impl_->at_end) {
    if (impl_->unread().size() > max_bytes) return fail(ErrorCode::TooLarge, "the file is too large", impl_->path);
    TRAWL_CHECK(impl_->fill());
  }
  std::string all(impl_->unread());
  impl_->begin = impl_->buffer.size();
  if (all.size() > max_bytes) return fail(ErrorCode::TooLarge, "the file is too large", impl_->path);
  return all;
}

std::optional<double> InputLines::share_read() const {
  if (impl_->size == 0) return std::nullopt;
  const auto unpacked = static_cast<double>(impl_->read - impl_->packed.size());
  return std::min(1.0, unpacked / static_cast<double>(impl_->size)); // a file may grow
}

Result<std::string> InputLines::peek() {
  while (!impl_->at_end && impl_->unread().size() < 512) TRAWL_CHECK(impl_->fill());
  return std::string(impl_->unread().substr(0, 512));
}

} // namespace trawl::commands
