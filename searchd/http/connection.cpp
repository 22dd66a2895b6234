// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/connection.h"

#include "searchd/http/response_bytes.h"

#include <cassert>

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxLingeredBytes = 1 << 20;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

} // namespace

void Connection::enter(State state, TimePoint now) {
  state_ = state;
  since_ = now;
}

void Connection::receive(std::string_view bytes, TimePoint now) {
  if (state_ == State::Lingering) {
    lingered_bytes_ += bytes.size();
    if (lingered_bytes_ > kMaxLingeredBytes) enter(State::Closed, now);
    return;
  }
  input_.append(bytes);
  parse(now);
}

void Connection::end_of_input(TimePoint now) {
  input_ended_ = true;
  if (state_ != State::Working && state_ != State::Ready) enter(State::Closed, now);
}

void Connection::parse(TimePoint now) {
  if (input_.empty() && !body_) return;
  if (state_ == State::Idle) enter(State::Reading, now);
  if (body_) return continue_body(now);
  const auto size = find_head_end(input_, scanned_, limits_);
  if (!size) return refuse(size.error(), now);
  // Scan a CR at the end again when the next byte has arrived.
  scanned_ = input_.empty() ? 0 : input_.size() - 1;
  if (*size == 0) return;
  auto head = check_head(std::string_view(input_).substr(0, *size), limits_);
  if (!head) return refuse(head.error(), now);
  request_ = {std::exchange(head->request, {})};
  request_.request.peer = peer_;
  input_.erase(0, *size);
  begin_body(*head, now);
}

void Connection::begin_body(const RequestHead& head, TimePoint now) {
  if (head.expects_continue && head.has_body() && input_.empty()) {
    output_ += kContinue;
    answer_since_ = now;
  }
  body_ = Body{head, head.chunked ? std::optional(ChunkedBody(limits_.body_bytes)) : std::nullopt};
  continue_body(now);
}

void Connection::continue_body(TimePoint now) {
  if (body_->chunks) {
    const auto taken = body_->chunks->feed(input_);
    if (!taken) return refuse(taken.error(), now);
    input_.erase(0, *taken);
    if (!body_->chunks->is_complete()) return;
    request_.request.body = body_->chunks->take();
  } else {
    if (input_.size() < body_->head.content_length) return;
    request_.request.body = input_.substr(0, body_->head.content_length);
    input_.erase(0, body_->head.content_length);
  }
  close_after_output_ =
      close_after_output_ || !body_->head.keep_alive || ++requests_ >= limits_.requests_per_connection;
  request_.is_last = close_after_output_;
  body_.reset();
  scanned_ = 0;
  enter(State::Ready, now);
}

void Connection::refuse(const Refusal& refusal, TimePoint now) {
  refused_ = refusal.status;
  input_.clear();
  close_after_output_ = true;
  enter(State::Working, now);
  answer({refusal_answer(refusal), true}, now);
}

RawRequest Connection::take_request(TimePoint now) {
  assert(state_ == State::Ready);
  enter(State::Working, now);
  return std::move(request_);
}

void Connection::answer(RawResponse response, TimePoint now) {
  assert(state_ == State::Working);
  output_ += response.bytes;
  close_after_output_ = close_after_output_ || response.close;
  answer_since_ = now;
}

void Connection::sent(std::size_t bytes, TimePoint now) {
  sent_ += bytes;
  if (sent_ == output_.size()) output_done(now);
}

void Connection::output_done(TimePoint now) {
  output_.clear();
  sent_ = 0;
  answer_since_.reset();
  if (state_ != State::Working) return; // that was "100 Continue"
  if (close_after_output_ || input_ended_) return enter(input_ended_ ? State::Closed : State::Lingering, now);
  enter(State::Idle, now);
  parse(now);
}

void Connection::check_deadline(TimePoint now, bool under_load) {
  const auto waited = now - since_;
  const auto idle_time = under_load ? limits_.idle_time_under_load : limits_.idle_time;
  const bool late = (state_ == State::Idle && waited >= idle_time) ||
                    (state_ == State::Reading && waited >= limits_.request_time) ||
                    (state_ == State::Lingering && waited >= limits_.linger_time) ||
                    (answer_since_ && now - *answer_since_ >= limits_.answer_time);
  if (late && state_ == State::Reading) refused_ = 408;
  if (late) enter(State::Closed, now);
}

void Connection::finish_soon() {
  close_after_output_ = true;
  if ((state_ == State::Idle && !awaits_answer()) || state_ == State::Lingering) state_ = State::Closed;
}

} // namespace trawl::searchd
