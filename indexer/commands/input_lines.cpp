// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/input_lines.h"

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl::commands {
namespace {

constexpr std::size_t kChunk = 256 * 1024;

/// The program that unpacks what begins so; empty if it is not compressed.
std::string_view unpacker_of(std::string_view beginning) {
  if (beginning.starts_with("\x1f\x8b")) return "zcat";
  return beginning.starts_with("\xfd\x37zXZ") ? "xzcat" : "";
}

} // namespace

struct InputLines::Impl {
  std::string path;
  Descriptor file;                // none: stdin
  std::size_t size = 0, read = 0; // bytes of the file; of a pipe, 0
  std::string buffer;             // unread from `begin`
  std::size_t begin = 0;
  bool at_end = false;

  int file_number() const { return file.is_open() ? file.get() : STDIN_FILENO; }
  std::string_view unread() const { return std::string_view(buffer).substr(begin); }

  /// Reads one more piece.
  Result<void> fill() {
    buffer.erase(0, std::exchange(begin, 0));
    const std::size_t had = buffer.size();
    buffer.resize(had + kChunk);
    ssize_t got = 0;
    do {
      got = ::read(file_number(), buffer.data() + had, kChunk);
    } while (got < 0 && errno == EINTR);
    buffer.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) return std::unexpected(system_error("cannot read", path));
    at_end = got == 0;
    const std::string_view unpacker = read == 0 ? unpacker_of(buffer) : "";
    read += static_cast<std::size_t>(got);
    if (unpacker.empty()) return {};
    at_end = true;
    return fail(ErrorCode::Usage, "is compressed", path,
                "unpack it on the way, as in `" + std::string(unpacker) + " FILE | trawl import -`");
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
  return std::min(1.0, static_cast<double>(impl_->read) / static_cast<double>(impl_->size)); // a file may grow
}

Result<std::string> InputLines::peek() {
  while (!impl_->at_end && impl_->unread().size() < 512) TRAWL_CHECK(impl_->fill());
  return std::string(impl_->unread().substr(0, 512));
}

} // namespace trawl::commands
