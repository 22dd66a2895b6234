// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/refusal_answer.h"

#include "shared/api/response/problem.h"

#include <algorithm>
#include <array>

namespace trawl::searchd {
namespace {

struct Row {
  int status;
  std::string_view phrase;
};

constexpr std::array kRows{
    Row{400, "Bad Request"},        Row{408, "Request Timeout"},     Row{411, "Length Required"},
    Row{413, "Content Too Large"},  Row{414, "URI Too Long"},        Row{415, "Unsupported Media Type"},
    Row{417, "Expectation Failed"}, Row{429, "Too Many Requests"},   Row{431, "Request Header Fields Too Large"},
    Row{501, "Not Implemented"},    Row{503, "Service Unavailable"}, Row{505, "HTTP Version Not Supported"},
};

} // namespace

std::string_view reason_phrase(int status) {
  const auto row = std::ranges::find(kRows, status, &Row::status);
  return row == kRows.end() ? std::string_view("Error") : row->phrase;
}

std::string refusal_answer(const Refusal& refusal) {
  const std::string body = api::problem_json(api::http_problem(refusal.status, refusal.detail), "");
  std::string answer = "HTTP/1.1 " + std::to_string(refusal.status) + " ";
  answer += reason_phrase(refusal.status);
  answer +=
      "\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
      "Connection: close\r\n";
  if (refusal.status == 429 || refusal.status == 503) answer += "Retry-After: 5\r\n";
  answer += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  return answer;
}

} // namespace trawl::searchd
