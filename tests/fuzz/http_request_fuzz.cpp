// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as a client may send them, in two cuts: no crash, and the cut changes nothing.
#include "searchd/http/connection.h"
#include "searchd/http/response_bytes.h"

#include <cstdint>
#include <cstdlib>

namespace {

using trawl::searchd::Connection;
using trawl::searchd::HttpLimits;
using trawl::searchd::HttpResponse;
using trawl::searchd::TimePoint;

/// What a connection gives to a worker and to the client, for bytes that come in pieces of `piece`.
std::string transcript(std::string_view bytes, std::size_t piece) {
  const HttpLimits limits;
  Connection connection("127.0.0.1", limits, TimePoint{});
  std::string out;
  while (!bytes.empty() && connection.wants_bytes() && connection.state() != Connection::State::Lingering) {
    const std::size_t count = std::min(piece, bytes.size());
    connection.receive(bytes.substr(0, count), TimePoint{});
    bytes.remove_prefix(count);
    while (connection.state() == Connection::State::Ready || !connection.unsent().empty()) {
      if (connection.state() == Connection::State::Ready) {
        const auto request = connection.take_request(TimePoint{});
        const auto& asked = request.request;
        for (const auto& [name, value] : asked.headers) out += name + ":" + value + "|";
        const HttpResponse answer{200, "text/plain", asked.method + asked.path + asked.query + asked.body, {}};
        connection.answer(to_bytes(answer, request), TimePoint{});
      }
      const std::string_view unsent = connection.unsent();
      if (!unsent.starts_with("HTTP/1.1 100")) out += unsent;
      connection.sent(unsent.size(), TimePoint{});
    }
  }
  return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (transcript(bytes, 1) != transcript(bytes, 1 << 20)) std::abort();
  return 0;
}
