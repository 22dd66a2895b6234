// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/chunked_body.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxLine = 256;
constexpr std::size_t kFramingSlack = 1'024; // room for chunk sizes and line ends when the limit is small

std::unexpected<Refusal> malformed() { return std::unexpected(Refusal{400, "The chunked body is malformed."}); }

/// Removes blanks, and `mark` after them. False if it is not there.
bool take_mark(std::string_view& rest, char mark) {
  const std::size_t at = std::min(rest.find_first_not_of(" \t"), rest.size());
  if (!rest.substr(at).starts_with(mark)) return false;
  rest.remove_prefix(at + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return true;
}

bool take_token(std::string_view& rest) {
  const auto end = std::ranges::find_if_not(rest, is_token_char);
  const bool is_there = end != rest.begin();
  rest = {end, rest.end()};
  return is_there;
}

bool take_quoted(std::string_view& rest) {
  for (std::size_t at = 1; at < rest.size(); ++at) {
    const bool is_pair = rest[at] == '\\' && at + 1 < rest.size();
    at += is_pair ? 1 : 0;
    if (is_control(rest[at])) return false;
    if (rest[at] != '"' || is_pair) continue;
    rest.remove_prefix(at + 1);
    return true;
  }
  return false;
}

/// `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )`, and nothing else: who reads blanks at the end
/// as part of the size and who does not would disagree about where the body ends.
bool are_extensions(std::string_view rest) {
  while (take_mark(rest, ';')) {
    if (!take_token(rest)) return false;
    if (take_mark(rest, '=') && !(rest.starts_with('"') ? take_quoted(rest) : take_token(rest))) return false;
  }
  return rest.empty();
}

} // namespace

std::expected<void, Refusal> ChunkedBody::read_size(std::string_view line) {
  const std::string_view digits = line.substr(0, line.find_first_of("; \t"));
  if (!are_extensions(line.substr(digits.size()))) return malformed();
  std::size_t size = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
  if (digits.empty() || result.ptr != digits.data() + digits.size()) return malformed();
  const bool too_large = result.ec == std::errc::result_out_of_range || size > max_bytes_ - body_.size();
  if (too_large)
    return std::unexpected(Refusal{413, "The body is larger than " + std::to_string(max_bytes_) + " bytes."});
  left_in_chunk_ = size;
  state_ = size == 0 ? State::Trailer : State::Data;
  return {};
}

/// `line_` is a whole line of framing without its CRLF.
std::expected<void, Refusal> ChunkedBody::end_line() {
  const std::string line = std::exchange(line_, {});
  switch (state_) {
  case State::SizeLine:
    return read_size(line);
  case State::DataEnd:
    if (!line.empty()) return malformed();
    state_ = State::SizeLine;
    return {};
  case State::Trailer:
    if (!line.empty()) return malformed(); // Choice: trailers are rejected; no known client sends them.
    state_ = State::Complete;
    return {};
  default:
    return {};
  }
}

std::expected<std::size_t, Refusal> ChunkedBody::feed(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && state_ != State::Complete) {
    if (state_ == State::Data) {
      const std::size_t count = std::min(left_in_chunk_, bytes.size() - at);
      body_.append(bytes, at, count);
      at += count;
      left_in_chunk_ -= count;
      if (left_in_chunk_ == 0) state_ = State::DataEnd;
      continue;
    }
    const char c = bytes[at++];
    if (++framing_bytes_ > max_bytes_ + kFramingSlack || line_.size() > kMaxLine) {
      return std::unexpected(Refusal{413, "The body has too many or too small chunks."});
    }
    if (c == '\n') {
      if (!line_.ends_with('\r')) return malformed();
      line_.pop_back();
      if (auto ended = end_line(); !ended) return std::unexpected(ended.error());
    } else if (line_.ends_with('\r')) {
      return malformed();
    } else {
      line_ += c;
    }
  }
  return at;
}

} // namespace trawl::searchd
