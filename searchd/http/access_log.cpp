// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/access_log.h"

#include "shared/api/response/json_writer.h"
#include "shared/base/hex.h"

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxTarget = 1'000, kMaxAgent = 200; // bytes as written

/// Quoted, in printable ASCII, so that a client cannot inject control sequences or fake log entries.
std::string quoted_field(std::string_view text, std::size_t most) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (out.size() + 4 > most) return out + "...\"";
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte > 0x7E) {
      out += "\\x";
      append_hex(out, c);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

} // namespace

std::string access_line(std::string_view client, const HttpRequest& request, const HttpResponse& response,
                        std::chrono::nanoseconds took) {
  std::string line = "client=" + std::string(client) + " method=" + request.method;
  line +=
      " target=" + quoted_field(request.query.empty() ? request.path : request.path + "?" + request.query, kMaxTarget);
  line += " status=" + std::to_string(response.status) + " bytes=" + std::to_string(response.body.size()) + " ms=";
  api::JsonWriter(line).decimal(std::chrono::duration<double, std::milli>(took).count(), 1);
  return line + " agent=" + quoted_field(request.header("User-Agent"), kMaxAgent);
}

} // namespace trawl::searchd
