// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/client.h"

#include "shared/base/file.h"
#include "shared/base/utf8.h"
#include "shared/base/version.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <tuple>
#include <utility>

#include <curl/curl.h>

namespace trawl::opensearch {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMaxAnswer = 128u << 20; // a hundred articles of any usual length
constexpr std::size_t kMaxReason = 300;
constexpr std::size_t kMaxCertificates = 16u << 20;
constexpr std::chrono::milliseconds kConnectTimeout{1'000};

using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using CurlHeaders = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

std::size_t collect_bytes(char* data, std::size_t size, std::size_t count, void* user) {
  auto& body = *static_cast<std::string*>(user);
  if (body.size() + size * count > kMaxAnswer) return 0;
  body.append(data, size * count);
  return size * count;
}

Result<std::vector<std::string>> split_urls(const std::string& urls) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= urls.size();) {
    const std::size_t end = std::min(urls.find(',', begin), urls.size());
    std::string url = urls.substr(begin, end - begin);
    std::erase(url, ' ');
    while (url.ends_with('/')) url.pop_back();
    const bool is_url = url.starts_with("http://") || url.starts_with("https://");
    if (!is_url || url.find_first_of("?#\r\n\"", 0) != std::string::npos || url.contains('@')) {
      return fail(ErrorCode::Usage, "must be an address such as https://search.example.org:9200",
                  "opensearch-url " + urls, "a user and password go into the file of opensearch-auth");
    }
    out.push_back(std::move(url));
    begin = end + 1;
  }
  return out;
}

bool is_index_name(std::string_view name) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !name.empty() && name.size() <= 60 && name.front() != '-' && std::ranges::all_of(name, is_allowed);
}

/// Checks the file first, because curl's error for an unreadable file does not say why.
Result<void> check_certificates(const std::string& path) {
  TRAWL_TRY(const std::string text, read_file(path, kMaxCertificates));
  if (!text.contains("-----BEGIN ")) return fail(ErrorCode::Usage, "contains no certificate in PEM format", path);
  return {};
}

/// The only line of the file. It is a secret, so other users must not be able to read the file.
Result<std::string> read_login(const std::string& path) {
  std::error_code failed;
  const auto others = std::filesystem::status(path, failed).permissions() & std::filesystem::perms::others_read;
  if (!failed && others != std::filesystem::perms::none) {
    return fail(ErrorCode::Usage, "every user can read the cluster's password", path, "run `chmod o-r` on it");
  }
  TRAWL_TRY(std::string login, read_file(path, 64u << 10));
  while (login.ends_with('\n') || login.ends_with('\r')) login.pop_back();
  if (!login.contains(':') && !login.starts_with("Bearer ")) {
    return fail(ErrorCode::Usage, "has neither USER:PASSWORD nor Bearer TOKEN", path);
  }
  return login;
}

bool is_about_certificate(CURLcode outcome) {
  return outcome == CURLE_PEER_FAILED_VERIFICATION || outcome == CURLE_SSL_CACERT_BADFILE;
}

const char* hint_for(CURLcode outcome) {
  if (is_about_certificate(outcome)) return "check its certificate, and opensearch-ca";
  if (outcome == CURLE_SSL_CONNECT_ERROR) return "check whether its address begins with http:// or https://";
  return "check that the cluster is running";
}

/// The reason in an answer may be null.
std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A message about a rejected login, for the operator of Trawl; the cluster's own words follow it.
const char* login_error(long status) {
  return status == 401   ? "OpenSearch rejected the login (401)"
         : status == 403 ? "the login lacks a permission in OpenSearch (403)"
                         : nullptr;
}

} // namespace

struct Client::Impl {
  std::vector<std::string> urls;
  std::string index, login, ca_file;
  std::array<char, CURL_ERROR_SIZE> trouble{}; ///< curl's message for the last failure
  CurlHandle curl{curl_easy_init(), &curl_easy_cleanup};
  std::size_t first = 0; ///< the node that answered last

  std::string words_for(CURLcode outcome) const {
    if (outcome == CURLE_OPERATION_TIMEDOUT) return "OpenSearch did not answer in time";
    if (outcome == CURLE_WRITE_ERROR) return "OpenSearch sent an answer of more than 128 MB";
    const char* const own = trouble.front() != '\0' ? trouble.data() : curl_easy_strerror(outcome);
    return std::string(is_about_certificate(outcome) ? "OpenSearch is not trusted: "
                                                     : "OpenSearch cannot be reached: ") +
           own;
  }

  CurlHeaders headers() const {
    CurlHeaders list(nullptr, &curl_slist_free_all);
    const auto add = [&list](const char* line) {
      curl_slist* const longer = curl_slist_append(list.get(), line);
      if (longer == nullptr) throw std::bad_alloc();
      std::ignore = list.release(); // its first line is that of `longer`, too
      list.reset(longer);
    };
    add("Content-Type: application/json");
    add("Expect:");
    if (login.starts_with("Bearer ")) add(("Authorization: " + login).c_str());
    return list;
  }

  void prepare(std::string_view method, const std::string& url, std::string_view body, const curl_slist* list,
               std::chrono::milliseconds time, std::string& answer) {
    CURL* const handle = curl.get();
    curl_easy_reset(handle);
    trouble.front() = '\0';
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, trouble.data());
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, std::string(method).c_str());
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, std::max(1L, static_cast<long>(time.count())));
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::min(time, kConnectTimeout).count()));
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "trawl/" TRAWL_VERSION);
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect_bytes);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &answer);
    if (!body.empty()) {
      curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
      curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
    }
    if (!login.empty() && !login.starts_with("Bearer ")) curl_easy_setopt(handle, CURLOPT_USERPWD, login.c_str());
    if (!ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file.c_str());
  }
};

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<Client> Client::open(const ClusterSettings& settings) {
  auto impl = std::make_unique<Impl>();
  if (!impl->curl) throw std::bad_alloc();
  TRAWL_TRY(impl->urls, split_urls(settings.urls));
  if (!is_index_name(settings.index)) {
    return fail(ErrorCode::Usage, "must consist of a to z, 0 to 9 and hyphens", "opensearch-index " + settings.index);
  }
  impl->index = settings.index;
  if (!settings.auth_file.empty()) {
    TRAWL_TRY(impl->login, read_login(settings.auth_file));
  }
  if (!settings.ca_file.empty()) TRAWL_CHECK(check_certificates(settings.ca_file));
  impl->ca_file = settings.ca_file;
  return Client(std::move(impl));
}

const std::string& Client::index() const { return impl_->index; }

Result<Answer> Client::ask(std::string_view method, const std::string& path, std::string_view body, CallLimit limit) {
  const CurlHeaders headers = impl_->headers();
  CURLcode outcome = CURLE_OK;
  std::string url;
  for (std::size_t tried = 0; tried < impl_->urls.size(); ++tried) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - SteadyClock::now());
    if (left.count() <= 0) {
      if (outcome == CURLE_OK) outcome = CURLE_OPERATION_TIMEDOUT;
      break;
    }
    const std::size_t others = impl_->urls.size() - tried - 1; // leaves time for the other nodes if this one hangs
    url = impl_->urls[impl_->first];
    std::string answer;
    impl_->prepare(method, url + path, body, headers.get(), others > 0 ? left * 2 / 3 : left, answer);
    outcome = curl_easy_perform(impl_->curl.get());
    if (outcome == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
    if (outcome == CURLE_OK) {
      Answer out;
      curl_easy_getinfo(impl_->curl.get(), CURLINFO_RESPONSE_CODE, &out.status);
      const bool is_other_node_better = out.status == 502 || out.status == 504;
      out.body = parse_json(answer);
      if (!is_other_node_better || others == 0) return out;
    }
    impl_->first = (impl_->first + 1) % impl_->urls.size();
  }
  return fail(ErrorCode::Network, impl_->words_for(outcome), url, hint_for(outcome));
}

Result<Json> Client::get(std::string_view method, const std::string& path, const Json& body, CallLimit limit) {
  const std::string text = body.is_null() ? std::string() : json_text(body);
  TRAWL_TRY(Answer answer, ask(method, path, text, limit));
  if (answer.status >= 300) return std::unexpected(cluster_error(answer, path.substr(0, path.find('?'))));
  if (!answer.body.is_object()) {
    return fail(ErrorCode::Network, "OpenSearch answered with something that is not JSON", path);
  }
  return std::move(answer.body);
}

Error cluster_error(const Answer& answer, std::string_view where) {
  std::string reason;
  if (answer.body.is_object() && answer.body.contains("error")) {
    const Json* error = &answer.body["error"];
    if (error->is_object() && error->contains("root_cause") && error->at("root_cause").is_array() &&
        !error->at("root_cause").empty()) {
      error = &error->at("root_cause").front();
    } else if (error->is_object() && text_in(*error, "reason").empty() && error->contains("caused_by")) {
      error = &error->at("caused_by"); // if no node has the shard
    }
    if (error->is_string()) reason = error->get<std::string>();
    if (error->is_object()) reason = text_in(*error, "type") + ": " + text_in(*error, "reason");
  }
  // A new index has no shard yet, and one whose nodes are away has none any more.
  if (reason.ends_with("all shards failed")) reason = "no shard of the index is ready (" + reason + ")";
  if (reason.ends_with('.')) reason.pop_back(); // it becomes part of a sentence
  const bool is_block = reason.substr(0, reason.find(':')).ends_with("_block_exception"); // as when disks are full
  const bool is_login = answer.status == 401 || (answer.status == 403 && !is_block);
  std::string what = is_login ? login_error(answer.status) : "OpenSearch answered " + std::to_string(answer.status);
  if (!reason.empty()) what += ", " + std::string(utf8::truncate_bytes(reason, kMaxReason));
  const ErrorCode code = answer.status == 404 ? ErrorCode::NotFound
                         : is_login           ? ErrorCode::Permission
                                              : ErrorCode::Network;
  return {code, std::move(what), std::string(where), is_login ? "see opensearch-auth" : ""};
}

const Json& buckets_of(const Json& answer, const std::string& pointer) {
  static const Json kNone = Json::array();
  const Json::json_pointer place(pointer);
  if (!answer.contains(place)) return kNone;
  const Json& buckets = answer.at(place);
  return buckets.is_array() ? buckets : kNone;
}

std::size_t number_at(const Json& answer, const std::string& pointer) {
  const Json::json_pointer place(pointer);
  if (!answer.contains(place)) return 0;
  const Json& number = answer.at(place);
  return number.is_number_integer() && number.get<std::int64_t>() > 0 ? number.get<std::size_t>() : 0;
}

CallLimit within(std::chrono::milliseconds time) { return SteadyClock::now() + time; }

} // namespace trawl::opensearch
