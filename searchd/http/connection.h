// SPDX-License-Identifier: GPL-3.0-or-later
/// One client's connection as a state machine over bytes, without a socket or clock, so that tests can drive it. A
/// request is handed to a worker only when it is complete; until then it costs a bounded amount of memory.
#pragma once

#include "searchd/http/chunked_body.h"
#include "searchd/http/http_limits.h"
#include "searchd/http/http_message.h"
#include "searchd/http/request_head.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::searchd {

using TimePoint = std::chrono::steady_clock::time_point;

class Connection {
 public:
  enum class State {
    Idle,      ///< between requests
    Reading,   ///< a request has begun
    Ready,     ///< a complete request waits for `take_request`
    Working,   ///< a worker has it
    Lingering, ///< the last answer is sent; input is discarded so that closing does not cut the answer off
    Closed,
  };

  /// `limits` must outlive the connection.
  Connection(std::string peer, const HttpLimits& limits, TimePoint now)
      : peer_(std::move(peer)), limits_(limits), since_(now) {}

  State state() const { return state_; }
  const std::string& peer() const { return peer_; }
  /// When the current state began; under load the longest waiting is closed first.
  TimePoint since() const { return since_; }
  /// While there is output: since when the client may read it.
  std::optional<TimePoint> answering_since() const { return answer_since_; }

  /// Whether closing it now would leave a request without an answer: its first, or one that has begun.
  bool awaits_answer() const { return requests_ == 0 || state_ == State::Reading; }

  /// Takes received bytes. Call only while `wants_bytes`.
  void receive(std::string_view bytes, TimePoint now);
  bool wants_bytes() const { return state_ == State::Idle || state_ == State::Reading || state_ == State::Lingering; }
  /// The client will send no more.
  void end_of_input(TimePoint now);

  /// In state Ready: returns the request and enters state Working.
  RawRequest take_request(TimePoint now);
  /// In state Working: takes the answer. A pipelined request is parsed once the answer is sent.
  void answer(RawResponse response, TimePoint now);

  /// The bytes to write; `sent` removes those that were written.
  std::string_view unsent() const { return std::string_view(output_).substr(sent_); }
  void sent(std::size_t bytes, TimePoint now);

  /// The status of a refusal since the last call, 0 if there was none: 400, or 408 for a request that came too slowly.
  int take_refusal() { return std::exchange(refused_, 0); }

  /// Closes the connection if a deadline has passed.
  void check_deadline(TimePoint now, bool under_load);
  /// Closes at once if between requests, else after the answer to the current or first one.
  void finish_soon();

 private:
  /// The body of a request whose head has been checked.
  struct Body {
    RequestHead head;
    std::optional<ChunkedBody> chunks; ///< if it is chunked
  };

  void enter(State state, TimePoint now);
  void parse(TimePoint now);
  void begin_body(const RequestHead& head, TimePoint now);
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
  std::optional<Body> body_; ///< set while the body arrives
  RawRequest request_;
  int refused_ = 0; ///< a status
  bool close_after_output_ = false;
  bool input_ended_ = false;
};

} // namespace trawl::searchd
