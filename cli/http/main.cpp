// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/http/http_get.h"

#include "shared/base/version.h"

#include <httplib.h>

namespace trawl::cli {
namespace {

constexpr std::size_t kMaxAnswer = 64u << 20; // far above the daemon's own 8 MB: a guard, not a limit
constexpr time_t kTimeoutSeconds = 30;

const char* describe(httplib::Error error) {
  switch (error) {
  case httplib::Error::Connection:
  case httplib::Error::ConnectionTimeout:
    return "nothing answers at this address";
  case httplib::Error::Canceled:
    return "the answer is too large";
  case httplib::Error::SSLConnection:
  case httplib::Error::SSLLoadingCerts:
    return "no secure connection could be made";
  case httplib::Error::SSLServerVerification:
    return "its certificate is not trusted";
  default:
    return "it broke off its answer";
  }
}

void get(httplib::ClientImpl& client, const HttpQuestion& question, HttpAnswer& answer) {
  client.set_url_encode(false);
  client.set_connection_timeout(kTimeoutSeconds);
  client.set_read_timeout(kTimeoutSeconds);
  httplib::Headers headers{{"User-Agent", "trawl/" TRAWL_VERSION}, {"Accept-Encoding", "identity"}};
  if (!question.language.empty()) headers.emplace("Accept-Language", question.language);
  const auto result = client.Get(question.target, headers, [&answer](const char* data, std::size_t size) {
    if (answer.body.size() + size > kMaxAnswer) return false;
    answer.body.append(data, size);
    return true;
  });
  if (result) {
    answer.status = result->status;
  } else {
    answer.trouble = describe(result.error());
  }
}

} // namespace

extern "C" void trawl_http_get(const HttpQuestion& question, HttpAnswer& answer) {
  if (question.is_secure) {
    httplib::SSLClient client(question.host, question.port);
    get(client, question, answer);
  } else {
    httplib::ClientImpl client(question.host, question.port);
    get(client, question, answer);
  }
}

} // namespace trawl::cli
