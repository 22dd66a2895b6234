// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole answers, ready to be sent, for requests that come again before the index or the minute changes. The thread
/// that holds the connections gives them without a worker.
#pragma once

#include "searchd/http/http_message.h"
#include "searchd/index_watch.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// What was known of an answer when it was made.
struct AnswerFacts {
  IndexStamp before; ///< of the index, before the answer was begun
  Moment now{};      ///< its clock; answers show ages and time windows to the minute
  std::size_t route = 0;
  int status = 0;
  bool has_tag = false; ///< only an answer with an ETag is decided by request, index and minute
};

/// For all threads. Bounded; what was not asked for lately is forgotten first.
class RepeatedAnswers {
 public:
  struct Repeated {
    RawResponse response;
    std::size_t route = 0;
    int status = 0;
  };

  /// Keeps the answer if another one to the same request would be the same.
  void keep(const RawRequest& request, const RawResponse& response, const AnswerFacts& facts);

  /// The answer to an equal request, with the date of `now`, if the index and the minute are still the same.
  std::optional<Repeated> find(const RawRequest& request, const IndexStamp& index, Moment now);

 private:
  struct Answer;
  using Answers = std::map<std::string, std::shared_ptr<const Answer>, std::less<>>;

  void insert(std::string key, std::shared_ptr<const Answer> answer); ///< with the mutex held

  std::mutex mutex_;
  Answers recent_, older_; ///< an answer of `older_` that is asked for becomes recent
  std::size_t recent_bytes_ = 0;
};

} // namespace trawl::searchd
