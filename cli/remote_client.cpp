// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "shared/base/json.h"

#include <memory>

#include <curl/curl.h>

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

/// The problem document in `body`; without one, what the status says.
api::Problem read_problem(int status, const std::string& body) {
  api::Problem problem{"", status, "the daemon answered with status " + std::to_string(status), {}};
  const auto json = parse_json(body);
  try {
    const std::string type = json.at("type");
    problem.type = type.substr(type.rfind('/') + 1);
    problem.detail = json.at("detail");
    for (const auto& error : json.at("errors")) {
      api::ParameterError& read = problem.errors.emplace_back();
      if (!error.at("position").is_null()) read.position = error.at("position").get<std::size_t>();
    }
  } catch (const nlohmann::json::exception&) { // another program's answer: keep what was read
  }
  return problem;
}

class RemoteClient : public Client {
 public:
  explicit RemoteClient(std::string server) : server_(std::move(server)) {
    while (server_.ends_with('/')) server_.pop_back();
    if (!server_.contains("://")) server_ = "http://" + server_;
  }

  Result<std::string> get(const std::string& path, const Parameters& parameters) override {
    if (!curl_) return fail(ErrorCode::Internal, "curl could not be started");
    const std::string query = query_string(parameters).empty() ? "" : "?" + query_string(parameters);
    std::string body;
    TRAWL_TRY(long status, ask(server_ + path + query, body));
    // Not curl's own redirects: a daemon may send us to another id, not to another server.
    if (const auto moved = status == 301 ? moved_path(path, body) : ""; !moved.empty()) {
      TRAWL_TRY(status, ask(server_ + moved + query, body));
    }
    if (status != 200) return std::unexpected(to_error(read_problem(static_cast<int>(status), body)));
    return body;
  }

 private:
  /// The status of the answer; sets `body`.
  Result<long> ask(const std::string& url, std::string& body) {
    body.clear();
    curl_easy_reset(curl_.get());
    curl_easy_setopt(curl_.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl_.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl_.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(curl_.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl_.get(), CURLOPT_TIMEOUT, kTimeoutSeconds);
    curl_easy_setopt(curl_.get(), CURLOPT_USERAGENT, "trawl/" TRAWL_VERSION);
    const std::string language = reader_language();
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(
        language.empty() ? nullptr : curl_slist_append(nullptr, ("Accept-Language: " + language).c_str()),
        &curl_slist_free_all);
    curl_easy_setopt(curl_.get(), CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl_.get(), CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl_.get(), CURLOPT_WRITEDATA, &body);
    const CURLcode outcome = curl_easy_perform(curl_.get());
    if (outcome != CURLE_OK) {
      return fail(ErrorCode::Network, std::string("could not reach the daemon: ") + curl_easy_strerror(outcome),
                  server_, "start it with 'trawl serve', or leave out --server to search the index on this machine");
    }
    long status = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
  }

  std::string server_;
  Handle curl_{curl_easy_init(), &curl_easy_cleanup};
};

} // namespace

std::unique_ptr<Client> make_remote_client(const std::string& server) { return std::make_unique<RemoteClient>(server); }

} // namespace trawl::cli
