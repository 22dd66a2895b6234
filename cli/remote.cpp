// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include <memory>

#include <curl/curl.h>
#include <nlohmann/json.hpp>

namespace trawl::cli {
namespace {

constexpr std::size_t kMaxAnswer = 64u << 20; // far above the daemon's own 8 MB: a guard, not a limit
constexpr long kTimeoutSeconds = 30;

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

std::size_t collect(char* data, std::size_t size, std::size_t count, void* user) {
  auto& body = *static_cast<std::string*>(user);
  if (body.size() + size * count > kMaxAnswer) return 0;
  body.append(data, size * count);
  return size * count;
}

std::string escaped(const Handle& curl, const std::string& text) {
  char* encoded = curl_easy_escape(curl.get(), text.data(), static_cast<int>(text.size()));
  std::string out = encoded == nullptr ? "" : encoded;
  curl_free(encoded);
  return out;
}

ErrorCode code_of_status(long status) {
  if (status == 400 || status == 414) return ErrorCode::Usage;
  if (status == 404 || status == 410) return ErrorCode::NotFound;
  if (status == 503) return ErrorCode::NoIndex;
  return ErrorCode::Network;
}

/// The daemon's own sentence, out of its problem+json.
std::string detail_of(const std::string& body, long status) {
  const auto problem = nlohmann::json::parse(body, nullptr, false);
  if (problem.is_object() && problem.value("detail", nlohmann::json()).is_string()) return problem.at("detail");
  return "the daemon answered with status " + std::to_string(status);
}

class RemoteClient : public Client {
 public:
  explicit RemoteClient(std::string server) : server_(std::move(server)) {
    while (server_.ends_with('/')) server_.pop_back();
    if (!server_.contains("://")) server_ = "http://" + server_;
  }

  Result<std::string> get(const std::string& path, const Parameters& parameters) override {
    if (!curl_) return fail(ErrorCode::Internal, "curl could not be started");
    std::string url = server_ + path;
    char separator = '?';
    for (const auto& [name, value] : parameters) {
      url += separator + escaped(curl_, name) + "=" + escaped(curl_, value);
      separator = '&';
    }
    std::string body;
    curl_easy_reset(curl_.get());
    curl_easy_setopt(curl_.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl_.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl_.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(curl_.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl_.get(), CURLOPT_TIMEOUT, kTimeoutSeconds);
    curl_easy_setopt(curl_.get(), CURLOPT_USERAGENT, "trawl/" TRAWL_VERSION);
    curl_easy_setopt(curl_.get(), CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl_.get(), CURLOPT_WRITEDATA, &body);
    const CURLcode outcome = curl_easy_perform(curl_.get());
    if (outcome != CURLE_OK) {
      return fail(ErrorCode::Network, std::string("the daemon could not be asked: ") + curl_easy_strerror(outcome),
                  server_, "start it with 'trawl serve', or leave --server out to search the index here");
    }
    long status = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return fail(code_of_status(status), detail_of(body, status), server_);
    return body;
  }

 private:
  std::string server_;
  Handle curl_{curl_easy_init(), &curl_easy_cleanup};
};

} // namespace

std::unique_ptr<Client> make_remote_client(const std::string& server) { return std::make_unique<RemoteClient>(server); }

} // namespace trawl::cli
