// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/repeated_answers.h"

#include "shared/api/response/http_date.h"
#include "shared/api/service.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trawl::searchd {

struct RepeatedAnswers::Answer {
  IndexStamp index;
  Moment minute{};
  std::string bytes;
  std::size_t date_at = 0; ///< where the value of the Date header begins
  std::size_t route = 0;
  int status = 0;
};

namespace {

constexpr std::size_t kMaxBytes = 4 << 20; ///< of the recent answers; the older ones have no more
constexpr std::size_t kMaxAnswer = 256 << 10;
constexpr std::size_t kMaxKey = 4 << 10;
constexpr std::string_view kDate = "\r\nDate: ";

// Only the access log reads these, and with it every request goes to a worker. A header that is missing here costs a
// repetition; one that an answer depends on must never be here.
constexpr std::array<std::string_view, 12> kIrrelevant{"User-Agent",       "Referer",
                                                       "Cookie",           "DNT",
                                                       "Priority",         "Upgrade-Insecure-Requests",
                                                       "X-Real-IP",        "Sec-CH-UA",
                                                       "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform",
                                                       "X-Request-ID",     "X-Forwarded-For"};

std::string_view name_of(std::string_view line) { return line.substr(0, std::min(line.find(':'), line.size())); }

/// The request as far as its answer depends on it: without the headers above.
std::string request_key(const RawRequest& request) {
  std::string_view head = request.head;
  std::string key;
  key.reserve(head.size());
  for (bool is_first = true; !head.empty(); is_first = false) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const auto is_name = [&](std::string_view name) { return equal_names(name_of(line), name); };
    if (!is_first && std::ranges::any_of(kIrrelevant, is_name)) continue;
    key.append(line).append("\n");
    if (is_name("X-Forwarded-Proto")) key.append(request.request.peer).append("\n"); // counts if this peer is trusted
  }
  return key;
}

} // namespace

void RepeatedAnswers::keep(const RawRequest& request, const RawResponse& response, const AnswerFacts& facts) {
  const bool is_read = request.head.starts_with("GET ") || request.head.starts_with("HEAD ");
  if (!is_read || !facts.has_tag || (facts.status != 200 && facts.status != 304)) return;
  if (request.is_last || response.close || response.bytes.size() > kMaxAnswer) return;
  const std::string_view head = std::string_view(response.bytes).substr(0, response.bytes.find("\r\n\r\n"));
  const std::size_t date = head.find(kDate);
  if (date == std::string_view::npos) return;
  std::string key = request_key(request);
  if (key.size() > kMaxKey) return;
  auto answer = std::make_shared<const Answer>(
      Answer{facts.before, api::minute_of(facts.now), response.bytes, date + kDate.size(), facts.route, facts.status});
  const std::lock_guard lock(mutex_);
  insert(std::move(key), std::move(answer));
}

void RepeatedAnswers::insert(std::string key, std::shared_ptr<const Answer> answer) {
  const std::size_t bytes = key.size() + answer->bytes.size();
  if (recent_bytes_ + bytes > kMaxBytes) {
    older_ = std::exchange(recent_, {});
    recent_bytes_ = 0;
  }
  recent_bytes_ += bytes; // of a replaced answer too, which only makes them older sooner
  recent_[std::move(key)] = std::move(answer);
}

std::optional<RepeatedAnswers::Repeated> RepeatedAnswers::find(const RawRequest& request, const IndexStamp& index,
                                                               Moment now) {
  if (request.is_last) return std::nullopt;
  const std::string key = request_key(request);
  std::shared_ptr<const Answer> answer;
  {
    const std::lock_guard lock(mutex_);
    if (const auto recent = recent_.find(key); recent != recent_.end()) {
      answer = recent->second;
    } else if (const auto older = older_.find(key); older != older_.end()) {
      answer = older->second;
      older_.erase(older);
      if (answer->index == index) insert(key, answer);
    }
  }
  if (!answer || answer->index != index || answer->minute != api::minute_of(now)) return std::nullopt;
  Repeated repeated{{answer->bytes, false}, answer->route, answer->status};
  const std::string date = api::to_http_date(now);
  repeated.response.bytes.replace(answer->date_at, date.size(), date);
  return repeated;
}

} // namespace trawl::searchd
