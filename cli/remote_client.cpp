// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "shared/base/json.h"
#include "shared/base/library_memory.h"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include <curl/curl.h>
#include <dlfcn.h>

namespace trawl::cli {
namespace {

constexpr std::size_t kMaxAnswer = 64u << 20; // far above the daemon's own 8 MB: a guard, not a limit
constexpr long kTimeoutSeconds = 30;

/// The functions of libcurl, which is loaded when there is a daemon to ask: with the thirty libraries that it needs,
/// this takes longer than most searches.
class CurlLibrary {
 public:
  /// Null if the library or one of its functions is not there.
  static std::unique_ptr<const CurlLibrary> load() {
    errno = 0;
    void* const library = ::dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL); // never unloaded: curl keeps global state
    if (library == nullptr && errno == ENOMEM) throw std::bad_alloc();
    std::unique_ptr<CurlLibrary> out(new CurlLibrary);
    const auto find = [library](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      return function != nullptr;
    };
    const bool is_whole = library != nullptr && find(out->begin, "curl_global_init_mem") &&
                          find(out->init, "curl_easy_init") && find(out->cleanup, "curl_easy_cleanup") &&
                          find(out->reset, "curl_easy_reset") && find(out->set, "curl_easy_setopt") &&
                          find(out->perform, "curl_easy_perform") && find(out->get_info, "curl_easy_getinfo") &&
                          find(out->describe, "curl_easy_strerror") && find(out->append, "curl_slist_append") &&
                          find(out->free_all, "curl_slist_free_all");
    if (!is_whole) return nullptr;
    give_memory_to_openssl(library);
    out->begin(CURL_GLOBAL_DEFAULT, library_malloc, std::free, library_realloc, library_strdup, library_calloc);
    return out;
  }

  decltype(&curl_global_init_mem) begin;
  decltype(&curl_easy_init) init;
  decltype(&curl_easy_cleanup) cleanup;
  decltype(&curl_easy_reset) reset;
  decltype(&curl_easy_setopt) set;
  decltype(&curl_easy_perform) perform;
  decltype(&curl_easy_getinfo) get_info;
  decltype(&curl_easy_strerror) describe;
  decltype(&curl_slist_append) append;
  decltype(&curl_slist_free_all) free_all;

 private:
  CurlLibrary() = default;
};

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
    TRAWL_CHECK(start());
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
  Result<void> start() {
    if (handle_) return {};
    curl_ = CurlLibrary::load();
    if (curl_ != nullptr) handle_ = Handle(curl_->init(), curl_->cleanup);
    if (take_lack_of_memory()) throw std::bad_alloc();
    if (handle_) return {};
    return fail(ErrorCode::Internal, "cannot load libcurl.so.4, which --server needs", {},
                "install libcurl, or leave out --server to search the index on this machine");
  }

  /// The status of the answer; sets `body`.
  Result<long> ask(const std::string& url, std::string& body) {
    body.clear();
    curl_->reset(handle_.get());
    curl_->set(handle_.get(), CURLOPT_URL, url.c_str());
    curl_->set(handle_.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_->set(handle_.get(), CURLOPT_PROXY, "");
    curl_->set(handle_.get(), CURLOPT_NOSIGNAL, 1L);
    curl_->set(handle_.get(), CURLOPT_TIMEOUT, kTimeoutSeconds);
    curl_->set(handle_.get(), CURLOPT_USERAGENT, "trawl/" TRAWL_VERSION);
    const std::string language = reader_language();
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(
        language.empty() ? nullptr : curl_->append(nullptr, ("Accept-Language: " + language).c_str()), curl_->free_all);
    curl_->set(handle_.get(), CURLOPT_HTTPHEADER, headers.get());
    curl_->set(handle_.get(), CURLOPT_WRITEFUNCTION, collect);
    curl_->set(handle_.get(), CURLOPT_WRITEDATA, &body);
    const CURLcode outcome = curl_->perform(handle_.get());
    if (take_lack_of_memory()) throw std::bad_alloc();
    if (outcome != CURLE_OK) {
      return fail(ErrorCode::Network, std::string("could not reach the daemon: ") + curl_->describe(outcome), server_,
                  "start it with 'trawl serve', or leave out --server to search the index on this machine");
    }
    long status = 0;
    curl_->get_info(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
  }

  std::string server_;
  std::unique_ptr<const CurlLibrary> curl_; ///< null until the first question
  Handle handle_{nullptr, nullptr};
};

} // namespace

std::unique_ptr<Client> make_remote_client(const std::string& server) { return std::make_unique<RemoteClient>(server); }

} // namespace trawl::cli
