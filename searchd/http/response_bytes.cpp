// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/response_bytes.h"

#include "shared/api/response/problem.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace trawl::searchd {
namespace {

struct Row {
  int status;
  std::string_view phrase;
};

constexpr std::array kRows{
    Row{200, "OK"},
    Row{202, "Accepted"},
    Row{204, "No Content"},
    Row{301, "Moved Permanently"},
    Row{303, "See Other"},
    Row{304, "Not Modified"},
    Row{400, "Bad Request"},
    Row{403, "Forbidden"},
    Row{404, "Not Found"},
    Row{405, "Method Not Allowed"},
    Row{408, "Request Timeout"},
    Row{410, "Gone"},
    Row{411, "Length Required"},
    Row{413, "Content Too Large"},
    Row{414, "URI Too Long"},
    Row{415, "Unsupported Media Type"},
    Row{417, "Expectation Failed"},
    Row{421, "Misdirected Request"},
    Row{429, "Too Many Requests"},
    Row{431, "Request Header Fields Too Large"},
    Row{500, "Internal Server Error"},
    Row{501, "Not Implemented"},
    Row{503, "Service Unavailable"},
    Row{505, "HTTP Version Not Supported"},
};

constexpr auto kIdleSeconds = std::chrono::duration_cast<std::chrono::seconds>(HttpLimits{}.idle_time);

std::string status_line(int status) {
  return "HTTP/1.1 " + std::to_string(status) + " " + std::string(reason_phrase(status)) + "\r\n";
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  if (value.find_first_of("\r\n") != std::string_view::npos) return; // it would split the response
  out.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

std::string_view reason_phrase(int status) {
  const auto row = std::ranges::find(kRows, status, &Row::status);
  return row == kRows.end() ? std::string_view("Error") : row->phrase;
}

RawResponse to_bytes(const HttpResponse& response, const RawRequest& request) {
  // RFC 9110 §8.6 forbids the length for 204 and does not ask for it in a 304; but some clients wait for a body
  // without.
  const bool has_body = response.status != 204 && response.status != 304;
  std::string out = status_line(response.status);
  for (const auto& [name, value] : response.headers) append_header(out, name, value);
  if (!response.content_type.empty()) append_header(out, "Content-Type", response.content_type);
  if (response.status != 204) {
    append_header(out, "Content-Length", std::to_string(has_body ? response.body.size() : 0));
  }
  append_header(out, "Accept-Ranges", "none");
  if (request.is_last)
    append_header(out, "Connection", "close");
  else // so that a client does not send a request on a connection that is about to close
    append_header(out, "Keep-Alive", "timeout=" + std::to_string(kIdleSeconds.count()));
  out += "\r\n";
  if (has_body && request.request.method != "HEAD") out += response.body;
  return {std::move(out), request.is_last};
}

std::string refusal_answer(const Refusal& refusal) {
  const std::string body = api::problem_json(api::http_problem(refusal.status, refusal.detail), "");
  std::string answer = status_line(refusal.status);
  answer += "Content-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
            "Connection: close\r\n";
  if (refusal.status == 429 || refusal.status == 503) answer += "Retry-After: 5\r\n";
  answer += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  return answer;
}

std::string busy_answer() { return refusal_answer({429, "The server is busy; try again in a few seconds."}); }

std::string unready_answer() {
  return refusal_answer({503, "Requests are refused, because those before them take too long."});
}

} // namespace trawl::searchd
