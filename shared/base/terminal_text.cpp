// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/terminal_text.h"

#include "shared/base/hex.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <streambuf>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace trawl {
namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array kUnsafe{
    Range{0x00, 0x1F},       Range{0x7F, 0x9F},       Range{0xAD, 0xAD},       Range{0x600, 0x605},
    Range{0x61C, 0x61C},     Range{0x180E, 0x180E},   Range{0x200B, 0x200B},   Range{0x200E, 0x200F},
    Range{0x2028, 0x202E},   Range{0x2060, 0x206F},   Range{0xFEFF, 0xFEFF},   Range{0xFFF0, 0xFFFB},
    Range{0x13430, 0x1345F}, Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF}};

bool is_private_use(char32_t c) { return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c <= 0x10FFFF); }

void append_safe(std::string& out, char32_t c) {
  if (is_unsafe_on_terminal(c)) return;
  utf8::append(out, is_private_use(c) || utf8::is_noncharacter(c) ? utf8::kReplacement : c);
}

void append_escape(std::string& out, char32_t unit) {
  out += "\\u";
  append_hex(out, unit, 4);
}

} // namespace

bool is_unsafe_on_terminal(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return false;
  return std::ranges::any_of(kUnsafe, [c](Range range) { return c >= range.first && c <= range.last; });
}

std::string safe_text(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const char32_t c = utf8::next(text, position);
    if (c == '\n' && keep_newlines) {
      out += '\n';
    } else if (c == '\n' || c == '\t' || c == '\r') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      append_safe(out, c);
    }
  }
  return out;
}

std::string visible_text(std::string_view text) {
  std::string out;
  for (std::size_t end = 0; end < text.size(); ++end) {
    const std::size_t begin = end;
    end = std::min(text.find('\t', begin), text.size());
    out += safe_text(text.substr(begin, end - begin), true);
    if (end < text.size()) out += '\t';
  }
  return out;
}

std::string safe_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t position = 0; position < json.size();) {
    const char32_t c = utf8::next(json, position);
    const bool is_layout = c == '\n' || c == '\r' || c == '\t';
    if (is_layout || !(is_unsafe_on_terminal(c) || is_private_use(c) || utf8::is_noncharacter(c))) {
      utf8::append(out, c);
    } else if (c < 0x10000) {
      append_escape(out, c);
    } else {
      append_escape(out, 0xD7C0 + (c >> 10)); // a surrogate pair (RFC 8259, section 7)
      append_escape(out, 0xDC00 + (c & 0x3FF));
    }
  }
  return out;
}

/// Makes what is written safe and passes it on. The beginning of a character that continues in the next piece is held
/// back.
class SafeOutput::Filter : public std::streambuf {
 public:
  explicit Filter(std::streambuf* target) : target_(target) {}

 protected:
  int_type overflow(int_type byte) override {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    const char one = traits_type::to_char_type(byte);
    return xsputn(&one, 1) == 1 ? byte : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    pending_.append(bytes, static_cast<std::size_t>(size));
    const std::size_t whole = utf8::truncate_bytes(pending_, whole_characters()).size();
    std::string safe;
    for (std::size_t position = 0; position < whole;) {
      const char32_t c = utf8::next(std::string_view(pending_).substr(0, whole), position);
      if (c == '\n' || c == '\t') {
        safe += static_cast<char>(c);
      } else {
        append_safe(safe, c);
      }
    }
    pending_.erase(0, whole);
    const auto count = static_cast<std::streamsize>(safe.size());
    return target_->sputn(safe.data(), count) == count ? size : 0;
  }
  int sync() override { return target_->pubsync(); }

 private:
  /// The bytes before a character that may be incomplete.
  std::size_t whole_characters() const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, pending_.size()); ++back) {
      const auto byte = static_cast<unsigned char>(pending_[pending_.size() - back]);
      if ((byte & 0xC0) == 0x80) continue;
      const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
      return length > back ? pending_.size() - back : pending_.size();
    }
    return pending_.size();
  }

  std::streambuf* target_;
  std::string pending_;
};

SafeOutput::SafeOutput() : old_err_(std::cerr.rdbuf()) {
  err_ = std::make_unique<Filter>(old_err_);
  std::cerr.rdbuf(err_.get());
  if (::isatty(STDOUT_FILENO) != 1) return;
  old_out_ = std::cout.rdbuf();
  out_ = std::make_unique<Filter>(old_out_);
  std::cout.rdbuf(out_.get());
}

SafeOutput::~SafeOutput() {
  std::cerr.rdbuf(old_err_);
  if (old_out_ != nullptr) std::cout.rdbuf(old_out_);
}

void print_line(std::string_view text) {
  const std::string line = safe_text(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void erase_line() {
  constexpr std::string_view kErase = "\r\x1b[K";
  (void)!::write(STDERR_FILENO, kErase.data(), kErase.size());
}

void print_error(std::string_view program, const Error& error) noexcept {
  try {
    print_line(std::string(program) + ": " + to_sentence(error));
  } catch (const std::bad_alloc&) {
    // Only existing strings, through a fixed buffer.
    char line[512];
    std::snprintf(line, sizeof line, "%.*s: %s\n", static_cast<int>(program.size()), program.data(),
                  error.code == ErrorCode::Exhausted ? "out of memory" : "failed, and then out of memory");
    std::fputs(line, stderr);
  }
}

void reserve_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Opened in the wrong direction, so that its use fails.
    if (::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) return;
  }
}

Result<void> flush_standard_output() {
  const auto is_reader_gone = [] {
    pollfd standard_output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&standard_output, 1, 0) == 1 && (standard_output.revents & POLLERR) != 0;
  };
  // If a write failed some time ago, errno may tell of another call.
  if (std::cout.flush() || errno == EPIPE || is_reader_gone()) return {};
  return fail(ErrorCode::Disk, std::string("cannot write: ") + std::strerror(errno), "standard output");
}

} // namespace trawl
