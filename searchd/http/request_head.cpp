// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace trawl::searchd {
namespace {

constexpr std::size_t kLineEnd = 2;

std::unexpected<Refusal> refuse(int status, std::string detail) {
  return std::unexpected(Refusal{status, std::move(detail)});
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_token(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_token_char); }

using Headers = std::vector<std::pair<std::string, std::string>>;

/// Those of RFC 9110 §9 and RFC 5789; the routes say which of them they take.
constexpr std::array kMethods = {"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"};

struct RequestLine {
  std::string_view method, target, version;
};

/// Removes the first line and its CRLF from `rest` and returns the line.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find("\r\n");
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 2, rest.size()));
  return line;
}

std::expected<RequestLine, Refusal> read_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos) return refuse(400, "The request line is not valid HTTP/1.1.");
  const RequestLine parts{line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)};
  if (!is_token(parts.method)) return refuse(400, "The method is not a token.");
  if (parts.version != "HTTP/1.1" && parts.version != "HTTP/1.0") {
    const bool other_version = parts.version.starts_with("HTTP/") && parts.version.size() == 8;
    return refuse(other_version ? 505 : 400, "Only HTTP/1 is supported.");
  }
  if (std::ranges::find(kMethods, parts.method) == kMethods.end()) return refuse(501, "The method is not known.");
  const bool printable =
      std::ranges::none_of(parts.target, [](char c) { return is_control(c) || c == '\t' || c == '#'; });
  const bool is_origin_form = parts.target.starts_with('/') || (parts.target == "*" && parts.method == "OPTIONS");
  if (!is_origin_form || !printable) return refuse(400, "The request target must be a path.");
  return parts;
}

std::expected<Headers, Refusal> read_headers(std::string_view rest, const HttpLimits& limits) {
  Headers headers;
  for (std::string_view line = take_line(rest); !line.empty(); line = take_line(rest)) {
    if (headers.size() == limits.header_count) {
      return refuse(431, "The request has more than " + std::to_string(limits.header_count) + " headers.");
    }
    if (line.size() > limits.header_bytes) {
      return refuse(431, "A header is longer than " + std::to_string(limits.header_bytes) + " bytes.");
    }
    if (line.front() == ' ' || line.front() == '\t') return refuse(400, "A header is folded onto a second line.");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
      return refuse(400, "A header has a malformed name.");
    }
    const std::string_view value = trim_white_space(line.substr(colon + 1));
    if (std::ranges::any_of(value, is_control)) return refuse(400, "A header contains a control character.");
    headers.emplace_back(line.substr(0, colon), value);
  }
  return headers;
}

std::vector<std::string_view> values_of(const Headers& headers, std::string_view name) {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : headers) {
    if (equal_names(key, name)) values.emplace_back(value);
  }
  return values;
}

std::expected<std::size_t, Refusal> read_length(std::string_view value, const HttpLimits& limits) {
  if (value.empty() || !std::ranges::all_of(value, is_digit)) return refuse(400, "Content-Length is not a number.");
  std::size_t length = 0;
  const auto result = std::from_chars(value.data(), value.data() + value.size(), length);
  if (result.ec != std::errc{} || length > limits.body_bytes) {
    return refuse(413, "The body is larger than " + std::to_string(limits.body_bytes) + " bytes.");
  }
  return length;
}

/// Reads how the body is framed (RFC 9112 §6.3). Ambiguity here is what request smuggling exploits.
std::expected<void, Refusal> read_framing(RequestHead& head, const Headers& headers, bool http_1_0,
                                          const HttpLimits& limits) {
  const auto lengths = values_of(headers, "Content-Length");
  const auto codings = values_of(headers, "Transfer-Encoding");
  if (lengths.size() > 1) return refuse(400, "Content-Length is given more than once.");
  if (!lengths.empty() && !codings.empty()) return refuse(400, "Both Content-Length and Transfer-Encoding are given.");
  if (codings.size() > 1 || (!codings.empty() && (http_1_0 || !equal_names(codings.front(), "chunked")))) {
    return refuse(400, "The only supported Transfer-Encoding is chunked.");
  }
  head.chunked = !codings.empty();
  if (!lengths.empty()) {
    const auto length = read_length(lengths.front(), limits);
    if (!length) return std::unexpected(length.error());
    head.content_length = *length;
  }
  const std::string& method = head.request.method;
  const bool takes_body = method == "POST" || method == "PUT";
  if (head.has_body() && !takes_body) return refuse(400, "Only a POST or PUT request may have a body.");
  if (takes_body && lengths.empty() && codings.empty())
    return refuse(411, "A " + method + " request needs a Content-Length.");
  return {};
}

/// Whether an item of a list header such as "Connection: TE, close" is `option`.
bool has_option(const Headers& headers, std::string_view name, std::string_view option) {
  for (std::string_view rest : values_of(headers, name)) {
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      if (equal_names(trim_white_space(rest.substr(0, end)), option)) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return false;
}

std::expected<void, Refusal> read_connection(RequestHead& head, const Headers& headers, bool http_1_0) {
  const bool persists = !http_1_0 || has_option(headers, "Connection", "keep-alive");
  head.keep_alive = persists && !has_option(headers, "Connection", "close"); // RFC 9112 §9.3
  for (const std::string_view value : values_of(headers, "Expect")) {
    if (!equal_names(value, "100-continue")) return refuse(417, "The only supported Expect is 100-continue.");
    head.expects_continue = !http_1_0; // RFC 9110 §10.1.1
  }
  return {};
}

} // namespace

std::expected<std::size_t, Refusal> find_head_end(std::string_view bytes, std::size_t from, const HttpLimits& limits) {
  for (std::size_t i = from; i < bytes.size(); ++i) {
    if (i >= limits.head_bytes) break;
    if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] != '\n')
      return refuse(400, "A CR is not followed by an LF.");
    if (bytes[i] != '\n') continue;
    if (i == 0 || bytes[i - 1] != '\r') return refuse(400, "A line ends with a bare LF.");
    if (i >= 3 && bytes.substr(i - 3, 4) == "\r\n\r\n") return i + 1;
    if (i == 1) return refuse(400, "The request begins with an empty line.");
  }
  const std::size_t longest_line = limits.request_line_bytes;
  if (bytes.size() >= longest_line && !bytes.substr(0, longest_line).contains("\r\n")) {
    return refuse(414, "The request line is longer than " + std::to_string(limits.request_line_bytes) + " bytes.");
  }
  if (bytes.size() > limits.head_bytes) {
    return refuse(431, "The headers are larger than " + std::to_string(limits.head_bytes) + " bytes.");
  }
  return 0;
}

std::expected<RequestHead, Refusal> check_head(std::string_view head, const HttpLimits& limits) {
  const std::string_view first = take_line(head);
  if (first.size() + kLineEnd > limits.request_line_bytes) return refuse(414, "The request line is too long.");
  const auto line = read_request_line(first);
  if (!line) return std::unexpected(line.error());
  auto headers = read_headers(head, limits);
  if (!headers) return std::unexpected(headers.error());
  const bool http_1_0 = line->version == "HTTP/1.0";
  const std::size_t hosts = values_of(*headers, "Host").size();
  if (hosts > 1 || (hosts == 0 && !http_1_0)) return refuse(400, "The request needs exactly one Host header.");
  RequestHead result;
  const std::size_t question = std::min(line->target.find('?'), line->target.size());
  result.request.method = line->method;
  result.request.path = line->target.substr(0, question);
  result.request.query = line->target.substr(std::min(question + 1, line->target.size()));
  if (auto framing = read_framing(result, *headers, http_1_0, limits); !framing)
    return std::unexpected(framing.error());
  if (result.has_body() && !values_of(*headers, "Content-Encoding").empty()) {
    return refuse(415, "The body must not have a Content-Encoding.");
  }
  if (auto rest = read_connection(result, *headers, http_1_0); !rest) return std::unexpected(rest.error());
  result.request.headers = std::move(*headers);
  return result;
}

} // namespace trawl::searchd
