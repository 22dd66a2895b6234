// SPDX-License-Identifier: GPL-3.0-or-later
/// One client's connection as a state machine over bytes: no socket and no clock of its own, so that tests drive it.
/// A request reaches a worker only when it is all there; until then it costs memory within limits and nothing else.
#pragma once

#include "searchd/http/chunked_body.h"
#include "searchd/http/http_limits.h"
#include "searchd/http/http_message.h"
#include "searchd/http/request_head.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

using TimePoint = std::chrono::steady_clock::time_point;

class Connection {
 public:
  enum class State {
    Idle,      ///< between requests
    Reading,   ///< a request has begun
    Ready,     ///< a whole request waits to be taken
    Working,   ///< a worker has it
    Lingering, ///< the last answer is sent; what still comes is thrown away, so that the client can read it
    Closed,
  };

  /// `limits` must outlive the connection.
  Connection(std::string peer, const HttpLimits& limits, TimePoint now)
      : peer_(std::move(peer)), limits_(limits), since_(now) {}

  State state() const { return state_; }
  const std::string& peer() const { return peer_; }
  /// When the present state began: who waits longest is closed first.
  TimePoint since() const { return since_; }

  /// Bytes that came. Only while `wants_bytes`.
  void receive(std::string_view bytes, TimePoint now);
  bool wants_bytes() const { return state_ == State::Idle || state_ == State::Reading || state_ == State::Lingering; }
  /// The client will send no more.
  void end_of_input(TimePoint now);

  /// In state Ready: hands the request over; state Working.
  RawRequest take_request(TimePoint now);
  /// In state Working: the answer. A request that came behind this one is looked at once the answer is sent.
  void answer(RawResponse response, TimePoint now);

  /// What is to be written; `sent` takes bytes off it.
  std::string_view unsent() const { return std::string_view(output_).substr(sent_); }
  void sent(std::size_t bytes, TimePoint now);

  /// Closes if a deadline has passed.
  void check_deadline(TimePoint now, bool under_load);
  /// Idle connections close at once, others after their answer.
  void finish_soon();

 private:
  void enter(State state, TimePoint now);
  void parse(TimePoint now);
  void begin_body(RequestHead head, TimePoint now);
  void continue_body(TimePoint now);
  void refuse(const Refusal& refusal, TimePoint now);
  void output_done(TimePoint now);

  std::string peer_;
  const HttpLimits& limits_;
  State state_ = State::Idle;
  TimePoint since_;
  std::optional<TimePoint> answer_since_; ///< while there is output
  std::string input_, output_;
  std::size_t scanned_ = 0, sent_ = 0, requests_ = 0, lingered_bytes_ = 0;
  std::optional<RequestHead> head_; ///< once checked, while the body comes
  std::optional<ChunkedBody> chunks_;
  RawRequest request_;
  bool close_after_output_ = false;
  bool input_ended_ = false;
};

} // namespace trawl::searchd
